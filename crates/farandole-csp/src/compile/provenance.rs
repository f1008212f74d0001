//! Where each rule of a network comes from: for logs of a search.

use super::cells::numbers;
use crate::compile::builder::Steps;
use crate::compile::sums::Sum;
use crate::network::Network;
use crate::propagators::Rule;
use crate::propagators::propagator::Filter;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, CountDistinct};
use farandole_puzzle::variant::Variant;

/// Who adds rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Speaker {
    /// All constraints about regions that are found while solving.
    Regions,
    /// All ranks together.
    Ranks,
    /// The constraint in this 0-based place.
    Constraint(usize),
}

/// Where a rule comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// These constraints, by their 0-based places.
    Constraints(Vec<usize>),
    /// Houses.
    Houses,
    /// A sum that follows from houses and other sums.
    Sum(Sum),
}

/// A network that knows where its rules come from.
#[derive(Clone, Debug)]
pub(crate) struct Traced {
    /// As in [`Steps`].
    pub(crate) first: Option<Network>,
    /// The network that is searched.
    pub(crate) network: Network,
    /// By rule.
    pub(crate) origins: Vec<Origin>,
    /// Cells that differ because a constraint says so that makes no house of the variant, and its place.
    pub(crate) differing: Vec<(Vec<u16>, usize)>,
}

impl Traced {
    /// `said` tells who added what up to these numbers, see [`Builder::said`](crate::compile::builder::Builder::said).
    pub(super) fn new(variant: &Variant, steps: Steps, said: &[(Speaker, [usize; 5])]) -> Self {
        let Steps { first, network, own, ends, derived, differing: (houses, edges) } = steps;
        let rules = &first.as_ref().unwrap_or(&network).rules;
        let speaker =
            |number: usize, list: usize| said.iter().find(|(_, said)| said[list] > number).map(|it| it.0);
        // What the layout adds stands before what constraints add.
        let before = said.first().map_or([0; 5], |(_, said)| *said);
        let says = |number: usize, list: usize| match speaker(number, list) {
            Some(Speaker::Constraint(at)) if number >= before[list] => Some(at),
            _ => None,
        };
        let houses = houses.into_iter().enumerate().map(|(at, house)| (house.cells, says(at, 3)));
        let edges = edges.into_iter().enumerate().map(|(at, edge)| (edge.cells.to_vec(), says(at, 4)));
        let differing = houses.chain(edges).filter_map(|(cells, says)| Some((cells, says?))).collect();
        let of = |rule: usize, number: usize, list: usize| {
            let speaker = speaker(number, list).expect("somebody added it");
            Origin::Constraints(constraints(variant, speaker, &rules[rule]))
        };
        let sums = said.last().map_or(0, |(_, said)| said[1]);
        let mut origins: Vec<Origin> = (0..own).map(|rule| of(rule, rule, 0)).collect();
        origins.resize(ends[0], Origin::Houses);
        for (number, behind) in ends.windows(2).enumerate() {
            let (number, list) = if number < sums { (number, 1) } else { (number - sums, 2) };
            origins.extend((behind[0]..behind[1]).map(|rule| of(rule, number, list)));
        }
        origins.extend(derived.into_iter().map(Origin::Sum));
        Self { first, network, origins, differing }
    }

    /// The network with all rules.
    pub(crate) fn rules(&self) -> &[Rule] {
        self.first
            .as_ref()
            .filter(|_| self.network.rules.is_empty())
            .map_or(&self.network.rules, |it| &it.rules)
    }
}

/// The constraints that a rule comes from.
fn constraints(variant: &Variant, speaker: Speaker, rule: &Rule) -> Vec<usize> {
    let board = variant.board();
    let labels = board.group_cells("CC").unwrap_or_default();
    let reads = |cells: &[u16]| cells.iter().all(|cell| rule.cells().contains(cell));
    let places = |says: &dyn Fn(&Constraint) -> bool| -> Vec<usize> {
        (0..).zip(variant.constraints()).filter(|(_, it)| says(it)).map(|(at, _)| at).collect()
    };
    match speaker {
        Speaker::Constraint(at) => vec![at],
        Speaker::Ranks => places(&|it| match it {
            Constraint::FullRank(it) => reads(&numbers(&it.place.cells(board))),
            _ => false,
        }),
        Speaker::Regions if matches!(rule, Rule::Partition(_)) => {
            let of_labels = |it: &CountDistinct| it.cells[1..].iter().any(|cell| labels.contains(cell));
            places(&|it| match it {
                Constraint::ChaosConstruction(_) => true,
                Constraint::ChaosArrow(_) | Constraint::ChaosCount(_) => true,
                Constraint::CountDistinct(it) => of_labels(it),
                _ => false,
            })
        }
        Speaker::Regions => places(&|it| match it {
            Constraint::ChaosArrow(it) => reads(&numbers(&[it.control])),
            Constraint::ChaosCount(it) => reads(&numbers(&[it.control])),
            Constraint::Nfa(it) if matches!(rule, Rule::Regular(_)) => {
                let cells: Vec<Cell> = it.word().into_iter().flatten().collect();
                let (compared, others): (Vec<Cell>, Vec<Cell>) =
                    cells.into_iter().partition(|cell| labels.contains(cell));
                !compared.is_empty() && reads(&numbers(&others))
            }
            _ => false,
        }),
    }
}
