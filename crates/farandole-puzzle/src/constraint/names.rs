//! The names of constraint kinds, and the known name nearest to a misspelt one, by Damerau-Levenshtein distance in its
//! optimal string alignment form.
//!
//! Source: F. J. Damerau, A technique for computer detection and correction of spelling errors,
//! Communications of the ACM 7 (1964), and the recurrence of R. A. Wagner and M. J. Fischer, The
//! string-to-string correction problem, Journal of the ACM 21 (1974).

use super::catalogue::names;
use alloc::vec::Vec;

/// Maximum length of a name that is considered a misspelling.
const MAX_LENGTH: usize = 40;

/// Minimum length of a known name that is recognized inside a longer text.
const MIN_CONTAINED_LENGTH: usize = 4;

/// Returns true if a constraint kind has this name in texts.
pub fn is_name(name: &[u8]) -> bool {
    names().any(|known| known.as_bytes() == name)
}

/// Returns the constraint kind whose name is most similar to an unknown name, or `None` if no name
/// is similar.
///
/// Case is ignored. At most a third of the letters, but at least one, may be missing, added,
/// changed or exchanged with the next letter. If no name is that similar, the longest known name
/// contained in the text is returned.
///
/// ```
/// use farandole_puzzle::constraint::nearest_name;
///
/// assert_eq!(nearest_name("Wisper"), Some("Whisper"));
/// assert_eq!(nearest_name("thermos"), Some("Thermo"));
/// assert_eq!(nearest_name("KillerCage"), Some("Cage"));
/// assert_eq!(nearest_name("Nonsense"), None);
/// ```
pub fn nearest_name(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.len() > MAX_LENGTH {
        return None;
    }
    let wanted = name.to_ascii_lowercase();
    let most = (wanted.len() / 3).max(1);
    let known = || names().map(|name| (name, name.to_ascii_lowercase()));
    let near = known().map(|(name, lower)| (distance(wanted.as_bytes(), lower.as_bytes()), name));
    let nearest = near.filter(|(distance, _)| *distance <= most).min_by_key(|(distance, _)| *distance);
    let inside = || {
        let names =
            known().filter(|(name, lower)| name.len() >= MIN_CONTAINED_LENGTH && wanted.contains(&**lower));
        names.map(|(name, _)| name).max_by_key(|name| name.len())
    };
    nearest.map(|(_, name)| name).or_else(inside)
}

/// Returns the minimum number of edits that turn one text into the other. An edit inserts, deletes
/// or changes a letter, or exchanges two adjacent letters.
fn distance(one: &[u8], two: &[u8]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=two.len()).collect();
    for (row, a) in one.iter().enumerate() {
        let mut next = Vec::with_capacity(last.len());
        next.push(row + 1);
        for (col, b) in two.iter().enumerate() {
            let changed = last[col] + usize::from(a != b);
            let mut least = changed.min(last[col + 1] + 1).min(next[col] + 1);
            if row > 0 && col > 0 && *a == two[col - 1] && one[row - 1] == *b {
                least = least.min(before[col - 1] + 1);
            }
            next.push(least);
        }
        before = core::mem::replace(&mut last, next);
    }
    last[two.len()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::constraint::catalogue;

    #[test]
    fn the_distance_is_the_number_of_edits() {
        for (one, two, edits) in [
            ("", "", 0),
            ("", "abc", 3),
            ("thermo", "thermo", 0),
            ("thermo", "thremo", 1),
            ("wisper", "whisper", 1),
            ("palindrom", "palindrome", 1),
            ("kitten", "sitting", 3),
            ("ca", "abc", 3),
        ] {
            assert_eq!(distance(one.as_bytes(), two.as_bytes()), edits, "{one} {two}");
            assert_eq!(distance(two.as_bytes(), one.as_bytes()), edits, "{two} {one}");
        }
    }

    #[test]
    fn every_name_is_nearest_to_itself_and_to_its_misspelling() {
        for about in catalogue() {
            assert_eq!(nearest_name(&about.name.to_ascii_lowercase()), Some(about.name));
            if about.name.len() > 7 {
                let mut wrong = about.name.as_bytes().to_vec();
                wrong.swap(2, 3);
                let found = nearest_name(core::str::from_utf8(&wrong).unwrap());
                assert_eq!(found, Some(about.name), "{}", about.name);
            }
        }
    }

    #[test]
    fn words_of_setters_lead_to_names() {
        for (word, name) in [
            ("Thermos", "Thermo"),
            ("thermometer", "Thermo"),
            ("GermanWhisper", "Whisper"),
            ("RenbanLine", "Renban"),
            ("Antiknigth", "AntiKnight"),
            ("WhiteDots", "WhiteDot"),
            ("Schrodinger", "Schroedinger"),
            ("LitleKiller", "LittleKiller"),
        ] {
            assert_eq!(nearest_name(word), Some(name), "{word}");
        }
        for word in ["", "Q9", "Minesweeper", "\u{e9}\u{e9}", &"Thermo".repeat(9)] {
            assert_eq!(nearest_name(word), None, "{word}");
        }
    }
}
