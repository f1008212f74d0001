//! Variants: boards of any shape with constraints.

mod board;
pub(crate) mod complete;
mod cosmetics;
pub(crate) mod edit;
mod grid_map;
mod grids;
mod picture;
mod programs;
pub(crate) mod proposal;
mod steps;
pub(crate) mod topics;

use crate::answer::{Answer, Refusal};
use crate::board::{Board, Which};
use crate::puzzle::Puzzle;
use crate::wire::{
    Drawing, JsonClash, JsonConstraint, JsonFormat, JudgeRequest, ReadText, SEED, Shown, Solved, StepRequest,
    Texts, Truths,
};
pub(crate) use board::{VariantBoard, restated, visible_text};
use board::{board_of, digits, sets};
use farandole::Config;
use farandole::cover::Estimate;
use farandole::engines::{
    Finding, KnownCandidates, PuzzleSolver, TrueCandidates, conflicting_constraints, redundant_constraints,
};
use farandole::format::Format;
use farandole::format::editor::Figure;
use farandole::json::{self, JsonAnswer, JsonConstraintKind, SCHEMA};
use farandole::logic::hint::{Hint, Path, Step};
use farandole::logic::variant::State;
use farandole::pipeline::Status;
use farandole::puzzle::Cell;
use farandole::puzzle::constraint::{Constraint, Given, catalogue as kinds, style_of};
use farandole::puzzle::overlapping::{Layout, Overlapping};
use farandole::variant::{self, ConstraintFinding, Variant, VariantEntry, constraint_text, variant_text};
use farandole_draw::{Picture, Scene, VariantBoard as Drawn};
use grid_map::expect_one_grid;
use serde::Serialize;
use std::sync::{Mutex, PoisonError};

/// The last finding about true candidates. The next request is usually about the same variant after
/// one edit.
static LAST: Mutex<Option<(Variant, Finding<TrueCandidates>)>> = Mutex::new(None);

/// The prefix of the extra cells for the labels of regions.
const LABELS: &str = "CC";

/// Returns the region at each index, for variants in which regions are part of the solution.
fn regions(variant: &Variant, values: &[u8]) -> Option<Vec<u8>> {
    variant.constraints().iter().find(|it| matches!(it, Constraint::ChaosConstruction(_)))?;
    let labels = variant.board().group_cells(LABELS)?;
    labels.iter().map(|cell| values.get(cell.index()).copied()).collect()
}

/// Returns the possible values of each cell of the grid. For a cell with two values, these include
/// both; 0 as the second value means that there is none.
fn held(variant: &Variant, masks: &[u64]) -> Vec<u64> {
    let board = variant.board();
    let second =
        |cell: Cell| board.second(cell).and_then(|cell| masks.get(cell.index())).map_or(0, |it| it & !1);
    let both: Vec<u16> = board.cells().zip(masks).map(|(cell, mask)| (mask | second(cell)) as u16).collect();
    sets(variant, &both)
}

/// Returns the constraints of a finding as texts.
fn texts(variant: &Variant, finding: &ConstraintFinding) -> Vec<String> {
    finding.constraints.iter().map(|at| constraint_text(variant, &variant.constraints()[*at])).collect()
}

