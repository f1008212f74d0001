//! The rule of a constraint in words, with the numbers of the constraint.

use super::catalogue::Constraint;
use alloc::format;
use alloc::string::{String, ToString};

impl Constraint {
    /// Returns the rule of the constraint in words. Numbers that
    /// [`KindInfo::meaning`](super::KindInfo::meaning) only mentions, as in "the given number", are
    /// those of the constraint.
    ///
    /// ```
    /// use farandole_puzzle::format::iss;
    ///
    /// let variant = iss::read(".Whisper~5~R1C1~R1C2").unwrap();
    /// let sentence = "Whisper: adjacent digits on the line differ by at least 5.";
    /// assert_eq!(variant.constraints()[0].sentence(), sentence);
    /// ```
    pub fn sentence(&self) -> String {
        let with = |words: &str, number: String| self.about().meaning().replacen(words, &number, 1);
        let number = |number: u8| with("the given number", number.to_string());
        let total = |sum: i64| with("the given total", sum.to_string());
        match self {
            Self::Whisper(it) => number(it.difference),
            Self::Lockout(it) => number(it.difference),
            Self::Difference(it) => number(it.difference),
            Self::Ratio(it) => with("the given number times", format!("{} times", it.ratio)),
            Self::HighCells(it) => number(it.low),
            Self::Taxicab(it) => number(it.steps),
            Self::StarBattle(it) if it.stars == 1 => with("the given number of stars", "1 star".into()),
            Self::StarBattle(it) => with("the given number of", it.stars.to_string()),
            Self::Leaper(it) => with(
                "the given numbers of rows and columns apart, in any direction,",
                format!("{} and {} rows and columns apart, in any direction,", it.short, it.long),
            ),
            Self::Modular(it) => {
                let meaning = self.about().meaning();
                meaning
                    .replace("any m ", &format!("any {} ", it.modulus))
                    .replace("modulo m", &format!("modulo {}", it.modulus))
            }
            Self::SumLine(it) => total(it.sum.into()),
            Self::Knightmare(it) => total(it.sum.into()),
            Self::RellikCage(it) => total(it.sum.into()),
            Self::Cage(it) => match it.sum {
                Some(sum) => total(sum.into()),
                None => self.about().meaning().replace(" and sum to the given total", ""),
            },
            Self::Sum(it) => total(it.sum.into()),
            Self::DoubledSum(it) => total(it.sum.into()),
            Self::NegatedSum(it) => total(it.sum.into()),
            Self::DigitalRoot(it) => with("the given digital root", format!("the digital root {}", it.root)),
            _ => self.about().meaning(),
        }
    }
}
