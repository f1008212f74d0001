//! Signal polling: work on another thread, while the calling one asks for signals and holds no lock.
//!
//! A thread costs some hundred microseconds. Work that takes milliseconds at most runs on the calling thread instead: see
//! [`briefly`].

use pyo3::prelude::*;
use pyo3::types::PyList;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often the calling thread asks whether there is a signal.
const TICK: Duration = Duration::from_millis(25);
/// Objects that are read or made between two looks for signals: about a millisecond.
const OBJECTS: usize = 4096;

/// Waits until the work has ended or a signal handler has raised an exception.
fn wait(done: &Receiver<()>) -> PyResult<()> {
    while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(TICK) {
        Python::attach(|py| py.check_signals())?;
    }
    Ok(())
}

/// Does work that is bounded by some milliseconds, on the calling thread and without the interpreter lock. Signals are
/// handled after it.
pub(crate) fn briefly<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> T {
    py.detach(|| work(&AtomicBool::new(false)))
}

/// Does work that stops soon after the flag becomes true, without the interpreter lock. A signal sets the flag, and its
/// exception is raised when the work has stopped.
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
                // Dropped with the thread even when the work panics.
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

/// Does work that may not hear the flag for long, without the interpreter lock. After a signal the work goes on by itself
/// until it hears the flag, and its result is dropped.
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
            // Nobody waits any more after a signal.
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

/// Lets other Python threads run and raises the exception of a signal handler. For loops over Python objects, which hold
/// the lock: `number` is the number of the object, and most calls do nothing.
///
/// # Errors
/// The exception of the signal handler.
pub(crate) fn breathe(py: Python<'_>, number: usize) -> PyResult<()> {
    if number % OBJECTS == OBJECTS - 1 {
        py.detach(|| ());
        py.check_signals()?;
    }
    Ok(())
}

/// Makes a list of many values, see [`breathe`].
///
/// # Errors
/// The exception of the signal handler, or that there is no memory.
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
