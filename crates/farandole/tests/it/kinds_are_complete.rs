//! Checks that every kind of constraint is known everywhere: the parts that the compiler does not
//! demand. Each failure names the file to edit. CONTRIBUTING.md has the recipe.

use farandole_csp::{CspSolver, VariantFormula};
use farandole_draw::VariantBoard;
use farandole_draw::scene::Item;
use farandole_formats::editor::{ExportConfig, write_sudokupad};
use farandole_puzzle::constraint::{Constraint, KindInfo, Role, catalogue, style_of};
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::Variant;
use farandole_testkit::{Random, Sizes, WITHOUT_FORMULA, random_variant};
use serde_json::Value;
use std::collections::BTreeSet;

/// Items that are not constraints.
const STRUCTURE: [&str; 4] = ["Shape", "Var", "And", "Replicate"];

/// Maximum number of random variants in which every kind must occur. Kinds that need another item are rare.
const SEEDS: u64 = 200_000;

/// Returns true if a constraint, or one in its branches, is of the kind.
fn is_of(constraint: &Constraint, name: &str) -> bool {
    let inside = match constraint {
        Constraint::AnyOf(it) => it.branches.iter().flatten().any(|it| is_of(it, name)),
        _ => false,
    };
    inside || constraint.name() == name
}

/// Returns the variant of the kind's example, or what to edit.
fn example(kind: &KindInfo) -> Result<Variant, String> {
    let file = "its example: `STYLE` in farandole-puzzle, constraint/, the file of its family";
    let text = style_of(kind.name()).ok_or(file)?.example;
    let variant = iss::read(text).map_err(|errors| format!("{file}: {errors}"))?;
    let has_kind = variant.constraints().iter().any(|it| is_of(it, kind.name()));
    if has_kind { Ok(variant) } else { Err(format!("{file}: no constraint of the kind")) }
}

/// Returns what is missing for a kind: a file and what to do there.
fn missing(kind: &KindInfo) -> Vec<String> {
    let variant = match example(kind) {
        Ok(variant) => variant,
        Err(missing) => return vec![missing],
    };
    let family = "farandole-puzzle, constraint/, the file of its family";
    let mut missing = Vec::new();
    let mut demand = |holds: bool, what: String| missing.extend((!holds).then_some(what));
    let has_title = kind.meaning().split_once(':').is_some_and(|(title, _)| title.len() <= 50);
    let needs_title = !matches!(kind.role(), Role::Board) && kind.name() != "Or";
    demand(
        kind.meaning().ends_with('.') && (has_title || !needs_title),
        format!("start its documentation with a title, a colon and one sentence: {family}"),
    );
    let printed = iss::write(&variant);
    demand(
        iss::read(&printed).as_ref() == Ok(&variant),
        format!("`write` must give what `parse` reads: {family}: {printed}"),
    );
    demand(
        CspSolver::new(&variant).is_ok(),
        format!(
            "state its meaning (`semantics` or `related`: {family}), or compile it in farandole-csp, compile/"
        ),
    );
    let left_out = match VariantFormula::new(&variant, None) {
        Ok(_) => Vec::new(),
        Err(error) => error.names().to_vec(),
    };
    demand(
        left_out.iter().all(|name| WITHOUT_FORMULA.contains(name)) || WITHOUT_FORMULA.contains(&kind.name()),
        format!("encode it in farandole-csp, proof/, or list it in this test with a reason: {left_out:?}"),
    );
    let board = VariantBoard::new(&variant);
    let layers = board.layers();
    let is_drawn = layers.below.len() + layers.above.len() > 0;
    let constraint = variant.constraints().iter().find(|it| it.name() == kind.name());
    let is_stated = constraint
        .is_some_and(|it| board.rules().iter().any(|rule| rule.starts_with(&it.sentence(variant.board()))));
    let is_with_grid = ["Given", "Jigsaw", "NoBoxes", "SearchPriority"].contains(&kind.name());
    demand(
        is_drawn || is_stated || is_with_grid,
        "draw it in farandole-draw, variant/kinds.rs, or give `STYLE` another figure than `Figure::Own`"
            .to_owned(),
    );
    missing
}

