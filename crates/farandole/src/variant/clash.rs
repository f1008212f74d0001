//! Contradictions between givens, in words.

use super::print::constraint_text;
use farandole_puzzle::Cell;
use farandole_puzzle::board::Line;
use farandole_puzzle::variant::{GivenClash, HouseOrigin, Variant};

/// Describes a contradiction between givens that is visible without a search. `None` does not mean
/// that there is a solution.
///
/// ```
/// use farandole::variant::{clash_text, read};
///
/// let variant = read(".Shape~4x4.AntiKnight.~R1C1_2~R1C4_2")?.variant;
/// assert_eq!(clash_text(&variant).unwrap(), "value 2 is given twice in row 1, at R1C1 and R1C4");
/// # Ok::<(), farandole::Error>(())
/// ```
pub fn clash_text(variant: &Variant) -> Option<String> {
    let board = variant.board();
    let name = |cell: Cell| board.name(cell);
    let constraint = |index: usize| constraint_text(variant, &variant.constraints()[index]);
    Some(match variant.given_clash()? {
        GivenClash::Equal { value, first, second, origin } => {
            let (first, second) = (name(first), name(second));
            let house = match origin {
                HouseOrigin::Line(Line::Row(row)) => format!("row {}", row + 1),
                HouseOrigin::Line(Line::Col(col)) => format!("column {}", col + 1),
                HouseOrigin::Box(number) => format!("box {}", number + 1),
                HouseOrigin::Constraint(index) => {
                    let rule = constraint(index as usize);
                    return Some(format!(
                        "value {value} is given at {first} and {second}, which must differ because of {rule}"
                    ));
                }
            };
            format!("value {value} is given twice in {house}, at {first} and {second}")
        }
        GivenClash::Given { cell } => format!("the givens of {} leave no value", name(cell)),
        GivenClash::Forbidden { cell, given, allowed, constraint: index } => {
            let cell = name(cell);
            let (given, allowed) = (list(variant, given), list(variant, allowed));
            format!("{cell} is given as {given}, but {} allows only {allowed} there", constraint(index))
        }
        _ => return None,
    })
}

/// Returns the values of a mask as text, such as `1, 2 or 3`.
fn list(variant: &Variant, mask: u16) -> String {
    let values: Vec<String> =
        variant.board().values().values_of(mask).map(|value| value.to_string()).collect();
    match values.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        Some((last, _)) => last.clone(),
        None => "no value".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::read;

    #[test]
    fn each_clash_names_cells_and_what_forbids_it() {
        let text = |text: &str| clash_text(&read(text).unwrap().puzzle).unwrap();
        assert_eq!(text(".Shape~4x4.~R1C1_2~R2C2_2"), "value 2 is given twice in box 1, at R1C1 and R2C2");
        assert_eq!(
            text(".Shape~4x4.AntiKnight.~R1C1_2~R2C3_2"),
            "value 2 is given at R1C1 and R2C3, which must differ because of .AntiKnight"
        );
        assert_eq!(
            text(".Shape~4x4.StarBattle~1.~SB1_3_4"),
            "SB1 is given as 3 or 4, but .StarBattle~1 allows only 1 or 2 there"
        );
        assert_eq!(text(".Shape~4x4.~R1C1_2.~R1C1_3"), "the givens of R1C1 leave no value");
    }
}
