//! Verdicts on thousands of true and corrupted moves, in proper and unfinished puzzles, are compared with known
//! solutions and with true candidates, which another search finds. The steps of a verdict are proved again.
//!
//! `FARANDOLE_MOVES=100 cargo test -p farandole --test it verdict:: -- --nocapture` judges that many moves in each position.

use farandole::Config;
use farandole::engines::{KnownCandidates, PuzzleSolver};
use farandole::hint::Position;
use farandole::logic::cancel::{Limited, until};
use farandole::logic::claim::Claim;
use farandole::logic::hint::Step;
use farandole::logic::own::{self, Order};
use farandole::logic::{variant, verify};
use farandole::puzzle::constraint::Constraint;
use farandole::puzzle::format::iss;
use farandole::puzzle::variant::Variant;
use farandole::puzzle::{Cell, Puzzle};
use farandole::search::Alarm;
use farandole::verdict::{Judge, Limits, Move, Reason, Ruling, Verdict, judge};
use farandole_testkit::random::Random;
use std::time::{Duration, Instant};

/// Search nodes for true candidates; puzzles that need more are left out.
const NODES: u64 = 20_000;

/// The time for the steps of a verdict. A verdict that takes longer has no steps, but is correct.
const TIME: Duration = Duration::from_millis(300);

/// Number of verdicts by ruling, and their times.
#[derive(Default)]
struct Tally {
    rulings: Vec<(&'static str, usize)>,
    times: Vec<Duration>,
}

impl Tally {
    /// Counts a verdict. Times of verdicts that the grid itself shows are not of interest.
    fn add(&mut self, verdict: &Verdict, time: Duration) {
        if matches!(verdict.reason, None | Some(Reason::Steps(_))) {
            self.times.push(time);
        }
        let ruling = verdict.ruling;
        match self.rulings.iter_mut().find(|(name, _)| *name == ruling.name()) {
            Some((_, count)) => *count += 1,
            None => self.rulings.push((ruling.name(), 1)),
        }
    }

    fn count(&self, ruling: Ruling) -> usize {
        self.rulings.iter().filter(|(name, _)| *name == ruling.name()).map(|(_, count)| count).sum()
    }

    /// Prints the counts and the times.
    fn report(&mut self, what: &str) {
        self.times.sort_unstable();
        let at = |percent: usize| self.times[(self.times.len() - 1) * percent / 100];
        println!("{what}: {:?}, median {:?}, p99 {:?}", self.rulings, at(50), at(99));
    }
}

/// Returns for each cell the mask of the values that it has in some solution, with bit 0 for the smallest value.
fn true_candidates(puzzle: &Puzzle) -> Option<Vec<u16>> {
    let solver = PuzzleSolver::new(puzzle.clone()).ok()?;
    let config = farandole::engines::Config { budget: NODES, ..Default::default() };
    let finding = solver.true_candidates(&config, KnownCandidates::default()).ok()?;
    let masks = finding.found.filter(|_| finding.exact)?.masks;
    masks.iter().all(|mask| *mask != 0).then(|| masks.iter().map(|mask| *mask as u16).collect())
}

/// A puzzle with its true candidates and the mask of each value.
struct Known {
    puzzle: Puzzle,
    masks: Vec<u16>,
    low: u8,
    values: u8,
}

impl Known {
    fn new(puzzle: Puzzle, masks: Vec<u16>) -> Self {
        let (low, values) = match &puzzle {
            Puzzle::Classic(_) => (1, 9),
            Puzzle::Variant(variant) => {
                let range = variant.board().values();
                (range.low(), range.count())
            }
        };
        Self { puzzle, masks, low, values }
    }

    fn bit(&self, value: u8) -> u16 {
        1 << (value - self.low)
    }

    /// Returns true if the claim holds in all solutions, false if in none, and `None` otherwise.
    fn truth(&self, claim: Move) -> Option<bool> {
        let candidate = claim.candidate();
        let (mask, bit) = (self.masks[candidate.cell.index()], self.bit(candidate.value));
        let holds = if mask & bit == 0 {
            false
        } else if mask == bit {
            true
        } else {
            return None;
        };
        Some(holds == matches!(claim, Claim::Is(_)))
    }

