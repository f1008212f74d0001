//! Colours of drawings, as they appear on white paper, and their names.

use crate::rules_text::Hue;

/// Red, green and blue, from 0 to 255.
pub(super) type Rgb = [f64; 3];

/// Parses `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa` and blends the colour with white. Returns
/// `None` if the text is not a colour or is fully transparent.
pub(super) fn on_white(text: &str) -> Option<Rgb> {
    let digits = text.trim().strip_prefix('#')?;
    let digits: Vec<u32> = digits.chars().map(|c| c.to_digit(16)).collect::<Option<_>>()?;
    let channels: Vec<f64> = match digits.len() {
        3 | 4 => digits.iter().map(|digit| f64::from(digit * 17)).collect(),
        6 | 8 => digits.chunks(2).map(|pair| f64::from(pair[0] * 16 + pair[1])).collect(),
        _ => return None,
    };
    let alpha = channels.get(3).map_or(1.0, |alpha| alpha / 255.0);
    let laid = |channel: f64| channel * alpha + 255.0 * (1.0 - alpha);
    (alpha > 0.0).then(|| [laid(channels[0]), laid(channels[1]), laid(channels[2])])
}

/// Returns true if no channel of two colours differs by more than the tolerance.
pub(super) fn is_near(one: Rgb, two: Rgb, tolerance: f64) -> bool {
    one.iter().zip(two).all(|(one, two)| (one - two).abs() <= tolerance)
}

/// The upper bounds of hues in degrees.
const HUES: [(f64, Hue); 7] = [
    (17.0, Hue::Red),
    (47.0, Hue::Orange),
    (68.0, Hue::Yellow),
    (165.0, Hue::Green),
    (255.0, Hue::Blue),
    (338.0, Hue::Purple),
    (361.0, Hue::Red),
];

/// Returns the usual name of a colour. Pink is purple, and turquoise is blue.
pub(super) fn hue([red, green, blue]: Rgb) -> Hue {
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    let range = most - least;
    if most < 64.0 {
        return Hue::Black;
    }
    if range < 23.0 {
        return if least > 242.0 { Hue::White } else { Hue::Grey };
    }
    named(degrees([red, green, blue]))
}

/// Returns the angle of a colour on the colour wheel, in degrees.
fn degrees([red, green, blue]: Rgb) -> f64 {
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    let range = most - least;
    let sector = if most == red {
        ((green - blue) / range).rem_euclid(6.0)
    } else if most == green {
        (blue - red) / range + 2.0
    } else {
        (red - green) / range + 4.0
    };
    sector * 60.0
}

/// Returns the hue at an angle on the colour wheel.
fn named(degrees: f64) -> Hue {
    HUES.iter().find(|(bound, _)| degrees < *bound).map_or(Hue::Red, |(_, hue)| *hue)
}

/// The names that setters may use for a colour.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Tint {
    /// The most usual name, or `None` if nothing is visible.
    pub(crate) hue: Option<Hue>,
    /// Other names, if the colour is near the boundary between two hues.
    near: [Option<Hue>; 3],
}

impl Tint {
    /// Returns the names of a colour given as text.
    pub(crate) fn of(text: &str) -> Self {
        let Some(colour) = on_white(text) else { return Self { hue: None, near: [None; 3] } };
        let own = hue(colour);
        let [least, most] = [f64::min, f64::max].map(|of| colour.into_iter().reduce(of).unwrap_or(0.0));
        let mut near = Vec::new();
        let range = most - least;
        if range < 23.0 {
            near.extend((least > 220.0 && own == Hue::Grey).then_some(Hue::White));
            near.extend((most < 120.0 && own == Hue::Grey).then_some(Hue::Black));
        } else if own != Hue::Black {
            // Pale red is pink, and dark orange is brown.
            near.extend((own == Hue::Red && least > 110.0).then_some(Hue::Purple));
            let is_warm = matches!(own, Hue::Red | Hue::Orange | Hue::Yellow);
            near.extend((is_warm && most < 215.0).then_some(Hue::Brown));
            near.extend((range < 40.0).then_some(Hue::Grey));
            let degrees = degrees(colour);
            let beyond = [-LIMIT, LIMIT].map(|off| named((degrees + off).rem_euclid(360.0)));
            near.extend(beyond.into_iter().filter(|other| *other != own));
        }
        near.dedup();
        let mut near = near.into_iter();
        Self { hue: Some(own), near: [near.next(), near.next(), near.next()] }
    }

    /// Returns true if the colour has this name.
    pub(super) fn is(&self, hue: Hue) -> bool {
        self.hue == Some(hue)
    }

    /// Returns true if the colour may have this name.
    pub(super) fn is_near(&self, hue: Hue) -> bool {
        self.is(hue) || self.near.contains(&Some(hue))
    }
}

/// Up to this distance in degrees from a boundary between two hues, a colour has both names.
const LIMIT: f64 = 14.0;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_follow_what_is_seen() {
        for (text, hue) in [
            ("#67f067ff", Hue::Green),
            ("#f067f0", Hue::Purple),
            ("#2ecbff", Hue::Blue),
            ("#34bbe6", Hue::Blue),
            ("#ffa600", Hue::Orange),
            ("#cccf", Hue::Grey),
            // A dark purple with low opacity is grey.
            ("#46386c45", Hue::Grey),
            ("#000", Hue::Black),
            ("#ffffff", Hue::White),
            ("#d33", Hue::Red),
        ] {
            assert_eq!(Tint::of(text).hue, Some(hue), "{text}");
        }
        for invisible in ["#ff000000", "transparent", "#ggg"] {
            assert_eq!(Tint::of(invisible).hue, None);
        }
    }

    #[test]
    fn colours_between_two_hues_have_both_names() {
        for (text, hue) in [
            ("#ffc0cb", Hue::Purple),
            ("#ff69b4", Hue::Purple),
            ("#a0522d", Hue::Brown),
            ("#8b4513", Hue::Brown),
            ("#daa520", Hue::Yellow),
            ("#f5a000", Hue::Orange),
            ("#40e0d0", Hue::Blue),
            ("#ff4500", Hue::Red),
            ("#b0a0ff", Hue::Purple),
            ("#505050", Hue::Black),
            ("#e8e8e8", Hue::White),
        ] {
            assert!(Tint::of(text).is_near(hue), "{text}: {:?}", Tint::of(text));
        }
        for (text, hue) in [("#ff0000", Hue::Purple), ("#67f067", Hue::Blue), ("#2ecbff", Hue::Green)] {
            assert!(!Tint::of(text).is_near(hue), "{text}");
        }
    }
}
