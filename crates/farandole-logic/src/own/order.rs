//! The order of techniques on this scale, with their difficulties, and orders that users define.

use super::groups::GROUPS;
use crate::model::{Deduction, Technique};
use crate::techniques::techniques;
use core::fmt;

macro_rules! ranks {
    ($($name:ident: $id:literal, $title:literal, $needs:ident, $doc:literal,
        se $se:literal $(+ $rise:path)?, own $own:literal, page $page:literal,
        why $why:expr $(, note $note:literal)?;)+) => {
        /// Returns ten times the difficulty of a technique on this scale, plus a digit that determines the order of
        /// equally difficult techniques. Returns 0 if the technique is not on the scale.
        const fn rank(technique: Technique) -> u16 {
            match technique { $(Technique::$name => $own,)+ }
        }
    };
}

techniques!(ranks);

/// The difficulty of techniques that are not on the scale, but in the order of a user.
const OTHER: u16 = 55;

/// Returns the difficulty of a deduction. For chains and nets, the difficulty of the technique is increased by
/// one for every two assertions beyond the shortest form. For nested chains, it is increased by five per level.
/// The increase is at most 19.
pub fn difficulty(deduction: &Deduction) -> u16 {
    let base = least(deduction.technique);
    let surcharge = match deduction.technique {
        Technique::ForcingNetContradiction => deduction.size / 2,
        _ if !deduction.path.is_empty() => (deduction.path.len() as u32).saturating_sub(4) / 2,
        _ if !deduction.chains.is_empty() => u32::from(deduction.extra) * 5,
        _ => 0,
    };
    base + surcharge.min(19) as u16
}

/// Returns the difficulty of the easiest step of a technique.
pub(super) const fn least(technique: Technique) -> u16 {
    match rank(technique) {
        0 => OTHER,
        rank => rank / 10,
    }
}

/// An order of techniques: those to search, easiest first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order(Vec<Technique>);

impl Default for Order {
    fn default() -> Self {
        let on_scale = Technique::ALL.iter().copied().filter(|technique| rank(*technique) > 0);
        let mut techniques: Vec<Technique> = on_scale.collect();
        techniques.sort_by_key(|technique| rank(*technique));
        Self(techniques)
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
            for technique in techniques {
                if !order.contains(&technique) {
                    order.push(technique);
                }
            }
        }
        if order.is_empty() { Err(OrderError { line: 1, name: None }) } else { Ok(Self(order)) }
    }

    /// Returns the order without the techniques of a list of ids and groups, separated by
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

    /// Returns the order up to a technique. Returns `None` if the order does not have the technique.
    ///
    /// ```
    /// use farandole_logic::Technique;
    /// use farandole_logic::own::Order;
    ///
    /// let order = Order::default().up_to(Technique::XWing).unwrap();
    /// assert_eq!(order.techniques().last(), Some(&Technique::XWing));
    /// ```
    #[must_use]
    pub fn up_to(mut self, technique: Technique) -> Option<Self> {
        let at = self.0.iter().position(|it| *it == technique)?;
        self.0.truncate(at + 1);
        Some(self)
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
    fn groups_can_be_left_out() {
        for (name, contains) in GROUPS {
            let order = Order::default().without(name).unwrap();
            assert!(!order.techniques().iter().any(|it| contains(*it)), "{name}");
            assert_ne!(order, Order::default(), "{name}");
        }
    }
}
