//! Results are delivered in the order of the records, as soon as all earlier ones are done.

use farandole::format::{Format, ReadConfig};
use farandole::pipeline::{Input, MapError, RecordSlice, Records, map_in_order, threads};
use std::convert::Infallible;
use std::io::Cursor;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::mpsc::channel;
use std::time::Duration;

/// Returns this many lines, read as lines of 81.
fn records(count: usize) -> Records {
    let text = format!("{}\n", ".".repeat(81)).repeat(count).into_bytes();
    let read = ReadConfig { format: Some(Format::Line), ..ReadConfig::default() };
    Records::new(Input::new("test", Cursor::new(text)).unwrap(), &read).unwrap()
}

#[test]
fn a_result_does_not_wait_for_those_behind_it() {
    let (tell, told) = channel();
    let told = Mutex::new(told);
    let work = |slice: RecordSlice<'_>| {
        let ordinals: Vec<u64> = slice.records().map(|(ordinal, _)| ordinal).collect();
        // The last record does not finish until the first one has been delivered.
        let in_time = !ordinals.contains(&31)
            || told.lock().unwrap().recv_timeout(Duration::from_secs(60)).is_ok_and(|first| first == 0);
        (ordinals, in_time)
    };
    let mut left = Vec::new();
    let run = || {
        map_in_order(&mut records(32), work, |(ordinals, in_time)| {
            assert!(in_time, "the first result waited for the last one");
            tell.send(ordinals[0]).unwrap();
            left.extend(ordinals);
            Ok::<_, Infallible>(ControlFlow::Continue(()))
        })
    };
    threads(Some(2)).unwrap().install(run).unwrap();
    assert_eq!(left, (0..32).collect::<Vec<u64>>());
}

#[test]
fn order_is_kept_and_nothing_follows_a_break_or_an_error() {
    for count in [1, 2, 3, 4] {
        for end in [0, 17, 5_000, 9_999] {
            let mut left = Vec::new();
            let error = end % 2 == 1;
            let run = || {
                let ordinals =
                    |slice: RecordSlice<'_>| slice.records().map(|(ordinal, _)| ordinal).collect::<Vec<_>>();
                map_in_order(&mut records(10_000), ordinals, |ordinals| {
                    assert!(!left.contains(&end), "it went on");
                    left.extend(&ordinals);
                    match ordinals.contains(&end) {
                        true if error => Err("enough"),
                        true => Ok(ControlFlow::Break(())),
                        false => Ok(ControlFlow::Continue(())),
                    }
                })
            };
            let result = threads(Some(count)).unwrap().install(run);
            assert_eq!(matches!(result, Err(MapError::Done("enough"))), error);
            assert!(left.contains(&end), "{count} threads, {end}");
            assert!(left.iter().copied().eq(0..left.len() as u64), "{count} threads, {end}");
        }
    }
}
