//! Damaged puzzles of SudokuMaker: no panic, and no change that is lost without a message.

mod editor_support;

use editor_support::{KINDS, cases, shape, variant};
use farandole::format::editor::{
    ExportConfig, ImportConfig, Imported, read, sudokumaker_link, write_sudokumaker,
};
use farandole_testkit::Random;
use serde_json::{Value, json};

/// A step from a JSON value into its parent.
#[derive(Clone, Debug, PartialEq)]
enum Step {
    Key(String),
    Item(usize),
}

/// Returns the paths of all values of a tree.
fn paths(value: &Value, path: &mut Vec<Step>, found: &mut Vec<Vec<Step>>) {
    found.push(path.clone());
    let mut enter = |step: Step, child: &Value| {
        path.push(step);
        paths(child, path, found);
        path.pop();
    };
    match value {
        Value::Object(map) => map.iter().for_each(|(key, child)| enter(Step::Key(key.clone()), child)),
        Value::Array(list) => {
            list.iter().enumerate().for_each(|(place, child)| enter(Step::Item(place), child));
        }
        _ => {}
    }
}

fn at<'a>(root: &'a mut Value, path: &[Step]) -> &'a mut Value {
    path.iter().fold(root, |value, step| match step {
        Step::Key(key) => &mut value[key.as_str()],
        Step::Item(place) => &mut value[*place],
    })
}

/// Changes one value of the tree and returns its path.
fn mutate(root: &mut Value, random: &mut Random) -> Vec<Step> {
    let mut all = Vec::new();
    paths(root, &mut Vec::new(), &mut all);
    all.remove(0);
    let is_element = |path: &Vec<Step>| path.contains(&Step::Key("constraints".into()));
    // Most values are empty cells.
    if random.below(4) > 0 {
        all.retain(is_element);
    }
    let path = all[random.below(all.len())].clone();
    let (last, parent) = path.split_last().expect("the root is left out");
    match random.below(4) {
        0 => match (at(root, parent), last) {
            (Value::Object(map), Step::Key(key)) => {
                map.remove(key);
            }
            (Value::Array(list), Step::Item(place)) => {
                list.remove(*place);
            }
            _ => {}
        },
        1 => {
            let value = at(root, &path);
            *value = match value.as_i64() {
                Some(number) => json!(number + [-9, -2, -1, 1, 2, 9, 1 << 40][random.below(7)]),
                None => json!(random.below(12)),
            };
        }
        2 => {
            let values = [
                json!(null),
                json!(true),
                json!("7"),
                json!([]),
                json!({}),
                json!(1.5),
                json!([[0]]),
                json!("x"),
            ];
            *at(root, &path) = values[random.below(values.len())].clone();
        }
        _ => match at(root, parent) {
            Value::Object(map) => {
                map.insert("unknown".into(), json!(1));
            }
            Value::Array(list) => {
                let entry = list[random.below(list.len())].clone();
                list.push(entry);
            }
            _ => {}
        },
    }
    path
}

/// Returns true if the value at a path has no effect on solutions, or has one only together with forbidden
/// numbers.
fn is_display(path: &[Step]) -> bool {
    let free = ["style", "formatVersion", "id", "overrideNegativeRatios", "overrideNegativeDifferences"];
    path.iter().any(|step| matches!(step, Step::Key(key) if free.contains(&key.as_str())))
}

/// Returns the content of a tree that has an effect. Styles and defaults are removed, lists of clues are
/// sorted without duplicates, and regions are numbered by their first cells.
fn content(value: &Value) -> Value {
    match value {
        Value::Object(map) => {
            let is_default = |key: &str, value: &Value| match key {
                "style" | "formatVersion" | "id" => true,
                "constraints" => false,
                "singleRegionTotals" => true,
                "overrideNegativeRatios" | "overrideNegativeDifferences" => *value != json!(false),
                "slow" | "given" => !matches!(value, Value::Bool(true)),
                // The board is compared.
                "minDigit" | "maxDigit" | "size" | "width" | "height" => true,
                _ => value.is_null() || *value == json!([]) || *value == json!(""),
            };
            let kept = map.iter().filter(|(key, value)| !is_default(key, value));
            let child = |(key, value): (&String, &Value)| match (key.as_str(), value) {
                ("regions", Value::Array(labels)) => (key.clone(), partition(labels)),
                ("cells", Value::Array(list)) if map.contains_key("constraints") => {
                    let cell = |cell: &Value| if cell.is_null() { json!({}) } else { content(cell) };
                    (key.clone(), list.iter().map(cell).collect())
                }
                ("constraints", Value::Array(list)) => {
                    let elements =
                        list.iter().filter(|it| it["type"] != json!(0) || it.get("disabled").is_some());
                    (key.clone(), content(&elements.map(effect).collect()))
                }
                _ => (key.clone(), content(value)),
            };
            Value::Object(kept.map(child).collect())
        }
        Value::Array(list) => {
            let is_clues = list.iter().any(|entry| entry.is_object() || entry.is_array());
            let mut entries: Vec<Value> = list.iter().map(content).collect();
            if is_clues {
                entries.sort_by_key(ToString::to_string);
                entries.dedup();
            }
            Value::Array(entries)
        }
        other => other.clone(),
    }
}

