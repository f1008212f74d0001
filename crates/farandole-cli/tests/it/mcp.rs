//! `farandole mcp` with a scripted client: answers of every tool are those of an independent oracle, and wrong calls are
//! refused with a message that states what to change.

use farandole::puzzle::format::iss;
use farandole_testkit::variant_solutions;
use serde::Deserialize;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

struct Client {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last: i64,
}

impl Client {
    fn start() -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
        let mut child = command.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let (input, output) = (child.stdin.take(), BufReader::new(child.stdout.take().unwrap()));
        Self { child, input, output, last: 0 }
    }

    fn send(&mut self, line: &str) {
        let input = self.input.as_mut().unwrap();
        input.write_all(line.as_bytes()).and_then(|()| input.write_all(b"\n")).unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["jsonrpc"], "2.0");
        answer
    }

    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}).to_string());
        let answer = self.receive();
        assert_eq!(answer["id"], id);
        answer
    }

    /// Calls a tool. Returns its texts and true if they are an error.
    fn call(&mut self, tool: &str, arguments: &Value) -> (String, bool) {
        let answer = self.request("tools/call", &json!({"name": tool, "arguments": arguments}));
        let result = &answer["result"];
        let texts = result["content"].as_array().unwrap_or_else(|| panic!("{tool}: {answer}"));
        let texts: Vec<&str> = texts.iter().map(|item| item["text"].as_str().unwrap()).collect();
        (texts.join("\n"), result["isError"].as_bool().unwrap())
    }

    fn correct(&mut self, tool: &str, arguments: &Value) -> String {
        let (text, is_error) = self.call(tool, arguments);
        assert!(!is_error, "{tool} {arguments}: {text}");
        text
    }

    fn json(&mut self, tool: &str, arguments: &Value) -> Value {
        let text = self.correct(tool, arguments);
        serde_json::from_str(text.lines().next().unwrap()).unwrap_or_else(|_| panic!("{tool}: {text}"))
    }

    fn finish(mut self) {
        drop(self.input.take());
        assert!(self.child.wait().unwrap().success());
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_handshake_agrees_on_a_revision_and_lists_tools_with_schemas() {
    let mut client = Client::start();
    for (requested, expected) in
        [("2025-06-18", "2025-06-18"), ("2024-11-05", "2024-11-05"), ("1999-01-01", "2025-11-25")]
    {
        let answer = client.request("initialize", &json!({"protocolVersion": requested, "capabilities": {}}));
        assert_eq!(answer["result"]["protocolVersion"], expected);
        assert!(answer["result"]["capabilities"]["tools"].is_object());
    }
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    let tools = client.request("tools/list", &json!({}))["result"]["tools"].clone();
    let names: Vec<&str> =
        tools.as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect();
    for name in [
        "read",
        "count",
        "candidates",
        "why",
        "next_step",
        "judge_move",
        "rate",
        "generate",
        "complete",
        "draw",
    ] {
        assert!(names.contains(&name), "{name}");
    }
    for tool in tools.as_array().unwrap() {
        let schema = &tool["inputSchema"];
        assert_eq!((&schema["type"], &schema["additionalProperties"]), (&json!("object"), &json!(false)));
        let properties = schema["properties"].as_object().unwrap();
        for required in schema["required"].as_array().unwrap() {
            assert!(properties.contains_key(required.as_str().unwrap()), "{tool}");
        }
        for (name, property) in properties {
            assert!(
                property["type"].is_string() && property["description"].as_str().unwrap().len() > 5,
                "{name}"
            );
        }
    }
    let count = tools.as_array().unwrap().iter().find(|tool| tool["name"] == "count").unwrap();
    assert_eq!(count["inputSchema"]["properties"]["limit"]["type"], "integer");
    client.finish();
}

#[test]
fn tools_answer_as_all_assignments_do() {
    let mut client = Client::start();
    for text in [
        ".Shape~4x4.Cage~3~R1C1~R1C2.AntiKnight",
        ".Shape~4x4.Thermo~R1C1~R1C2~R2C2.~R4C4_1",
        ".Shape~4x4.Cage~2~R1C1~R1C2",
    ] {
        let variant = iss::read(text).unwrap();
        let solutions = variant_solutions(&variant, 1_000_000).unwrap();
        let count = client.json("count", &json!({"puzzle": text, "limit": 0}));
        assert_eq!(count["solutions"], json!(solutions.len()), "{text}");
        if solutions.is_empty() {
            let why = client.correct("why", &json!({"puzzle": text}));
            assert!(why.contains("Cage~2~R1C1~R1C2"), "{why}");
            continue;
        }
        let mut expected = vec![Vec::new(); 16];
        for (cell, of_cell) in expected.iter_mut().enumerate() {
            let number = |value| solutions.iter().filter(|values| values[cell] == value).count().min(3);
            *of_cell = (1..=4).map(number).filter(|number| *number > 0).collect();
        }
        let counts = client.json("candidates", &json!({"puzzle": text, "counts": 3}));
        assert_eq!(counts["counts"], json!(expected), "{text}");
        // A move is contradicted if no solution has it.
        for value in 1..=4 {
            let is_possible = solutions.iter().any(|values| values[0] == value);
            let judged = client.json("judge_move", &json!({"puzzle": text, "move": format!("r1c1={value}")}));
            assert_eq!(judged["verdict"] == "contradicts", !is_possible, "{judged}");
        }
    }
    let proper = "1.....4..2.....3";
    let solved = client.json("solve", &json!({"puzzle": proper}));
    let all = variant_solutions(&iss::read(".Shape~4x4.~R1C1_1.~R2C3_4.~R3C2_2.~R4C4_3").unwrap(), 1_000_000)
        .unwrap();
    let digits: String = all[0].iter().map(|digit| char::from(b'0' + digit)).collect();
    assert_eq!((all.len(), &solved["solution"]), (1, &json!(digits)));
    assert!(client.correct("next_step", &json!({"puzzle": proper})).contains("single"));
    let generated = client.correct("generate", &json!({"kind": "killer", "seed": 7, "size": 4}));
    let variant = iss::read(generated.lines().next().unwrap()).unwrap();
    assert_eq!(variant_solutions(&variant, 1_000_000).unwrap().len(), 1, "{generated}");
    let idea = ".Shape~4x4.~R1C1_1.~R2C3_4.~R3C2_2.Cage~?~R4C3~R4C4";
    let completed = client.correct("complete", &json!({"puzzle": idea, "seed": 1}));
    let variant = iss::read(completed.lines().next().unwrap()).unwrap();
    assert_eq!(variant_solutions(&variant, 1_000_000).unwrap().len(), 1, "{completed}");
    let read = client.correct("read", &json!({"puzzle": proper}));
    assert_eq!(variant_solutions(&iss::read(read.lines().next().unwrap()).unwrap(), 1_000_000).unwrap(), all);
    assert!(client.correct("draw", &json!({"puzzle": proper, "candidates": true})).starts_with("<svg"));
    assert_eq!(client.json("rate", &json!({"puzzle": generated, "scale": "minutes"}))["status"], "rated");
    assert!(client.correct("rules", &json!({"name": "Thermo"})).starts_with(".Thermo"));
    // A reading that is not confirmed is an answer.
    let row = [json!({}), json!({}), json!({}), json!({})];
    let line = json!({"color": "#f067f0ff", "thickness": 10, "wayPoints": [[0.5, 0.5], [0.5, 2.5]]});
    let drawn = json!({"cells": [row, row, row, row], "lines": [line]});
    let meanings = client.json("meanings", &json!({"puzzle": drawn.to_string()}));
    assert_eq!(meanings["accepted"], false, "{meanings}");
    client.finish();
}

#[test]
fn wrong_calls_are_refused_with_a_message_that_states_what_to_change() {
    let mut client = Client::start();
    let puzzle = "1.....4..2.....3";
    for (tool, arguments, expected) in [
        ("count", json!({}), "missing argument `puzzle` of `count`"),
        (
            "count",
            json!({"puzzle": puzzle, "most": 3}),
            "unknown argument \"most\" of `count`, expected puzzle, limit, time",
        ),
        ("count", json!({"puzzle": 4}), "argument `puzzle`: expected a text"),
        (
            "count",
            json!({"puzzle": puzzle, "limit": [1]}),
            "argument `limit` is [1], expected a value of type \"integer\"",
        ),
        ("count", json!({"puzzle": puzzle, "limit": -1}), "expected a whole number of at least 0"),
        (
            "count",
            json!({"puzzle": puzzle, "time": 900}),
            "argument `time` is 900, expected a number of seconds from 1 to 60",
        ),
        (
            "count",
            json!({"puzzle": puzzle, "limit": "two"}),
            "argument `limit` is \"two\", expected a value of type \"integer\"",
        ),
        (
            "rate",
            json!({"puzzle": puzzle, "scale": "x"}),
            "argument `scale` is \"x\", expected one of se, hodoku, w, b, minutes",
        ),
        ("rules", json!({"puzzle": puzzle}), "unknown argument \"puzzle\" of `rules`, expected name"),
        ("rules", json!({"name": "Termo"}), "did you mean `Thermo`?"),
        ("count", json!({"puzzle": ".Shap~4x4"}), "did you mean `Shape`?"),
        // A puzzle is never the name of a file or an option.
        ("count", json!({"puzzle": "/etc/passwd"}), "-"),
        ("rules", json!({"name": "--json"}), "unknown constraint"),
        ("judge_move", json!({"puzzle": puzzle, "move": "r9c9=1"}), "r9c9"),
        (
            "count",
            json!({"puzzle": "1".repeat(2 << 20)}),
            "a puzzle of 2097152 bytes, expected at most 1048576",
        ),
    ] {
        let (text, is_error) = client.call(tool, &arguments);
        assert!(is_error && text.contains(expected), "{tool}: {text}");
        assert!(!text.contains("root:"), "{text}");
    }
    assert_eq!(client.request("tools/call", &json!({"name": "guess"}))["error"]["code"], -32602);
    assert_eq!(client.request("resources/list", &json!({}))["error"]["code"], -32601);
    for (line, code) in [
        ("{", -32700),
        ("[]", -32600),
        ("3", -32600),
        (r#"{"id":[],"method":"ping"}"#, -32600),
        (&"[".repeat(100_000), -32700),
        (&format!("\"{}\"", "x".repeat(9 << 20)), -32600),
    ] {
        client.send(line);
        assert_eq!(client.receive()["error"]["code"], code);
    }
    // Neither notifications nor answers are answered.
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/unknown"}"#);
    client.send(r#"{"jsonrpc":"2.0","id":1,"result":{}}"#);
    client.send("");
    assert_eq!(client.request("ping", &json!({}))["result"], json!({}));
    client.finish();
}

#[test]
fn calls_are_limited_in_number_and_time_and_can_be_cancelled() {
    let mut client = Client::start();
    let long = |id: i64| {
        let arguments = json!({"puzzle": ".Shape~9x9.AntiKnight", "limit": 900_000_000, "time": 60});
        json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "count", "arguments": arguments}})
    };
    (100..104).for_each(|id| client.send(&long(id).to_string()));
    client.send(&long(104).to_string());
    let refused = client.receive();
    assert_eq!((&refused["id"], &refused["result"]["isError"]), (&json!(104), &json!(true)), "{refused}");
    let start = Instant::now();
    for id in 100..104 {
        let params = json!({"requestId": id});
        client.send(
            &json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}).to_string(),
        );
    }
    assert_eq!(client.request("ping", &json!({}))["result"], json!({}));
    client.finish();
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let mut client = Client::start();
    let arguments = json!({"puzzle": ".Shape~9x9.AntiKnight", "limit": 900_000_000, "time": 1});
    let (text, is_error) = client.call("count", &arguments);
    assert!(is_error && text.contains("gave up"), "{text}");
    client.finish();
}