impl VariantBoard<'_> {
    /// Finds constraints that contradict each other.
    pub(crate) fn why(&self, config: &Config) -> Result<Answer, Refusal> {
        let variant = self.variant(Which::Givens)?;
        expect_one_grid(&variant, "conflicting constraints are not available")?;
        let finding = conflicting_constraints(&variant, &config.search()).map_err(Refusal::unsupported)?;
        let finding = finding.unwrap_or_default();
        Ok(Answer::json(&JsonAnswer {
            clash: Some(texts(&variant, &finding)),
            exact: Some(finding.exact),
            nodes: Some(finding.nodes),
            ..JsonAnswer::new(Status::Ok)
        }))
    }

    /// Returns the candidates that givens with several values leave at each index, or an empty list
    /// if there are no such givens.
    fn allowed(&self) -> Vec<u64> {
        let all = self.base.board().values().all();
        let mut masks = vec![all; self.base.cell_count()];
        for constraint in self.base.constraints() {
            if let Constraint::Given(Given { cell, mask }) = constraint {
                masks[cell.index()] &= mask;
            }
        }
        if masks.iter().all(|mask| *mask == all) {
            return Vec::new();
        }
        let set = |mask| if mask == all { 0 } else { u64::from(mask) };
        self.grid_map.arrange(&masks).into_iter().map(set).collect()
    }

    /// Returns the content of the board for drawing.
    fn cosmetics(&self) -> Vec<Figure> {
        self.board.cosmetics.iter().filter_map(cosmetics::figure).collect()
    }

    fn drawn(&self) -> Result<Drawn, Refusal> {
        let drawn = Drawn::new(&self.variant(Which::Givens)?)
            .with_placed(&self.placed_values())
            .with_cosmetics(&self.cosmetics());
        if self.board.marks.iter().all(|marks| *marks == 0) {
            return Ok(drawn);
        }
        // Cells without user candidates show the candidates of the puzzle.
        let allowed = self.allowed();
        let shown = self.board.marks.iter().enumerate().map(|(index, marks)| match marks {
            0 => allowed.get(index).copied().unwrap_or(0) as u16,
            marks => *marks as u16,
        });
        Ok(drawn.with_candidates(&shown.collect::<Vec<u16>>()))
    }
}

impl VariantBoard<'_> {
    /// Estimates the number of solutions by random dives.
    pub(crate) fn estimate(&self, which: Which, dives: u64) -> Result<Estimate, Refusal> {
        let solver = PuzzleSolver::new(&self.variant(which)?).map_err(Refusal::unsupported)?;
        Ok(solver.estimate(dives, SEED))
    }
}

