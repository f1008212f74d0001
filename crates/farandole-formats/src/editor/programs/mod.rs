//! Custom constraints of SudokuMaker, which are JavaScript programs.
//!
//! [`Program`] is the program of a file. An engine of the caller runs it: in a page the browser's, elsewhere the crate
//! `farandole-programs`. The runtime that programs expect, and the code that turns their components into constraints,
//! are also JavaScript (`runtime.js`), so that both engines do the same.

mod request;
mod response;

pub(crate) use request::Program;
pub(crate) use response::Meaning;

/// An engine that runs JavaScript.
///
/// The argument of the function is an expression whose value is a string. The function returns this string, or the reason
/// why there is none. It must limit time and memory, and must not give programs access to anything.
#[derive(Clone, Copy, Debug)]
pub struct ProgramRunner(pub fn(&str) -> Result<String, String>);

impl PartialEq for ProgramRunner {
    fn eq(&self, other: &Self) -> bool {
        core::ptr::fn_addr_eq(self.0, other.0)
    }
}

impl Eq for ProgramRunner {}
