//! `farandole mcp`: a server of the Model Context Protocol on standard input and output.
//!
//! A call of a tool runs a command in a process of its own, which a limit of time or the client can end. The puzzle is the
//! standard input of this process, and no argument is the name of a file.
//!
//! Source: Model Context Protocol, revision 2025-11-25, *Lifecycle*, *Transports*, *Cancellation* and *Tools*.

mod tools;

use crate::args::definitions;
use crate::exit::{DONE, Failure};
use crate::output::print;
use serde_json::{Map, Value, json};
use std::io::{self, BufRead, Read, Write};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tools::{Invocation, Tool};

/// Revisions of the protocol, the latest first. That of March 2025 is left out because it requires batches.
const REVISIONS: [&str; 3] = ["2025-11-25", "2025-06-18", "2024-11-05"];
/// Maximum length of a message in bytes.
const LONGEST: u64 = 4 << 20;
/// Maximum length of an answer in bytes. A language model reads much less.
const MOST: u64 = 1 << 20;
/// Maximum number of calls at the same time.
const CALLS: usize = 4;
/// Time after which a process is ended, although its command has a shorter limit.
const PATIENCE: Duration = Duration::from_secs(90);
/// Interval between two checks of a running process.
const INTERVAL: Duration = Duration::from_millis(3);

const INSTRUCTIONS: &str = "Solves, proves, explains, rates and makes Sudoku of all kinds. Write a puzzle as a grid or as \
constraint text: items such as .Cage~10~R1C1~R1C2, and .~R3C4_5 for a given. `rules` lists the kinds. Always confirm a \
puzzle with `count`, and look up a contradiction with `why`; do not solve by reasoning.";

// The codes of JSON-RPC 2.0.
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const METHOD_NOT_FOUND: i32 = -32601;
const INVALID_PARAMS: i32 = -32602;

/// The running calls: the number of the request, and the flag that ends it.
type Calls = Mutex<Vec<(Value, Arc<AtomicBool>)>>;

pub(crate) fn run() -> Result<u8, Failure> {
    let mut program = definitions();
    program.build();
    let calls = Calls::default();
    thread::scope(|scope| {
        let mut input = io::stdin().lock();
        while let Some(line) = next_line(&mut input).map_err(|error| Failure::io("standard input", error))? {
            let Some(request) = request(&line)? else { continue };
            let Request { id, method, params } = request;
            match (&*method, id) {
                ("notifications/cancelled", _) => cancel(&calls, &params["requestId"]),
                (_, None) => {}
                ("initialize", Some(id)) => answer(&id, &welcome(&params))?,
                ("ping", Some(id)) => answer(&id, &json!({}))?,
                ("tools/list", Some(id)) => answer(&id, &json!({"tools": Tool::list(&program)}))?,
                ("tools/call", Some(id)) => {
                    let name = params["name"].as_str().unwrap_or_default();
                    let Some(tool) = Tool::find(name) else {
                        error(&id, INVALID_PARAMS, &format!("unknown tool {name:?}; see tools/list"))?;
                        continue;
                    };
                    let none = Map::new();
                    let arguments = params["arguments"].as_object().unwrap_or(&none);
                    match tool.invocation(&program, arguments) {
                        Ok(_) if locked(&calls).len() >= CALLS => answer(
                            &id,
                            &content(&[&format!("{CALLS} calls are running; call again later")], true),
                        )?,
                        Ok(invocation) => {
                            let stop = Arc::new(AtomicBool::new(false));
                            locked(&calls).push((id.clone(), Arc::clone(&stop)));
                            let calls = &calls;
                            scope.spawn(move || {
                                let result = execute(&invocation, &stop);
                                locked(calls).retain(|(_, other)| !Arc::ptr_eq(other, &stop));
                                // The client expects no answer to a request that it cancelled.
                                if !stop.load(Ordering::Relaxed) {
                                    let _ = answer(&id, &result);
                                }
                            });
                        }
                        Err(message) => answer(&id, &content(&[&message], true))?,
                    }
                }
                (method, Some(id)) => error(&id, METHOD_NOT_FOUND, &format!("unknown method {method:?}"))?,
            }
        }
        Ok(DONE)
    })
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn cancel(calls: &Calls, id: &Value) {
    let calls = locked(calls);
    calls.iter().filter(|(other, _)| other == id).for_each(|(_, stop)| stop.store(true, Ordering::Relaxed));
}

/// Returns the next line, or `None` at the end. Of a line that is too long, only the beginning is returned.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    let mut rest = line.clone();
    while rest.len() as u64 > LONGEST && rest.last() != Some(&b'\n') {
        rest.clear();
        input.by_ref().take(LONGEST + 1).read_until(b'\n', &mut rest)?;
    }
    Ok(Some(line))
}

