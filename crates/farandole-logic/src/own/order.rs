//! The order of techniques on this scale, with their difficulties, and orders that users define.

use super::groups::GROUPS;
use crate::model::{Deduction, Technique};
use core::fmt;

/// The techniques of the scale in search order, each with its difficulty.
///
/// The numbers only define an order. Techniques with numbers from 1 to 9 need no pencil marks. Numbers from 10
/// to 29 are for pairs and patterns of single digits, 30 to 49 for chains and almost locked sets, and 60 or
/// more for nets. A longer chain is harder than a shorter one; see [`difficulty`].
// long: a table, as long as the list of techniques
pub const DIFFICULTIES: &[(Technique, u16)] = {
    use Technique as T;
    &[
        (T::FullHouse, 1),
        (T::HiddenSingleBox, 2),
        (T::HiddenSingleLine, 3),
        (T::NakedSingle, 4),
        (T::Pointing, 10),
        (T::Claiming, 11),
        (T::LockedPair, 11),
        (T::NakedPair, 12),
        (T::HiddenPair, 13),
        (T::LockedTriplet, 14),
        (T::NakedTriplet, 15),
        (T::HiddenTriplet, 16),
        (T::XWing, 16),
        (T::Skyscraper, 18),
        (T::TwoStringKite, 18),
        (T::TurbotFish, 19),
        (T::EmptyRectangle, 19),
        (T::XyWing, 20),
        (T::RemotePair, 20),
        (T::WWing, 21),
        (T::XyzWing, 21),
        (T::Bug1, 22),
        (T::Uniqueness1, 22),
        (T::Uniqueness2, 23),
        (T::Uniqueness4, 23),
        (T::HiddenRectangle, 24),
        (T::Uniqueness3, 25),
        (T::Uniqueness5, 25),
        (T::Uniqueness6, 25),
        (T::AvoidableRectangle1, 25),
        (T::AvoidableRectangle2, 25),
        (T::NakedQuad, 26),
        (T::Swordfish, 26),
        (T::HiddenQuad, 27),
        (T::FinnedXWing, 27),
        (T::SashimiXWing, 27),
        (T::SimpleColorsTrap, 28),
        (T::SimpleColorsWrap, 28),
        (T::UniqueLoop1, 28),
        (T::UniqueLoop2, 29),
        (T::UniqueLoop3Naked, 30),
        (T::UniqueLoop3Hidden, 30),
        (T::UniqueLoop4, 29),
        (T::MultiColors1, 30),
        (T::MultiColors2, 30),
        (T::XChain, 30),
        (T::XyChain, 31),
        (T::WxyzWing, 33),
        (T::AlsXz, 34),
        (T::ContinuousLoop, 34),
        (T::Aic, 34),
        (T::DiscontinuousLoop, 34),
        (T::SueDeCoq, 36),
        (T::FinnedSwordfish, 37),
        (T::SashimiSwordfish, 37),
        (T::Jellyfish, 38),
        (T::Bug2, 38),
        (T::Bug4, 38),
        (T::Bug3, 39),
        (T::GroupedContinuousLoop, 40),
        (T::GroupedAic, 40),
        (T::GroupedDiscontinuousLoop, 40),
        (T::AlsXyWing, 42),
        (T::DeathBlossom, 43),
        (T::FinnedJellyfish, 44),
        (T::SashimiJellyfish, 44),
        (T::AlsXyChain, 45),
        (T::FrankenSwordfish, 46),
        (T::FinnedFrankenXWing, 46),
        (T::FinnedFrankenSwordfish, 47),
        (T::CellChains, 50),
        (T::RegionChains, 50),
        (T::ForcingNetContradiction, 60),
        (T::DynamicContradiction, 80),
        (T::DynamicDouble, 80),
        (T::DynamicCell, 80),
        (T::DynamicRegion, 80),
    ]
};

/// The difficulty of techniques that are not on the scale, but in the order of a user.
const OTHER: u16 = 55;

