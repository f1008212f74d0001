//! JSON requests: everything that the other functions do not offer.

use crate::error::{FarandoleCode, FarandoleError, guard};
use farandole_wasm::{Refusal, try_answer};

impl From<Refusal> for FarandoleError {
    fn from(refusal: Refusal) -> Self {
        let code = match refusal.status() {
            "unreadable" => FarandoleCode::Unreadable,
            "unsupported" => FarandoleCode::Unsupported,
            _ => FarandoleCode::Usage,
        };
        Self::new(code, refusal)
    }
}

/// A text that the library has allocated.
#[derive(Debug)]
pub struct FarandoleText(Vec<u8>);

/// Answers a request: a line of JSON, followed by a line feed and the bytes of a text if the operation reads
/// one.
///
/// The operations and their fields are those of the web page: `read` turns a text into boards; `hint`,
/// `explain`, `solve`, `candidates`, `rate`, `draw` and `write` take a board; `make` generates puzzles, and
/// `cover` solves exact cover problems. The answer is a line of JSON with a field `status`, followed by a
/// line feed and bytes if it includes a text or a file. A request that cannot be answered is an error, like that of any
/// other function.
///
/// `answer` receives a new text, which `farandole_text_free` frees.
///
/// # Safety
///
/// `request` is valid for reads of `length` bytes, and `answer` for a write. `error` is NULL or valid for a
/// write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_request(
    request: *const u8,
    length: usize,
    answer: *mut *mut FarandoleText,
    error: *mut *mut FarandoleError,
) -> FarandoleCode {
    let respond = || {
        if request.is_null() || isize::try_from(length).is_err() {
            return Err(FarandoleError::usage("request is null, or longer than the address space"));
        }
        if answer.is_null() {
            return Err(FarandoleError::usage("answer is null"));
        }
        // SAFETY: the caller guarantees that the bytes can be read, and the length has been checked.
        let request = unsafe { std::slice::from_raw_parts(request, length) };
        let text = Box::new(FarandoleText(try_answer(request)?));
        // SAFETY: the caller guarantees that the pointer can be written.
        unsafe { answer.write(Box::into_raw(text)) };
        Ok(())
    };
    // SAFETY: the caller guarantees that the error is null or can be written.
    unsafe { guard(error, respond) }
}

/// Returns the bytes of a text, without a NUL at the end, or NULL for NULL. They are valid until the text is
/// freed.
///
/// # Safety
///
/// `text` is NULL or a text of this library that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_text_data(text: *const FarandoleText) -> *const u8 {
    // SAFETY: the caller guarantees that the pointer is null or a text.
    unsafe { text.as_ref() }.map_or(std::ptr::null(), |text| text.0.as_ptr())
}

/// Returns the length of a text in bytes, or 0 for NULL.
///
/// # Safety
///
/// `text` is NULL or a text of this library that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_text_length(text: *const FarandoleText) -> usize {
    // SAFETY: the caller guarantees that the pointer is null or a text.
    unsafe { text.as_ref() }.map_or(0, |text| text.0.len())
}

/// Frees a text. NULL has no effect.
///
/// # Safety
///
/// `text` is NULL or a text of this library that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_text_free(text: *mut FarandoleText) {
    if !text.is_null() {
        // SAFETY: the caller guarantees that the text is not used again.
        drop(unsafe { Box::from_raw(text) });
    }
}
