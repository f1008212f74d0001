//! The techniques with their names and assumptions, from the [table](crate::techniques).

use crate::techniques::techniques;

/// The assumption that a technique relies on.
enum Needs {
    Rules,
    OneSolution,
}

macro_rules! names {
    ($($name:ident: $id:literal, $title:literal, $needs:ident, $doc:literal,
        se $se:literal $(+ $rise:path)?, own $own:literal, page $page:literal,
        why $why:expr $(, note $note:literal)?;)+) => {
        /// A technique, as finely distinguished as the rating scales require.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[non_exhaustive]
        pub enum Technique {
            $(#[doc = $doc] $name,)+
        }

        impl Technique {
            /// Every technique: those of Sudoku Explainer, simplest first, then those that only
            /// HoDoKu has, then those on neither scale.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            const fn needs(self) -> Needs {
                match self { $(Self::$name => Needs::$needs,)+ }
            }

            /// Returns the stable identifier, for programs.
            pub const fn id(self) -> &'static str {
                match self { $(Self::$name => $id,)+ }
            }

            /// Returns the name shown to people.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)+ }
            }
        }
    };
}

techniques!(names);

impl Technique {
    /// Returns true if the technique holds only for puzzles with exactly one solution. At least one
    /// candidate with the role [`Role::Extra`](crate::Role::Extra) is then true.
    pub const fn presumes_one_solution(self) -> bool {
        matches!(self.needs(), Needs::OneSolution)
    }

    /// Returns the technique with this stable identifier.
    pub fn by_id(id: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|technique| technique.id() == id)
    }
}
