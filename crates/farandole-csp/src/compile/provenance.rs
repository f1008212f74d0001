//! Records the source of each propagator of a network, for logs of a search.

use super::cells::numbers;
use crate::compile::builder::Steps;
use crate::compile::sums::Sum;
use crate::network::Network;
use crate::propagators::AnyPropagator;
use crate::propagators::propagator::Propagator;
use farandole_puzzle::Cell;
use farandole_puzzle::constraint::{Constraint, CountDistinct};
use farandole_puzzle::variant::Variant;

/// A step of compilation that adds propagators.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// All constraints about regions that are found while solving.
    Regions,
    /// All ranks together.
    Ranks,
    /// The constraint with this 0-based index.
    Constraint(usize),
}

/// The origin of a propagator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Provenance {
    /// Constraints, by 0-based index.
    Constraints(Vec<usize>),
    /// The houses of the variant.
    Houses,
    /// A sum derived from houses and other sums.
    Sum(Sum),
}

/// A network with the origin of each propagator.
#[derive(Clone, Debug)]
pub(crate) struct TracedNetwork {
    /// The network before sums are derived, as in [`Steps`].
    pub(crate) first: Option<Network>,
    /// The network that is searched.
    pub(crate) network: Network,
    /// The origin of each propagator, by index.
    pub(crate) provenance: Vec<Provenance>,
    /// Groups of cells that differ because of a constraint without being a house of the variant,
    /// each with the 0-based index of the constraint.
    pub(crate) differing: Vec<(Vec<u16>, usize)>,
}

impl TracedNetwork {
    /// Determines the origin of each propagator of a network. `reported` contains each source with the
    /// [counts](crate::compile::builder::Builder::counts) of the builder after its additions.
    pub(super) fn new(variant: &Variant, steps: Steps, reported: &[(Source, [usize; 5])]) -> Self {
        let Steps { first, network, own, ends, derived, differing: (houses, edges) } = steps;
        let propagators = &first.as_ref().unwrap_or(&network).propagators;
        let source = |number: usize, list: usize| {
            reported.iter().find(|(_, reported)| reported[list] > number).map(|it| it.0)
        };
        // The houses and pairs of the layout precede those of constraints.
        let before = reported.first().map_or([0; 5], |(_, reported)| *reported);
        // Sources are recorded in order, each with the counts after its additions. The source of a
        // propagator is therefore the first source whose count exceeds the index of the propagator.
        let says = |number: usize, list: usize| match source(number, list) {
            Some(Source::Constraint(at)) if number >= before[list] => Some(at),
            _ => None,
        };
        let houses = houses.into_iter().enumerate().map(|(at, house)| (house.cells, says(at, 3)));
        let edges = edges.into_iter().enumerate().map(|(at, edge)| (edge.cells.to_vec(), says(at, 4)));
        let differing = houses.chain(edges).filter_map(|(cells, says)| Some((cells, says?))).collect();
        let of = |propagator: usize, number: usize, list: usize| {
            let source = source(number, list).expect("each propagator was added by a constraint or a list");
            Provenance::Constraints(constraints(variant, source, &propagators[propagator]))
        };
        let sums = reported.last().map_or(0, |(_, reported)| reported[1]);
        let mut provenance: Vec<Provenance> =
            (0..own).map(|propagator| of(propagator, propagator, 0)).collect();
        provenance.resize(ends[0], Provenance::Houses);
        for (number, range) in ends.windows(2).enumerate() {
            let (number, list) = if number < sums { (number, 1) } else { (number - sums, 2) };
            provenance.extend((range[0]..range[1]).map(|propagator| of(propagator, number, list)));
        }
        provenance.extend(derived.into_iter().map(Provenance::Sum));
        Self { first, network, provenance, differing }
    }

    /// Returns the propagators of the network. If it is decided and thus has none, returns those that
    /// decided it.
    pub(crate) fn propagators(&self) -> &[AnyPropagator] {
        self.first
            .as_ref()
            .filter(|_| self.network.propagators.is_empty())
            .map_or(&self.network.propagators, |it| &it.propagators)
    }
}

/// Returns the constraints, by 0-based index, from which a propagator comes.
fn constraints(variant: &Variant, source: Source, propagator: &AnyPropagator) -> Vec<usize> {
    let board = variant.board();
    let labels = board.group_cells("CC").unwrap_or_default();
    let reads = |cells: &[u16]| cells.iter().all(|cell| propagator.cells().contains(cell));
    let places = |says: &dyn Fn(&Constraint) -> bool| -> Vec<usize> {
        (0..).zip(variant.constraints()).filter(|(_, it)| says(it)).map(|(at, _)| at).collect()
    };
    match source {
        Source::Constraint(at) => vec![at],
        Source::Ranks => places(&|it| match it {
            Constraint::FullRank(it) => reads(&numbers(&it.place.cells(board))),
            _ => false,
        }),
        Source::Regions if matches!(propagator, AnyPropagator::RegionPartition(_)) => {
            let of_labels = |it: &CountDistinct| it.cells[1..].iter().any(|cell| labels.contains(cell));
            places(&|it| match it {
                Constraint::ChaosConstruction(_) => true,
                Constraint::ChaosArrow(_) | Constraint::ChaosCount(_) => true,
                Constraint::CountDistinct(it) => of_labels(it),
                _ => false,
            })
        }
        Source::Regions => places(&|it| match it {
            Constraint::ChaosArrow(it) => reads(&numbers(&[it.control])),
            Constraint::ChaosCount(it) => reads(&numbers(&[it.control])),
            Constraint::Nfa(it) if matches!(propagator, AnyPropagator::Regular(_)) => {
                let cells: Vec<Cell> = it.word().into_iter().flatten().collect();
                let (compared, others): (Vec<Cell>, Vec<Cell>) =
                    cells.into_iter().partition(|cell| labels.contains(cell));
                !compared.is_empty() && reads(&numbers(&others))
            }
            _ => false,
        }),
    }
}
