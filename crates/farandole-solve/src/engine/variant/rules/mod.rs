//! The primitives, one a file, and the closed list of them.

pub(crate) mod chute;
pub(crate) mod combination;
pub(crate) mod equal_sets;
pub(crate) mod linear;
pub(crate) mod places;
pub(crate) mod relation;

use super::filter::{Cost, Filter};
use super::masks::{Dead, Masks};

/// Writes the enum of all primitives, with its dispatch, from one list.
macro_rules! primitives {
    ($($name:ident in $file:ident,)*) => {
        /// A rule of one of the primitives.
        #[derive(Clone, Debug)]
        pub(crate) enum Rule {
            $(#[doc = concat!("See [`", stringify!($name), "`](", stringify!($file), "::", stringify!($name), ").")]
            $name($file::$name),)*
        }

        $(impl From<$file::$name> for Rule {
            fn from(rule: $file::$name) -> Self {
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

            fn cost(&self) -> Cost {
                match self { $(Self::$name(rule) => rule.cost(),)* }
            }
        }
    };
}

primitives! {
    Relation in relation,
    Places in places,
    EqualSets in equal_sets,
    Chute in chute,
    Linear in linear,
    Combination in combination,
}
