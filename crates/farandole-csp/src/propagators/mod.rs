//! The propagators, with one file for each kind, and the enum [`AnyPropagator`] of all kinds.

pub(crate) mod any_of;
pub(crate) mod between;
pub(crate) mod cage;
mod cell_set;
pub(crate) mod chute;
pub(crate) mod clause;
pub(crate) mod condition;
pub(crate) mod connected;
pub(crate) mod count;
pub(crate) mod distinct_count;
pub(crate) mod element;
pub(crate) mod equal_sets;
pub(crate) mod equal_sum_segments;
pub(crate) mod equal_sums;
pub(crate) mod group_table;
pub(crate) mod hidden_single;
mod layered_graph;
pub(crate) mod lex_rank;
pub(crate) mod linear;
mod machine;
pub(crate) mod prefix_sum;
pub(crate) mod propagator;
pub(crate) mod refuted;
pub(crate) mod regions;
pub(crate) mod regular;
pub(crate) mod relation;
pub(crate) mod same_multisets;
pub(crate) mod same_region_count;
pub(crate) mod sandwich_sum;
pub(crate) mod set_list;
pub(crate) mod value_classes;
mod value_sets;

use crate::model::masks::{Contradiction, Masks};
use propagator::{Cost, Propagator};

/// Defines the enum of all propagators from one list. Its trait methods dispatch by `match`, without virtual
/// calls.
// This is an enum instead of a trait object, so that the propagators of a network form one contiguous vector,
// and so that the engine loop can inline hot `propagate` calls.
macro_rules! propagator_kinds {
    ($($name:ident in $file:ident $(of $inner:ident)?,)*) => {
        /// A propagator of any kind.
        #[derive(Clone, Debug)]
        pub(crate) enum AnyPropagator {
            $(#[doc = concat!("See [`", stringify!($name), "`](", stringify!($file), "::", stringify!($name), ").")]
            $name($file::$name $(<$inner>)?),)*
        }

        $(impl From<$file::$name $(<$inner>)?> for AnyPropagator {
            fn from(propagator: $file::$name $(<$inner>)?) -> Self {
                Self::$name(propagator)
            }
        })*

        impl Propagator for AnyPropagator {
            fn cells(&self) -> &[u16] {
                match self { $(Self::$name(propagator) => propagator.cells(),)* }
            }

            #[inline]
            fn propagate(&self, masks: &mut Masks<'_>) -> Result<(), Contradiction> {
                match self { $(Self::$name(propagator) => propagator.propagate(masks),)* }
            }

            fn reads_bounds(&self) -> bool {
                match self { $(Self::$name(propagator) => propagator.reads_bounds(),)* }
            }

            fn size(&self) -> usize {
                match self { $(Self::$name(propagator) => propagator.size(),)* }
            }

            fn cost(&self) -> Cost {
                match self { $(Self::$name(propagator) => propagator.cost(),)* }
            }
        }
    };
}

propagator_kinds! {
    // The order of this list has no effect; the queue orders propagators by their cost.
    AnyOf in any_of of AnyPropagator,
    Circles in count,
    ValueClasses in value_classes,
    Clause in clause,
    Condition in condition,
    Connected in connected,
    Count in count,
    SandwichSum in sandwich_sum,
    DifferIf in clause,
    DistinctCount in distinct_count,
    Element in element,
    Between in between,
    EqualSums in equal_sums,
    RegionPartition in regions,
    GroupTable in group_table,
    EqualSumSegments in equal_sum_segments,
    PrefixSum in prefix_sum,
    LexRank in lex_rank,
    Regular in regular,
    Refuted in refuted,
    Relation in relation,
    SameRegionRuns in same_region_count,
    SameMultisets in same_multisets,
    SameRegionCount in same_region_count,
    LexDistinct in lex_rank,
    LexAscending in lex_rank,
    HiddenSingle in hidden_single,
    EqualSets in equal_sets,
    Chute in chute,
    Linear in linear,
    Cage in cage,
}
