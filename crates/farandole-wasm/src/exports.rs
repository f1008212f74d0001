//! Exports of the module: a buffer for requests and one for answers. The module imports nothing.
//!
//! The page calls `input` with the length of a request and writes the request to the returned
//! address. It then calls `call`, which returns the length of the answer, and `output`, which
//! returns its address. A panic ends a call with a trap. In that case, `panic_text` makes the panic
//! message the answer.

use crate::answer;
use std::sync::{Mutex, Once, PoisonError};

static INPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static OUTPUT: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static PANIC: Mutex<String> = Mutex::new(String::new());
static HOOK: Once = Once::new();

/// Reserves space for a request of this length in bytes, and returns its address.
#[expect(unsafe_code, reason = "the attribute that names an export counts as unsafe")]
#[unsafe(no_mangle)]
extern "C" fn input(length: usize) -> *mut u8 {
    HOOK.call_once(|| {
        std::panic::set_hook(Box::new(|info| {
            *PANIC.lock().unwrap_or_else(PoisonError::into_inner) = info.to_string();
        }));
    });
    let mut input = INPUT.lock().unwrap_or_else(PoisonError::into_inner);
    input.clear();
    input.resize(length, 0);
    input.as_mut_ptr()
}

/// Answers the request, and returns the length of the answer in bytes.
#[expect(unsafe_code, reason = "the attribute that names an export counts as unsafe")]
#[unsafe(no_mangle)]
extern "C" fn call() -> usize {
    let request = std::mem::take(&mut *INPUT.lock().unwrap_or_else(PoisonError::into_inner));
    keep(answer(&request))
}

/// Returns the address of the answer.
#[expect(unsafe_code, reason = "the attribute that names an export counts as unsafe")]
#[unsafe(no_mangle)]
extern "C" fn output() -> *const u8 {
    OUTPUT.lock().unwrap_or_else(PoisonError::into_inner).as_ptr()
}

/// Makes the message of the last panic the answer, and returns its length in bytes.
#[expect(unsafe_code, reason = "the attribute that names an export counts as unsafe")]
#[unsafe(no_mangle)]
extern "C" fn panic_text() -> usize {
    keep(std::mem::take(&mut *PANIC.lock().unwrap_or_else(PoisonError::into_inner)).into_bytes())
}

fn keep(answer: Vec<u8>) -> usize {
    let length = answer.len();
    *OUTPUT.lock().unwrap_or_else(PoisonError::into_inner) = answer;
    length
}
