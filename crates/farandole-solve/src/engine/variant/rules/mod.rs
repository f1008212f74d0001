//! The primitives, one a file, and the closed list of them.

pub(crate) mod any_of;
mod cell_set;
pub(crate) mod chute;
pub(crate) mod classes;
pub(crate) mod combination;
pub(crate) mod connected;
pub(crate) mod count;
pub(crate) mod crusts;
pub(crate) mod distinct_count;
pub(crate) mod element;
pub(crate) mod ends;
pub(crate) mod equal_sets;
pub(crate) mod equal_sums;
pub(crate) mod implication;
pub(crate) mod linear;
pub(crate) mod multisets;
pub(crate) mod partition;
pub(crate) mod parts;
pub(crate) mod pieces;
pub(crate) mod places;
pub(crate) mod prefix_sum;
pub(crate) mod regular;
pub(crate) mod relation;
pub(crate) mod set_list;
pub(crate) mod together;
mod value_sets;
pub(crate) mod words;

use super::filter::{Cost, Filter};
use super::masks::{Dead, Masks};

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
    Classes in classes,
    Clause in implication,
    Connected in connected,
    Count in count,
    Crusts in crusts,
    DifferIf in implication,
    DistinctCount in distinct_count,
    Element in element,
    Ends in ends,
    EqualSums in equal_sums,
    Partition in partition,
    Parts in parts,
    Pieces in pieces,
    PrefixSum in prefix_sum,
    Rank in words,
    Regular in regular,
    Relation in relation,
    Runs in together,
    SameMultisets in multisets,
    TogetherCount in together,
    WordsDiffer in words,
    WordsRise in words,
    Places in places,
    EqualSets in equal_sets,
    Chute in chute,
    Linear in linear,
    Combination in combination,
}