/// A request, or a notification, which has no number.
struct Request {
    id: Option<Value>,
    method: String,
    params: Value,
}

/// Parses a message. Errors are answered. Answers of the client are ignored, because nothing is requested from it.
fn request(line: &[u8]) -> Result<Option<Request>, Failure> {
    if line.len() as u64 > LONGEST {
        let message = format!("found a message of more than {LONGEST} bytes, expected a shorter one");
        return error(&Value::Null, INVALID_REQUEST, &message).map(|()| None);
    }
    if line.trim_ascii().is_empty() {
        return Ok(None);
    }
    let value = match serde_json::from_slice::<Value>(line) {
        Ok(value) => value,
        Err(cause) => return error(&Value::Null, PARSE_ERROR, &cause.to_string()).map(|()| None),
    };
    let id = value.get("id").cloned();
    let is_number = id.as_ref().is_none_or(|id| id.is_string() || id.is_number());
    match value.get("method").and_then(Value::as_str) {
        Some(method) if is_number => {
            Ok(Some(Request { id, method: method.to_owned(), params: value["params"].clone() }))
        }
        None if value.get("result").or_else(|| value.get("error")).is_some() => Ok(None),
        _ => {
            let message = "expected an object with `id` and `method`, one per line";
            error(&Value::Null, INVALID_REQUEST, message).map(|()| None)
        }
    }
}

fn send(message: &Value) -> Result<(), Failure> {
    static OUTPUT: Mutex<()> = Mutex::new(());
    let _guard = locked(&OUTPUT);
    print(format!("{message}\n").as_bytes())
}

fn answer(id: &Value, result: &Value) -> Result<(), Failure> {
    send(&json!({"jsonrpc": "2.0", "id": id, "result": result}))
}

fn error(id: &Value, code: i32, message: &str) -> Result<(), Failure> {
    send(&json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}))
}

/// Returns the answer to `initialize`.
fn welcome(params: &Value) -> Value {
    let requested = params["protocolVersion"].as_str().unwrap_or_default();
    let revision = REVISIONS.iter().find(|known| **known == requested).unwrap_or(&REVISIONS[0]);
    json!({
        "protocolVersion": revision,
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "farandole", "version": env!("CARGO_PKG_VERSION")},
        "instructions": INSTRUCTIONS,
    })
}

/// Returns the result of a call.
fn content(texts: &[&str], is_error: bool) -> Value {
    let items: Vec<Value> = texts
        .iter()
        .filter(|text| !text.is_empty())
        .map(|text| json!({"type": "text", "text": text}))
        .collect();
    json!({"content": items, "isError": is_error})
}

/// Runs a command and returns its output and its messages.
fn execute(invocation: &Invocation, stop: &AtomicBool) -> Value {
    let run = || -> io::Result<Value> {
        let mut child = Command::new(std::env::current_exe()?)
            .args(&invocation.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(mut stdin), Some(stdout), Some(stderr)) = pipes else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        thread::scope(|scope| {
            // A command that refuses its arguments does not read.
            scope.spawn(move || _ = stdin.write_all(invocation.input.as_bytes()));
            let messages = scope.spawn(move || collect(stderr));
            let output = scope.spawn(move || collect(stdout));
            let start = Instant::now();
            let status = loop {
                if let Some(status) = child.try_wait()? {
                    break status;
                }
                if stop.load(Ordering::Relaxed) || start.elapsed() > PATIENCE {
                    child.kill()?;
                    child.wait()?;
                    return Ok(content(&["the limit of time is reached; ask for less"], true));
                }
                thread::sleep(INTERVAL);
            };
            let output = output.join().unwrap_or_default();
            let messages = messages.join().unwrap_or_default();
            if output.len() as u64 > MOST {
                return Ok(content(
                    &[&format!("the answer is longer than {MOST} bytes; request less")],
                    true,
                ));
            }
            let is_answer = status.code().is_some_and(|code| invocation.answers.contains(&(code as u8)));
            Ok(content(&[output.trim_end(), messages.trim_end()], !is_answer))
        })
    };
    run().unwrap_or_else(|error| content(&[&format!("the command could not run: {error}")], true))
}

/// Reads the output of a process. One byte more than the maximum shows that it is too long.
fn collect(pipe: impl Read) -> String {
    let mut bytes = Vec::new();
    // After an error, the bytes that were read are the output.
    let _ = pipe.take(MOST + 1).read_to_end(&mut bytes);
    String::from_utf8_lossy(&bytes).into_owned()
}
