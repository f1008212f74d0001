//! Colours of drawings, as they appear on white paper, and their names.

use crate::rules_text::Hue;

/// Red, green and blue, from 0 to 255.
pub(super) type Rgb = [f64; 3];

/// Parses `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa` and lays the colour over white. Returns `None`
/// if the text is no colour or fully transparent.
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

/// Returns the name that setters give to a colour. Pink is purple, and turquoise is blue.
pub(super) fn hue([red, green, blue]: Rgb) -> Hue {
    let (most, least) = (red.max(green).max(blue), red.min(green).min(blue));
    let range = most - least;
    if most < 64.0 {
        return Hue::Black;
    }
    if range < 23.0 {
        return if least > 242.0 { Hue::White } else { Hue::Grey };
    }
    let sector = if most == red {
        ((green - blue) / range).rem_euclid(6.0)
    } else if most == green {
        (blue - red) / range + 2.0
    } else {
        (red - green) / range + 4.0
    };
    let found = HUES.iter().find(|(bound, _)| sector * 60.0 < *bound);
    found.map_or(Hue::Red, |(_, hue)| *hue)
}

/// Returns the hue of a colour text, or `None` if nothing is visible.
pub(super) fn hue_of(text: &str) -> Option<Hue> {
    on_white(text).map(hue)
}

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
            // A dark purple is grey when little of it covers the paper.
            ("#46386c45", Hue::Grey),
            ("#000", Hue::Black),
            ("#ffffff", Hue::White),
            ("#d33", Hue::Red),
        ] {
            assert_eq!(hue_of(text), Some(hue), "{text}");
        }
        assert_eq!((hue_of("#ff000000"), hue_of("transparent"), hue_of("#ggg")), (None, None, None));
    }
}
