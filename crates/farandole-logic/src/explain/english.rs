//! English text for deductions about classic puzzles, in three styles.
//!
//! The file of each technique contains the sentence that explains why it holds. Shared phrases are
//! in `grammar.rs`, and the paragraphs of chains are in `branches.rs`.

pub use super::branches::Nesting;
use super::branches::{branches, wrap};
use super::place::place;
pub use crate::grammar::{Depth, cell, effect, house};
use crate::lookup;
use crate::model::{Deduction, State};
use crate::notation;
use crate::pages::Page;

/// The register of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum Register {
    /// One line: the pattern in short notation, with chains in Eureka notation, and the effect.
    Line,
    /// The technique and its effect, then the reason in sentences.
    #[default]
    Text,
    /// Like `Text`, followed by the notation of chains and a general description of the technique.
    Lesson,
}

/// The form of an explanation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// The register.
    pub register: Register,
    /// The treatment of nested chains.
    pub nesting: Nesting,
}

/// Renders a step at this level of detail: one line for `Where` and `What`, several for `Why`. Each
/// line ends with a newline.
///
/// `state` is the grid before the step.
pub fn step(state: &State, deduction: &Deduction, depth: Depth) -> String {
    match depth {
        Depth::Where => format!("Look at {}.\n", place(state, deduction)),
        Depth::What => format!("{}: {}.\n", deduction.technique.title(), effect(deduction)),
        Depth::Why => styled(state, deduction, Style::default()),
    }
}

/// Renders a step with its reason in this style. Each line ends with a newline.
///
/// `state` is the grid before the step.
pub(crate) fn styled(state: &State, deduction: &Deduction, style: Style) -> String {
    if style.register == Register::Line {
        return format!("{}: {}\n", deduction.technique.title(), notation::line(deduction));
    }
    let mut text = step(state, deduction, Depth::What);
    let why = why(state, deduction);
    if !why.is_empty() {
        text += &why;
        text.push('\n');
    }
    branches(state, deduction, 1, style.nesting, &mut text);
    if style.register == Register::Lesson {
        if let Some(chain) = notation::eureka(deduction) {
            text += &format!("In short: {chain} => {}\n", notation::effect(deduction));
        }
        for (heading, body) in lesson(deduction) {
            wrap(&format!("{heading}: {body}"), 0, &mut text);
        }
    }
    text
}

/// Returns the general description of the technique: what it is, and why it holds.
fn lesson(deduction: &Deduction) -> Vec<(&'static str, String)> {
    let sections = Page::of(deduction.technique).map(|page| page.sections()).unwrap_or_default();
    sections.into_iter().filter(|(heading, _)| matches!(*heading, "What it is" | "Why it holds")).collect()
}

/// Explains why a deduction holds, using the text from the technique's own file.
pub(super) fn why(state: &State, deduction: &Deduction) -> String {
    lookup::why(state, deduction)
}
