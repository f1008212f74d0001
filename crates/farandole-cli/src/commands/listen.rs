//! `farandole listen`: answers editors over a WebSocket, in the protocol of Rangsk's solver.
//!
//! Each connection has a thread that reads messages, and a thread that answers the latest one. A new message cancels
//! the running search, and so does the end of the connection.

use crate::args::ListenArgs;
use crate::exit::{DONE, Failure};
use crate::output::print;
use farandole::json::{Live, LiveAnswer, LiveBody, LiveRequest};
use farandole::pipeline::guarded;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tungstenite::handshake::server::{ErrorResponse, Request, Response};
use tungstenite::http::{StatusCode, Uri};
use tungstenite::protocol::{Role, WebSocketConfig};
use tungstenite::{Message, WebSocket, accept_hdr_with_config};

/// Hosts of editors, whose pages may connect.
const HOSTS: [&str; 3] = ["f-puzzles.com", "sudokumaker.app", "sudokupad.app"];
/// Maximum length of a message in bytes. A packed puzzle is much shorter.
const LONGEST: usize = 4 << 20;
/// Maximum number of connections at the same time.
const MOST: usize = 64;
/// Time between two intermediate answers, in milliseconds.
const INTERVAL: u64 = 200;
/// Time for a handshake, and for a client to accept an answer.
const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) fn run(args: &ListenArgs) -> Result<u8, Failure> {
    let failed = |error| Failure::io(format!("port {}", args.port), error);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, args.port)).map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    if let Some(time) = args.time {
        thread::spawn(move || {
            thread::sleep(time);
            std::process::exit(DONE.into());
        });
    }
    print(format!("ws://{address}\n").as_bytes())?;
    warn!("farandole: answering at ws://{address}; end with Ctrl-C");
    let open = Arc::new(AtomicUsize::new(0));
    for stream in listener.incoming() {
        // A client may close its connection before it is accepted.
        let Ok(stream) = stream else { continue };
        if open.fetch_add(1, Ordering::Relaxed) >= MOST {
            open.fetch_sub(1, Ordering::Relaxed);
            continue;
        }
        let (counter, origins) = (Arc::clone(&open), args.allow_origin.clone());
        let serve = move || {
            // After an error there is no connection on which to report it.
            let _ = guarded(|| serve(stream, &origins));
            counter.fetch_sub(1, Ordering::Relaxed);
        };
        if thread::Builder::new().spawn(serve).is_err() {
            open.fetch_sub(1, Ordering::Relaxed);
        }
    }
    Ok(DONE)
}

/// Returns true if pages of this origin may connect.
fn is_allowed(origin: &str, others: &[String]) -> bool {
    let Ok(uri) = origin.parse::<Uri>() else { return false };
    let host = uri.host().unwrap_or_default();
    let is_local = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    let is_editor = HOSTS
        .iter()
        .any(|known| host == *known || host.strip_suffix(known).is_some_and(|rest| rest.ends_with('.')));
    is_local || is_editor && uri.scheme_str() == Some("https") || others.iter().any(|other| other == origin)
}

/// Accepts requests without an origin, which only programs send, and those of allowed pages.
#[expect(clippy::result_large_err, reason = "the type that the handshake requires")]
fn accept(request: &Request, response: Response, others: &[String]) -> Result<Response, ErrorResponse> {
    let mut origins = request.headers().get_all("origin").iter();
    if origins.all(|origin| origin.to_str().is_ok_and(|origin| is_allowed(origin, others))) {
        return Ok(response);
    }
    let mut refused = ErrorResponse::new(Some("origin not allowed; see --allow-origin".to_owned()));
    *refused.status_mut() = StatusCode::FORBIDDEN;
    Err(refused)
}

/// The stream of the thread that reads. What it would write, such as answers to pings, is written by [`Output`].
struct ReadOnly(TcpStream);

impl Read for ReadOnly {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for ReadOnly {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The answers of a connection. After the first error, none is written.
struct Output(Mutex<WebSocket<TcpStream>>);

impl Output {
    fn send(&self, message: Message) {
        let mut socket = locked(&self.0);
        if socket.send(message).is_err() {
            // The reader then ends as well.
            let _ = socket.get_ref().shutdown(std::net::Shutdown::Both);
        }
    }

