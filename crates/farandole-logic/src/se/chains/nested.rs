//! The techniques inside nested chains, applied to the candidates that remain under an assumption.

use super::forcing_chain::Engine;
use super::found::{Cause, Found};
use super::implication_run::{Eliminated, NestedElimination, NestedTechniques, Workspace};
use super::level::{Level, Meter};
use super::nested_test::NestedTests;
use super::single_chain::SingleChains;
use crate::model::tables::{BOXES_COLS_ROWS, CELLS, HOUSE_SETS, HOUSES, bits, is_pair};
use crate::model::{Marks, Technique};
use crate::se::techniques::fish::Fish;
use crate::se::techniques::locked;
use core::ops::ControlFlow;
use std::collections::{HashMap, HashSet};

/// The techniques inside chains.
#[derive(Default)]
pub(super) struct Nested {
    single_chains: Option<Box<SingleChains>>,
    engine: Option<Box<Engine<Self>>>,
    tests: NestedTests,
    /// True if the tests have loaded the source of this search.
    loaded: bool,
    /// The numbers of the nested chains found, identified by their assertions.
    numbers: HashMap<Vec<u16>, u32>,
    complexities: Vec<u32>,
    workspace: Workspace,
}

impl NestedTechniques for Nested {
    fn forget(&mut self) {
        self.numbers.clear();
        self.complexities.clear();
        self.loaded = false;
    }

    fn load(&mut self, source: &Marks, level: Level) {
        if matches!(level, Level::Dynamic(2 | 3)) && !self.loaded {
            self.tests.load(source);
            self.loaded = true;
        }
    }

    fn complexity(&self, number: u32) -> u32 {
        self.complexities[number as usize]
    }

    fn next_eliminations(
        &mut self,
        current: &Marks,
        source: &Marks,
        eliminated: &mut Eliminated,
        nesting: u8,
        meter: &mut Meter<'_>,
    ) -> Vec<NestedElimination> {
        let mut out = simple(current, source, eliminated);
        if !out.is_empty() || nesting < 2 {
            return out;
        }
        if nesting < 4 {
            if self.tests.get().single(source, current) {
                let found = self.single_chains.get_or_insert_default().all(current, meter);
                self.collect(found, current, source, &mut out);
            }
            if out.is_empty() && nesting == 3 && self.tests.get().multiple(current) {
                let found = self.engine().all(current, Level::Multiple, meter);
                self.collect(found, current, source, &mut out);
            }
        } else {
            let found = self.engine().all(current, Level::Dynamic(0), meter);
            self.collect(found, current, source, &mut out);
            if out.is_empty() && nesting >= 5 {
                let found = self.engine().all(current, Level::Dynamic(nesting - 3), meter);
                self.collect(found, current, source, &mut out);
            }
        }
        out
    }

    fn workspace(&mut self) -> &mut Workspace {
        &mut self.workspace
    }
}

impl Nested {
    fn engine(&mut self) -> &mut Engine<Self> {
        self.engine.get_or_insert_with(|| Box::new(Engine::new(Self::default())))
    }

    fn collect(
        &mut self,
        found: Vec<Found>,
        current: &Marks,
        source: &Marks,
        out: &mut Vec<NestedElimination>,
    ) {
        let mut effects = HashSet::new();
        for found in found {
            let removals = found.removals(current);
            if !effects.insert(removals.clone()) {
                continue;
            }
            let parents = parents(&found, current, source);
            if parents.is_empty() {
                continue;
            }
            let mut key = Vec::new();
            for end in &found.ends {
                key.extend(end.iter().map(|stop| stop.lit));
                key.push(u16::MAX);
            }
            let number = *self.numbers.entry(key).or_insert_with(|| {
                self.complexities.push(found.complexity);
                self.complexities.len() as u32 - 1
            });
            for candidate in removals {
                out.push(NestedElimination {
                    lit: candidate.index() as u16 * 2,
                    parents: parents.clone(),
                    nested: number,
                });
            }
        }
    }
}

