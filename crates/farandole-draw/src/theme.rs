//! Themes: the colour and line style of each role. Every text has a contrast of at least 4.5 to 1
//! on all its backgrounds.

use crate::scene::{Hue, Item, Paint, Role};

/// The style of a drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Theme {
    /// Dark on white.
    Light,
    /// Light on dark.
    Dark,
    /// Black and grey on white, for printers.
    Print,
}

/// Red, green, blue.
pub(crate) type Rgb = [u8; 3];

/// The style of a role.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Style {
    pub(crate) fill: Option<Rgb>,
    pub(crate) stroke: Option<Rgb>,
    /// Width of the stroke.
    pub(crate) width: f64,
    /// Lengths of dashes and gaps, or `None` for a solid line.
    pub(crate) dash: Option<(f64, f64)>,
    /// True if ends and corners are round.
    pub(crate) round: bool,
}

/// The style of parts that a theme does not show.
const HIDDEN: Style = Style { fill: None, stroke: None, width: 0.0, dash: None, round: false };

const fn rgb(number: u32) -> Rgb {
    [(number >> 16) as u8, (number >> 8) as u8, number as u8]
}

const fn fill(color: u32) -> Style {
    Style { fill: Some(rgb(color)), stroke: None, width: 0.0, dash: None, round: false }
}

const fn stroke(color: u32, width: f64) -> Style {
    Style { fill: None, stroke: Some(rgb(color)), width, dash: None, round: false }
}

const fn both(ground: u32, line: u32, width: f64) -> Style {
    Style { fill: Some(rgb(ground)), stroke: Some(rgb(line)), width, dash: None, round: false }
}

impl Style {
    /// Returns the colours with the names of their custom properties.
    fn colors(&self, role: Role) -> Vec<(String, String)> {
        let hex = |[red, green, blue]: Rgb| format!("#{red:02x}{green:02x}{blue:02x}");
        let line = if self.fill.is_some() { "-line" } else { "" };
        let fill = self.fill.map(|color| (role.class(), hex(color)));
        let stroke = self.stroke.map(|color| (format!("{}{line}", role.class()), hex(color)));
        fill.into_iter().chain(stroke).collect()
    }

    /// Returns the rule of a style sheet. Its other properties are those of the style that it replaces, if any.
    fn rule(&self, role: Role, replaced: Option<Self>) -> String {
        let class = role.class();
        let mut rule = format!(".drawn.{class} {{\n");
        if self.fill.is_some() {
            rule += &format!("fill: var(--drawn-{class});\n");
        }
        if self.stroke.is_some() {
            let line = if self.fill.is_some() { "-line" } else { "" };
            rule += &format!("stroke: var(--drawn-{class}{line});\nstroke-width: {};\n", self.width);
        }
        if let Some((on, off)) = self.dash {
            rule += &format!("stroke-dasharray: {on} {off};\n");
        }
        if self.round {
            rule += "stroke-linecap: round;\nstroke-linejoin: round;\n";
        } else if replaced.is_some_and(|it| it.round) {
            rule += "stroke-linecap: butt;\nstroke-linejoin: miter;\n";
        }
        rule + "}\n"
    }

    const fn dashed(self, on: f64, off: f64) -> Self {
        Self { dash: Some((on, off)), ..self }
    }

    const fn rounded(self) -> Self {
        Self { round: true, ..self }
    }
}

/// Width of thermometers.
const WIDE: f64 = 16.0;
/// Width of other lines with a constraint.
const PATH: f64 = 10.0;

impl Theme {
    /// Returns a style sheet for drawings in web pages. For each role, it has a rule for elements
    /// with the classes `drawn` and [`Role::class`] and two custom properties: `--drawn-CLASS` for
    /// the main colour and `--drawn-CLASS-line` for the stroke colour of a filled shape.
    ///
    /// Colours depend on the property `color-scheme`. Printed pages have the colours of
    /// [`Print`](Self::Print).
    pub fn style_sheet() -> String {
        let colors = |of: &dyn Fn(Role) -> Vec<(String, String)>| -> String {
            let one = |(name, value)| format!("--drawn-{name}: {value};\n");
            Role::all().flat_map(of).map(one).collect()
        };
        let screen = colors(&|role| {
            let [light, dark] = [Self::Light, Self::Dark].map(|theme| theme.style(role).colors(role));
            let both = light.into_iter().zip(dark);
            both.map(|((name, light), (_, dark))| (name, format!("light-dark({light}, {dark})"))).collect()
        });
        let print = colors(&|role| Self::Print.style(role).colors(role));
        let rules = |theme: Self, replaced: Option<Self>| -> String {
            Role::all().map(|role| theme.style(role).rule(role, replaced.map(|it| it.style(role)))).collect()
        };
        format!(
            "/* The styles of drawings, generated from the themes of farandole-draw. Do not edit. */\n\
             :root {{\n{screen}}}\n.drawn {{\nfill: none;\n}}\n{}@media print {{\n:root {{\n{print}}}\n{}}}\n",
            rules(Self::Light, None),
            rules(Self::Print, Some(Self::Light))
        )
    }

