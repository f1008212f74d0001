//! Tests that compare the solver with brute force on random small formulas, and that check its proofs with an
//! independent checker.

use farandole_cdcl::{
    Config, DratText, Event, Lit, Outcome, Propagator, Reduce, Solver, Trail, Vivify, check,
};
use farandole_testkit::{Random, rup};

const VARIABLES: u32 = 12;

fn literal(random: &mut Random) -> Lit {
    let variable = random.below(VARIABLES as usize) as u32;
    if random.below(2) == 0 { Lit::positive(variable) } else { Lit::negative(variable) }
}

fn formula(random: &mut Random) -> Vec<Vec<Lit>> {
    let mut clauses = vec![Vec::new(); 30 + random.below(35)];
    for clause in &mut clauses {
        *clause = (0..2 + random.below(3)).map(|_| literal(random)).collect();
        // The proof checker expects clauses without duplicate literals.
        clause.sort_unstable();
        clause.dedup();
    }
    clauses
}

fn holds(lit: Lit, model: u32) -> bool {
    (model >> lit.var() & 1 == 1) != lit.is_negative()
}

/// Returns all models of the formula in ascending order. Bit `v` of a model is the value of variable `v`.
fn models(formula: &[Vec<Lit>]) -> Vec<u32> {
    let is_model = |model: &u32| formula.iter().all(|clause| clause.iter().any(|lit| holds(*lit, *model)));
    (0..1 << VARIABLES).filter(is_model).collect()
}

/// Returns settings that reduce and vivify every few conflicts.
fn eager() -> Config {
    let reduce =
        Reduce { interval: 3, interval_growth: 0, core_glue: 1, tier_glue: 2, in_use: 5, kept_percent: 30 };
    Config { reduce, vivify: Vivify { effort: 1000, glue: 9 }, ..Config::default() }
}

fn load(formula: &[Vec<Lit>], config: &Config) -> Solver<()> {
    let mut solver = Solver::<()>::default();
    solver.reset(&(), VARIABLES as usize, config);
    formula.iter().for_each(|clause| solver.add_clause(&(), clause, &mut ()));
    solver
}

fn model_of<P: Propagator>(solver: &Solver<P>) -> u32 {
    (0..VARIABLES).filter(|v| solver.trail().value(Lit::positive(*v)) > 0).fold(0, |all, v| all | 1 << v)
}

#[test]
fn all_models_are_found_once() {
    for seed in 0..300 {
        let formula = formula(&mut Random::new(seed));
        let mut solver = load(&formula, &eager());
        let mut found = Vec::new();
        while solver.solve(&(), &mut ()) == Outcome::Satisfiable {
            found.push(model_of(&solver));
            if !solver.exclude_model(&(), &mut ()) {
                break;
            }
        }
        found.sort_unstable();
        assert_eq!(found, models(&formula), "seed {seed}");
    }
}

#[test]
fn proofs_are_accepted_by_the_checker() {
    let mut refuted = 0;
    for seed in 0..300 {
        let formula = formula(&mut Random::new(seed));
        let mut text = String::new();
        let mut proof = DratText::new(|line: &str| text.push_str(line));
        let mut solver = Solver::<()>::default();
        solver.reset(&(), VARIABLES as usize, &eager());
        for clause in &formula {
            solver.add_clause(&(), clause, &mut proof);
            solver.propagate_root(&());
        }
        if solver.solve(&(), &mut proof) == Outcome::Unsatisfiable {
            let clauses = formula.iter().map(|clause| clause.iter().map(|lit| lit.to_dimacs()).collect());
            let clauses: Vec<Vec<i32>> = clauses.collect();
            assert_eq!(rup::check(&clauses, &text), Ok(()), "seed {seed}");
            refuted += 1;
        }
    }
    assert!(refuted > 30);
}

#[test]
fn a_small_memory_budget_changes_no_answer() {
    for seed in 0..100 {
        let formula = formula(&mut Random::new(seed));
        let mut solver = load(&formula, &Config { memory: Some(1), ..Config::default() });
        let satisfiable = solver.solve(&(), &mut ()) == Outcome::Satisfiable;
        assert_eq!(satisfiable, !models(&formula).is_empty(), "seed {seed}");
    }
}

/// A propagator of the constraint that at most one literal of each set is true.
#[derive(Default)]
struct AtMostOne;

impl Propagator for AtMostOne {
    type Rules = Vec<Vec<Lit>>;
    type Reason = Lit;
    type Conflict = (Lit, Lit);

    fn reset(&mut self, _: &Vec<Vec<Lit>>, _: &mut Trail<Lit>) -> Result<(), (Lit, Lit)> {
        Ok(())
    }