impl Puzzle for VariantBoard<'_> {
    fn solve(&self, which: Which, config: &Config) -> Result<Solved, Refusal> {
        let variant = self.variant(which)?;
        let found = config.solve(&variant).map_err(Refusal::unsupported)?;
        let answer = JsonAnswer::new(Status::of_search(found.report())).with_report(found.report());
        let grid = found.first().map(|values| digits(&variant, values));
        let regions = found.first().and_then(|values| regions(&variant, values));
        Ok(Solved { answer, grid, regions })
    }

    fn open(&self) -> Result<Vec<u64>, Refusal> {
        let variant = self.variant(Which::Digits)?;
        Ok(sets(&variant, &variant.open_values(&[])))
    }

    fn clashes(&self, which: Which) -> Result<Vec<JsonClash>, Refusal> {
        let variant = self.variant(which)?;
        let list = variant.contradictions(&[]).into_iter().map(|found| {
            let name = found.constraint.map(|at| variant.constraints()[at].name()).unwrap_or_default();
            let between = if name.is_empty() { "" } else { ": " };
            let text = format!("{name}{between}{}", found.text);
            JsonClash { cells: self.grid_map.of_cells(&found.cells), text }
        });
        Ok(list.collect())
    }

    fn true_candidates(&self, which: Which, config: &Config) -> Result<Finding<Truths>, Refusal> {
        let variant = self.variant(which)?;
        let solver = PuzzleSolver::new(&variant).map_err(Refusal::unsupported)?;
        let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last.as_ref().map(|(earlier, finding)| KnownCandidates::of(finding, earlier, &variant));
        let finding = solver.true_candidates(&config.search(), known.unwrap_or_default());
        let finding = finding.map_err(Refusal::unsupported)?;
        *last = Some((variant.clone(), finding.clone()));
        let truths = |TrueCandidates { masks, .. }: TrueCandidates| Truths {
            // Extra cells are included, because solutions with equal grids may differ in them.
            is_one: masks.iter().all(|mask| mask.count_ones() == 1),
            sets: held(&variant, &masks),
        };
        let Finding { found, exact, nodes, .. } = finding;
        Ok(Finding { found: found.filter(|_| exact).map(truths), exact, nodes })
    }

    fn redundant(&self, config: &Config) -> Result<Finding<Vec<String>>, Refusal> {
        let variant = self.variant(Which::Givens)?;
        expect_one_grid(&variant, "redundant givens are not available")?;
        let found = redundant_constraints(&variant, &config.search()).map_err(Refusal::unsupported)?;
        Ok(Finding { found: Some(texts(&variant, &found)), exact: found.exact, nodes: found.nodes })
    }

    fn hint(&self, request: &StepRequest) -> Result<Hint, Refusal> {
        steps::hint(self, request)
    }

    fn judge(&self, request: &JudgeRequest) -> Result<Vec<json::Verdict>, Refusal> {
        steps::judge(self, request)
    }

    fn explain(&self, request: &StepRequest) -> Result<Result<Path, Hint>, Refusal> {
        steps::explain(self, request)
    }

    fn drawing(step: &Step) -> Option<Drawing> {
        steps::drawing(step)
    }

    fn write(&self, to: &str, texts: &Texts) -> Result<Vec<u8>, Refusal> {
        let variant = self.variant(Which::Givens)?;
        if to == OVERLAPPING {
            return Ok(rows(&variant)?.into_bytes());
        }
        let form = Format::variant_by_name(to)
            .ok_or_else(|| Refusal::usage(format!("unknown format {to:?} for variants")))?;
        let mut entry = VariantEntry::new(variant);
        let text = |text: &str| (!text.is_empty()).then(|| text.into());
        (entry.title, entry.author, entry.rules) =
            (text(&texts.title), text(&texts.author), text(&texts.rules));
        entry.cosmetics = self.cosmetics();
        Ok(variant_text(&entry, form).map_err(Refusal::unsupported)?.into_bytes())
    }

    fn show(&self) -> Result<Shown, Refusal> {
        let Self { base, grid_map, .. } = self;
        let holes = grid_map.holes();
        if let Some(layout) = Layout::of(base) {
            let rules = vec![grids::rule(layout)];
            return Ok(Shown { holes, rules, ..Shown::new(&grids::layers(layout)) });
        }
        let constraint = |constraint: &Constraint| JsonConstraint {
            name: constraint.name(),
            text: constraint_text(base, constraint),
            meaning: constraint.sentence(base.board()),
            cells: grid_map.of_cells(&constraint.cells(base.board())),
        };
        let picture = Drawn::new(base);
        Ok(Shown {
            constraints: base.constraints().iter().map(constraint).collect(),
            holes,
            allowed: self.allowed(),
            rules: picture.rules(),
            ..Shown::new(&picture.layers())
        })
    }

    fn scene(&self) -> Result<Scene, Refusal> {
        Ok(match Layout::of(&self.base) {
            Some(layout) => grids::scene(layout, self),
            None => self.drawn()?.without_rules().scene(),
        })
    }

    fn step_scene(&self, step: &json::Step) -> Result<Scene, Refusal> {
        let state = State::new(&self.variant(Which::Givens)?);
        let Some(Step::Variant(step)) = step.in_position(&state.into()) else {
            return Err(Refusal::usage("the step contains unknown names"));
        };
        Ok(self.drawn()?.without_rules().with_step(&step.deduction).scene())
    }

    fn picture(&self) -> Result<Picture, Refusal> {
        Ok(match Layout::of(&self.base) {
            Some(layout) => grids::picture(layout, self, &self.board.placed),
            None => self.drawn()?.without_rules().picture(),
        })
    }

    fn rules(&self) -> Result<String, Refusal> {
        Ok(match Layout::of(&self.base) {
            Some(layout) => grids::rule(layout),
            None => Drawn::new(&self.base).rules().join("\n"),
        })
    }

    fn solution(&self) -> Result<Option<Picture>, Refusal> {
        let variant = self.variant(Which::Givens)?;
        let answer = Config::default().solve(&variant).map_err(Refusal::unsupported)?;
        Ok(answer.unique().map(|values| match Layout::of(&variant) {
            Some(layout) => grids::picture(layout, self, &digits(&variant, values)),
            None => Drawn::new(&variant).with_values(values).without_rules().picture(),
        }))
    }
}

