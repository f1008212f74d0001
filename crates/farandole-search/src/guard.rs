//! Isolation of panics: a bug that one record triggers affects only the answer for this record.
//!
//! [`guarded`] catches a panic and returns its message and its source location. While a guard is
//! active on a thread, the panic hook records panics of this thread instead of printing them.

use core::any::Any;
use core::cell::{Cell, RefCell};
use core::fmt;
use std::panic::{self, AssertUnwindSafe, PanicHookInfo};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, Once, PoisonError};

/// The name of the threads of a race. Their panics are passed to the thread that waits for them.
pub const RACER_NAME: &str = "farandole-racer";

/// A panic that was caught.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Panic {
    message: String,
    /// File, line and column of the source.
    location: Option<String>,
}

impl Panic {
    fn new(payload: &(dyn Any + Send), location: Option<String>) -> Self {
        let text = payload.downcast_ref::<&str>().copied();
        let message = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        // Messages of several lines, such as those of assertions, are joined into one line.
        let lines = message.unwrap_or("a panic without a message").lines().map(str::trim);
        Self { message: lines.collect::<Vec<_>>().join("; "), location }
    }

    /// Returns the message, on one line.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns file, line and column of the source where the panic began, such as `src/lib.rs:5:9`,
    /// if they are known.
    pub fn location(&self) -> Option<&str> {
        self.location.as_deref()
    }
}

impl fmt::Display for Panic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("internal error")?;
        if let Some(location) = &self.location {
            write!(f, " at {location}")?;
        }
        write!(f, ": {}", self.message)
    }
}

impl core::error::Error for Panic {}

thread_local! {
    /// Number of active guards on this thread.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
    /// The last panic of this thread while a guard was active.
    static RECORDED: RefCell<Option<Panic>> = const { RefCell::new(None) };
}

/// Number of active guards on all threads.
static ACTIVE: AtomicUsize = AtomicUsize::new(0);
/// The last panic of a race thread, while any guard was active.
static OF_HELPER: Mutex<Option<Panic>> = Mutex::new(None);

/// Runs a task and returns its result, or the panic that ended it. Data that the task was modifying
/// may be in any state after a panic and should not be used again.
///
/// In programs that abort on panic, nothing is caught, and the panic is printed as usual.
///
/// ```
/// use farandole_search::guarded;
///
/// assert_eq!(guarded(|| 1 + 1), Ok(2));
/// let numbers: [u8; 0] = [];
/// let panic = guarded(|| numbers.iter().max().copied().expect("a number")).unwrap_err();
/// assert_eq!(panic.message(), "a number");
/// ```
///
/// # Errors
/// Returns the panic if the task panics.
pub fn guarded<T>(task: impl FnOnce() -> T) -> Result<T, Panic> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let previous = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if !record(info) {
                previous(info);
            }
        }));
    });
    DEPTH.set(DEPTH.get() + 1);
    ACTIVE.fetch_add(1, Ordering::Relaxed);
    let result = panic::catch_unwind(AssertUnwindSafe(task));
    ACTIVE.fetch_sub(1, Ordering::Relaxed);
    DEPTH.set(DEPTH.get() - 1);
    result.map_err(|payload| {
        let of_helper = || OF_HELPER.lock().unwrap_or_else(PoisonError::into_inner).take();
        let recorded = RECORDED.take().or_else(of_helper);
        recorded.unwrap_or_else(|| Panic::new(&*payload, None))
    })
}

/// Records a panic that a guard will catch. Returns false if no guard will catch it.
fn record(info: &PanicHookInfo<'_>) -> bool {
    if cfg!(panic = "abort") {
        return false;
    }
    let panic = || Panic::new(info.payload(), info.location().map(ToString::to_string));
    if DEPTH.get() > 0 {
        RECORDED.set(Some(panic()));
        return true;
    }
    // Threads of a race pass their panics to the thread that started them.
    let is_helper = std::thread::current().name() == Some(RACER_NAME);
    let is_awaited = is_helper && ACTIVE.load(Ordering::Relaxed) > 0;
    if is_awaited {
        *OF_HELPER.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic());
    }
    is_awaited
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_returned_with_its_place_and_message() {
        let panic = guarded(|| assert_eq!(1 + 1, 3, "sum")).unwrap_err();
        assert_eq!(panic.message(), "assertion `left == right` failed: sum; left: 2; right: 3");
        assert!(panic.location().unwrap().contains("guard.rs:"), "{panic}");
        let text = panic.to_string();
        assert!(text.starts_with("internal error at ") && text.ends_with(panic.message()), "{text}");
        assert_eq!(guarded(|| 5), Ok(5));
    }

    #[test]
    fn guards_nest() {
        let outer = guarded(|| {
            let inner = guarded(|| panic!("inner")).unwrap_err();
            assert_eq!(inner.message(), "inner");
            panic!("outer")
        });
        assert_eq!(outer.map(|_: ()| ()).unwrap_err().message(), "outer");
    }
}