    /// Returns true if a part is visible.
    pub(crate) fn shows(self, item: &Item) -> bool {
        !matches!(item, Item::Text { role, .. } if self.style(*role).fill.is_none())
    }

    /// Returns the style of a role.
    pub(crate) const fn style(self, role: Role) -> Style {
        match self {
            Self::Light => light(role),
            Self::Dark => dark(role),
            Self::Print => print(role),
        }
    }
}

/// Returns the style of a part with colours of its own, which all themes share.
const fn own(Paint { fill, stroke, width }: Paint) -> Style {
    Style { fill, stroke, width: width as f64 / 10.0, dash: None, round: true }
}

const fn light(role: Role) -> Style {
    match role {
        Role::Own(paint) => own(paint),
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
        Role::Thermo => stroke(0xcfd1d7, WIDE).rounded(),
        Role::Bulb => fill(0xcfd1d7),
        Role::Path(hue) => stroke(light_hue(hue), PATH).rounded(),
        Role::LineName => HIDDEN,
        Role::Set(hue) => stroke(light_line(hue), 2.0).dashed(5.0, 3.0),
        Role::Cage => stroke(0x444444, 1.2).dashed(4.0, 2.5),
        Role::Shaft => stroke(0x8b9099, 2.2).rounded(),
        Role::Ring => both(0xffffff, 0x8b9099, 2.2),
        Role::Pill => stroke(0x8b9099, 46.0).rounded(),
        Role::PillInside => stroke(0xffffff, 42.0).rounded(),
        Role::Frame => both(0xffffff, 0x222222, 1.2),
        Role::OnDot => fill(0x222222),
        Role::OnFullDot => fill(0xffffff),
        Role::Comparison => stroke(0x222222, 1.6).rounded(),
        Role::Badge => fill(0xdfe1e6),
        Role::Dot => both(0xffffff, 0x222222, 1.4),
        Role::FullDot => both(0x222222, 0x222222, 1.4),
        Role::Sign | Role::Tag | Role::Clue => fill(0x222222),
    }
}

/// Returns the colour of lines below digits. It is the conventional colour, such as green for
/// whispers and purple for renban lines, but light enough for pencil marks to be readable.
const fn light_hue(hue: Hue) -> u32 {
    match hue {
        Hue::Grey => 0xcdd0d6,
        Hue::Green => 0x7bea7b,
        Hue::Purple => 0xf3c0f3,
        Hue::Blue => 0x93dcff,
        Hue::Teal => 0x7fe3d6,
        Hue::Orange => 0xffc98a,
        Hue::Pink => 0xffc4d8,
        Hue::Lilac => 0xddccfb,
        Hue::Yellow => 0xf5e05e,
        Hue::Red => 0xffc2b8,
        Hue::Brown => 0xe4d0ac,
    }
}

/// Returns the colour of thin lines.
const fn light_line(hue: Hue) -> u32 {
    match hue {
        Hue::Grey => 0x666666,
        Hue::Green => 0x2e7d32,
        Hue::Purple => 0x7b2d87,
        Hue::Blue => 0x1553a0,
        Hue::Teal => 0x00716a,
        Hue::Orange => 0xa85b00,
        Hue::Pink => 0xb0306a,
        Hue::Lilac => 0x5f3aa5,
        Hue::Yellow => 0x7d6a00,
        Hue::Red => 0xb03024,
        Hue::Brown => 0x6b4a1f,
    }
}

const fn dark(role: Role) -> Style {
    match role {
        Role::Own(paint) => own(paint),
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
        Role::Thermo => stroke(0x3f444d, WIDE).rounded(),
        Role::Bulb => fill(0x3f444d),
        Role::Path(hue) => stroke(dark_hue(hue), PATH).rounded(),
        Role::LineName => HIDDEN,
        Role::Set(hue) => stroke(light_hue(hue), 2.0).dashed(5.0, 3.0),
        Role::Cage => stroke(0xc0c5cf, 1.2).dashed(4.0, 2.5),
        Role::Shaft => stroke(0x8f96a3, 2.2).rounded(),
        Role::Ring => both(0x16181d, 0x8f96a3, 2.2),
        Role::Pill => stroke(0x8f96a3, 46.0).rounded(),
        Role::PillInside => stroke(0x16181d, 42.0).rounded(),
        Role::Frame => both(0x16181d, 0xf2f4f8, 1.2),
        Role::OnDot => fill(0x111111),
        Role::OnFullDot => fill(0xf2f4f8),
        Role::Comparison => stroke(0xf2f4f8, 1.6).rounded(),
        Role::Badge => fill(0x343841),
        Role::Dot => both(0xf2f4f8, 0xf2f4f8, 1.4),
        Role::FullDot => both(0x000000, 0xc9ced8, 1.4),
        Role::Sign | Role::Tag | Role::Clue => fill(0xf2f4f8),
    }
}

