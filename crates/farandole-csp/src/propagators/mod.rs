//! The primitives, one a file, and the closed list of them.

pub(crate) mod any_of;
pub(crate) mod between;
pub(crate) mod cage;
mod cell_set;
pub(crate) mod chute;
pub(crate) mod clause;
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
pub(crate) mod prefix_sum;
pub(crate) mod propagator;
pub(crate) mod regions;
pub(crate) mod regular;
pub(crate) mod relation;
pub(crate) mod same_multisets;
pub(crate) mod same_region_count;
pub(crate) mod sandwich_sum;
pub(crate) mod set_list;
pub(crate) mod value_classes;
mod value_sets;

use crate::model::masks::{Dead, Masks};
use propagator::{Cost, Filter};

/// Writes the enum of all primitives, with its dispatch, from one list.
macro_rules! primitives {
    ($($name:ident in $file:ident $(of $inner:ident)?,)*) => {
        /// A rule of one of the primitives.
        #[derive(Clone, Debug)]
        pub(crate) enum Rule {
            $(#[doc = concat!("See [`", stringify!($name), "`](", stringify!($file), "::", stringify!($name), ").")]
            $name($file::$name $(<$inner>)?),)*
        }

        $(impl From<$file::$name $(<$inner>)?> for Rule {
            fn from(rule: $file::$name $(<$inner>)?) -> Self {
                Self::$name(rule)
            }
        })*

        impl Filter for Rule {
            fn cells(&self) -> &[u16] {
                match self { $(Self::$name(rule) => rule.cells(),)* }
            }

            #[inline]
            fn filter(&self, masks: &mut Masks<'_>) -> Result<(), Dead> {
                match self { $(Self::$name(rule) => rule.filter(masks),)* }
            }

            fn reads_bounds(&self) -> bool {
                match self { $(Self::$name(rule) => rule.reads_bounds(),)* }
            }

            fn size(&self) -> usize {
                match self { $(Self::$name(rule) => rule.size(),)* }
            }

            fn cost(&self) -> Cost {
                match self { $(Self::$name(rule) => rule.cost(),)* }
            }
        }
    };
}

primitives! {
    AnyOf in any_of of Rule,
    Circles in count,
    Classes in value_classes,
    Clause in clause,
    Connected in connected,
    Count in count,
    Crusts in sandwich_sum,
    DifferIf in clause,
    DistinctCount in distinct_count,
    Element in element,
    Ends in between,
    EqualSums in equal_sums,
    Partition in regions,
    Parts in group_table,
    Pieces in equal_sum_segments,
    PrefixSum in prefix_sum,
    Rank in lex_rank,
    Regular in regular,
    Relation in relation,
    Runs in same_region_count,
    SameMultisets in same_multisets,
    TogetherCount in same_region_count,
    WordsDiffer in lex_rank,
    WordsRise in lex_rank,
    Places in hidden_single,
    EqualSets in equal_sets,
    Chute in chute,
    Linear in linear,
    Combination in cage,
}
