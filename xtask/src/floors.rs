//! Checks that each crate of the workspace depends only on crates of lower layers.

use serde_json::Value;
use std::process::Command;

/// Layer of each crate. A dependency must have a lower number.
const FLOORS: &[(&str, u32)] = &[
    ("farandole-capi", 7),
    ("farandole-python", 7),
    ("farandole-uniffi", 6),
    ("farandole-pages", 6),
    ("farandole-cli", 6),
    ("farandole-wasm", 6),
    ("farandole", 5),
    ("farandole-research", 4),
    ("farandole-draw", 4),
    ("farandole-solve", 3),
    ("farandole-logic", 3),
    ("farandole-csp", 2),
    ("farandole-formats", 2),
    ("farandole-kernel", 1),
    ("farandole-cover", 1),
    ("farandole-programs", 1),
    ("farandole-puzzle", 1),
    ("farandole-canon", 1),
    ("farandole-cdcl", 0),
    ("farandole-search", 0),
];

/// Crates for tests and maintenance. Only dev-dependencies may refer to them.
const OUTSIDE: &[&str] = &["farandole-testkit", "xtask"];

pub(crate) fn run() -> Result<(), String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--no-deps"])
        .output()
        .map_err(|error| format!("cargo metadata: {error}"))?;
    let metadata: Value =
        serde_json::from_slice(&output.stdout).map_err(|error| format!("cargo metadata: {error}"))?;
    let wrong = wrong_edges(&metadata)?;
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

fn floor(name: &str) -> Option<u32> {
    FLOORS.iter().find(|(crate_name, _)| *crate_name == name).map(|(_, floor)| *floor)
}

fn wrong_edges(metadata: &Value) -> Result<Vec<String>, String> {
    let packages = metadata["packages"].as_array().ok_or("cargo metadata: no packages")?;
    let mut wrong = Vec::new();
    for package in packages {
        let name = package["name"].as_str().unwrap_or_default();
        let outside = OUTSIDE.contains(&name);
        let from = floor(name);
        if from.is_none() && !outside {
            wrong.push(format!("{name} has no floor: add it to xtask/src/floors.rs and ARCHITECTURE.md"));
        }
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let to = dependency["name"].as_str().unwrap_or_default();
            if dependency["kind"] == "dev" {
                continue;
            }
            if OUTSIDE.contains(&to) {
                wrong.push(format!("{name} depends on {to}, which is for tests only"));
            }
            if let (Some(from), Some(below)) = (from, floor(to))
                && below >= from
            {
                wrong.push(format!("{name} (floor {from}) depends on {to} (floor {below})"));
            }
        }
    }
    Ok(wrong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn edges_up_sideways_and_into_test_crates_are_named() {
        let edge = |from: &str, to: &str, kind: Value| json!({"packages": [{"name": from, "dependencies": [{"name": to, "kind": kind}]}]});
        let count = |metadata: Value| wrong_edges(&metadata).unwrap().len();
        assert_eq!(count(edge("farandole-solve", "farandole-cover", Value::Null)), 0);
        assert_eq!(count(edge("farandole-cover", "farandole-solve", Value::Null)), 1);
        assert_eq!(count(edge("farandole-cover", "farandole-puzzle", Value::Null)), 1);
        assert_eq!(count(edge("farandole-cover", "farandole-testkit", json!("dev"))), 0);
        assert_eq!(count(edge("farandole-cover", "farandole-testkit", Value::Null)), 1);
        assert_eq!(count(edge("farandole-new", "serde", Value::Null)), 1);
    }
}
