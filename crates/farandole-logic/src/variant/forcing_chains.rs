//! Forcing chains: a chain from each value of a cell, or from each place for a value in a house, to the same
//! elimination.
//!
//! All candidates of the cell or the house exclude the eliminated one, each through links of which each follows from
//! the one before it. Source: the technique is known as Kraken fish, cell forcing chains and region forcing chains.

use super::branches::Branches;
use super::candidate::Candidate;
use super::chain::Chains;
use super::state::State;
use super::step::{Deduction, Technique};
use std::collections::HashMap;

/// Maximum number of links of all chains together.
const LINKS: usize = 40;

/// An elimination by all of some branches.
struct Found {
    gone: Candidate,
    /// Number of links of all chains.
    links: usize,
    /// The index of the branches.
    at: usize,
}

/// Returns the eliminations by chains from every one of some branches, those with the fewest links first. A chain has
/// at most this many links. Returns `None` if the search was stopped.
pub(super) fn forcing_chains(
    state: &State,
    chains: &mut Chains<'_>,
    branches: &[Branches],
    most: usize,
    is_stopped: &dyn Fn() -> bool,
) -> Option<Vec<Deduction>> {
    let mut excluded: HashMap<Candidate, HashMap<Candidate, usize>> = HashMap::new();
    let mut best: HashMap<Candidate, Found> = HashMap::new();
    for (at, Branches { candidates: branches, .. }) in branches.iter().enumerate() {
        for branch in branches {
            if !excluded.contains_key(branch) {
                if is_stopped() {
                    return None;
                }
                excluded.insert(*branch, chains.excluded(*branch, most).into_iter().collect());
            }
        }
        let Some(fewest) = branches.iter().min_by_key(|it| excluded[it].len()) else { continue };
        for gone in excluded[fewest].keys().filter(|gone| !branches.contains(gone)) {
            let Some(links) = branches.iter().map(|it| excluded[it].get(gone)).sum::<Option<usize>>() else {
                continue;
            };
            if links <= LINKS && best.get(gone).is_none_or(|it| links < it.links) {
                best.insert(*gone, Found { gone: *gone, links, at });
            }
        }
    }
    let mut best: Vec<Found> = best.into_values().filter(|it| state.has(it.gone)).collect();
    best.sort_by_key(|it| (it.links, it.gone));
    Some(best.into_iter().filter_map(|it| written(chains, &branches[it.at], it.gone, most)).collect())
}

/// Writes the chains of an elimination.
fn written(chains: &mut Chains<'_>, branches: &Branches, gone: Candidate, most: usize) -> Option<Deduction> {
    let mut step = branches.deduction(Technique::ForcingChains);
    step.trial =
        branches.candidates.iter().map(|from| chains.exclude(*from, gone, most)).collect::<Option<_>>()?;
    step.eliminations.push(gone);
    Some(step)
}
