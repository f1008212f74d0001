//! Signal polling: work on another thread, while the calling one asks for signals and holds no lock.

use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// How often the calling thread asks whether there is a signal.
const TICK: Duration = Duration::from_millis(25);

/// Waits until the work has ended or a signal handler has raised an exception.
fn wait(done: &Receiver<()>) -> PyResult<()> {
    while let Err(RecvTimeoutError::Timeout) = done.recv_timeout(TICK) {
        Python::attach(|py| py.check_signals())?;
    }
    Ok(())
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