    fn answer(&self, answer: LiveAnswer) {
        if let Ok(text) = serde_json::to_string(&answer) {
            self.send(Message::text(text));
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A request, and the flag that cancels it.
type Job = (LiveRequest, Arc<AtomicBool>);

/// The latest request of a connection.
#[derive(Default)]
struct Slot {
    waiting: Option<Job>,
    /// The flag of the request that was received last.
    stop: Arc<AtomicBool>,
    is_closed: bool,
}

#[derive(Default)]
struct Requests {
    slot: Mutex<Slot>,
    changed: Condvar,
}

impl Requests {
    /// Cancels the last request and replaces it. Returns the number of a request that was not started.
    fn replace(&self, request: Option<LiveRequest>) -> Option<i64> {
        let mut slot = locked(&self.slot);
        slot.stop.store(true, Ordering::Relaxed);
        slot.stop = Arc::default();
        let dropped = slot.waiting.take().map(|(request, _)| request.nonce);
        slot.waiting = request.map(|request| (request, Arc::clone(&slot.stop)));
        self.changed.notify_one();
        dropped
    }

    fn close(&self) {
        self.replace(None);
        locked(&self.slot).is_closed = true;
        self.changed.notify_one();
    }

    /// Waits for a request. Returns `None` after the end of the connection.
    fn next(&self) -> Option<Job> {
        let mut slot = locked(&self.slot);
        loop {
            if slot.is_closed {
                return None;
            }
            if let Some(job) = slot.waiting.take() {
                return Some(job);
            }
            slot = self.changed.wait(slot).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

#[expect(clippy::result_large_err, reason = "the type that the handshake requires")]
fn serve(stream: TcpStream, origins: &[String]) -> Result<(), tungstenite::Error> {
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    // Answers are short and are expected at once.
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().max_message_size(Some(LONGEST)).max_frame_size(Some(LONGEST));
    let check = |request: &Request, response| accept(request, response, origins);
    let Ok(socket) = accept_hdr_with_config(stream, check, Some(config)) else { return Ok(()) };
    socket.get_ref().set_read_timeout(None)?;
    let reader = ReadOnly(socket.get_ref().try_clone()?);
    let mut reader = WebSocket::from_raw_socket(reader, Role::Server, Some(config));
    let (output, requests) = (Output(Mutex::new(socket)), Requests::default());
    thread::scope(|scope| {
        scope.spawn(|| answer_all(&requests, &output));
        let read = guarded(|| read_all(&mut reader, &requests, &output));
        requests.close();
        let _ = locked(&output.0).close(None);
        let _ = locked(&output.0).flush();
        let _ = locked(&output.0).get_ref().shutdown(std::net::Shutdown::Both);
        read.unwrap_or(Ok(()))
    })
}

/// Reads messages until the connection ends.
fn read_all(
    reader: &mut WebSocket<ReadOnly>,
    requests: &Requests,
    output: &Output,
) -> Result<(), tungstenite::Error> {
    loop {
        let text = match reader.read()? {
            Message::Text(text) => text,
            Message::Ping(data) => {
                output.send(Message::Pong(data));
                continue;
            }
            Message::Close(_) => return Ok(()),
            Message::Pong(_) | Message::Frame(_) => continue,
            Message::Binary(_) => {
                let message = "expected a message of text, found bytes".to_owned();
                output.answer(LiveAnswer { nonce: 0, body: LiveBody::Invalid { message } });
                continue;
            }
        };
        match serde_json::from_str::<LiveRequest>(&text) {
            Ok(request) => {
                let (nonce, is_cancel) = (request.nonce, request.command == "cancel");
                let dropped = requests.replace(Some(request).filter(|_| !is_cancel));
                let cancelled = dropped.into_iter().chain(is_cancel.then_some(nonce));
                cancelled.for_each(|nonce| output.answer(LiveAnswer { nonce, body: LiveBody::Canceled }));
            }
            Err(error) => output.answer(LiveAnswer::to_other(&error)),
        }
    }
}

/// Answers requests until the connection ends.
fn answer_all(requests: &Requests, output: &Output) {
    let mut live = Live::default();
    while let Some((request, stop)) = requests.next() {
        let nonce = request.nonce;
        let (start, last) = (Instant::now(), AtomicU64::new(0));
        let each = |body| {
            let now = start.elapsed().as_millis() as u64;
            if now >= last.load(Ordering::Relaxed) + INTERVAL && !stop.load(Ordering::Relaxed) {
                last.store(now, Ordering::Relaxed);
                output.answer(LiveAnswer { nonce, body });
            }
        };
        output.answer(guarded(|| live.answer(&request, &stop, &each)).unwrap_or_else(|panic| {
            warn!("farandole: {panic}");
            live = Live::default();
            let message = format!("a bug in farandole: {panic}");
            LiveAnswer { nonce, body: LiveBody::Invalid { message } }
        }));
    }
}
