//! `farandole listen` over real sockets: every answer is that of a fresh search, and no client can keep it busy.
//!
//! `FARANDOLE_CASES` sets the numbers of edits and of malformed connections and messages.

use farandole::engines::{Config, KnownCandidates, PuzzleSolver};
use farandole::format::editor::{ExportConfig, fpuzzles_link, write_fpuzzles};
use farandole::puzzle::format::iss;
use farandole::puzzle::variant::Variant;
use farandole_testkit::Random;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket, client};

/// Returns the number of random cases.
fn cases(usual: usize) -> usize {
    std::env::var("FARANDOLE_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(usual)
}

struct Server {
    child: Child,
    address: String,
}

impl Server {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
        let command = command.args([
            "listen",
            "--port",
            "0",
            "--time",
            "300",
            "--allow-origin",
            "https://setter.example",
        ]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().strip_prefix("ws://").unwrap().to_owned();
        Self { child, address }
    }

    fn stream(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        stream.set_write_timeout(Some(Duration::from_secs(60))).unwrap();
        stream
    }

    fn connect(&self, origin: Option<&str>) -> Option<WebSocket<TcpStream>> {
        let mut request = format!("ws://{}/", self.address).into_client_request().unwrap();
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        client(request, self.stream()).ok().map(|(socket, _)| socket)
    }

    /// Returns the resident memory now and at its maximum, in MB.
    #[cfg(target_os = "linux")]
    fn memory(&self) -> [u64; 2] {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        ["VmRSS:", "VmHWM:"].map(|name| {
            let line = status.lines().find_map(|line| line.strip_prefix(name)).unwrap();
            line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
        })
    }

    /// Ends the program, and checks that it has reported no bug.
    fn finish(mut self) {
        self.child.kill().unwrap();
        let mut text = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
        assert!(!text.contains("panic") && !text.contains("bug"), "{text}");
    }

    /// Returns the number of threads and the processor time, in ticks.
    #[cfg(target_os = "linux")]
    fn load(&self) -> (usize, u64) {
        let path = format!("/proc/{}", self.child.id());
        let stat = std::fs::read_to_string(format!("{path}/stat")).unwrap();
        let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
        let ticks = fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap();
        (std::fs::read_dir(format!("{path}/task")).unwrap().count(), ticks)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn send(socket: &mut WebSocket<TcpStream>, nonce: i64, command: &str, data: &str) {
    let request = json!({"nonce": nonce, "command": command, "dataType": "fpuzzles", "data": data});
    socket.send(Message::text(request.to_string())).unwrap();
}

fn receive(socket: &mut WebSocket<TcpStream>) -> Value {
    loop {
        if let Message::Text(text) = socket.read().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

/// Sends a request and returns its last answer.
fn ask(socket: &mut WebSocket<TcpStream>, nonce: i64, command: &str, data: &str) -> Value {
    send(socket, nonce, command, data);
    loop {
        let answer = receive(socket);
        assert_eq!(answer["nonce"], nonce, "{answer}");
        if answer["inProgress"] != true {
            return answer;
        }
    }
}

/// Returns the object of f-puzzles, with a drawing and options.
fn object(variant: &Variant, options: &[&str]) -> String {
    let text = write_fpuzzles(variant, &ExportConfig::default()).unwrap();
    let mut value: Value = serde_json::from_str(&text).unwrap();
    value["text"] = json!([{"cells": ["R1C1"], "value": "?", "fontC": "#000000", "size": 0.7}]);
    value["ruleset"] = "A sentence that is no rule. Normal rules apply.".into();
    value["truecandidatesoptions"] = json!(options);
    value.to_string()
}

/// Clues of a session.
const CLUES: [&str; 14] = [
    ".Thermo~R1C1~R1C2~R2C2~R2C3",
    ".Thermo~R6C6~R5C6~R4C6~R3C6",
    ".Cage~7~R1C4~R1C5",
    ".Cage~15~R3C1~R4C1~R4C2",
    ".Cage~21~R1C6~R2C6~R2C5~R1C3~R3C3~R4C3",
    ".WhiteDot~R5C1~R5C2",
    ".BlackDot~R5C3~R6C3",
    ".Arrow~R6C1~R5C1~R4C1",
    ".AntiKnight",
    ".~R2C1_4",
    ".~R3C4_2_3_5",
    ".~R6C2_6",
    ".~R1C1_1_2",
    ".Whisper~3~R4C4~R5C4~R5C5",
];

#[test]
fn every_answer_of_a_session_is_that_of_a_fresh_search() {
    let server = Server::start();
    let mut socket = server.connect(Some("https://www.f-puzzles.com")).unwrap();
    let (mut random, mut set, mut undo, mut nonce) =
        (Random::new(1), vec![false; CLUES.len()], Vec::new(), 0);
    let mut kinds = [0; 3];
    for _ in 0..cases(250) {
        if random.below(4) == 0 && !undo.is_empty() {
            set = undo.pop().unwrap();
        } else {
            undo.push(set.clone());
            let index = random.below(set.len());
            set[index] ^= true;
        }
        let text =
            CLUES.iter().zip(&set).filter(|(_, is_set)| **is_set).map(|(clue, _)| *clue).collect::<String>();
        let variant = iss::read(&format!(".Shape~6x6{text}")).unwrap();
        let solver = PuzzleSolver::new(&variant).unwrap();
        let count = solver.count(&Config { limit: 2, ..Config::default() }).unwrap().solutions;
        kinds[count as usize] += 1;
        nonce += 1;
        let link = fpuzzles_link(&variant, &ExportConfig::default()).unwrap();
        let answer = ask(&mut socket, nonce, "check", link.split("load=").nth(1).unwrap());
        assert_eq!(
            answer,
            json!({"nonce": nonce, "type": "count", "count": count, "inProgress": false}),
            "{text}"
        );
        // All solutions, unless there are many.
        let limits = Config { limit: 20_000, ..Config::default() };
        let all = solver.count(&limits).unwrap().solutions;
        if all < limits.limit {
            nonce += 1;
            assert_eq!(ask(&mut socket, nonce, "count", &object(&variant, &[]))["count"], all, "{text}");
        }
        // A search that takes long is cancelled by the next message.
        if random.below(5) == 0 {
            nonce += 1;
            send(&mut socket, nonce, "estimate", &object(&variant, &[]));
            send(&mut socket, nonce + 1, "cancel", "");
            let mut answers = vec![receive(&mut socket)];
            while answers.iter().filter(|answer| answer["type"] == "canceled").count() < 2 {
                answers.push(receive(&mut socket));
            }
            nonce += 1;
            assert!(answers.iter().all(|answer| answer["nonce"] == nonce || answer["nonce"] == nonce - 1));
        }
        nonce += 1;
        let cap = [1, 3, 8][random.below(3)];
        let option = format!("truecandidatesnumsolutions={cap}");
        let answer = ask(&mut socket, nonce, "truecandidates", &object(&variant, &[&option]));
        let mut expected = vec![0; 216];
        let finding = solver.true_candidates(&Config::default(), KnownCandidates::default()).unwrap();
        for (cell, mask) in finding.found.map_or(Vec::new(), |found| found.masks).into_iter().enumerate() {
            for value in (0..6).filter(|value| mask >> value & 1 == 1) {
                let mut masks = vec![u16::MAX; 36];
                masks[cell] = 1 << value;
                let limits = Config { limit: cap, ..Config::default() };
                let report = solver.run_within(&masks, &limits, &mut |_| std::ops::ControlFlow::Continue(()));
                expected[cell * 6 + value] = report.unwrap().solutions;
            }
        }
        match count {
            0 => assert_eq!(answer["message"], "No solutions found."),
            _ => assert_eq!(answer["solutionsPerCandidate"], json!(expected), "{text} {cap}"),
        }
        nonce += 1;
        let answer = ask(&mut socket, nonce, "solve", &object(&variant, &[]));
        if count > 0 {
            let values: Vec<u8> = serde_json::from_value(answer["solution"].clone()).unwrap();
            assert!(farandole::puzzle::variant::check(&variant, &values).is_ok(), "{text}");
        }
    }
    assert!(kinds.iter().all(|number| *number > 4), "{kinds:?}");
}

#[test]
fn steps_and_paths_start_from_the_marks_of_the_editor() {
    let server = Server::start();
    let mut socket = server.connect(None).unwrap();
    let variant =
        iss::read(".Shape~4x4.Cage~3~R1C1~R1C2.Thermo~R2C1~R2C2.~R1C1_1~R1C3_3~R2C3_1~R3C1_2~R4C4_1")
            .unwrap();
    let mut value: Value = serde_json::from_str(&object(&variant, &[])).unwrap();
    let answer = ask(&mut socket, 1, "step", &value.to_string());
    assert_eq!((&answer["message"], &answer["isValid"]), (&json!("Initial candidates."), &json!(true)));
    for (number, cell) in answer["cells"].as_array().unwrap().iter().enumerate() {
        if cell["value"] == 0 {
            value["grid"][number / 4][number % 4]["centerPencilMarks"] = cell["candidates"].clone();
        }
    }
    let answer = ask(&mut socket, 2, "step", &value.to_string());
    let message = answer["message"].as_str().unwrap();
    assert!(message.contains("single"), "{message}");
    let answer = ask(&mut socket, 3, "solvepath", &value.to_string());
    let values: Vec<u8> = answer["cells"]
        .as_array()
        .unwrap()
        .iter()
        .map(|cell| cell["value"].as_u64().unwrap() as u8)
        .collect();
    assert!(farandole::puzzle::variant::check(&variant, &values).is_ok(), "{answer}");
    // r1c2 can only be 2.
    value["grid"][0][1] = json!({"value": 4});
    let answer = ask(&mut socket, 4, "solvepath", &value.to_string());
    assert_eq!((&answer["message"], &answer["isValid"]), (&json!("Board is invalid!"), &json!(false)));
    // A cell may have no candidates left.
    let mut without = value.clone();
    without["grid"][0][1] = json!({"centerPencilMarks": [1]});
    let answer = ask(&mut socket, 9, "solvepath", &without.to_string());
    assert_eq!(
        (&answer["isValid"], &answer["cells"][1]["candidates"]),
        (&json!(false), &json!([])),
        "{answer}"
    );
    // Entered digits are no part of the puzzle.
    assert_eq!(ask(&mut socket, 5, "check", &value.to_string())["count"], 1);
    value["snake"] = json!([{"cells": ["R1C1"]}]);
    let answer = ask(&mut socket, 6, "check", &value.to_string());
    assert_eq!(answer["message"], "1 thing in this puzzle is not understood: key `snake`");
}

#[test]
fn pages_of_other_origins_are_refused() {
    let server = Server::start();
    for origin in [
        "https://f-puzzles.com",
        "https://www.f-puzzles.com",
        "https://beta.sudokupad.app",
        "http://localhost:8000",
        "https://setter.example",
    ] {
        assert!(server.connect(Some(origin)).is_some(), "{origin}");
    }
    for origin in [
        "https://evilf-puzzles.com",
        "https://f-puzzles.com.evil.example",
        "http://f-puzzles.com",
        "null",
        "",
        "https://evil.example/f-puzzles.com",
        "https://localhost.evil.example",
    ] {
        assert!(server.connect(Some(origin)).is_none(), "{origin}");
    }
}

#[test]
fn hostile_messages_end_at_most_their_own_connection() {
    let server = Server::start();
    let mut other = server.connect(None).unwrap();
    let mut socket = server.connect(None).unwrap();
    for number in 0..10_000 {
        let texts = ["{", "[]", "null", "{\"nonce\":\"x\"}", "{\"nonce\":1}", "\u{0}"];
        socket.send(Message::text(texts[number % texts.len()])).unwrap();
        assert_eq!(receive(&mut socket)["type"], "invalid");
    }
    for data in [
        "",
        "{",
        "{\"size\":99,\"grid\":[]}",
        "{\"size\":9,\"grid\":[[{\"value\":77,\"given\":true}]]}",
        "N4Ig",
        "{\"size\":1e300}",
    ] {
        assert_eq!(ask(&mut socket, 5, "check", data)["type"], "invalid", "{data}");
    }
    let deep = "[".repeat(1_000_000);
    assert_eq!(ask(&mut socket, 6, "check", &deep)["type"], "invalid");
    // A message that is longer than any puzzle.
    assert!(
        socket.send(Message::text("x".repeat(5 << 20))).is_err()
            || matches!(socket.read(), Err(_) | Ok(Message::Close(_)))
    );
    let variant = iss::read(".Shape~4x4.AntiKnight").unwrap();
    assert_eq!(ask(&mut other, 9, "check", &object(&variant, &[]))["count"], 2);
    server.finish();
}

#[test]
fn requests_with_changed_bytes_are_answered_once_and_with_their_number() {
    let server = Server::start();
    let mut socket = server.connect(None).unwrap();
    let variant = iss::read(".Shape~6x6.Cage~7~R1C4~R1C5.AntiKnight.~R2C1_4").unwrap();
    let link = fpuzzles_link(&variant, &ExportConfig::default()).unwrap();
    let texts = [object(&variant, &["colored"]), link.split("load=").nth(1).unwrap().to_owned()];
    let commands = ["truecandidates", "solve", "check", "step", "solvepath", "estimate"];
    let mut random = Random::new(3);
    for number in 0..cases(300) as i64 {
        let data = &texts[random.below(2)];
        let command = commands[random.below(6)];
        let request = json!({"nonce": 7, "command": command, "dataType": "fpuzzles", "data": data});
        let mut bytes = request.to_string().into_bytes();
        for _ in 0..=random.below(4) {
            let index = random.below(bytes.len());
            match random.below(3) {
                0 => bytes[index] = b' ' + random.below(95) as u8,
                1 => bytes.truncate(index + 1),
                _ => bytes.insert(index, b"\"\\{}[]:,0e-"[random.below(11)]),
            }
        }
        let nonce = 1_000_000 + number;
        socket.send(Message::text(String::from_utf8(bytes).unwrap())).unwrap();
        send(&mut socket, nonce, "cancel", "");
        let mut last = 0;
        loop {
            let answer = receive(&mut socket);
            if answer["nonce"] == nonce {
                assert_eq!(answer["type"], "canceled");
                break;
            }
            last += i32::from(answer["inProgress"] != true && answer["type"] != "estimate");
        }
        // The answer may follow that of the command that cancels it.
        assert!(last <= 2, "{last} answers");
    }
    server.finish();
}

/// Returns the bytes of a connection that breaks the protocol.
#[cfg(target_os = "linux")]
fn malformed(random: &mut Random) -> Vec<u8> {
    let mask = [1, 2, 3, 4];
    let frame = |first: u8, length: &[u8], data: &[u8]| [&[first], length, &mask, data].concat();
    match random.below(9) {
        // Announced lengths of 1 GB and of 2^63 bytes.
        0 => frame(0x81, &[0xff, 0, 0, 0, 0, 0x40, 0, 0, 0], &[0; 4000]),
        1 => frame(0x82, &[0xff, 0x80, 0, 0, 0, 0, 0, 0, 0], &[]),
        // A frame without its mask, an unknown kind, reserved bits, a long ping, a wrong end, bytes that are no text.
        2 => vec![0x81, 5, b'h', b'e', b'l', b'l', b'o'],
        3 => frame(0x83 + random.below(5) as u8, &[0x81], &[9]),
        4 => frame(0xf1, &[0x81], &[9]),
        5 => frame(0x89, &[0xfe, 1, 0], &[7; 256]),
        6 => frame(0x88, &[0x81], &[3]),
        7 => frame(0x81, &[0x84], &[0xff, 0xfe, 0x80, 0x81]),
        _ => (0..1 + random.below(4096)).map(|_| random.below(256) as u8).collect(),
    }
}

#[cfg(target_os = "linux")]
#[test]
fn malformed_frames_take_bounded_memory() {
    let server = Server::start();
    let mut random = Random::new(2);
    let mut other = server.connect(None).unwrap();
    let data = object(&iss::read(".Shape~4x4.AntiKnight").unwrap(), &[]);
    assert_eq!(ask(&mut other, 1, "check", &data)["count"], 2);
    let [before, _] = server.memory();
    let mut held = Vec::new();
    for number in 0..cases(400) {
        // Half of the connections have no handshake.
        let mut stream = match random.below(2) {
            0 => server.stream(),
            _ => server
                .connect(None)
                .map_or_else(|| server.stream(), |mut socket| socket.get_mut().try_clone().unwrap()),
        };
        let _ = stream.write_all(&malformed(&mut random));
        held.push(stream);
        if number % 32 == 31 {
            held.clear();
        }
    }
    drop(held);
    assert_eq!(ask(&mut other, 2, "check", &data)["count"], 2);
    let [_, frames] = server.memory();
    assert!(frames < before + 100, "{frames} MB");
    // Messages in fragments that never end.
    let mut fragmented: Vec<_> = (0..40).filter_map(|_| server.connect(None)).collect();
    for socket in &mut fragmented {
        for kind in [1, 0, 0] {
            let head = [kind, 0xff, 0, 0, 0, 0, 0, 0x10, 0, 0, 0, 0, 0, 0];
            let _ = socket.get_mut().write_all(&[&head[..], &[b'x'; 1 << 20]].concat());
        }
    }
    assert_eq!(ask(&mut other, 3, "check", &data)["count"], 2);
    let [now, most] = server.memory();
    println!(
        "memory: {before} MB before, {frames} MB at most with frames, {most} MB with fragments, {now} MB now"
    );
    // 64 connections with messages of up to 4 MB.
    assert!(most < before + 300, "{most} MB");
    server.finish();
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_running_after_clients_leave() {
    let server = Server::start();
    let data = object(&iss::read(".Shape~9x9.Cage~3~R1C1~R1C2").unwrap(), &[]);
    let (before, _) = server.load();
    for round in 0..4 {
        let mut sockets: Vec<_> = (0..50).filter_map(|_| server.connect(None)).collect();
        assert!(sockets.len() > 10, "{} connections", sockets.len());
        for (number, socket) in sockets.iter_mut().enumerate() {
            send(socket, 1, ["count", "estimate", "truecandidates", "solvepath"][number % 4], &data);
            if (number + round) % 2 == 0 {
                socket.close(None).unwrap();
                let _ = socket.flush();
            }
        }
    }
    let all: Vec<_> = (0..200).map(|_| server.connect(None)).collect();
    let accepted = all.iter().flatten().count();
    assert!((1..=64).contains(&accepted), "{accepted}");
    drop(all);
    let start = Instant::now();
    loop {
        let (threads, ticks) = server.load();
        std::thread::sleep(Duration::from_millis(300));
        if threads <= before && server.load().1 - ticks <= 2 {
            break;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "{threads} threads, {before} before");
    }
    let mut socket = server.connect(None).unwrap();
    assert_eq!(ask(&mut socket, 3, "check", &data)["count"], 2);
    println!("memory: {:?} MB now and at most", server.memory());
    server.finish();
}
