//! Forcing chains: a chain from each value of a cell, or from each place for a value in a house, to the same
//! elimination. Reversed, chains from the eliminated candidate exclude every value of a cell, or every place for a value
//! in a house.
//!
//! All candidates of the cell or the house exclude the eliminated one, each through links of which each follows from
//! the one before it. The reverse finds further eliminations, because links through houses and constraints have no
//! opposite. Source: the technique is known as Kraken fish, cell forcing chains and region forcing chains, and its
//! reverse as multiple contradiction chains.

use super::branches::Branches;
use super::candidate::Candidate;
use super::chain::Chains;
use super::state::State;
use super::step::{Deduction, Technique};
use crate::model::Role;
use std::collections::HashMap;

/// Maximum number of links of all chains together.
const LINKS: usize = 40;

/// An elimination by all of some branches.
struct Found {
    gone: Candidate,
    /// True if the eliminated candidate excludes the branches, instead of the reverse.
    is_reverse: bool,
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
                best.insert(*gone, Found { gone: *gone, is_reverse: false, links, at });
            }
        }
        for (gone, excluded) in &excluded {
            let Some(links) = branches.iter().map(|it| excluded.get(it)).sum::<Option<usize>>() else {
                continue;
            };
            if links <= LINKS && best.get(gone).is_none_or(|it| links < it.links) {
                best.insert(*gone, Found { gone: *gone, is_reverse: true, links, at });
            }
        }
    }
    let mut best: Vec<Found> = best.into_values().filter(|it| state.has(it.gone)).collect();
    best.sort_by_key(|it| (it.links, it.gone));
    Some(best.iter().filter_map(|it| written(chains, &branches[it.at], it, most)).collect())
}

/// Writes the chains of an elimination.
fn written(chains: &mut Chains<'_>, branches: &Branches, found: &Found, most: usize) -> Option<Deduction> {
    let mut step = branches.deduction(Technique::ForcingChains);
    let ends = |branch: Candidate| if found.is_reverse { (found.gone, branch) } else { (branch, found.gone) };
    let mut chain = |branch: &Candidate| {
        let (from, gone) = ends(*branch);
        chains.exclude(from, gone, most)
    };
    step.trial = branches.candidates.iter().map(&mut chain).collect::<Option<_>>()?;
    if found.is_reverse {
        step.pattern.iter_mut().filter(|(role, _)| *role == Role::On).for_each(|(role, _)| *role = Role::Off);
    }
    step.eliminations.push(found.gone);
    Some(step)
}