/// Returns an element without numbers that are the default, and with its sets of numbers sorted.
fn effect(element: &Value) -> Value {
    let mut element = element.clone();
    let kind = element["type"].as_i64();
    let sort = |list: &mut Value| {
        if let Value::Array(list) = list {
            list.sort_by_key(ToString::to_string);
            list.dedup();
        }
    };
    element.get_mut("negative").into_iter().for_each(sort);
    if matches!(kind, Some(100..=103)) {
        element.get_mut("cells").into_iter().for_each(sort);
    }
    // A renban line is a set of cells.
    if let (Some(400), Some(Value::Array(lines))) = (kind, element.get_mut("lines")) {
        lines.iter_mut().for_each(sort);
    }
    // An arrow may begin in any cell of its circle.
    if let Some(Value::Array(bulbs)) = element.get_mut("bulbsWithArrows") {
        for bulb in bulbs {
            let circle = bulb["bulbCells"].clone();
            let arrows = bulb.get_mut("arrows").and_then(Value::as_array_mut);
            for arrow in arrows.into_iter().flatten().filter_map(Value::as_array_mut) {
                if circle.as_array().is_some_and(|circle| arrow.first().is_some_and(|it| circle.contains(it)))
                {
                    arrow[0] = json!("circle");
                }
            }
        }
    }
    let usual = match kind {
        Some(200) => json!(1),
        Some(201) => json!(2),
        _ => json!(0),
    };
    for key in ["clues", "cages"] {
        let Some(Value::Array(list)) = element.get_mut(key) else { continue };
        for clue in list.iter_mut().filter_map(Value::as_object_mut) {
            if matches!(kind, Some(200 | 201 | 301)) && clue.get("value") == Some(&usual) {
                clue.remove("value");
            }
        }
    }
    element
}

fn partition(labels: &[Value]) -> Value {
    let first = |label: &Value| {
        if label.as_i64().is_none_or(|number| number < 0) {
            return json!(-1);
        }
        json!(labels.iter().position(|other| other == label))
    };
    labels.iter().map(first).collect()
}

/// Returns a path with its value, and the element that it is in.
fn shown(path: &[Step], tree: &Value, original: &Value) -> String {
    let find = |root: &Value, path: &[Step]| {
        let step = |value: &Value, step: &Step| match step {
            Step::Key(key) => value.get(key).cloned(),
            Step::Item(place) => value.get(*place).cloned(),
        };
        path.iter().try_fold(root.clone(), |value, it| step(&value, it)).unwrap_or_default()
    };
    let element = find(original, &path[..path.len().min(3)]);
    format!("{path:?} = {}: {element}", find(tree, path))
}

fn read_text(text: &str) -> Option<Imported> {
    read(text.as_bytes(), &ImportConfig::default()).ok()
}

#[test]
fn no_change_of_a_puzzle_is_lost_without_a_message() {
    let many = cases("FARANDOLE_MUTATIONS", 6_000);
    let (mut refused, mut told, mut changed, mut same) = (0_u64, 0_u64, 0_u64, 0_u64);
    let mut lost = Vec::new();
    let mut random = Random::new(1);
    let mut done = 0;
    while done < many {
        let make = KINDS[random.below(KINDS.len())].1;
        let shape = shape(&mut random);
        let Some(wanted) = variant(make, shape, &mut random) else { continue };
        let Ok(text) = write_sudokumaker(&wanted, &ExportConfig::default()) else { continue };
        let original: Value = serde_json::from_str(&text).unwrap();
        let before = read_text(&text).unwrap();
        for _ in 0..20 {
            done += 1;
            let mut tree = original.clone();
            let path = mutate(&mut tree, &mut random);
            let Some(after) = read_text(&tree.to_string()) else {
                refused += 1;
                continue;
            };
            let texts = |it: &Imported| (it.title.clone(), it.author.clone(), it.rules.clone());
            let is_same = after.variant == before.variant && texts(&after) == texts(&before);
            let is_board = |step: &Step| matches!(step, Step::Key(key) if key.ends_with("Digit") || ["size", "width", "height"].contains(&key.as_str()));
            let is_equal = content(&tree) == content(&original);
            if !after.ignored.is_empty() || !after.warnings.is_empty() {
                told += 1;
            } else if !is_same {
                changed += 1;
                if is_equal && !path.iter().any(is_board) {
                    lost.push(format!("changed by {}", shown(&path, &tree, &original)));
                }
            } else {
                same += 1;
                if !is_equal && !is_display(&path) && after.solution == before.solution {
                    lost.push(format!("not changed by {}", shown(&path, &tree, &original)));
                }
            }
        }
    }
    println!(
        "{many}: refused {refused}, told {told}, read as another puzzle {changed}, as the same {same}, lost {}",
        lost.len()
    );
    lost.iter().take(12).for_each(|it| println!("    {}", it.chars().take(1500).collect::<String>()));
    assert!(lost.is_empty());
}

#[test]
fn no_damage_of_a_link_is_a_panic() {
    let many = cases("FARANDOLE_MUTATIONS", 6_000);
    let mut random = Random::new(2);
    let (mut refused, mut read_again) = (0_u64, 0_u64);
    let mut done = 0;
    while done < many {
        let make = KINDS[random.below(KINDS.len())].1;
        let shape = shape(&mut random);
        let Some(wanted) = variant(make, shape, &mut random) else { continue };
        let Ok(link) = sudokumaker_link(&wanted, &ExportConfig::default()) else { continue };
        for _ in 0..20 {
            done += 1;
            let mut bytes = link.clone().into_bytes();
            for _ in 0..=random.below(2) {
                let place = random.below(bytes.len());
                match random.below(3) {
                    0 => drop(bytes.remove(place)),
                    1 => bytes.insert(place, b"Aq0+-/%$= "[random.below(10)]),
                    _ => bytes[place] = b"Aq0+-/%$= "[random.below(10)],
                }
            }
            match read(&bytes, &ImportConfig::default()) {
                Ok(_) => read_again += 1,
                Err(error) => {
                    refused += 1;
                    assert!(!error.to_string().is_empty());
                }
            }
        }
    }
    println!("{many}: refused {refused}, read {read_again}");
    assert!(refused > read_again);
}
