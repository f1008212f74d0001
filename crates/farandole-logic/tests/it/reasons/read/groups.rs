//! Sentences that list ways, bounds, and groups of cells in a house.

use super::{Check, Reader, cells, ensure, house, sets, sorted, values};
use crate::reasons::grid::Grid;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::Constraint;
use std::collections::BTreeSet;

impl Reader<'_> {
    /// Checks the list of all ways to fill some cells: "r1c1 and r1c2 are 1, 2; 3, 4".
    pub(super) fn ways(&self, list: &str) -> Check<&'static str> {
        let [constraint] = self.constraints[..] else { return Ok("ways of several") };
        let verb = if list.contains(" are ") { " are " } else { " is " };
        let (of, listed) = list.split_once(verb).ok_or("no list")?;
        let of = cells(of);
        let board = self.grid.state.variant().board();
        let mut grid: Vec<u8> =
            board.cells().map(|it| self.grid.of(it).first().copied().unwrap_or(1)).collect();
        let mut found = BTreeSet::new();
        for choice in self.grid.choices(&of, &|_, _| true) {
            of.iter().zip(&choice).for_each(|(of, value)| grid[of.index()] = *value);
            if constraint.check(board, &grid).is_ok() {
                found.insert(choice);
            }
        }
        let stated: BTreeSet<Vec<u8>> = if of.len() == 1 {
            values(listed).into_iter().map(|it| vec![it]).collect()
        } else {
            listed.split(';').map(values).collect()
        };
        ensure(stated == found, || format!("the ways are {found:?}"))?;
        Ok("ways")
    }

    /// Checks "Five cells follow r1c6, so it is at most 4".
    pub(super) fn run(&self, sentence: &str) -> Check<&'static str> {
        let (of, bound) = sentence.split_once(", so it is at ").ok_or("no bound")?;
        let (of, is_most) = (*cells(of).last().ok_or("no cell")?, bound.starts_with("most"));
        let bound = values(bound)[0];
        // The longest chain of cells that must increase from the cell, or decrease.
        let relates = self.relates().ok_or("no relation")?;
        let mut reached = vec![of];
        let mut length = 0;
        loop {
            let is_next = |to: &Cell| {
                let pairs = |from: &Cell| {
                    let holds = |one: u8, two: u8| relates(*from, one, *to, two);
                    (1..=9).all(|one| {
                        (1..=9).all(|two| holds(one, two) == if is_most { one < two } else { one > two })
                    })
                };
                reached.iter().any(pairs)
            };
            let next: Vec<Cell> = self.grid.state.cells().filter(is_next).collect();
            if next.is_empty() || length > 9 {
                break;
            }
            (reached, length) = (next, length + 1);
        }
        let wanted = if is_most { 9 - length } else { 1 + length };
        ensure(bound == wanted, || format!("the bound is {wanted}"))?;
        Ok("run")
    }

    /// Checks the sets of digits of groups of cells in a house: "r1c1 and r1c2 could only hold {1, 2} or {3, 4}; …".
    /// Sets that only the sums of whole groups restrict are counted.
    pub(super) fn overlap(&self, sentence: &str, after: &Grid<'_>) -> Check {
        let known = house(sentence.strip_prefix("In ").ok_or("no house")?).ok_or("no house")?;
        let (_, reason) = sentence.split_once(" were ").ok_or("no claim")?;
        let mut choices = vec![Vec::<u8>::new()];
        for part in reason.split("; ").filter(|it| it.contains(" could only hold ")) {
            let (of, held) = part.split_once(" could only hold ").ok_or("no sets")?;
            let (of, held) = (cells(of), sets(held));
            ensure(of.iter().all(|it| known.contains(it)), || "a cell is not in the house".to_owned())?;
            let sum = self.constraints.iter().find_map(|constraint| match constraint {
                Constraint::Cage(cage) if sorted_cells(&cage.cells) == sorted_cells(&of) => cage.sum,
                _ => None,
            });
            if let Some(sum) = sum {
                let all = after.choices(&of, &|_, _| true);
                let total = |it: &&Vec<u8>| it.iter().copied().map(u32::from).sum::<u32>() == sum;
                let found: BTreeSet<Vec<u8>> = all.iter().filter(total).map(|it| sorted(it)).collect();
                ensure(found == held, || format!("the sets are {found:?}"))?;
            }
            let with = |choice: &Vec<u8>| {
                let free = held.iter().filter(|set| !set.iter().any(|it| choice.contains(it)));
                free.map(|set| [&choice[..], set].concat()).collect::<Vec<_>>()
            };
            choices = choices.iter().flat_map(with).collect();
        }
        ensure(choices.is_empty(), || "the sets are disjoint".to_owned())
    }

    /// Checks "four cells would be 1, 2 or 3: r1c1, r1c2; r1c3 or r1c4": the numbers, and the cells that are alone.
    pub(super) fn crowded(&self, after: &Grid<'_>, reason: &str) -> Check {
        let (stated, groups) = reason.split_once(": ").ok_or("no groups")?;
        let (_, held) = stated.split_once(" cells would be ").ok_or("no values")?;
        let held = values(held);
        let separator = if groups.contains(';') { "; " } else { ", " };
        let mut named = BTreeSet::new();
        let mut total = 0;
        for group in groups.split(separator) {
            let of = cells(group);
            ensure(of.iter().all(|it| named.insert(*it)), || "a cell is named twice".to_owned())?;
            total += match group.split_once(" of ") {
                Some((count, _)) => NUMBERS.iter().position(|it| *it == count).ok_or("no number")?,
                None if group.contains(" or ") => 1,
                None => of.len(),
            };
            if let [alone] = of[..] {
                let fits = after.of(alone).iter().all(|value| held.contains(value));
                ensure(fits, || "another value is left".to_owned())?;
            }
        }
        ensure(total > held.len(), || "there is room".to_owned())
    }
}

/// Numbers in words.
const NUMBERS: [&str; 10] = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

fn sorted_cells(cells: &[Cell]) -> BTreeSet<Cell> {
    cells.iter().copied().collect()
}