/// A puzzle whose rules a language model reads.
#[derive(Deserialize)]
struct Reading {
    /// The text that the model reads. It must contain the numbers of the puzzle.
    rules: String,
    /// The first constraint text.
    proposal: String,
    /// Corrections: a part of the message that leads to it, and the text that replaces another one.
    corrections: Vec<[String; 3]>,
}

/// Returns what is wrong with a constraint text, or nothing if it has exactly one solution.
fn objection(client: &mut Client, text: &str) -> Option<String> {
    let (answer, is_error) = client.call("count", &json!({"puzzle": text}));
    if is_error {
        return Some(answer);
    }
    let count: Value = serde_json::from_str(answer.lines().next().unwrap()).unwrap();
    match (count["solutions"].as_u64().unwrap(), count["exact"].as_bool().unwrap()) {
        (0, true) => Some(client.correct("why", &json!({"puzzle": text}))),
        (1, true) => None,
        _ => Some(format!("several solutions: {answer}")),
    }
}

#[test]
fn an_agent_that_follows_the_messages_ends_with_confirmed_puzzles() {
    let readings: Vec<Reading> = serde_json::from_str(include_str!("rule_texts.json")).unwrap();
    let mut client = Client::start();
    // The first call has a wrong argument. The message lists the right ones.
    let (message, is_error) = client.call("count", &json!({"grid": readings[0].proposal}));
    assert!(is_error && message.ends_with("expected puzzle, limit, time"), "{message}");
    for Reading { rules, proposal, corrections } in &readings {
        let mut text = proposal.clone();
        let mut open: Vec<&[String; 3]> = corrections.iter().collect();
        while let Some(message) = objection(&mut client, &text) {
            let index =
                open.iter().position(|[part, wrong, _]| message.contains(part) && text.contains(wrong));
            let index = index.unwrap_or_else(|| panic!("{rules}\n{text}\n{message}"));
            let [_, wrong, right] = open.remove(index);
            text = text.replace(wrong, right);
        }
        assert!(open.is_empty(), "{rules}\n{text}: no message led to {open:?}");
        let read = client.correct("read", &json!({"puzzle": text}));
        let all = variant_solutions(&iss::read(read.lines().next().unwrap()).unwrap(), 1_000_000).unwrap();
        let solved = client.json("solve", &json!({"puzzle": text}));
        let digits: String = all[0].iter().map(|digit| char::from(b'0' + digit)).collect();
        assert_eq!((all.len(), &solved["solution"]), (1, &json!(digits)), "{rules}");
        assert!(client.correct("next_step", &json!({"puzzle": text})).len() > 10);
        let numbers =
            |text: &str| text.chars().filter(char::is_ascii_digit).collect::<std::collections::BTreeSet<_>>();
        assert!(numbers(&text).is_subset(&numbers(rules)), "{rules}: {text}");
    }
    client.finish();
}
