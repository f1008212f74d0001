//! Sentences about a constraint with alternatives, and those that let the reader try a few ways to fill its cells.

use super::{Check, Reader, cells, ensure, tokens, values};
use crate::reasons::grid::Grid;
use crate::reasons::read::Token;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;

/// Maximum number of ways to fill the cells of a constraint that are tried.
const WAYS: usize = 200_000;

impl Reader<'_> {
    /// Checks the reasons against the alternatives, one for each: "with 1 first, the sum would be 1; r1c1 would point at r1c4
    /// (6), which cannot be 8". Equal reasons appear once.
    pub(super) fn alternatives(
        &self,
        after: &Grid<'_>,
        claim: (Cell, u8),
        cases: &str,
    ) -> Check<&'static str> {
        let [Constraint::AnyOf(any)] = self.constraints[..] else { return Err("no alternatives".to_owned()) };
        let cases: Vec<&str> = cases.split("; ").collect();
        let mut is_used = vec![false; cases.len()];
        for branch in &any.branches {
            let constraints: Vec<&Constraint> = branch.iter().collect();
            let branch =
                Reader { grid: self.grid.clone(), constraints, step: self.step, checked: Vec::new() };
            let fits = |case: &&str| branch.alternative(after, claim, case).is_ok();
            let at = cases.iter().position(fits).ok_or("no reason for an alternative")?;
            is_used[at] = true;
        }
        ensure(is_used.iter().all(|it| *it), || "a reason for no alternative".to_owned())?;
        Ok("alternatives")
    }

    /// Checks the reason against one alternative.
    fn alternative(&self, after: &Grid<'_>, claim: (Cell, u8), case: &str) -> Check {
        let board = self.grid.state.variant().board();
        match (&self.constraints[..], case.starts_with("with "), case.contains(" point at ")) {
            ([Constraint::XSum(it)], true, _) => self.prefixes(after, &it.place.cells(board), it.clue, case),
            ([Constraint::NumberedRoom(it)], _, true) => {
                self.pointer(after, &it.place.cells(board), it.clue, case)
            }
            (_, true, _) | (_, _, true) => Err("the reason of another constraint".to_owned()),
            _ => match self.reason("", claim, case)? {
                Some(_) => Ok(()),
                None => self.is_impossible(after, &[]),
            },
        }
    }

    /// Checks "with 3 first, the first 3 cells would add up to between 9 and 15" for each first digit.
    fn prefixes(&self, after: &Grid<'_>, line: &[Cell], clue: u32, case: &str) -> Check {
        let mut firsts = after.of(line[0]).to_vec();
        for part in case.split("with ").skip(1) {
            let (first, rest) = part.split_once(" first, ").ok_or("no first digit")?;
            let first = values(first)[0];
            let (_, stated) = rest
                .rsplit_once(" be 1")
                .map_or_else(|| rest.split_once(" add up to ").ok_or("no sum"), |(it, _)| Ok((it, "1")))?;
            let numbers: Vec<u32> = tokens(stated)
                .into_iter()
                .filter_map(|it| if let Token::Value(it) = it { Some(it) } else { None })
                .collect();
            let with = after.assuming(line[0], first);
            let sums = with.sums(&line[..usize::from(first)], &|_, _| true);
            let (least, most) = (numbers[0], *numbers.last().ok_or("no number")?);
            // The bounds may ignore which cells see each other.
            let holds = sums.iter().all(|it| (least..=most).contains(it)) && !(least..=most).contains(&clue);
            ensure(holds, || format!("{part}: the sums are {sums:?}"))?;
            firsts.retain(|it| *it != first);
        }
        ensure(firsts.is_empty(), || format!("{firsts:?} are missing"))
    }

    /// Checks "r1c1 would point at r1c4 (6), which cannot be 8", "r1c1 would point at itself, which would not be 8" and "r1c1
    /// could only be 4 or 5, which would not point at 8".
    fn pointer(&self, after: &Grid<'_>, line: &[Cell], clue: u32, case: &str) -> Check {
        let index = after.of(line[0]);
        ensure(cells(case).first() == Some(&line[0]), || "another cell".to_owned())?;
        ensure(case.ends_with(&format!(" {clue}")), || format!("the clue is {clue}"))?;
        match case.split_once(" could only be ") {
            Some((_, stated)) => {
                let (stated, _) = stated.split_once(", which would ").ok_or("no end")?;
                ensure(values(stated) == index, || format!("it can be {index:?}"))?;
            }
            None => {
                let target = if case.contains(" at itself") { line[0] } else { cells(case)[1] };
                ensure(index.len() == 1 && line[usize::from(index[0]) - 1] == target, || {
                    format!("it points at {index:?}")
                })?;
            }
        }
        let fits = |at: &u8| after.of(line[usize::from(*at) - 1]).iter().any(|it| u32::from(*it) == clue);
        ensure(!index.iter().any(fits), || "a cell fits".to_owned())
    }

    /// Checks "no digits of r1c2 (then 5 or 6) and r1c3 (6) would fit" by trying all of them. The other cells have one digit.
    pub(super) fn few(&self, after: &Grid<'_>, parts: &str) -> Check {
        let named = cells(parts);
        self.is_impossible(after, &named)
    }

    /// Checks that no digits of the named cells satisfy the constraint, whatever the other ones hold. Without names, all open
    /// cells are tried; otherwise, the least and the greatest digits of the others.
    fn is_impossible(&self, after: &Grid<'_>, named: &[Cell]) -> Check {
        let board = self.grid.state.variant().board();
        let [constraint] = self.constraints[..] else { return Err("several constraints".to_owned()) };
        let of = constraint.scope(board).ok_or("no cells")?;
        let open = of.into_iter().filter(|it| after.of(*it).len() > 1);
        let tried: Vec<Cell> = if named.is_empty() { open.collect() } else { named.to_vec() };
        let ways: usize = tried.iter().map(|it| after.of(*it).len()).product();
        ensure(ways <= WAYS, || "too many ways".to_owned())?;
        let ends = [<[u8]>::first, <[u8]>::last];
        for end in ends {
            let mut grid: Vec<u8> = board.cells().map(|it| end(after.of(it)).copied().unwrap_or(1)).collect();
            for choice in after.choices(&tried, &|_, _| true) {
                tried.iter().zip(&choice).for_each(|(of, value)| grid[of.index()] = *value);
                ensure(constraint.check(board, &grid).is_err(), || format!("{choice:?} fit"))?;
            }
        }
        Ok(())
    }
}