    /// Returns a random move about a cell of the grid. Most moves are about a candidate of a cell that is not filled,
    /// and half of these about a value that occurs, because most values do not.
    fn random_move(&self, position: &Position, cells: usize, random: &mut Random) -> Move {
        let all = (0..cells).filter_map(Cell::new).flat_map(|cell| {
            (self.low..self.low + self.values).map(move |value| variant::Candidate { cell, value })
        });
        let state = match position {
            Position::Classic(grid) => grid.state(),
            Position::Variant(_) => None,
        };
        let is_open = |candidate: &variant::Candidate| match position {
            Position::Classic(_) => {
                let state = state.as_ref().expect("no digits clash");
                state.candidates(candidate.cell.index()) >> (candidate.value - 1) & 1 == 1
            }
            Position::Variant(position) => {
                position.state.has(*candidate) && !position.state.is_placed(candidate.cell)
            }
        };
        let occurs = |candidate: &variant::Candidate| {
            self.masks[candidate.cell.index()] & self.bit(candidate.value) != 0
        };
        let mut choice: Vec<variant::Candidate> = all.collect();
        if random.below(8) > 0 {
            choice.retain(is_open);
            let is_true = random.below(2) == 0;
            if choice.iter().any(|candidate| occurs(candidate) == is_true) {
                choice.retain(|candidate| occurs(candidate) == is_true);
            }
        }
        let candidate = match choice.len() {
            0 => variant::Candidate { cell: Cell::new(0).expect("a cell"), value: self.low },
            count => choice[random.below(count)],
        };
        if random.below(2) == 0 { Claim::Is(candidate) } else { Claim::Not(candidate) }
    }

