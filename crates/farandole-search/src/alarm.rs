//! Time limits: stop flags that a single clock thread sets when their time is over.
//!
//! Searches, studies and generators poll a flag ([`AtomicBool`]) in their inner loops. This is the
//! only module that connects such a flag with a clock, so that no loop needs to read the time.

use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::Instant;

/// A flag that becomes true after a time limit. The limit is lifted when the alarm is dropped.
///
/// ```
/// use farandole_search::{Alarm, Config, End, SearchContext};
/// use std::ops::ControlFlow;
/// use std::time::Duration;
///
/// let alarm = Alarm::after(Some(Duration::from_millis(20)));
/// let config = Config { cancel: alarm.flag(), ..Config::default() };
/// let mut visit = |_: &[u8]| ControlFlow::Continue(());
/// let mut search = SearchContext::new(&config, &mut visit);
/// while search.poll().is_continue() {}
/// assert_eq!(search.poll(), ControlFlow::Break(End::Cancelled));
/// assert!(alarm.is_over() && Alarm::after(None).flag().is_none());
/// ```
#[derive(Debug, Default)]
pub struct Alarm(Option<Entry>);

#[derive(Debug)]
struct Entry {
    key: Key,
    flag: Arc<AtomicBool>,
}

/// The time at which an alarm rings, and a serial number that distinguishes alarms of the same
/// time.
type Key = (Instant, u64);

impl Alarm {
    /// Starts an alarm that rings after this time. It never rings if the time is `None` or beyond
    /// the range of the clock.
    pub fn after(time: Option<Duration>) -> Self {
        Self::at(time.and_then(|time| Instant::now().checked_add(time)))
    }

    /// Starts an alarm that rings at this time. It never rings for `None`.
    pub fn at(end: Option<Instant>) -> Self {
        let Some(end) = end else { return Self(None) };
        let flag = Arc::new(AtomicBool::new(false));
        if end <= Instant::now() {
            flag.store(true, Ordering::Relaxed);
        }
        let key = Clock::get().start(end, &flag);
        Self(Some(Entry { key, flag }))
    }

    /// Returns the stop flag, or `None` if the alarm never rings.
    pub fn flag(&self) -> Option<&AtomicBool> {
        self.0.as_ref().map(|entry| &*entry.flag)
    }

    /// Returns the stop flag, or a flag that is never set if the alarm never rings.
    pub fn stop(&self) -> &AtomicBool {
        static NEVER: AtomicBool = AtomicBool::new(false);
        self.flag().unwrap_or(&NEVER)
    }

    /// Returns true if the time is over. An alarm that never rings is never over.
    pub fn is_over(&self) -> bool {
        self.flag().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

impl Drop for Alarm {
    fn drop(&mut self) {
        if let Some(Entry { key, .. }) = self.0.take() {
            Clock::get().pending().alarms.remove(&key);
        }
    }
}

/// The alarms that have not rung.
#[derive(Default)]
struct Pending {
    alarms: BTreeMap<Key, Arc<AtomicBool>>,
    started: u64,
}

/// The clock thread and the alarms that it serves.
#[derive(Default)]
struct Clock {
    pending: Mutex<Pending>,
    /// Signalled when a new alarm rings before all pending alarms.
    earlier: Condvar,
}

impl Clock {
    /// Returns the clock of the process. The first call starts its thread.
    fn get() -> &'static Self {
        static CLOCK: OnceLock<&'static Clock> = OnceLock::new();
        CLOCK.get_or_init(|| {
            let clock: &'static Self = Box::leak(Box::default());
            // On targets without threads, such as a web page, an alarm rings only if its time is
            // over when it starts.
            let _ = thread::Builder::new().name("alarm".to_owned()).spawn(|| clock.run());
            clock
        })
    }

    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self, end: Instant, flag: &Arc<AtomicBool>) -> Key {
        let mut pending = self.pending();
        pending.started += 1;
        let key = (end, pending.started);
        pending.alarms.insert(key, Arc::clone(flag));
        if pending.alarms.first_key_value().is_some_and(|(first, _)| *first == key) {
            self.earlier.notify_one();
        }
        key
    }

    /// Rings the alarms in order of time. Never returns.
    fn run(&self) {
        let mut pending = self.pending();
        loop {
            let now = Instant::now();
            while let Some(first) = pending.alarms.first_entry().filter(|first| first.key().0 <= now) {
                first.remove().store(true, Ordering::Relaxed);
            }
            let next = pending.alarms.first_key_value().map(|((end, _), _)| *end - now);
            pending = match next {
                Some(left) => {
                    self.earlier.wait_timeout(pending, left).unwrap_or_else(PoisonError::into_inner).0
                }
                None => self.earlier.wait(pending).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alarms_ring_each_at_its_time_and_never_when_dropped() {
        let late = Alarm::after(Some(Duration::from_secs(3600)));
        let soon = Alarm::after(Some(Duration::from_millis(30)));
        let dropped = Alarm::after(Some(Duration::from_millis(1)));
        let flag = Arc::clone(&dropped.0.as_ref().unwrap().flag);
        let key = dropped.0.as_ref().unwrap().key;
        drop(dropped);
        assert!(!Clock::get().pending().alarms.contains_key(&key));
        assert_eq!(Arc::strong_count(&flag), 1, "nothing of a dropped alarm is kept");
        let start = Instant::now();
        while !soon.is_over() {
            assert!(start.elapsed() < Duration::from_secs(20));
            thread::sleep(Duration::from_millis(1));
        }
        assert!(!late.is_over());
        assert!(Alarm::after(Some(Duration::ZERO)).is_over());
        assert!(Alarm::after(Some(Duration::MAX)).flag().is_none());
    }
}
