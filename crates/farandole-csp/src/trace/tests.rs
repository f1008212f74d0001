use crate::CspSolver;
use crate::trace::*;
use farandole_cover::Random;
use farandole_puzzle::constraint::Constraint;
use farandole_puzzle::format::iss;
use farandole_puzzle::variant::check;

/// A function that returns the text of a constraint with random arguments.
type Draw = fn(&mut Random) -> String;

/// Constraints of most families of kinds.
const KINDS: &[Draw] = &[
    |random| format!("Cage~{}~{}", 3 + random.below(8), path(random, 3)),
    |random| format!("Cage~{}~{}", 3 + random.below(5), path(random, 2)),
    |random| format!("Sum~{}~{}", 6 + random.below(6), path(random, 4)),
    |random| format!("Arrow~{}", path(random, 3)),
    |random| format!("Thermo~{}", path(random, 3)),
    |random| format!("Whisper~2~{}", path(random, 3)),
    |random| format!("Renban~{}", path(random, 3)),
    |random| format!("Palindrome~{}", path(random, 3)),
    |random| format!("Modular~2~{}", path(random, 3)),
    |random| format!("RegionSumLine~{}", path(random, 4)),
    |random| format!("WhiteDot~{}", path(random, 2)),
    |random| format!("BlackDot~{}", path(random, 2)),
    |random| format!("X~{}", path(random, 2)),
    |random| format!("Difference~2~{}", path(random, 2)),
    |random| format!("Odd~{}", path(random, 1)),
    |random| format!("SlowThermo~{}", path(random, 3)),
    |random| format!("Skyscraper~R{}~{}", 1 + random.below(4), 1 + random.below(4)),
    |random| format!("Sandwich~{}~C{}", random.below(6), 1 + random.below(4)),
    |random| format!("LittleKiller~{}~R1C2", 4 + random.below(6)),
    |random| format!("FrameSum~R{}~{}", 1 + random.below(4), 3 + random.below(5)),
    |random| format!("Quad~R2C2~{}", 1 + random.below(4)),
    |random| format!("CountingCircles~{}", path(random, 4)),
    |random| format!("Or.Thermo~{}.Cage~5~{}.End", path(random, 2), path(random, 2)),
    |random| format!("~{}_{}", path(random, 1), 1 + random.below(4)),
    |_| "AntiKnight".into(),
    |_| "Diagonal~1".into(),
    |_| "AntiConsecutive".into(),
    |_| "StrictKropki".into(),
];

/// Returns a path of different cells on a 4x4 grid.
fn path(random: &mut Random, length: usize) -> String {
    let mut cells = vec![(random.below(4) as i32, random.below(4) as i32)];
    while cells.len() < length {
        let (row, col) = *cells.last().unwrap();
        let (down, right) = [(0, 1), (1, 0), (0, -1), (-1, 0)][random.below(4) as usize];
        let next = (row + down, col + right);
        if (0..4).contains(&next.0) && (0..4).contains(&next.1) {
            cells.push(next);
            if cells[..cells.len() - 1].contains(&next) {
                cells = vec![next];
            }
        }
    }
    let names: Vec<String> = cells.iter().map(|(row, col)| format!("R{}C{}", row + 1, col + 1)).collect();
    names.join("~")
}

/// Returns all grids of the layout without constraints.
fn all_grids(text: &str) -> Vec<Vec<u8>> {
    let (mut grids, all) = (Vec::new(), Config { limit: u64::MAX, ..Config::default() });
    CspSolver::compiled(&iss::read(text).unwrap()).unwrap().run(&all, &mut |values| {
        grids.push(values.to_vec());
        ControlFlow::Continue(())
    });
    grids
}

fn within(grid: &[u8], masks: &[u16], low: u8) -> bool {
    grid.iter().zip(masks).all(|(value, mask)| mask >> (value - low) & 1 == 1)
}

/// Returns true if a constraint requires that cells differ. All propagators may rely on this.
fn is_about_pairs(constraint: &Constraint, variant: &Variant) -> bool {
    let board = variant.board();
    let palindrome = matches!(constraint, Constraint::Palindrome(_));
    palindrome || !constraint.houses(board).is_empty() || !constraint.unequal_pairs(board).is_empty()
}