/// Returns the eliminated candidates on which a nested chain depends, that is, those whose absence
/// created the links and alternatives of the chain.
fn parents(found: &Found, current: &Marks, source: &Marks) -> Vec<u16> {
    let mut out = Vec::new();
    let mut known = [0_u64; 12];
    let mut add = |cell: usize, digit: usize| {
        let candidate = cell * 9 + digit;
        if known[candidate / 64] >> (candidate % 64) & 1 == 0 {
            known[candidate / 64] |= 1 << (candidate % 64);
            out.push(candidate as u16 * 2);
        }
    };
    let cycle = found.target.is_none();
    for stop in found.ends.iter().flatten() {
        if stop.lit & 1 == 0 {
            continue;
        }
        let (cell, digit) = (stop.lit as usize / 18, stop.lit as usize / 2 % 9);
        let cause = match stop.cause {
            Cause::Assumed if !cycle => match (found.technique, found.house) {
                (Technique::CellChains | Technique::DynamicCell, _) => Cause::Cell,
                (_, Some(house)) => Cause::House(house / 9),
                _ => Cause::Assumed,
            },
            cause => cause,
        };
        match cause {
            Cause::Cell => bits(source.cand[cell] & !current.cand[cell]).for_each(|digit| add(cell, digit)),
            Cause::House(kind) => {
                let house = HOUSES[cell][kind as usize] as usize;
                bits(source.pos[house][digit] & !current.pos[house][digit])
                    .for_each(|position| add(CELLS[house][position] as usize, digit));
            }
            Cause::Assumed | Cause::Other => {}
        }
    }
    out
}

/// The candidates that houses and cells have lost.
struct Lost {
    /// For each house, the digits that have lost candidates.
    digits: [u16; 27],
    cells: u128,
}

impl Lost {
    fn of(candidates: &[u16]) -> Self {
        let mut lost = Self { digits: [0; 27], cells: 0 };
        for candidate in candidates {
            let (cell, digit) = (*candidate as usize / 9, candidate % 9);
            lost.cells |= 1 << cell;
            HOUSES[cell].iter().for_each(|house| lost.digits[*house as usize] |= 1 << digit);
        }
        lost
    }
}

/// Applies locked candidates, hidden pairs, naked pairs and X-wings, and returns the result of the
/// first technique that has one.
///
/// The source has none of these patterns, because the scale would have applied them before chains.
/// A new pattern therefore involves a house or cell that has lost a candidate since the technique
/// was last tried. Only such houses and cells are examined.
fn simple(current: &Marks, source: &Marks, eliminated: &mut Eliminated) -> Vec<NestedElimination> {
    let mut out = Vec::new();
    let mut lost = Lost { digits: [0; 27], cells: 0 };
    let mut since = usize::MAX;
    for (index, technique) in [pointing, hidden_pairs, naked_pairs, x_wings].into_iter().enumerate() {
        if eliminated.examined[index] != since {
            since = eliminated.examined[index];
            lost = Lost::of(&eliminated.candidates[since..]);
        }
        technique(current, source, &lost, &mut out);
        if !out.is_empty() {
            break;
        }
        eliminated.examined[index] = eliminated.candidates.len();
    }
    out
}

fn off_literals(cell: usize, digits: u16) -> impl Iterator<Item = u16> {
    bits(digits).map(move |digit| (cell * 9 + digit) as u16 * 2)
}

fn push(out: &mut Vec<NestedElimination>, parents: Vec<u16>, mut removals: Vec<u16>) {
    if !parents.is_empty() {
        removals.sort_unstable();
        for lit in removals {
            out.push(NestedElimination { lit, parents: parents.clone(), nested: u32::MAX });
        }
    }
}

fn pointing(current: &Marks, source: &Marks, lost: &Lost, out: &mut Vec<NestedElimination>) {
    let _ = locked::scan(current, |from| lost.digits[from], &mut |set| {
        let digit = 1 << set.digit;
        let of = |house: usize, positions: u16| {
            bits(positions)
                .flat_map(move |position| off_literals(CELLS[house][position] as usize, digit))
                .collect()
        };
        let outside = bits(source.pos[set.from][set.digit] & !current.pos[set.from][set.digit])
            .filter(|position| !HOUSES[CELLS[set.from][*position] as usize].contains(&(set.to as u8)))
            .fold(0, |positions, position| positions | 1 << position);
        push(out, of(set.from, outside), of(set.to, set.victims(current)));
        ControlFlow::Continue(())
    });
}

