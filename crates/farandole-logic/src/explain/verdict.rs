//! Text of verdicts on moves.

use super::hints;
use crate::claim::Claim;
use crate::grammar::{Depth, join};
use crate::hint::{Move, Position, Reason, Ruling, Truth, Verdict};
use farandole_puzzle::Cell;

/// Writes a move as `r1c2=5` or `r1c2<>5`.
pub fn claim(position: &Position, claim: Move) -> String {
    let sign = if matches!(claim, Claim::Is(_)) { "=" } else { "<>" };
    let candidate = claim.candidate();
    format!("{}{sign}{}", cell(position, candidate.cell), candidate.value)
}

fn cell(position: &Position, cell: Cell) -> String {
    hints::cell_name(position.variant_texts(), cell)
}

impl Verdict {
    /// Renders the verdict on a move in this position, with the steps that show it. Each line ends with a newline.
    pub fn text(&self, position: &Position) -> String {
        let steps = match &self.reason {
            Some(Reason::Steps(steps)) => &steps[..],
            _ => &[],
        };
        let steps = steps.iter().map(|step| step.text(Depth::Why));
        self.sentence(position) + &steps.collect::<String>()
    }

    /// Renders the verdict without its steps, in lines that end with a newline.
    pub fn sentence(&self, position: &Position) -> String {
        let (name, at) = (claim(position, self.claim), cell(position, self.claim.candidate().cell));
        match self.ruling {
            Ruling::Justified => match self.shown(position) {
                Some(shown) => format!("{name} is true: {shown}.\n"),
                None => format!("{name} is justified.\n"),
            },
            Ruling::NotYetJustified => format!("{name} is true, but no step shows it yet.\n"),
            Ruling::Contradicts => match (&self.reason, self.shown(position)) {
                (_, Some(shown)) => format!("{name} is wrong: {shown}.\n"),
                (Some(_), None) => format!("{name} is wrong.\n"),
                (None, None) => {
                    format!("{name} is wrong: {}. No step shows it yet.\n", self.in_solutions(&at))
                }
            },
            Ruling::Undecided => {
                let values = join(self.values.iter().map(ToString::to_string), "or");
                format!("{name} is undecided: it holds in some solutions only; {at} can be {values}.\n")
            }
            Ruling::NoSolution if self.problems.is_empty() => "The position has no solution.\n".to_owned(),
            Ruling::NoSolution => {
                let text = |problem| hints::problem(position.variant_texts(), problem, Depth::Why) + "\n";
                self.problems.iter().map(text).collect()
            }
            Ruling::Unknown => format!("Gave up before the search decided {name}.\n"),
        }
    }

    /// Names the fact of the position that shows the claim or its opposite. Returns `None` if steps show it.
    fn shown(&self, position: &Position) -> Option<String> {
        let candidate = self.claim.candidate();
        let at = cell(position, candidate.cell);
        match self.reason.as_ref()? {
            Reason::Filled(value) => Some(format!("{at} is already {value}")),
            Reason::Seen(seen) => Some(format!("{} is {}", cell(position, *seen), candidate.value)),
            Reason::Eliminated => Some(format!("{} is no longer a candidate of {at}", candidate.value)),
            Reason::Steps(_) => None,
        }
    }

    /// States the values of the cell in the solutions.
    fn in_solutions(&self, at: &str) -> String {
        let value = self.claim.candidate().value;
        match (self.claim, self.truth, &self.values[..]) {
            (_, Some(Truth::OfOne(_)), [only]) => format!("the solution has {only} in {at}"),
            (Claim::Is(_), ..) => format!("no solution has {value} in {at}"),
            (Claim::Not(_), ..) => format!("every solution has {value} in {at}"),
        }
    }
}
