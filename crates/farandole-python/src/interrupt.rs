//! Signal polling: runs work on another thread, without the interpreter lock, while the calling
//! thread checks for signals.
//!
//! Starting a thread takes a few hundred microseconds. Work of at most a few milliseconds therefore
//! runs on the calling thread; see [`briefly`].

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use std::cell::Cell;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Time between two checks for signals on the calling thread.
const TICK: Duration = Duration::from_millis(25);
/// Number of Python objects that are read or created between two checks for signals, about a
/// millisecond of work.
const OBJECTS: usize = 4096;
/// Minimum time between two releases of the interpreter lock: twice the switch interval of CPython.
/// A waiting thread requests the lock after 5 ms without a release, and only a requested lock is
/// handed over. If this thread released the lock every millisecond, it would take it back each
/// time, and the others would starve.
const BETWEEN_RELEASES: Duration = Duration::from_millis(10);

thread_local! {
    /// The time at which [`breathe`] last released the interpreter lock on this thread.
    static RELEASED: Cell<Option<Instant>> = const { Cell::new(None) };
}

/// Waits until the work ends or a signal handler raises an exception.
fn wait(done: &Receiver<()>) -> PyResult<()> {
    while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(TICK) {
        Python::attach(|py| py.check_signals())?;
    }
    Ok(())
}

/// Runs work of at most a few milliseconds on the calling thread, without the interpreter lock.
/// Python handles signals afterwards.
pub(crate) fn briefly<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> T {
    py.detach(|| work(&AtomicBool::new(false)))
}

/// Runs work without the interpreter lock. The work must stop soon after the flag becomes true. A
/// signal sets the flag, and its exception is raised after the work has stopped.
///
/// # Errors
/// The exception of the signal handler.
pub(crate) fn stoppable<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, done) = channel();
            let worker = scope.spawn(|| {
                let result = work(&stop);
                // The receiver lives as long as this thread.
                let _ = sender.send(());
                // The sender is dropped with the thread even if the work panics.
                drop(sender);
                result
            });
            let waited = wait(&done);
            if waited.is_err() {
                stop.store(true, Ordering::Relaxed);
            }
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            waited.map(|()| result)
        })
    })
}

/// Runs work without the interpreter lock, for work that may not check the flag for a long time.
/// After a signal, the work continues in the background until it checks the flag, and its result is
/// discarded.
///
/// # Errors
/// The exception of the signal handler.
pub(crate) fn abandonable<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
) -> PyResult<T> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    py.detach(|| {
        let (sender, done) = channel();
        let worker = thread::spawn(move || {
            let result = work(&flag);
            // After a signal, no receiver is left.
            let _ = sender.send(());
            result
        });
        if let Err(error) = wait(&done) {
            stop.store(true, Ordering::Relaxed);
            return Err(error);
        }
        Ok(worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })
}

/// Returns the number of threads; all cores by default.
pub(crate) fn threads(wanted: Option<usize>) -> PyResult<NonZeroUsize> {
    match wanted {
        None => Ok(thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)),
        Some(count) => {
            NonZeroUsize::new(count).ok_or_else(|| PyValueError::new_err("threads is 0, expected at least 1"))
        }
    }
}

/// Lets other Python threads run, and raises the exception of a signal handler. This is for loops
/// over Python objects, which hold the interpreter lock. `number` is the index of the object. Most
/// calls do nothing.
///
/// # Errors
/// The exception of the signal handler.
pub(crate) fn breathe(py: Python<'_>, number: usize) -> PyResult<()> {
    if number % OBJECTS == OBJECTS - 1 {
        if RELEASED.get().is_none_or(|last| last.elapsed() >= BETWEEN_RELEASES) {
            py.detach(|| ());
            RELEASED.set(Some(Instant::now()));
        }
        py.check_signals()?;
    }
    Ok(())
}

/// Creates a list of many values; see [`breathe`].
///
/// # Errors
/// The exception of the signal handler, or an out-of-memory error.
pub(crate) fn list<'py, T: IntoPyObject<'py>>(
    py: Python<'py>,
    values: impl IntoIterator<Item = T>,
) -> PyResult<Bound<'py, PyList>> {
    let all = PyList::empty(py);
    for (number, value) in values.into_iter().enumerate() {
        breathe(py, number)?;
        all.append(value)?;
    }
    Ok(all)
}
