//! Themes: the colours and lines of each role. Texts have a contrast of 4.5 to 1 or more on every ground they stand on.

use crate::scene::Role;

/// How a drawing looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Dark on white.
    Light,
    /// Light on dark.
    Dark,
    /// Black and greys on white, for printers.
    Print,
}

/// Red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// The look of a role.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Style {
    pub(crate) fill: Option<Rgb>,
    pub(crate) stroke: Option<Rgb>,
    /// The width of the stroke.
    pub(crate) width: f64,
    /// Lengths of strokes and gaps; none for a line without gaps.
    pub(crate) dash: Option<(f64, f64)>,
}

const fn rgb(number: u32) -> Rgb {
    [(number >> 16) as u8, (number >> 8) as u8, number as u8]
}

const fn fill(color: u32) -> Style {
    Style { fill: Some(rgb(color)), stroke: None, width: 0.0, dash: None }
}

const fn stroke(color: u32, width: f64) -> Style {
    Style { fill: None, stroke: Some(rgb(color)), width, dash: None }
}

const fn both(ground: u32, line: u32, width: f64) -> Style {
    Style { fill: Some(rgb(ground)), stroke: Some(rgb(line)), width, dash: None }
}

impl Style {
    const fn dashed(self, on: f64, off: f64) -> Self {
        Self { dash: Some((on, off)), ..self }
    }
}

impl Theme {
    /// The look of a role.
    pub(crate) const fn style(self, role: Role) -> Style {
        match self {
            Self::Light => light(role),
            Self::Dark => dark(role),
            Self::Print => print(role),
        }
    }
}

const fn light(role: Role) -> Style {
    match role {
        Role::Ground => fill(0xffffff),
        Role::Thin => stroke(0x999999, 1.0),
        Role::Thick => stroke(0x222222, 2.5),
        Role::Diagonal => stroke(0xb9a2d8, 2.0),
        Role::Extra => fill(0xe9e4f5),
        Role::House => fill(0xf1ecd9),
        Role::Given | Role::Named | Role::Caption | Role::Heading => fill(0x222222),
        Role::Placed => fill(0x1553a0),
        Role::Mark | Role::Name => fill(0x595959),
        Role::Core => both(0x9fdf9f, 0x2e7d32, 1.0),
        Role::On => both(0x9fdf9f, 0x2e7d32, 1.0),
        Role::Fin => both(0xffd97a, 0x8a6d00, 1.0),
        Role::Support => both(0xa9cdf5, 0x1553a0, 1.0).dashed(2.0, 1.5),
        Role::Off => both(0xe7c3ea, 0x7b2d87, 1.0).dashed(1.5, 1.5),
        Role::Eliminated => both(0xf4a9a0, 0xb03024, 1.0),
        Role::Strike => stroke(0xb03024, 2.0),
        Role::Put => both(0x6fd27f, 0x1b5e20, 2.0),
        Role::Strong => stroke(0x2e7d32, 1.6),
        Role::StrongHead => fill(0x2e7d32),
        Role::Weak => stroke(0x7b2d87, 1.6).dashed(4.0, 3.0),
        Role::WeakHead => fill(0x7b2d87),
    }
}

const fn dark(role: Role) -> Style {
    match role {
        Role::Ground => fill(0x16181d),
        Role::Thin => stroke(0x5b616e, 1.0),
        Role::Thick => stroke(0xc9ced8, 2.5),
        Role::Diagonal => stroke(0x6d5a94, 2.0),
        Role::Extra => fill(0x2b2640),
        Role::House => fill(0x2d2b22),
        Role::Given | Role::Caption | Role::Heading => fill(0xf2f4f8),
        Role::Named => fill(0x111111),
        Role::Placed => fill(0x8ec3ff),
        Role::Mark | Role::Name => fill(0xaab1bf),
        Role::Core | Role::On => both(0x7fcf86, 0xd7f5da, 1.0),
        Role::Fin => both(0xf0c350, 0xfff0c2, 1.0),
        Role::Support => both(0x8dbcf0, 0xdcecff, 1.0).dashed(2.0, 1.5),
        Role::Off => both(0xd9a5de, 0xf7e3f9, 1.0).dashed(1.5, 1.5),
        Role::Eliminated => both(0xf0968b, 0xffd9d4, 1.0),
        Role::Strike => stroke(0x8c1d13, 2.0),
        Role::Put => both(0x5fd073, 0xffffff, 2.0),
        Role::Strong => stroke(0x7fcf86, 1.6),
        Role::StrongHead => fill(0x7fcf86),
        Role::Weak => stroke(0xd9a5de, 1.6).dashed(4.0, 3.0),
        Role::WeakHead => fill(0xd9a5de),
    }
}

const fn print(role: Role) -> Style {
    match role {
        Role::Ground => fill(0xffffff),
        Role::Thin => stroke(0x808080, 0.7),
        Role::Thick => stroke(0x000000, 2.2),
        Role::Diagonal => stroke(0xb0b0b0, 1.5),
        Role::Extra | Role::House => fill(0xe8e8e8),
        Role::Given | Role::Named | Role::Caption | Role::Heading => fill(0x000000),
        Role::Placed => fill(0x404040),
        Role::Mark | Role::Name => fill(0x505050),
        Role::Core | Role::On => both(0xd0d0d0, 0x000000, 1.0),
        Role::Fin => both(0xffffff, 0x000000, 1.0),
        Role::Support => both(0xe8e8e8, 0x000000, 1.0).dashed(2.0, 1.5),
        Role::Off => both(0xffffff, 0x000000, 1.0).dashed(1.5, 1.5),
        Role::Eliminated => both(0xffffff, 0x000000, 0.6),
        Role::Strike => stroke(0x000000, 1.6),
        Role::Put => both(0xd0d0d0, 0x000000, 2.2),
        Role::Strong => stroke(0x000000, 1.4),
        Role::StrongHead | Role::WeakHead => fill(0x000000),
        Role::Weak => stroke(0x000000, 1.4).dashed(4.0, 3.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The contrast of two colours as the Web Content Accessibility Guidelines define it: 1 up to 21.
    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let linear = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let light = |[r, g, b]: Rgb| 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b) + 0.05;
        let (one, other) = (light(one), light(other));
        one.max(other) / one.min(other)
    }

    #[test]
    fn every_text_can_be_read_on_every_ground() {
        let grounds = [Role::Ground, Role::House, Role::Extra];
        let circles =
            [Role::Core, Role::On, Role::Fin, Role::Support, Role::Off, Role::Eliminated, Role::Put];
        let texts = [Role::Given, Role::Placed, Role::Mark, Role::Name, Role::Caption, Role::Heading];
        for theme in [Theme::Light, Theme::Dark, Theme::Print] {
            let pairs = texts.iter().flat_map(|text| grounds.map(|ground| (*text, ground)));
            for (text, ground) in pairs.chain(circles.map(|circle| (Role::Named, circle))) {
                let [front, back] = [text, ground].map(|role| theme.style(role).fill.unwrap());
                assert!(contrast(front, back) >= 4.5, "{theme:?}: {text:?} on {ground:?}");
            }
        }
        assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-9);
    }
}
