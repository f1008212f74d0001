//! Solvers from Python packages. `rivals.py` runs them and reports their times.

use std::cell::Cell;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use farandole_cover::{Problem, format};

use super::{Answer, Run};

struct Rival {
    child: Child,
    requests: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Rival {
    fn ask(&mut self, request: &str) -> Option<String> {
        writeln!(self.requests.as_mut()?, "{request}").ok()?;
        let mut line = String::new();
        self.answers.read_line(&mut line).ok()?;
        Some(line.trim().to_owned())
    }
}

impl Drop for Rival {
    fn drop(&mut self) {
        // The process ends when its input ends.
        self.requests = None;
        let _ = self.child.wait();
    }
}

thread_local! {
    static FILES: Cell<u32> = const { Cell::new(0) };
}

/// Starts an engine of `rivals.py` with the Python that `FARANDOLE_PYTHON` names. Returns `None`,
/// after printing the reason, if the engine is missing or does not support the problem.
pub(super) fn prepare<'a>(engine: &str, problem: &'a Problem) -> Option<Run<'a>> {
    let mut text = String::new();
    format::write_knuth(problem, &mut text).ok()?;
    let number = FILES.replace(FILES.get() + 1);
    let file = std::env::temp_dir().join(format!("farandole-{}-{number}.dlx", std::process::id()));
    std::fs::write(&file, text).ok()?;
    let python = std::env::var("FARANDOLE_PYTHON").unwrap_or_else(|_| "python3".into());
    let mut child = Command::new(python)
        .args([concat!(env!("CARGO_MANIFEST_DIR"), "/rivals.py"), engine])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .ok()?;
    let (requests, answers) = (child.stdin.take(), BufReader::new(child.stdout.take()?));
    let mut rival = Rival { child, requests, answers };
    let ready = rival.ask(&format!("load {}", file.display()));
    let _ = std::fs::remove_file(&file);
    match ready.as_deref() {
        Some("ready") => {}
        why => {
            eprintln!("{engine}: {}", why.unwrap_or("not there"));
            return None;
        }
    }
    Some(Box::new(move |_, limit| {
        let answer = rival.ask(&format!("run {limit}")).unwrap_or_default();
        let (number, nanos) =
            answer.rsplit_once(' ').unwrap_or_else(|| panic!("{answer}: expected a number and a time"));
        let time = Duration::from_nanos(nanos.parse().expect("nanoseconds"));
        Answer { number: number.parse().ok(), time: Some(time) }
    }))
}
