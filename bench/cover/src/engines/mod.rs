//! The solvers, each behind the same call.

mod plain;

use dlx::choose::{mrv_chooser, no_tiebreak, prefer_any};
use dlx::{Spec, c, mc, x};
use farandole_cover::{Control, Method, Problem, Search, format};
use xcov::ExactCoverProblem;

/// Counts the solutions with these options selected, up to the limit.
pub type Count<'a> = Box<dyn FnMut(&[u32], u64) -> u64 + 'a>;

/// A solver prepared for a problem, or `None` if it can't do it.
pub type Prepare = for<'a> fn(&'a Problem) -> Option<Count<'a>>;

/// What an engine can do.
pub struct Engine {
    pub name: &'static str,
    pub prepare: Prepare,
    /// It can fix options without rebuilding the problem.
    pub selects: bool,
}

pub const ENGINES: [Engine; 6] = [
    Engine { name: "farandole bits", prepare: bits, selects: true },
    Engine { name: "farandole links", prepare: links, selects: true },
    Engine { name: "plain dlx", prepare: plain, selects: true },
    Engine { name: "plain dlx built anew", prepare: plain_anew, selects: true },
    Engine { name: "crate dlx", prepare: dlx, selects: false },
    Engine { name: "crate xcov", prepare: xcov, selects: false },
];

fn bits(problem: &Problem) -> Option<Count<'_>> {
    ours(problem, Method::Bits)
}

fn links(problem: &Problem) -> Option<Count<'_>> {
    ours(problem, Method::Links)
}

fn ours(problem: &Problem, method: Method) -> Option<Count<'_>> {
    let mut search = Search::with_method(problem, method).ok()?;
    Some(Box::new(move |selected, limit| {
        search.reset();
        for &option in selected {
            search.select(option).expect("givens that don't clash");
        }
        search.count(limit, &Control::new()).solutions
    }))
}

fn plain(problem: &Problem) -> Option<Count<'_>> {
    if problem.has_colors() || problem.has_multiplicities() {
        return None;
    }
    let mut plain = plain::Plain::new(problem);
    Some(Box::new(move |selected, limit| plain.count(selected, limit)))
}

/// As most write-ups do it: the matrix is made for each puzzle.
fn plain_anew(problem: &Problem) -> Option<Count<'_>> {
    if problem.has_colors() || problem.has_multiplicities() {
        return None;
    }
    Some(Box::new(move |selected, limit| plain::Plain::new(problem).count(selected, limit)))
}

/// The problem as it is made from text, with the crate's fastest features.
fn dlx(problem: &Problem) -> Option<Count<'_>> {
    let mut text = String::new();
    format::write_knuth(problem, &mut text).ok()?;
    let spec = Spec::new(&text, false).ok()?;
    if problem.has_multiplicities() {
        Some(count_all(mc::Problem::from_spec(&spec).ok()?))
    } else if problem.has_colors() {
        Some(count_all(c::Problem::from_spec(&spec).ok()?))
    } else {
        Some(count_all(x::Problem::from_spec(&spec, dlx::OptOrder::Seq).ok()?))
    }
}

fn count_all<'a, P: dlx::Solve + 'a>(mut problem: P) -> Count<'a> {
    Box::new(move |_, limit| {
        let mut solver = dlx::Solver::new(&mut problem);
        let mut chooser = mrv_chooser(prefer_any(), no_tiebreak());
        (0..limit).take_while(|_| solver.next_solution(&mut chooser)).count() as u64
    })
}

/// The crate numbers items from 1.
fn xcov(problem: &Problem) -> Option<Count<'_>> {
    if problem.has_colors() || problem.has_multiplicities() {
        return None;
    }
    Some(Box::new(move |_, limit| {
        let primary = problem.primary_items() as usize;
        let mut builder = xcov::DlxBuilder::new(primary, problem.items() as usize - primary);
        for option in 0..problem.options() {
            let mut items: Vec<usize> =
                problem.option(option).iter().map(|&item| item as usize + 1).collect();
            items.sort_unstable();
            builder.add_option(&items);
        }
        let mut search = xcov::MrvExactCoverSearch::new(builder.build());
        (0..limit).take_while(|_| search.search()).count() as u64
    }))
}