/// Returns the colour of lines below digits, dark enough for pencil marks to be readable.
const fn dark_hue(hue: Hue) -> u32 {
    match hue {
        Hue::Grey => 0x3f444d,
        Hue::Green => 0x1b4c21,
        Hue::Purple => 0x5c2f77,
        Hue::Blue => 0x194470,
        Hue::Teal => 0x104b47,
        Hue::Orange => 0x5f3d0c,
        Hue::Pink => 0x6d2a4a,
        Hue::Lilac => 0x463a78,
        Hue::Yellow => 0x4b4507,
        Hue::Red => 0x712b26,
        Hue::Brown => 0x523f22,
    }
}

const fn print(role: Role) -> Style {
    match role {
        Role::Own(paint) => own(paint),
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
        Role::Thermo => stroke(0xd2d2d2, WIDE).rounded(),
        Role::Bulb => fill(0xd2d2d2),
        Role::Path(hue) => print_path(hue),
        Role::LineName => fill(0x000000),
        Role::Set(_) => stroke(0x404040, 1.4).dashed(5.0, 3.0),
        Role::Cage => stroke(0x202020, 1.0).dashed(4.0, 2.5),
        Role::Shaft => stroke(0x707070, 2.0).rounded(),
        Role::Ring => both(0xffffff, 0x707070, 2.0),
        Role::Pill => stroke(0x707070, 46.0).rounded(),
        Role::PillInside => stroke(0xffffff, 42.0).rounded(),
        Role::Frame => both(0xffffff, 0x000000, 1.2),
        Role::OnDot => fill(0x000000),
        Role::OnFullDot => fill(0xffffff),
        Role::Comparison => stroke(0x000000, 1.6).rounded(),
        Role::Badge => fill(0xe0e0e0),
        Role::Dot => both(0xffffff, 0x000000, 1.2),
        Role::FullDot => both(0x000000, 0x000000, 1.2),
        Role::Sign | Role::Tag | Role::Clue => fill(0x000000),
    }
}

/// Returns a grey style. Styles differ in width and dashes, since printers may lack colours.
const fn print_path(hue: Hue) -> Style {
    let line = stroke(0xc8c8c8, PATH);
    let thin = stroke(0xc8c8c8, 0.5 * PATH);
    match hue {
        Hue::Grey => line.rounded(),
        Hue::Green => line.dashed(24.0, 4.0),
        Hue::Purple => line.dashed(12.0, 4.0),
        Hue::Blue => line.dashed(6.0, 4.0),
        Hue::Teal => line.dashed(3.0, 3.0),
        Hue::Orange => line.dashed(20.0, 10.0),
        Hue::Pink => line.dashed(9.0, 9.0),
        Hue::Lilac => thin.dashed(20.0, 6.0),
        Hue::Yellow => thin.rounded(),
        Hue::Red => thin.dashed(12.0, 4.0),
        Hue::Brown => thin.dashed(4.0, 4.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the contrast of two colours, from 1 to 21, as defined by the Web Content
    /// Accessibility Guidelines.
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
    fn lines_of_different_colours_differ_in_black_and_white() {
        for (at, one) in Hue::ALL.into_iter().enumerate() {
            for other in Hue::ALL.into_iter().skip(at + 1) {
                let [one_style, other_style] = [one, other].map(|hue| Theme::Print.style(Role::Path(hue)));
                assert_ne!(one_style, other_style, "{one:?} and {other:?}");
            }
        }
    }

    #[test]
    fn every_text_can_be_read_on_every_ground() {
        let grounds = [Role::Ground, Role::House, Role::Extra];
        let circles =
            [Role::Core, Role::On, Role::Fin, Role::Support, Role::Off, Role::Eliminated, Role::Put];
        let texts = [
            Role::Given,
            Role::Placed,
            Role::Mark,
            Role::Name,
            Role::Caption,
            Role::Heading,
            Role::Tag,
            Role::Clue,
            Role::Sign,
        ];
        for theme in [Theme::Light, Theme::Dark, Theme::Print] {
            let pairs = texts.iter().flat_map(|text| grounds.map(|ground| (*text, ground)));
            let on_circles = circles.map(|circle| (Role::Named, circle));
            let below = Hue::ALL.map(Role::Path).into_iter().chain([
                Role::Thermo,
                Role::Badge,
                Role::Ring,
                Role::PillInside,
            ]);
            let on_dots = [(Role::OnDot, Role::Dot), (Role::OnFullDot, Role::FullDot)];
            let on_lines = below.flat_map(|line| texts.map(|text| (text, line)));
            for (text, ground) in pairs.chain(on_circles).chain(on_dots).chain(on_lines) {
                let color = |role| theme.style(role).fill.or(theme.style(role).stroke).unwrap();
                let [front, back] = [text, ground].map(color);
                assert!(contrast(front, back) >= 4.5, "{theme:?}: {text:?} on {ground:?}");
            }
        }
        assert!((contrast([0; 3], [255; 3]) - 21.0).abs() < 1e-9);
    }
}
