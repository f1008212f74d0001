//! The next step from where a person stands.

use crate::State;
use crate::chain::{Level, Search};
use crate::step::{Deduction, Technique};
use crate::technique::locked::Form;
use crate::technique::xy_wing::Pivot;
use crate::technique::{aligned, bug, fish, hidden_set, locked, naked_set, single, unique_loop, xy_wing};
use core::ops::ControlFlow;

/// Every deduction of the technique of `first` in this state; of chains, all lengths of the same family and nesting.
pub fn same_technique(state: &State, first: &Deduction) -> Vec<Deduction> {
    use Technique as T;
    let marks = &state.marks;
    let mut found = Vec::new();
    let mut take = |deduction: Deduction| {
        found.push(deduction);
        ControlFlow::Continue(())
    };
    let level = match first.technique {
        T::FullHouse | T::HiddenSingleBox | T::HiddenSingleLine => {
            let _ = single::hidden(marks, &mut take);
            None
        }
        T::NakedSingle => {
            let _ = single::naked(marks, &mut take);
            None
        }
        T::DirectPointing | T::DirectClaiming => {
            let _ = locked::find(marks, Form::Direct, &mut take);
            None
        }
        T::Pointing | T::Claiming => {
            let _ = locked::find(marks, Form::Plain, &mut take);
            None
        }
        T::DirectHiddenPair | T::DirectHiddenTriplet => {
            let size = if first.technique == T::DirectHiddenPair { 2 } else { 3 };
            let _ = hidden_set::find(marks, size, Form::Direct, &mut take);
            None
        }
        T::HiddenPair | T::HiddenTriplet | T::HiddenQuad => {
            let size = [T::HiddenPair, T::HiddenTriplet].iter().position(|it| *it == first.technique);
            let _ = hidden_set::find(marks, size.map_or(4, |size| size + 2), Form::Plain, &mut take);
            None
        }
        T::NakedPair | T::NakedTriplet | T::NakedQuad => {
            let size = [T::NakedPair, T::NakedTriplet].iter().position(|it| *it == first.technique);
            let _ = naked_set::find(marks, size.map_or(4, |size| size + 2), &mut take);
            None
        }
        T::XWing | T::Swordfish | T::Jellyfish => {
            let size = [T::XWing, T::Swordfish].iter().position(|it| *it == first.technique);
            let _ = fish::find(marks, size.map_or(4, |size| size + 2), &mut take);
            None
        }
        T::XyWing => {
            let _ = xy_wing::find(marks, Pivot::Two, &mut take);
            None
        }
        T::XyzWing => {
            let _ = xy_wing::find(marks, Pivot::Three, &mut take);
            None
        }
        T::UniqueLoop1 | T::UniqueLoop2 | T::UniqueLoop3Naked | T::UniqueLoop3Hidden | T::UniqueLoop4 => {
            let _ = unique_loop::find(marks, &mut take);
            None
        }
        T::Bug1 | T::Bug2 | T::Bug3 | T::Bug4 => {
            let _ = bug::find(marks, &mut take);
            None
        }
        T::AlignedPair => {
            let _ = aligned::pairs(marks, &mut take);
            None
        }
        T::AlignedTriplet => {
            let _ = aligned::triplets(marks, &mut take);
            None
        }
        T::XCycle | T::YCycle | T::ForcingXChain | T::XyCycle | T::ForcingChain => Some(Level::Loops),
        T::Nishio => Some(Level::Nishio),
        T::CellChains | T::RegionChains => Some(Level::Multiple),
        T::DynamicCell | T::DynamicRegion | T::DynamicContradiction | T::DynamicDouble => {
            Some(Level::Dynamic(first.extra))
        }
    };
    if let Some(level) = level {
        found = Search::new(u64::MAX).all(marks, level);
        let mut namer = crate::chain::Namer::new();
        found.retain(|deduction| deduction.technique == first.technique);
        found.iter_mut().for_each(|deduction| namer.name(marks, deduction));
    }
    found.retain(|deduction| deduction.technique == first.technique);
    found
}