fn hidden_pairs(current: &Marks, source: &Marks, lost: &Lost, out: &mut Vec<NestedElimination>) {
    for house in BOXES_COLS_ROWS {
        if lost.digits[house] == 0 || current.empty[house] <= 4 {
            continue;
        }
        let pos = &current.pos[house];
        let fit = (0..9).fold(0_u16, |fit, digit| fit | u16::from(is_pair(pos[digit])) << digit);
        for high in bits(fit) {
            for low in bits(fit & ((1 << high) - 1)) {
                let digits = 1_u16 << high | 1 << low;
                if pos[high] != pos[low] || lost.digits[house] & digits == 0 {
                    continue;
                }
                let (mut parents, mut removals) = (Vec::new(), Vec::new());
                for (position, cell) in CELLS[house].iter().enumerate() {
                    let cell = *cell as usize;
                    if pos[high] >> position & 1 == 1 {
                        removals.extend(off_literals(cell, current.cand[cell] & !digits));
                    } else {
                        parents.extend(off_literals(cell, source.cand[cell] & digits));
                    }
                }
                push(out, parents, removals);
            }
        }
    }
}

fn naked_pairs(current: &Marks, source: &Marks, lost: &Lost, out: &mut Vec<NestedElimination>) {
    for house in BOXES_COLS_ROWS {
        if current.empty[house] < 4 || lost.cells & HOUSE_SETS[house] == 0 {
            continue;
        }
        let at = |position: usize| current.cand[CELLS[house][position] as usize];
        let lost = |position: usize| lost.cells >> CELLS[house][position] & 1 == 1;
        let fit = (0..9).fold(0_u16, |fit, position| fit | u16::from(is_pair(at(position))) << position);
        for high in bits(fit) {
            for low in bits(fit & ((1 << high) - 1)) {
                let digits = at(high);
                if at(low) != digits || !(lost(high) || lost(low)) {
                    continue;
                }
                let (mut parents, mut removals) = (Vec::new(), Vec::new());
                for (position, cell) in CELLS[house].iter().enumerate() {
                    let cell = *cell as usize;
                    if position == high || position == low {
                        parents.extend(off_literals(cell, source.cand[cell] & !digits));
                    } else {
                        removals.extend(off_literals(cell, current.cand[cell] & digits));
                    }
                }
                push(out, parents, removals);
            }
        }
    }
}

fn x_wings(current: &Marks, source: &Marks, lost: &Lost, out: &mut Vec<NestedElimination>) {
    for base in [9, 0] {
        let mut found: Vec<Fish> = Vec::new();
        let any = lost.digits[base..base + 9].iter().fold(0, |any, digits| any | digits);
        for digit in bits(any).filter(|digit| current.placed[*digit] <= 5) {
            let pos = |line: usize| current.pos[base + line][digit];
            let fit = (0..9).fold(0_u16, |fit, line| fit | u16::from(is_pair(pos(line))) << line);
            for high in bits(fit) {
                for low in bits(fit & ((1 << high) - 1)) {
                    if pos(high) == pos(low)
                        && (lost.digits[base + high] | lost.digits[base + low]) >> digit & 1 == 1
                    {
                        found.push(Fish { base, lines: 1 << high | 1 << low, positions: pos(high), digit });
                    }
                }
            }
        }
        found.sort_unstable_by_key(|fish| (fish.lines, fish.digit));
        for fish in found {
            let (mut parents, mut removals) = (Vec::new(), Vec::new());
            let digit = 1 << fish.digit;
            for line in bits(fish.lines).map(|line| fish.base + line) {
                let lost = source.pos[line][fish.digit] & !current.pos[line][fish.digit] & !fish.positions;
                parents.extend(
                    bits(lost).flat_map(|position| off_literals(CELLS[line][position] as usize, digit)),
                );
            }
            for cover in fish.covers() {
                let victims = current.pos[cover][fish.digit] & !fish.lines;
                removals.extend(
                    bits(victims).flat_map(|position| off_literals(CELLS[cover][position] as usize, digit)),
                );
            }
            push(out, parents, removals);
        }
    }
}
