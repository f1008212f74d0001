//! The registry of formats: the one list to which a new format must be added.

use super::codec::{Codec, Descriptor};
use core::fmt;

/// Declares [`Format`] and its list of codecs from one line per format: variant, codec, module.
macro_rules! formats {
    ($($variant:ident = $codec:ident in $first:ident $(:: $second:ident)?,)+) => {
        /// A text format.
        ///
        /// ```
        /// use farandole_puzzle::format::Format;
        ///
        /// let format = Format::by_name("HDU4069").unwrap();
        /// assert_eq!(format.descriptor().judge.unwrap().none, Some("No solution"));
        /// assert_eq!(Format::by_extension("csv"), Some(Format::Csv));
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum Format {
            $(
                #[doc = concat!(
                    "See the module [`", stringify!($first) $(, "::", stringify!($second))?, "`](mod@super::",
                    stringify!($first) $(, "::", stringify!($second))?, ")."
                )]
                $variant,
            )+
        }

        impl Format {
            /// All formats.
            pub const ALL: [Self; [$(Self::$variant),+].len()] = [$(Self::$variant),+];

            pub(super) fn codec(self) -> &'static dyn Codec {
                match self {
                    $(Self::$variant => &super::$first$(::$second)?::$codec,)+
                }
            }

            /// Returns the properties of the format.
            pub fn descriptor(self) -> &'static Descriptor {
                match self {
                    $(Self::$variant => &super::$first$(::$second)?::DESCRIPTOR,)+
                }
            }
        }
    };
}

formats! {
    Line = Line in line,
    Grid = BorderedGrid in grid,
    Candidates = Candidates in candidates,
    Pencilmark = Pencilmark in pencilmark,
    Jigsaw = Jigsaw in jigsaw,
    Sdm = Sdm in sdm,
    Sdk = Sdk in sdk,
    Csv = Csv in csv,
    Poj2676 = Poj2676 in judges::poj2676,
    Poj3074 = Poj3074 in judges::poj3074,
    Grid16 = Grid16 in judges::grid16,
    Hdu1426 = Hdu1426 in judges::hdu1426,
    Hdu4069 = Hdu4069 in judges::hdu4069,
    Uva989 = Uva989 in judges::uva989,
}

impl Format {
    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        self.descriptor().name
    }

    /// Returns a short description for help texts.
    pub fn description(self) -> &'static str {
        self.descriptor().description
    }

    /// Returns the file name extensions of the format, without the dot.
    pub fn extensions(self) -> &'static [&'static str] {
        self.descriptor().extensions
    }

    /// Returns true if the format is the dialect of an online judge.
    pub fn is_judge(self) -> bool {
        self.descriptor().judge.is_some()
    }

    /// Returns the format with this name or alias. Case is ignored.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.descriptor().is_called(name))
    }

    /// Returns the format for a file name extension without the dot; case is ignored. Returns
    /// `None` for `txt` and unknown extensions.
    pub fn by_extension(extension: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|format| format.extensions().iter().any(|known| extension.eq_ignore_ascii_case(known)))
    }
}

impl fmt::Display for Format {
    /// Writes the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
