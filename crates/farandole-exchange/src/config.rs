//! How an import treats what is not plainly a rule, and how much it reads.

/// The longest text that is read, in bytes, packed or not.
pub const LIMIT: usize = 2 << 20;

/// How an import treats what is not plainly a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ReadConfig {
    /// Drawings that belong to no constraint.
    pub drawings: Drawings,
    /// Rules that the text names and no constraint is about.
    pub rules: Rules,
    /// Lines of f-puzzles in colours that setters have agreed upon.
    pub colours: Colours,
}

/// What happens to drawings that belong to no constraint.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Drawings {
    /// They may be rules, so the puzzle is refused.
    #[default]
    Refuse,
    /// They are decoration: the import names and forgets them.
    Ignore,
}

/// What happens when the rules text names a rule that no constraint is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rules {
    /// The import warns.
    #[default]
    Warn,
    /// The puzzle is refused.
    Refuse,
}

/// What lines in agreed colours mean, where no key says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Colours {
    /// They are drawings like others.
    #[default]
    Draw,
    /// They are the constraints that the colours stand for.
    Read,
}
