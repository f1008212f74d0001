//! Error codes, error objects, and the guard that turns panics into errors.

use farandole::Error;
use farandole::error::ErrorKind;
use std::any::Any;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a call.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FarandoleCode {
    /// The call succeeded, and its outputs are set.
    Ok = 0,
    /// An argument is wrong: a null pointer, a length that is too large, or an unknown constant.
    Usage = 1,
    /// The text is not a puzzle, or contains more than one.
    Unreadable = 2,
    /// The function does not support this puzzle.
    Unsupported = 3,
    /// An internal error of the library. Other calls are not affected.
    Internal = 4,
}

/// The reason why a search ended. Arrays contain it as one byte.
#[repr(u8)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FarandoleEnd {
    /// The search is complete, and the number of solutions is exact.
    Exhausted = 0,
    /// The limit was reached; there may be more solutions.
    Limit = 1,
    /// The budget was spent; there may be more solutions.
    Budget = 2,
    /// The visitor stopped the search; there may be more solutions.
    Stopped = 3,
    /// A byte is neither a digit nor an empty cell. Nothing was searched.
    Unreadable = 4,
    /// Two equal givens share a house, so there is no solution.
    Clash = 5,
}

/// The reason why a call failed: a code, and a sentence in English.
#[derive(Debug)]
pub struct FarandoleError {
    code: FarandoleCode,
    message: CString,
}

impl FarandoleError {
    pub(crate) fn new(code: FarandoleCode, message: impl ToString) -> Self {
        let mut bytes = message.to_string().into_bytes();
        // The message may quote the input.
        bytes.retain(|byte| *byte != 0);
        Self { code, message: CString::new(bytes).unwrap_or_default() }
    }

    pub(crate) fn usage(message: impl ToString) -> Self {
        Self::new(FarandoleCode::Usage, message)
    }
}

impl From<Error> for FarandoleError {
    fn from(error: Error) -> Self {
        let code = match error.kind() {
            ErrorKind::Unsupported(_) | ErrorKind::NotClassic | ErrorKind::NoTechniques(_) => {
                FarandoleCode::Unsupported
            }
            ErrorKind::Wrong(..) => FarandoleCode::Internal,
            _ => FarandoleCode::Unreadable,
        };
        Self::new(code, error)
    }
}

/// Runs the body of a function. Stores its error, or that of a panic, and returns the code.
///
/// # Safety
///
/// `error` is null or valid for writes of a pointer.
pub(crate) unsafe fn guard(
    error: *mut *mut FarandoleError,
    body: impl FnOnce() -> Result<(), FarandoleError>,
) -> FarandoleCode {
    // The closures only borrow buffers of callers. After a panic, their contents are unspecified and
    // of valid types.
    let failure = match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => return FarandoleCode::Ok,
        Ok(Err(failure)) => failure,
        Err(payload) => {
            FarandoleError::new(FarandoleCode::Internal, format!("internal error: {}", text_of(&*payload)))
        }
    };
    let code = failure.code;
    if !error.is_null() {
        // SAFETY: the caller guarantees that the pointer is valid for a write.
        unsafe { error.write(Box::into_raw(Box::new(failure))) };
    }
    code
}

/// Returns the message of a panic.
fn text_of(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message")
}

/// Returns the code of an error, or `FARANDOLE_CODE_OK` for NULL.
///
/// # Safety
///
/// `error` is NULL or an error of this library that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_error_code(error: *const FarandoleError) -> FarandoleCode {
    // SAFETY: the caller guarantees that the pointer is null or an error.
    unsafe { error.as_ref() }.map_or(FarandoleCode::Ok, |error| error.code)
}

/// Returns the sentence of an error in UTF-8, with a NUL at its end. It is valid until the error is
/// freed. The sentence of NULL is empty.
///
/// # Safety
///
/// `error` is NULL or an error of this library that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_error_message(error: *const FarandoleError) -> *const c_char {
    // SAFETY: the caller guarantees that the pointer is null or an error.
    unsafe { error.as_ref() }.map_or(c"".as_ptr(), |error| error.message.as_ptr())
}

/// Frees an error. NULL has no effect.
///
/// # Safety
///
/// `error` is NULL or an error of this library that has not been freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn farandole_error_free(error: *mut FarandoleError) {
    if !error.is_null() {
        // SAFETY: the caller guarantees that `guard` made the pointer and that it is not used again.
        drop(unsafe { Box::from_raw(error) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::CStr;
    use std::ptr::null_mut;

    fn run(body: impl FnOnce() -> Result<(), FarandoleError>) -> (FarandoleCode, FarandoleCode, String) {
        let mut error = null_mut();
        // SAFETY: the pointer is that of a local variable.
        let code = unsafe { guard(&raw mut error, body) };
        // SAFETY: the error is null, or has just been made.
        let (stored, text) = unsafe {
            let text = CStr::from_ptr(farandole_error_message(error)).to_str().unwrap().to_owned();
            let stored = farandole_error_code(error);
            farandole_error_free(error);
            (stored, text)
        };
        (code, stored, text)
    }

    #[test]
    fn panics_become_errors_with_their_message() {
        use FarandoleCode::Internal;
        let expected = |text: &str| (Internal, Internal, format!("internal error: {text}"));
        assert_eq!(run(|| panic!("cell {}", 81)), expected("cell 81"));
        assert_eq!(run(|| panic!("fixed")), expected("fixed"));
        assert_eq!(run(|| std::panic::panic_any(7)), expected("no message"));
        // SAFETY: a null pointer is allowed.
        assert_eq!(unsafe { guard(null_mut(), || panic!("unseen")) }, Internal);
    }

    #[test]
    fn messages_have_no_nul_inside() {
        use FarandoleCode::{Ok as Success, Usage};
        assert_eq!(run(|| Err(FarandoleError::usage("a\0b"))), (Usage, Usage, "ab".into()));
        assert_eq!(run(|| Ok(())), (Success, Success, String::new()));
    }
}