    /// Returns a position in which some cells that have one value in all solutions are filled, and others have pencil
    /// marks without some values that occur in no solution.
    fn position(&self, cells: usize, random: &mut Random) -> Option<Position> {
        let share = random.below(4);
        let digit = |cell: usize| {
            let mask = self.masks[cell];
            let is_placed = mask.is_power_of_two() && random.below(6) < share;
            is_placed.then(|| self.low + mask.trailing_zeros() as u8)
        };
        let digits: Vec<Option<u8>> = (0..cells).map(digit).collect();
        let all = if self.values >= 16 { u16::MAX } else { (1 << self.values) - 1 };
        let mark = |cell: usize| match random.below(8) {
            0 => self.masks[cell] | random.next() as u16 & all,
            _ => 0,
        };
        let marks: Vec<u16> = (0..cells).map(mark).collect();
        Position::new(&self.puzzle, &digits, &marks).ok()
    }
}

/// Returns true if the state after the steps shows the fact, and each step is proved.
fn is_shown(fact: Move, steps: &[Step]) -> bool {
    let candidate = fact.candidate();
    let is_placed = matches!(fact, Claim::Is(_));
    let proved = steps.iter().all(|step| match step {
        Step::Classic(step) => verify::prove(&step.state, &step.deduction).is_ok(),
        Step::Variant(step) => variant::prove(&step.state, &step.deduction).is_ok(),
    });
    let shown = match steps.last().expect("at least one step").after() {
        Position::Classic(grid) => {
            let (cell, state) = (candidate.cell.index(), grid.state().expect("no digits clash"));
            let has = state.candidates(cell) >> (candidate.value - 1) & 1 == 1;
            if is_placed {
                grid.digit(cell) == candidate.value
            } else {
                !has && grid.digit(cell) != candidate.value
            }
        }
        Position::Variant(position) => {
            let has = position.state.has(candidate);
            if is_placed { has && position.state.is_placed(candidate.cell) } else { !has }
        }
    };
    proved && shown
}

fn check(known: &Known, claim: Move, verdict: &Verdict) {
    let expected = match known.truth(claim) {
        None => verdict.ruling == Ruling::Undecided,
        Some(true) => matches!(verdict.ruling, Ruling::Justified | Ruling::NotYetJustified),
        Some(false) => verdict.ruling == Ruling::Contradicts,
    };
    assert!(expected, "{:?} is {:?}: {:?}", claim, known.truth(claim), verdict.ruling);
    assert_eq!(
        verdict.ruling == Ruling::NotYetJustified,
        known.truth(claim) == Some(true) && verdict.reason.is_none()
    );
    for value in &verdict.values {
        assert_ne!(
            known.masks[claim.candidate().cell.index()] & known.bit(*value),
            0,
            "{value} is no value of the cell"
        );
    }
    if let Some(Reason::Steps(steps)) = &verdict.reason {
        let fact = if verdict.ruling == Ruling::Contradicts { claim.not() } else { claim };
        assert!(is_shown(fact, steps), "{claim:?}: {steps:?}");
    }
}

/// Judges random moves in random positions of a puzzle.
fn judge_moves(known: &Known, moves: usize, random: &mut Random, tally: &mut Tally) {
    let cells = match &known.puzzle {
        Puzzle::Classic(_) => 81,
        Puzzle::Variant(variant) => variant.board().grid_count(),
    };
    let open = |cell: usize| match &known.puzzle {
        Puzzle::Classic(_) => true,
        Puzzle::Variant(variant) => !variant.board().is_hole(Cell::new(cell).expect("a cell")),
    };
    let stated = std::env::var("FARANDOLE_MOVES").ok().and_then(|text| text.parse().ok());
    let Some(position) = known.position(cells, random) else { return };
    let order = Order::default();
    let judge = Judge::new(position, &Config::default(), None).expect("a supported puzzle");
    let most = judge.position().usual_difficulty();
    let limits = Limits { config: own::Config { order: &order, searches: u64::MAX }, most };
    for _ in 0..stated.unwrap_or(moves) {
        let claim = known.random_move(judge.position(), cells, random);
        if open(claim.candidate().cell.index()) {
            let start = Instant::now();
            let alarm = Alarm::after(Some(TIME));
            let watch = until(alarm.stop());
            let limits = Limited { budget: limits, observer: Some(&watch) };
            let verdict = judge.verdict(claim, limits, None).expect("a supported puzzle");
            tally.add(&verdict, start.elapsed());
            check(known, claim, &verdict);
            // The text is written for every verdict.
            assert!(verdict.text(judge.position()).ends_with('\n'));
        }
    }
}

fn classic(line: &str) -> Puzzle {
    Puzzle::Classic(line.parse().expect("81 cells"))
}

#[test]
fn verdicts_on_classic_moves_agree_with_known_solutions() {
    let (mut random, mut tally) = (Random::new(1), Tally::default());
    let texts = [
        include_str!("../../../../testdata/sudoku/17_clue_sample.txt"),
        include_str!("../../../../testdata/puzzles/top95.txt"),
    ];
    for line in texts.iter().flat_map(|text| text.lines()).step_by(2) {
        let puzzle = classic(&line[..81]);
        let solution = farandole::solve(&puzzle).expect("a puzzle");
        let digits = solution.unique().expect("a proper puzzle").to_vec();
        let masks = digits.iter().map(|digit| 1 << (digit - 1)).collect();
        judge_moves(&Known::new(puzzle, masks), 12, &mut random, &mut tally);
    }
    tally.report("classic, one solution");
    assert!(tally.count(Ruling::Justified) > 300 && tally.count(Ruling::Contradicts) > 300);
    assert_eq!(tally.count(Ruling::Undecided), 0);
}

#[test]
fn verdicts_on_unfinished_classic_puzzles_agree_with_true_candidates() {
    let (mut random, mut tally) = (Random::new(2), Tally::default());
    for line in include_str!("../../../../testdata/sudoku/human_times.tsv").lines().skip(2).step_by(2) {
        let mut cells = line.as_bytes()[..81].to_vec();
        let mut givens: Vec<usize> = (0..81).filter(|cell| cells[*cell] != b'.').collect();
        random.shuffle(&mut givens);
        let removed = 1 + random.below(5);
        givens.iter().take(removed).for_each(|cell| cells[*cell] = b'.');
        let puzzle = classic(std::str::from_utf8(&cells).expect("ASCII"));
        if let Some(masks) = true_candidates(&puzzle) {
            judge_moves(&Known::new(puzzle, masks), 12, &mut random, &mut tally);
        }
    }
    tally.report("classic, unfinished");
    let least = [Ruling::Justified, Ruling::Contradicts, Ruling::Undecided].map(|ruling| tally.count(ruling));
    assert!(least.iter().all(|count| *count > 100), "{least:?}");
}

/// Returns the variants of the two lists, with the solution of the grid if it is known.
fn variants() -> Vec<(Variant, &'static str)> {
    let texts = [
        include_str!("../../../../testdata/variants/kinds.tsv"),
        include_str!("../../../../testdata/variants/iss.tsv"),
    ];
    let lines = texts.into_iter().flat_map(str::lines).filter(|line| !line.starts_with('#'));
    let read = |line: &'static str| {
        let mut fields = line.split('\t');
        let (text, solution) = (fields.nth(1)?, fields.next().unwrap_or_default());
        let variant = iss::read(text).ok()?;
        // Steps are limited to boards without second values.
        (!variant.board().has_seconds()).then_some((variant, solution))
    };
    lines.filter_map(read).collect()
}

