//! Compiles regions that are found while solving (chaos construction), and the constraints that
//! refer to them.

use super::cells::numbers;
use super::flags::{self, Compared};
use crate::compile::builder::Builder;
use crate::propagators::regions::{
    APART, Clues, Labels, Pair, RegionCount, RegionPartition, RegionRun, RegionVariety, TOGETHER,
};
use crate::propagators::regular::{Graph, Reader};
use crate::propagators::same_region_count::{SameRegionCount, SameRegionRuns};
use farandole_puzzle::Cell;
use farandole_puzzle::board::Board;
use farandole_puzzle::constraint::{Constraint, CountDistinct, Nfa};
use farandole_puzzle::variant::Variant;

/// The unknown regions of a grid, and the data about them that is collected during compilation.
struct Regions {
    /// For each cell of the grid, the index of its label cell, which holds the number of its region.
    labels: Vec<u16>,
    pairs: Vec<Pair>,
    clues: Clues,
    /// Number of cells of a region.
    size: usize,
}

/// Accepts the kinds that [`add`] compiles together.
pub(super) fn compile(constraint: &Constraint, _board: &Board, _builder: &mut Builder) -> bool {
    matches!(
        constraint,
        Constraint::ChaosConstruction(_) | Constraint::ChaosArrow(_) | Constraint::ChaosCount(_)
    )
}

/// Increases of the initial branching priority of the cells of a region clue: its control cell, which
/// holds the number that the clue requires, and the flags that it reads.
#[derive(Clone, Copy)]
struct Preference {
    control: u32,
    flag: u32,
}

/// The preference for clues about the region of one cell.
const OF_ONE: Preference = Preference { control: 12, flag: 1 };

/// The preference for clues that count different regions. `The Fountain` needs about 1,000 guesses with it,
/// and more than 300,000 without it. Priorities of 8 and 2 gave the fewest guesses
/// (docs/experiments/2026-11-23-variant-regions.md).
const OF_SEVERAL: Preference = Preference { control: 8, flag: 2 };

/// Maximum number of cells whose different labels are counted together.
// The counts 0 to 15 fit into a mask of 16 bits.
const MOST_CELLS: usize = 15;

impl Preference {
    /// Applies the preference to a control cell and its flags.
    fn tell(self, control: Cell, flags: &[u16], builder: &mut Builder) {
        builder.prefer(control.index() as u16, self.control);
        flags.iter().for_each(|&flag| builder.prefer(flag, self.flag));
    }
}

/// Adds the unknown regions of a variant, if it has any. Returns a list with an entry for each
/// constraint, which is true if the constraint needs no other propagator.
pub(super) fn add(variant: &Variant, builder: &mut Builder) -> Vec<bool> {
    let board = variant.board();
    let mut done = vec![false; variant.constraints().len()];
    // For variants without unknown regions, this pass over the constraints is the only cost.
    if !variant.constraints().iter().any(|it| matches!(it, Constraint::ChaosConstruction(_))) {
        return done;
    }
    let labels = numbers(&board.group_cells("CC").unwrap_or_default());
    let size = board.region_size();
    if size > usize::from(builder.count()) {
        builder.impossible();
        return done;
    }
    let mut regions = Regions { labels, pairs: Vec::new(), clues: Clues::default(), size };
    for (a, b) in board.neighbour_pairs() {
        // Flags of neighbours always exist, because the propagator for connected regions reads them.
        let (cells, flag) = ([a.index() as u16, b.index() as u16], builder.auxiliary(TOGETHER | APART));
        regions.pairs.push(Pair { cells, flag, adjacent: true });
    }
    let mut meaning = Labels::Interchangeable;
    for (constraint, done) in variant.constraints().iter().zip(&mut done) {
        match constraint {
            Constraint::Nfa(it) => *done = regions.compare(it, builder),
            Constraint::CountDistinct(it) => *done = regions.vary(it, builder),
            _ => {}
        }
        match constraint {
            _ if *done => {}
            // Regions must not be renumbered if even one constraint gives labels a meaning.
            _ if !regions.clue(constraint, board, builder) => meaning = Labels::Meant,
            _ => {}
        }
    }
    let values = numbers(&board.grid().collect::<Vec<Cell>>());
    if meaning == Labels::Interchangeable {
        // Regions are numbered by their first cells, so there are as many labels as regions.
        let first = (u32::MAX >> (32 - values.len() / size)) as u16;
        regions.labels.iter().for_each(|&label| builder.restrict(label, first));
    }
    let all = builder.full_mask();
    let propagator =
        RegionPartition::new(&values, &regions.labels, &regions.pairs, size as u32, all, meaning);
    builder.post(propagator.with_clues(regions.clues));
    done
}

