//! The handover of a long depth-first search to the lanes.
//!
//! Lanes find solutions in a different order than the depth-first search. If only the number of solutions is
//! wanted, they replace it. If the first solution is also wanted and not known yet, lanes first search for two
//! solutions. If they find only one, it is the first in any order. If they find two, the depth-first search
//! continues until it finds its first solution, and lanes then count the others.

use super::program::Program;
use super::search::LaneSearch;
use crate::End;
use crate::network::Network;
use crate::search::depth_first::Search;
use core::cell::OnceCell;
use core::ops::ControlFlow;
use farandole_kernel::Isa;
use farandole_search::{SearchContext, Wanted};

/// The minimum number of dead ends before lanes take over. Lanes inherit the scores of the scalar search, which
/// are informative only after some dead ends. Without a scalar start, a search took 10.4 instead of 6.4 million
/// nodes (docs/experiments/2026-11-23-variant-lanes.md).
const DEAD_ENDS: u64 = 1000;

/// The lane form of a network, which is built only if a search takes long.
#[derive(Debug)]
pub(crate) struct Handover<'n> {
    network: &'n Network,
    /// The instruction set of the code that runs the lanes. Results do not depend on it.
    isa: Isa,
    dead_ends: u64,
    /// Returns true if lanes may run a program.
    accepts: fn(&Program) -> bool,
    program: OnceCell<Option<Program>>,
    /// True if the lanes found two solutions before the depth-first search found one.
    ambiguous: bool,
}

impl<'n> Handover<'n> {
    /// Prepares to hand over a search of a network, if its program [pays](Program::pays).
    pub(crate) fn new(network: &'n Network) -> Self {
        Self { accepts: Program::pays, ..Self::after(network, DEAD_ENDS, Isa::detect()) }
    }

    /// Prepares to hand over a search after this many dead ends, to lanes of an instruction set. Accepts every
    /// program.
    pub(super) fn after(network: &'n Network, dead_ends: u64, isa: Isa) -> Self {
        Self { network, isa, dead_ends, accepts: |_| true, program: OnceCell::new(), ambiguous: false }
    }

    fn program(&self) -> Option<&Program> {
        self.program.get_or_init(|| Program::of(self.network).filter(self.accepts)).as_ref()
    }

    /// Continues a paused search in lanes if it has enough dead ends, the wanted solutions permit lanes, and
    /// each constraint has a lane form. Returns true if the whole tree was searched. Otherwise the depth-first
    /// search can continue as before.
    pub(crate) fn take_over(
        &mut self,
        search: &Search<'_>,
        run: &mut SearchContext<'_>,
    ) -> ControlFlow<End, bool> {
        let first_is_open = run.wanted == Wanted::First && run.solutions == 0;
        // With a limit of one solution, the depth-first search can stop at its first solution, but lanes would
        // have to search for a second one.
        let is_useless = first_is_open && (self.ambiguous || run.config.limit == 1);
        let is_left_out = !cfg!(feature = "lanes");
        if is_left_out
            || run.wanted == Wanted::Every
            || is_useless
            || run.counters.dead_ends < Some(self.dead_ends)
        {
            return ControlFlow::Continue(false);
        }
        let Some(program) = self.program() else { return ControlFlow::Continue(false) };
        let mut lanes = LaneSearch::new(self.network, program, search);
        if !first_is_open {
            return lanes.run(self.isa, run).map_continue(|()| true);
        }
        let end = lanes.hold_two().run(self.isa, run);
        match lanes.held() {
            [_, _, ..] => {
                self.ambiguous = true;
                return ControlFlow::Continue(false);
            }
            [only] if end.is_continue() => run.found(only)?,
            _ => {}
        }
        end.map_continue(|()| true)
    }
}
