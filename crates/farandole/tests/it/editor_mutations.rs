//! Damaged puzzles of SudokuMaker, SudokuPad and f-puzzles: no panic, and no change that is lost without
//! a message.

use crate::drawing_effect::{effective, without_ends};
use crate::editor_support::{cases, kinds, shape, variant};
use farandole::format::editor::proposal::{Meanings, Proposal};
use farandole::format::editor::{
    ExportConfig, ExportError, ImportConfig, Imported, fpuzzles_link, read, sudokumaker_link, sudokupad_link,
    write_fpuzzles, write_sudokumaker, write_sudokupad,
};
use farandole_puzzle::variant::Variant;
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

/// Keys of the cells, regions and texts of the formats. Most values of a text are empty cells.
const GRID: &[&str] = &["cells", "regions", "grid", "metadata", "size"];

/// Changes one value of the tree and returns its path.
fn mutate(root: &mut Value, random: &mut Random) -> Vec<Step> {
    let mut all = Vec::new();
    paths(root, &mut Vec::new(), &mut all);
    all.remove(0);
    let is_in_grid = |path: &[Step]| matches!(path, [Step::Key(key), ..] if GRID.contains(&key.as_str()));
    let has_elements = all.iter().any(|path| path.contains(&Step::Key("constraints".into())));
    let is_element = |path: &Vec<Step>| match has_elements {
        true => path.contains(&Step::Key("constraints".into())),
        false => !is_in_grid(path),
    };
    if random.below(4) > 0 && all.iter().any(is_element) {
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
        // A number may be a text.
        Value::String(text) => text.parse::<i64>().map_or_else(|_| value.clone(), |number| json!(number)),
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
    let kinds = kinds();
    let mut done = 0;
    while done < many {
        let kind = kinds[random.below(kinds.len())];
        let shape = shape(&mut random);
        let Some(wanted) = variant(kind, shape, &mut random) else { continue };
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

/// The result of reading a text, as far as it has an effect.
#[derive(Clone, PartialEq, Debug)]
struct Reading {
    variant: Variant,
    texts: [Option<Box<str>>; 3],
    solution: Option<Vec<Option<u8>>>,
}

/// A format whose texts are damaged.
struct Format {
    name: &'static str,
    write: fn(&Variant, &ExportConfig<'_>) -> Result<String, ExportError>,
    link: fn(&Variant, &ExportConfig<'_>) -> Result<String, ExportError>,
    /// Returns the reading and true if it has messages, or `None` if the text is refused.
    read: fn(&str) -> Option<(Reading, bool)>,
    /// Keys of the looks of drawings. Another look may have the same meaning.
    looks: &'static [&'static str],
}

fn read_typed(text: &str) -> Option<(Reading, bool)> {
    let Imported { variant, title, author, rules, solution, warnings, ignored, .. } = read_text(text)?;
    let is_told = !warnings.is_empty() || !ignored.is_empty();
    Some((Reading { variant, texts: [title, author, rules], solution }, is_told))
}

/// Reads the most plausible meaning. A message is a sentence without a constraint, or a group of drawings
/// without a meaning.
fn read_drawn(text: &str) -> Option<(Reading, bool)> {
    let proposal = Proposal::read(text.as_bytes()).ok()?;
    let variant = proposal.puzzle(&Meanings::default()).ok()?;
    let is_open = proposal
        .groups
        .iter()
        .any(|group| group.candidates.first().is_none_or(|candidate| candidate.text.is_empty()));
    let is_told =
        is_open || !proposal.ignored.is_empty() || !proposal.unaccounted(variant.constraints()).is_empty();
    let Proposal { title, author, rules, solution, .. } = proposal;
    Some((Reading { variant, texts: [title, author, rules], solution }, is_told))
}

const FORMATS: &[Format] = &[
    Format {
        name: "SudokuMaker",
        write: write_sudokumaker,
        link: sudokumaker_link,
        read: read_typed,
        looks: &["style"],
    },
    Format {
        name: "f-puzzles",
        write: write_fpuzzles,
        link: fpuzzles_link,
        read: read_typed,
        looks: &[
            "baseC",
            "outlineC",
            "fontC",
            "width",
            "height",
            "size",
            "isNewConstraint",
            "fromConstraint",
        ],
    },
    Format {
        name: "SudokuPad",
        write: write_sudokupad,
        link: sudokupad_link,
        read: read_drawn,
        looks: &[
            "color",
            "thickness",
            "headLength",
            "backgroundColor",
            "borderColor",
            "outlineC",
            "fontSize",
            "width",
            "height",
            "rounded",
            // The writer, which is no part of the puzzle.
            "source",
            // Sentences of the rules state the same.
            "global",
            "unique",
        ],
    },
];

/// Returns true if the path leads to the centre of a text, and the same arrow begins within half a cell of it
/// in both trees. The text is the number of that arrow.
fn is_number_of_same_arrow(path: &[Step], one: &Value, two: &Value) -> bool {
    let [Step::Key(list), Step::Item(shape), Step::Key(key), ..] = path else { return false };
    let number = |value: &Value| Some([value.get(0)?.as_f64()?, value.get(1)?.as_f64()?]);
    let arrow = |tree: &Value| {
        let centre = number(&tree[list.as_str()][*shape]["center"])?;
        let arrows = tree["arrows"].as_array()?;
        let distance = |arrow: &Value| {
            let tail = number(&arrow["wayPoints"][0])?;
            Some((tail[0] - centre[0]).hypot(tail[1] - centre[1]))
        };
        arrows.iter().position(|arrow| distance(arrow).is_some_and(|it| it < 0.5))
    };
    key == "center" && arrow(one).is_some() && arrow(one) == arrow(two)
}

#[test]
fn no_change_of_drawings_or_keys_is_lost_without_a_message() {
    let many = cases("FARANDOLE_MUTATIONS", 6_000) / 2;
    let kinds = kinds();
    for (number, format) in FORMATS[1..].iter().enumerate() {
        let (mut refused, mut told, mut changed, mut same) = (0_u64, 0_u64, 0_u64, 0_u64);
        let mut lost = Vec::new();
        let mut random = Random::new(10 + number as u64);
        let mut done = 0;
        while done < many {
            let kind = kinds[random.below(kinds.len())];
            let shape = shape(&mut random);
            let Some(wanted) = variant(kind, shape, &mut random) else { continue };
            let config =
                ExportConfig { title: Some("A title"), author: Some("Me"), ..ExportConfig::default() };
            let Ok(text) = (format.write)(&wanted, &config) else { continue };
            let original: Value = serde_json::from_str(&text).unwrap();
            let (before, _) = (format.read)(&text).unwrap();
            for _ in 0..20 {
                done += 1;
                let mut tree = original.clone();
                let path = mutate(&mut tree, &mut random);
                let Some((after, is_told)) = (format.read)(&tree.to_string()) else {
                    refused += 1;
                    continue;
                };
                if is_told {
                    told += 1;
                } else if after != before {
                    changed += 1;
                } else {
                    same += 1;
                    // A whisper without a number has the usual difference, and a cell without a region is
                    // in the usual box.
                    let last = path.last() == Some(&Step::Key("value".into()));
                    let is_usual = path.first() == Some(&Step::Key("whispers".into())) && last
                        || path.last() == Some(&Step::Key("region".into()));
                    let of = |tree: &Value| effective(&without_ends(tree), format.looks, "");
                    let is_kept = is_usual || is_number_of_same_arrow(&path, &tree, &original);
                    if !is_kept && of(&tree) != of(&original) {
                        lost.push(shown(&path, &tree, &original));
                    }
                }
            }
        }
        println!(
            "{}, {many}: refused {refused}, told {told}, read as another puzzle {changed}, as the same {same}, lost {}",
            format.name,
            lost.len()
        );
        lost.iter().take(30).for_each(|it| println!("    {}", it.chars().take(400).collect::<String>()));
        assert!(lost.is_empty(), "{}", format.name);
    }
}

#[test]
fn no_damage_of_a_link_is_a_panic() {
    let many = cases("FARANDOLE_MUTATIONS", 6_000);
    let mut random = Random::new(2);
    let (mut refused, mut read_again) = (0_u64, 0_u64);
    let kinds = kinds();
    let mut done = 0;
    while done < many {
        let kind = kinds[random.below(kinds.len())];
        let shape = shape(&mut random);
        let Some(wanted) = variant(kind, shape, &mut random) else { continue };
        let format = &FORMATS[random.below(FORMATS.len())];
        let Ok(link) = (format.link)(&wanted, &ExportConfig::default()) else { continue };
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
            match Proposal::read(&bytes) {
                Ok(proposal) => drop(proposal.puzzle(&Meanings::default())),
                Err(error) => assert!(!error.to_string().is_empty()),
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