#[derive(Serialize)]
struct Catalogue {
    schema: u32,
    status: &'static str,
    kinds: Vec<JsonKind>,
}

#[derive(Serialize)]
struct JsonKind {
    #[serde(flatten)]
    rule: JsonConstraintKind,
    /// The title.
    title: &'static str,
    /// A small variant with such a constraint.
    example: &'static str,
}

pub(crate) fn catalogue() -> Answer {
    let kind = |about| {
        let rule = JsonConstraintKind::from(about);
        let style = style_of(rule.name);
        JsonKind {
            title: style.map_or(rule.name, |style| style.title),
            example: style.map_or("", |style| style.example),
            rule,
        }
    };
    Answer::json(&Catalogue { schema: SCHEMA, status: "ok", kinds: kinds().map(kind).collect() })
}

/// Returns the board of a variant. If the page can represent the puzzle without text, the board has
/// none and needs no engine for variants.
fn simplest_board(variant: &Variant) -> Result<Board, Refusal> {
    let is_plain = |constraint: &Constraint| {
        matches!(constraint, Constraint::Given(_) | Constraint::NoBoxes(_) | Constraint::Jigsaw(_))
    };
    let puzzle = variant.to_puzzle().filter(|puzzle| puzzle.restrictions().is_none());
    match puzzle.filter(|_| variant.constraints().iter().all(is_plain)) {
        Some(puzzle) => Board::of_puzzle(&puzzle),
        None => board_of(variant),
    }
}

/// Returns the answer for a variant and the warnings about its text.
fn read_variant(variant: &Variant, warnings: Vec<String>) -> Result<ReadText, Refusal> {
    Ok(ReadText { warnings, ..ReadText::new("variant", vec![simplest_board(variant)?]) })
}

/// Parses a text or link of a variant.
pub(crate) fn read(text: &[u8]) -> Result<ReadText, Refusal> {
    let text = std::str::from_utf8(text)
        .map_err(|_| Refusal::unreadable("expected UTF-8, found other bytes", 1, 1))?;
    let entry = variant::read(text).map_err(Refusal::unreadable_whole)?;
    let title = entry.title.map(String::from);
    Ok(ReadText { title, ..read_variant(&entry.puzzle, entry.warnings)? })
}

/// Lists the text formats for variants.
pub(crate) fn formats() -> Vec<JsonFormat> {
    let formats = Format::written_variants().map(|form| JsonFormat {
        name: form.name(),
        description: form.description(),
        extensions: &[],
    });
    let description = "overlapping grids: the numbers of rows and columns, then the rows";
    formats.chain([JsonFormat { name: OVERLAPPING, description, extensions: &[] }]).collect()
}

/// The name of the text format of overlapping grids.
const OVERLAPPING: &str = "overlapping";

/// Writes overlapping grids as rows.
fn rows(variant: &Variant) -> Result<String, Refusal> {
    let grids = Layout::of(variant).and_then(|layout| Overlapping::new(layout, &[]));
    let grids = grids.ok_or_else(|| Refusal::unsupported("the puzzle has no overlapping grids"))?;
    let value = |mask: &u16| if mask.is_power_of_two() { mask.trailing_zeros() as u8 + 1 } else { 0 };
    Ok(grids.write(&variant.domains().iter().map(value).collect::<Vec<u8>>()))
}