/// Returns the difficulty of a deduction. For chains and nets, the difficulty of the technique is increased by
/// one for every two assertions beyond the shortest form. For nested chains, it is increased by five per level.
/// The increase is at most 19.
pub fn difficulty(deduction: &Deduction) -> u16 {
    let known = DIFFICULTIES.iter().find(|(technique, _)| *technique == deduction.technique);
    let base = known.map_or(OTHER, |(_, number)| *number);
    let surcharge = match deduction.technique {
        Technique::ForcingNetContradiction => deduction.size / 2,
        _ if !deduction.path.is_empty() => (deduction.path.len() as u32).saturating_sub(4) / 2,
        _ if !deduction.chains.is_empty() => u32::from(deduction.extra) * 5,
        _ => 0,
    };
    base + surcharge.min(19) as u16
}

/// An order of techniques: those to search, easiest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order(Vec<Technique>);

impl Default for Order {
    fn default() -> Self {
        Self(DIFFICULTIES.iter().map(|(technique, _)| *technique).collect())
    }
}

/// The reason why a text is not an order of techniques.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OrderError {
    line: usize,
    name: Option<String>,
}

impl OrderError {
    /// Returns the 1-based line of the error.
    pub const fn line(&self) -> usize {
        self.line
    }
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.name {
            Some(name) => write!(f, "found {name:?}, expected the id of a technique or a group"),
            None => f.write_str("found no technique, expected the id of at least one"),
        }
    }
}

impl core::error::Error for OrderError {}

/// Returns the techniques with this name: an id, or a [group](GROUPS).
fn named(name: &str) -> Option<Vec<Technique>> {
    let group = GROUPS.iter().find(|group| group.0 == name);
    match group {
        Some((_, contains)) => Some(Technique::ALL.iter().copied().filter(|it| contains(*it)).collect()),
        None => Technique::by_id(name).map(|technique| vec![technique]),
    }
}

impl Order {
    /// Parses an order: ids of techniques, one per line, easiest first. Blank lines and text after
    /// `#` are ignored. Techniques that are not listed are not used.
    ///
    /// ```
    /// use farandole_logic::own::Order;
    ///
    /// assert!(Order::parse("hidden-single-box # first\nnaked-single\n").is_ok());
    /// assert_eq!(Order::parse("guess").unwrap_err().line(), 1);
    /// ```
    ///
    /// # Errors
    /// If a name is unknown, or the text contains no names.
    pub fn parse(text: &str) -> Result<Self, OrderError> {
        let mut order = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let name = line.split('#').next().unwrap_or_default().trim();
            if name.is_empty() {
                continue;
            }
            let Some(techniques) = named(name) else {
                return Err(OrderError { line: number, name: Some(name.to_owned()) });
            };
            techniques.into_iter().for_each(|it| {
                if !order.contains(&it) {
                    order.push(it);
                }
            });
        }
        if order.is_empty() { Err(OrderError { line: 1, name: None }) } else { Ok(Self(order)) }
    }

    /// Returns the order without the techniques of a list of ids and [groups](GROUPS), separated by
    /// commas.
    ///
    /// ```
    /// use farandole_logic::Technique;
    /// use farandole_logic::own::Order;
    ///
    /// let order = Order::default().without("uniqueness,x-wing").unwrap();
    /// assert!(!order.techniques().contains(&Technique::XWing));
    /// assert!(!order.techniques().contains(&Technique::Bug1));
    /// ```
    ///
    /// # Errors
    /// If a name is unknown.
    pub fn without(mut self, names: &str) -> Result<Self, OrderError> {
        for name in names.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let Some(excluded) = named(name) else {
                return Err(OrderError { line: 1, name: Some(name.to_owned()) });
            };
            self.0.retain(|it| !excluded.contains(it));
        }
        Ok(self)
    }

    /// Returns the techniques, easiest first.
    pub fn techniques(&self) -> &[Technique] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_by_difficulty_except_for_techniques_found_together() {
        // Small deviations are permitted, because techniques with the same finder stay together.
        let numbers: Vec<u16> = DIFFICULTIES.iter().map(|(_, number)| *number).collect();
        assert!(numbers.windows(2).all(|pair| pair[1] + 2 >= pair[0]), "{numbers:?}");
        let mut techniques = Order::default().0;
        techniques.sort_unstable();
        techniques.dedup();
        assert_eq!(techniques.len(), DIFFICULTIES.len());
    }

    #[test]
    fn groups_can_be_left_out() {
        for (name, contains) in GROUPS {
            let order = Order::default().without(name).unwrap();
            assert!(!order.techniques().iter().any(|it| contains(*it)), "{name}");
            assert_ne!(order, Order::default(), "{name}");
        }
    }
}