impl Regions {
    /// Returns the flag of a pair of cells of the grid, which records if they are in one region.
    /// Creates the flag if necessary; flags of neighbours always exist.
    fn pair(&mut self, cells: [u16; 2], builder: &mut Builder) -> u16 {
        let [a, b] = [cells[0].min(cells[1]), cells[0].max(cells[1])];
        if a == b {
            return builder.auxiliary(TOGETHER);
        }
        if let Some(pair) = self.pairs.iter().find(|pair| pair.cells == [a, b]) {
            return pair.flag;
        }
        let flag = builder.auxiliary(TOGETHER | APART);
        self.pairs.push(Pair { cells: [a, b], flag, adjacent: false });
        flag
    }

    /// Returns the cells of the grid to which these label cells belong, or `None` if a cell is not a
    /// label cell.
    fn of_labels(&self, cells: &[Cell]) -> Option<Vec<u16>> {
        cells.iter().map(|cell| self.place(cell.index() as u16)).collect()
    }

    /// Compiles an automaton that only compares labels into an automaton over flags. Returns false
    /// if the automaton uses labels in other ways.
    fn compare(&mut self, nfa: &Nfa, builder: &mut Builder) -> bool {
        let (cells, machine) = nfa.machine();
        let (cells, machine) = (numbers(&cells), Reader::new(&machine, builder.values()));
        let places: Vec<Option<u16>> = cells.iter().map(|&cell| self.place(cell)).collect();
        let labels: Vec<bool> = places.iter().map(Option::is_some).collect();
        let Ok(graph) = Graph::new(&machine, cells.iter().map(|&cell| builder.domain(cell))) else {
            return false;
        };
        // An automaton that does more than compare labels must read them, so they keep their meaning.
        let Some(compared) = Compared::new(&graph, &labels, builder.count()) else { return false };
        let pairs = compared.pairs();
        let (mut line, mut first, mut last) = (Vec::with_capacity(cells.len()), None, None);
        for (&cell, &place) in cells.iter().zip(&places) {
            let (Some(place), before) = (place, if pairs == flags::Pairs::Chain { last } else { first })
            // A chain compares each label with the previous label, a star with the first label.
            else {
                line.push(cell);
                continue;
            };
            line.extend(before.map(|before| self.pair([before, place], builder)));
            first = first.or(Some(place));
            last = Some(place);
        }
        builder.regular(&compared, &line).is_ok()
    }

    /// Records a `CountDistinct` over labels whose first cell, which holds the number, is not a
    /// label. Returns false for other forms of the constraint.
    fn vary(&mut self, it: &CountDistinct, builder: &mut Builder) -> bool {
        let control = it.cells[0].index() as u16;
        let Some(mut cells) = self.of_labels(&it.cells[1..]) else { return false };
        cells.sort_unstable();
        cells.dedup();
        if cells.is_empty() || cells.len() > MOST_CELLS || self.place(control).is_some() {
            return false;
        }
        let inside = |pair: &&Pair| pair.cells.iter().all(|cell| cells.contains(cell));
        let flags: Vec<u16> = self.pairs.iter().filter(inside).map(|pair| pair.flag).collect();
        OF_SEVERAL.tell(it.cells[0], &flags, builder);
        let shift = -i32::from(builder.low());
        self.clues.varieties.push(RegionVariety { control, shift, cells: cells.into() });
        true
    }

    /// Records the arms of a clue, if no cell occurs in two of them. The run of the first cell along an
    /// arm ends at the first cell of another region. A single arm is ignored, because it increased the
    /// number of guesses in measurements (docs/experiments/2026-11-23-variant-regions.md).
    fn run(&mut self, control: u16, shift: i32, arms: &[Vec<u16>]) {
        if arms.len() < 2 {
            return;
        }
        let Some(&[start, ..]) = arms.first().map(Vec::as_slice) else { return };
        let arms: Vec<Box<[u16]>> = arms.iter().map(|arm| arm[1..].into()).collect();
        let mut all = arms.concat();
        // A cell that occurs twice would be counted twice.
        all.push(start);
        all.sort_unstable();
        if all.windows(2).all(|pair| pair[0] != pair[1]) {
            self.clues.runs.push(RegionRun { control, shift, start, arms: arms.into() });
        }
    }