#[test]
fn every_kind_is_known_everywhere() {
    let kinds: Vec<KindInfo> = catalogue().filter(|kind| !STRUCTURE.contains(&kind.name())).collect();
    let sizes = Sizes { side: 9, items: 5 };
    let mut drawn: BTreeSet<&str> = BTreeSet::new();
    for seed in 0..SEEDS {
        if kinds.iter().all(|kind| drawn.contains(kind.name())) {
            break;
        }
        let random = random_variant(&sizes, &mut Random::new(seed));
        drawn.extend(random.variant.constraints().iter().map(Constraint::name));
    }
    let mut failures = Vec::new();
    for kind in &kinds {
        let mut missing = missing(kind);
        if !drawn.contains(kind.name()) {
            missing.push("no random item can be read: farandole-testkit, random_arguments.rs".to_owned());
        }
        failures.extend(missing.into_iter().map(|missing| format!("{}: {missing}", kind.name())));
    }
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// Returns the numbers in a text.
fn numbers(text: &str) -> Vec<&str> {
    text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect()
}

/// Returns the texts of a puzzle of SudokuPad: its rules, and the texts of its drawings.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Object(object) => {
            let of = |(key, value): (&String, &Value)| match value.as_str() {
                Some(text) if ["rules", "text", "value"].contains(&key.as_str()) => vec![text.to_owned()],
                _ => texts(value),
            };
            object.iter().flat_map(of).collect()
        }
        Value::Array(list) => list.iter().flat_map(texts).collect(),
        _ => Vec::new(),
    }
}

/// Kinds whose numbers describe the list of cells and no rule.
const SHAPES: [&str; 6] = ["Clones", "SameValues", "PillArrow", "Jigsaw", "Diagonal", "Windoku"];

/// A puzzle on paper, or in an editor without types, can be solved only if its pictures and sentences
/// contain all numbers of its constraints.
#[test]
fn pictures_and_sentences_contain_all_numbers_of_a_constraint() {
    let mut failures = Vec::new();
    let mut met = 0;
    let has_numbers = |kind: &KindInfo| {
        let has_effect = kind.name() != "SearchPriority";
        has_effect && !STRUCTURE.contains(&kind.name()) && !SHAPES.contains(&kind.name())
    };
    for kind in catalogue().filter(has_numbers) {
        let Some(example) = style_of(kind.name()).map(|style| style.example) else { continue };
        // The usual numbers of lines are not in the picture, others are.
        for text in [example.to_owned(), example.replace("~5~R", "~3~R").replace("~4~R", "~2~R")] {
            let Ok(variant) = iss::read(&text) else { continue };
            let board = VariantBoard::new(&variant);
            let layers = board.layers();
            let written = |item: &Item| match item {
                Item::Text { text, .. } => Some(text.clone()),
                _ => None,
            };
            let on_paper: Vec<String> =
                layers.below.iter().chain(&layers.above).filter_map(written).chain(board.rules()).collect();
            let for_editors = write_sudokupad(&variant, &ExportConfig::default());
            let for_editors = for_editors.map(|text| texts(&serde_json::from_str(&text).unwrap()));
            for constraint in variant.constraints().iter().filter(|it| it.name() == kind.name()) {
                let line = iss::write_constraint(variant.board(), constraint);
                let own =
                    line.split('~').skip(1).filter(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
                // Each pair of digits of this kind is a count and a value, and is written as a number of its own.
                let size = if kind.name() == "LookAndSay" { 2 } else { usize::MAX };
                let own = own.flat_map(|part| {
                    let starts = (0..part.len()).step_by(size.min(part.len().max(1)));
                    starts.map(move |at| &part[at..part.len().min(at.saturating_add(size))])
                });
                for number in own.filter(|number| !matches!(*number, "" | "0")) {
                    met += 1;
                    if !on_paper.iter().any(|text| numbers(text).contains(&number)) {
                        failures.push(format!("{line}: {number} is not on paper"));
                    }
                    let is_in =
                        |texts: &Vec<String>| texts.iter().any(|text| numbers(text).contains(&number));
                    if for_editors.as_ref().is_ok_and(|texts| !is_in(texts)) {
                        failures.push(format!("{line}: {number} is not in SudokuPad"));
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(met > 60, "{met}");
}