#[test]
fn verdicts_on_moves_in_variants_agree_with_known_solutions() {
    let (mut random, mut tally) = (Random::new(3), Tally::default());
    for (variant, solution) in variants() {
        let Some(masks) = true_candidates(&Puzzle::Variant(variant.clone())) else { continue };
        let known = Known::new(Puzzle::Variant(variant), masks);
        for (mask, value) in
            known.masks.iter().zip(solution.bytes()).filter(|(_, value)| value.is_ascii_digit())
        {
            assert_ne!(mask & known.bit(value - b'0'), 0, "the known solution has true candidates");
        }
        judge_moves(&known, 12, &mut random, &mut tally);
    }
    tally.report("variants");
    assert!(tally.count(Ruling::Justified) > 100 && tally.count(Ruling::Contradicts) > 100);
}

#[test]
fn verdicts_on_unfinished_variants_agree_with_true_candidates() {
    let (mut random, mut tally) = (Random::new(4), Tally::default());
    for (variant, _) in variants() {
        let mut constraints: Vec<Constraint> = variant.constraints().to_vec();
        for _ in 0..1 + random.below(3) {
            if !constraints.is_empty() {
                constraints.remove(random.below(constraints.len()));
            }
        }
        let Ok(variant) = Variant::new(variant.shape(), variant.stated_groups(), constraints) else {
            continue;
        };
        let puzzle = Puzzle::Variant(variant);
        if let Some(masks) = true_candidates(&puzzle) {
            judge_moves(&Known::new(puzzle, masks), 12, &mut random, &mut tally);
        }
    }
    tally.report("variants, unfinished");
    let least = [Ruling::Justified, Ruling::Contradicts, Ruling::Undecided].map(|ruling| tally.count(ruling));
    assert!(least.iter().all(|count| *count > 50), "{least:?}");
}

#[test]
fn a_step_of_a_hint_justifies_its_effects() {
    let (order, mut effects) = (Order::default(), 0);
    for line in include_str!("../../../../testdata/puzzles/top95.txt").lines().take(10) {
        let puzzle = classic(&line[..81]);
        let path = farandole::explain(&puzzle).expect("a puzzle").expect("a proper puzzle");
        for step in path.steps.iter().step_by(5) {
            let Step::Classic(step) = step else { panic!("a classic step") };
            let judge =
                Judge::new(Step::Classic(step.clone()).before(), &Config::default(), None).expect("a puzzle");
            let limits = Limits { config: own::Config { order: &order, searches: u64::MAX }, most: 200.0 };
            let general = |it: &farandole::logic::Candidate| variant::Candidate {
                cell: Cell::new(it.cell()).expect("a cell"),
                value: it.digit(),
            };
            let placed = step.deduction.placements.iter().map(|it| Claim::Is(general(it)));
            let eliminated = step.deduction.eliminations.iter().map(|it| Claim::Not(general(it)));
            let is_own = Order::default().techniques().contains(&step.deduction.technique);
            for claim in placed.chain(eliminated).take(1).filter(|_| is_own && step.difficulty < Some(5.0)) {
                let verdict = judge.verdict(claim, limits, None).expect("a puzzle");
                assert_eq!(verdict.ruling, Ruling::Justified, "{claim:?} {:?}", step.deduction.technique);
                effects += 1;
            }
        }
    }
    assert!(effects > 50, "{effects}");
}

#[test]
fn sentences_name_the_evidence() {
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let position = Position::of_puzzle(&classic(puzzle)).expect("a classic puzzle");
    let text = |moves: &str| {
        let verdicts = judge(puzzle, moves).expect("moves");
        verdicts.iter().map(|verdict| verdict.sentence(&position)).collect::<String>()
    };
    assert_eq!(text("r1c1=5"), "r1c1=5 is true: r1c1 is already 5.\n");
    assert_eq!(text("r1c1<>5"), "r1c1<>5 is wrong: r1c1 is already 5.\n");
    assert_eq!(text("r1c3=5"), "r1c3=5 is wrong: r1c1 is 5.\n");
    assert_eq!(text("r1c3<>3,r5c5=5"), "r1c3<>3 is true: r1c2 is 3.\nr5c5=5 is justified.\n");
    assert!(judge(puzzle, "r1c10=5").is_err());
    // The digit that was placed contradicts the givens.
    let wrong = puzzle.replacen("53.", "53+1", 1);
    let verdict = &judge(&wrong, "r5c5=5").expect("moves")[0];
    assert_eq!(verdict.ruling, Ruling::NoSolution);
    assert!(verdict.text(&position).contains("r1c3"), "{}", verdict.text(&position));
}