    fn extend(&mut self, sets: &Vec<Vec<Lit>>, lit: Lit, trail: &mut Trail<Lit>) -> Result<(), (Lit, Lit)> {
        for other in sets.iter().filter(|set| set.contains(&lit)).flatten().copied().filter(|o| *o != lit) {
            match trail.value(other) {
                0 => trail.assign(!other, lit),
                1 => return Err((lit, other)),
                _ => {}
            }
        }
        Ok(())
    }

    fn retract(&mut self, _: &Vec<Vec<Lit>>, _: Lit) {}

    fn explain(&mut self, _: &Vec<Vec<Lit>>, _: Lit, reason: Lit, antecedents: &mut Vec<Lit>) {
        antecedents.push(reason);
    }

    fn explain_conflict(&mut self, _: &Vec<Vec<Lit>>, conflict: (Lit, Lit), antecedents: &mut Vec<Lit>) {
        antecedents.extend([conflict.0, conflict.1]);
    }

    fn reference(&self, sets: &Vec<Vec<Lit>>, trail: &Trail<Lit>) -> Result<Vec<Lit>, (Lit, Lit)> {
        let mut follow = Vec::new();
        for set in sets {
            let mut chosen = set.iter().copied().filter(|lit| trail.value(*lit) > 0);
            match (chosen.next(), chosen.next()) {
                (Some(one), Some(other)) => return Err((one, other)),
                (Some(one), None) => {
                    follow.extend(set.iter().filter(|lit| **lit != one).map(|lit| !*lit));
                }
                (None, _) => {}
            }
        }
        Ok(follow)
    }
}

/// A propagator of the same constraint as [`AtMostOne`] that propagates only in `propagate_rest`.
#[derive(Default)]
struct Settling(AtMostOne);

impl Propagator for Settling {
    type Rules = Vec<Vec<Lit>>;
    type Reason = Lit;
    type Conflict = (Lit, Lit);

    fn reset(&mut self, sets: &Vec<Vec<Lit>>, trail: &mut Trail<Lit>) -> Result<(), (Lit, Lit)> {
        self.0.reset(sets, trail)
    }

    fn extend(&mut self, _: &Vec<Vec<Lit>>, _: Lit, _: &mut Trail<Lit>) -> Result<(), (Lit, Lit)> {
        Ok(())
    }

    fn propagate_rest(&mut self, sets: &Vec<Vec<Lit>>, trail: &mut Trail<Lit>) -> Result<(), (Lit, Lit)> {
        let told = trail.literals().to_vec();
        told.into_iter().try_for_each(|lit| self.0.extend(sets, lit, trail))
    }

    fn retract(&mut self, _: &Vec<Vec<Lit>>, _: Lit) {}

    fn explain(&mut self, sets: &Vec<Vec<Lit>>, lit: Lit, reason: Lit, antecedents: &mut Vec<Lit>) {
        self.0.explain(sets, lit, reason, antecedents);
    }

    fn explain_conflict(&mut self, sets: &Vec<Vec<Lit>>, conflict: (Lit, Lit), antecedents: &mut Vec<Lit>) {
        self.0.explain_conflict(sets, conflict, antecedents);
    }

    fn reference(&self, sets: &Vec<Vec<Lit>>, trail: &Trail<Lit>) -> Result<Vec<Lit>, (Lit, Lit)> {
        self.0.reference(sets, trail)
    }
}

#[test]
fn rules_and_clauses_together_have_the_models_of_brute_force() {
    compare::<AtMostOne>();
}

#[test]
fn rules_that_wait_for_clauses_have_the_same_models() {
    compare::<Settling>();
}

fn compare<P: Propagator<Rules = Vec<Vec<Lit>>> + Default>() {
    for seed in 0..200 {
        let random = &mut Random::new(seed);
        let clauses: Vec<Vec<Lit>> = formula(random).into_iter().take(20).collect();
        let sets: Vec<Vec<Lit>> = (0..6)
            .map(|_| (0..VARIABLES).filter(|_| random.below(3) == 0).map(Lit::positive).collect())
            .collect();
        let pairs = sets.iter().flat_map(|set| set.iter().flat_map(|a| set.iter().map(move |b| (*a, *b))));
        let pairs = pairs.filter(|(a, b)| a < b).map(|(a, b)| vec![!a, !b]);
        let expected = models(&clauses.iter().cloned().chain(pairs).collect::<Vec<_>>());
        let mut solver = Solver::<P>::default();
        solver.reset(&sets, VARIABLES as usize, &eager());
        clauses.iter().for_each(|clause| solver.add_clause(&sets, clause, &mut ()));
        let mut found = Vec::new();
        loop {
            match solver.advance(&sets, &mut ()) {
                Event::Model => {
                    check(solver.propagator(), &sets, solver.trail());
                    found.push(model_of(&solver));
                    if !solver.exclude_model(&sets, &mut ()) {
                        break;
                    }
                }
                Event::Inconsistent => break,
                Event::Conflict | Event::Decision => {}
            }
        }
        found.sort_unstable();
        assert_eq!(found, expected, "seed {seed}");
    }
}