    /// Returns the cell of the grid to which this label cell belongs.
    fn place(&self, label: u16) -> Option<u16> {
        self.labels.iter().position(|&it| it == label).map(|at| at as u16)
    }

    /// Returns the flags of every two consecutive cells.
    fn chain(&mut self, cells: &[u16], builder: &mut Builder) -> Vec<u16> {
        cells.windows(2).map(|pair| self.pair([pair[0], pair[1]], builder)).collect()
    }

    /// Adds the information of a constraint about regions. Returns false if the constraint also
    /// depends on the numbers of regions, so that labels are not interchangeable.
    fn clue(&mut self, constraint: &Constraint, board: &Board, builder: &mut Builder) -> bool {
        let low = i32::from(builder.low());
        match constraint {
            Constraint::ChaosArrow(it) => {
                let arms: Option<Vec<Vec<u16>>> = it.arms.iter().map(|arm| self.of_labels(arm)).collect();
                let Some(arms) = arms else { return false };
                let flags: Vec<Vec<u16>> = arms.iter().map(|arm| self.chain(arm, builder)).collect();
                let shift = 1 - i32::from(it.offset) - low;
                OF_ONE.tell(it.control, &flags.concat(), builder);
                // The region is connected and has more than one cell, so it continues along some arm. The
                // control cell thus cannot hold the value that stands for a region without other cells.
                if self.leaves_by(&arms) && (0..16).contains(&shift) {
                    builder.restrict(it.control.index() as u16, !(1 << shift));
                }
                builder.post(SameRegionRuns::new(it.control.index() as u16, &flags, shift));
                self.run(it.control.index() as u16, shift, &arms);
                self.of_labels(&[it.control]).is_none()
            }
            Constraint::ChaosCount(it) => {
                let Some(cells) = self.of_labels(&it.cells) else { return false };
                let others: Vec<u16> = cells[1..].to_vec();
                let flags: Vec<u16> =
                    others.iter().map(|&other| self.pair([cells[0], other], builder)).collect();
                let shift = 1 - i32::from(it.offset) - low;
                OF_ONE.tell(it.control, &flags, builder);
                let (control, center) = (it.control.index() as u16, cells[0]);
                builder.post(SameRegionCount::new(control, &flags, shift));
                self.clues.counts.push(RegionCount { control, shift, center, others: others.into() });
                self.of_labels(&[it.control]).is_none()
            }
            Constraint::SameValues(it) if it.sets.iter().all(|set| set.len() == 1) => {
                let cells = it.sets.concat();
                let Some(cells) = self.of_labels(&cells) else { return !self.reads_labels(&cells) };
                // Flags express that labels are equal. They propagate long before labels are known.
                for flag in self.chain(&cells, builder) {
                    builder.restrict(flag, TOGETHER);
                }
                true
            }
            Constraint::AllDifferent(it) => {
                let Some(cells) = self.of_labels(&it.cells) else { return !self.reads_labels(&it.cells) };
                for (at, &one) in cells.iter().enumerate() {
                    for &other in &cells[at + 1..] {
                        let flag = self.pair([one, other], builder);
                        builder.restrict(flag, APART);
                    }
                }
                true
            }
            _ => !self.reads_labels(&constraint.cells(board)),
        }
    }

    /// Returns true if the arms start at one cell, each neighbour of this cell is the second cell of
    /// an arm, and regions have several cells. The region then continues along at least one arm.
    fn leaves_by(&self, arms: &[Vec<u16>]) -> bool {
        let Some(&[start, ..]) = arms.first().map(Vec::as_slice) else { return false };
        let steps = |cell: u16| arms.iter().any(|arm| arm.len() > 1 && arm[..2] == [start, cell]);
        self.size > 1
            && self.pairs.iter().filter(|pair| pair.adjacent).all(|pair| match pair.cells {
                [a, b] if a == start => steps(b),
                [a, b] if b == start => steps(a),
                _ => true,
            })
    }

    fn reads_labels(&self, cells: &[Cell]) -> bool {
        cells.iter().any(|cell| self.labels.contains(&(cell.index() as u16)))
    }
}