/// Replays the trace of a variant, whose solutions are the `grids` that the checker accepts.
/// Returns the number of eliminations that were compared with the constraints of their sources
/// alone, and how many of these come from derived sums.
fn replay(text: &str, variant: &Variant, grids: &[Vec<u8>]) -> [usize; 2] {
    let (low, count) = (variant.board().values().low(), variant.cell_count());
    let solutions: Vec<&Vec<u8>> = grids.iter().filter(|grid| check(variant, grid).is_ok()).collect();
    let tracer = VariantTracer::new(variant).unwrap();
    let first = &tracer.traced.first.as_ref().unwrap_or(&tracer.traced.network).domains;
    let (mut masks, mut stack, mut found) = (first[..count].to_vec(), Vec::new(), 0);
    let (mut compared, mut follow) = (0, 0);
    let mut numbers = 0..;
    let all = Config { limit: u64::MAX, ..Config::default() };
    let report = tracer.run(&all, &mut |step| {
        assert_eq!(Some(step.number - 1), numbers.next());
        match step.kind {
            TraceKind::Guess { .. } => stack.push(masks.clone()),
            TraceKind::Backtrack { .. } => masks = stack.pop().unwrap(),
            _ => {}
        }
        assert_eq!(step.depth, stack.len(), "{text}");
        let before = masks.clone();
        for &(cell, mask) in step.removed.iter().filter(|(cell, _)| *cell < count) {
            assert!(mask != 0 && masks[cell] & mask == mask, "{text}: {step:?}");
            masks[cell] &= !mask;
        }
        assert_eq!(masks, step.masks, "{text}: {step:?}");
        let left = solutions.iter().filter(|grid| within(grid, &masks, low)).count();
        let sources = step.sources();
        match step.kind {
            TraceKind::Guess { cell, value } => assert_eq!(masks[cell], 1 << (value - low)),
            // The branch of the guess is complete, and its solutions were found.
            TraceKind::Backtrack { cell, value } => {
                assert_eq!(before[cell] & !masks[cell], 1 << (value - low))
            }
            TraceKind::Contradiction { .. } => assert_eq!(left, 0, "{text}: {step:?}"),
            TraceKind::Solution => {
                found += 1;
                assert!(left == 1 && masks.iter().all(|mask| mask.is_power_of_two()), "{text}");
            }
            TraceKind::Placed { cell, .. } => assert!(masks[cell].is_power_of_two()),
            TraceKind::Removed => assert!(!sources.is_empty(), "{text}: {step:?}"),
        }
        if matches!(step.kind, TraceKind::Placed { .. } | TraceKind::Removed) {
            let were = solutions.iter().filter(|grid| within(grid, &before, low)).count();
            assert_eq!(were, left, "{text}: {step:?}");
            let says = |at: usize, it: &Constraint| {
                sources.contains(&TraceSource::Constraint(at)) || is_about_pairs(it, variant)
            };
            let derived = sources.iter().any(|source| matches!(source, TraceSource::Sum(..)));
            let reported: Vec<&Constraint> = (0..)
                .zip(variant.constraints())
                .filter(|(at, it)| derived || says(*at, it))
                .map(|(_, it)| it)
                .collect();
            let fits = |grid: &&Vec<u8>| {
                within(grid, &before, low)
                    && reported.iter().all(|it| it.check(variant.board(), grid).is_ok())
            };
            for grid in grids.iter().filter(fits) {
                assert!(within(grid, &masks, low), "{text}: {step:?} from {sources:?} takes {grid:?}");
            }
            compared += 1;
            follow += usize::from(derived);
        }
        ControlFlow::Continue(())
    });
    assert_eq!((report.end, found), (End::Exhausted, solutions.len()), "{text}");
    assert_eq!(report.solutions, found as u64, "{text}");
    [compared, follow]
}

#[test]
fn every_removal_of_random_variants_follows_from_its_sources() {
    let grids = all_grids(".Shape~4x4");
    let mut random = Random::new(12);
    let (mut compared, mut follow, mut read) = (0, 0, 0);
    for _ in 0..600 {
        let count = 1 + random.below(4);
        let items: Vec<String> =
            (0..count).map(|_| KINDS[random.below(KINDS.len() as u32) as usize](&mut random)).collect();
        let text = format!(".Shape~4x4.{}", items.join("."));
        // The text format rejects some of these texts because of duplicates.
        if let Ok(variant) = iss::read(&text) {
            read += 1;
            let [more, sums] = replay(&text, &variant, &grids);
            compared += more;
            follow += sums;
        }
    }
    assert!(
        read > 400 && compared > 10_000 && follow > 20,
        "{read} variants, {compared} removals, {follow} by sums"
    );
}

#[test]
fn values_from_zero_and_two_values_in_a_cell_are_traced() {
    let grids = all_grids(".Shape~4x4~0-3");
    let text = ".Shape~4x4~0-3.Thermo~R1C1~R1C2~R2C2.Sum~4~R3C3~R4C4~R1C4";
    assert!(replay(text, &iss::read(text).unwrap(), &grids)[0] > 20);
    let text = ".Shape~4x4~0-4.Schroedinger.~R1C1_1.~R2C2_2.~R3C4_3.Sum~9~R4C1~R4C2~R4C3";
    let variant = iss::read(text).unwrap();
    let grids = all_grids(text);
    assert!(grids.len() > 1);
    replay(text, &variant, &grids);
}

#[test]
fn the_trace_takes_the_nodes_of_the_search() {
    for text in [
        ".Shape~4x4.AntiKnight.Cage~5~R1C1~R1C2",
        ".Shape~6x6.AntiKing.Thermo~R1C1~R2C1~R3C1~R4C1",
        ".Shape~6x6.Cage~7~R1C1~R1C2.Cage~6~R2C1~R3C1.Cage~12~R5C5~R5C6~R6C6",
    ] {
        let variant = iss::read(text).unwrap();
        let config = Config { limit: 30, ..Config::default() };
        let mut guesses = 0;
        let traced = VariantTracer::new(&variant).unwrap().run(&config, &mut |step| {
            guesses += u64::from(matches!(step.kind, TraceKind::Guess { .. }));
            ControlFlow::Continue(())
        });
        let searched = CspSolver::compiled(&variant).unwrap().count(&config);
        assert_eq!(traced, searched, "{text}");
        assert_eq!(Some(guesses), searched.counters.guesses, "{text}");
        assert!(guesses > 0);
    }
}

#[test]
fn a_visitor_a_budget_and_a_flag_stop_a_trace() {
    let variant = iss::read(".Shape~6x6.AntiKing").unwrap();
    let tracer = VariantTracer::new(&variant).unwrap();
    let (all, mut steps) = (Config { limit: u64::MAX, ..Config::default() }, 0);
    let stopped = tracer.run(&all, &mut |step| {
        steps = step.number;
        if step.number == 40 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((steps, stopped.end), (40, End::Stopped));
    let spent = tracer.run(&Config { budget: 5, ..all }, &mut |_| ControlFlow::Continue(()));
    assert_eq!((spent.end, spent.counters.nodes), (End::BudgetSpent, 5));
    let flag = core::sync::atomic::AtomicBool::new(true);
    let cancelled = tracer.run(&Config { cancel: Some(&flag), ..all }, &mut |_| ControlFlow::Continue(()));
    assert_eq!(cancelled.end, End::Cancelled);
}

#[test]
fn sources_name_constraints_and_houses() {
    let sources = |text: &str, wanted: &dyn Fn(&TraceStep<'_>) -> bool| {
        let mut found = None;
        let tracer = VariantTracer::new(&iss::read(text).unwrap()).unwrap();
        tracer.run(&Config::default(), &mut |step| {
            found = found.take().or_else(|| wanted(step).then(|| step.sources()));
            ControlFlow::Continue(())
        });
        found
    };
    let removed = |step: &TraceStep<'_>| step.kind == TraceKind::Removed;
    let text = ".Shape~4x4.~R4C4_1.Thermo~R1C1~R1C2~R1C3~R1C4";
    assert_eq!(sources(text, &removed), Some(vec![TraceSource::Constraint(1)]));
    let text = ".Shape~4x4.Cage~3~R1C1~R1C2.Cage~3~R1C3~R1C4";
    let clash = |step: &TraceStep<'_>| matches!(step.kind, TraceKind::Contradiction { .. });
    assert!(sources(text, &clash).is_some_and(|sources| !sources.is_empty()));
}
