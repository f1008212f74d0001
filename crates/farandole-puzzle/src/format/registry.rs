//! The registry of formats: the one list that a new format has to be added to.

use super::codec::{Codec, Descriptor};
use core::fmt;

/// Declares [`Format`] and its list of codecs from one line for each format: variant, module, codec.
macro_rules! formats {
    ($($variant:ident = $module:ident :: $codec:ident,)+) => {
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
                #[doc = concat!("See the module [`", stringify!($module), "`](mod@super::", stringify!($module), ").")]
                $variant,
            )+
        }

        impl Format {
            /// Every format.
            pub const ALL: [Self; [$(Self::$variant),+].len()] = [$(Self::$variant),+];

            pub(super) fn codec(self) -> &'static dyn Codec {
                match self {
                    $(Self::$variant => &super::$module::$codec,)+
                }
            }
        }
    };
}

formats! {
    Line = line::Line,
    Grid = grid::BorderedGrid,
    Candidates = candidates::Candidates,
    Pencilmark = pencilmark::Pencilmark,
    Jigsaw = jigsaw::Jigsaw,
    Sdm = sdm::Sdm,
    Sdk = sdk::Sdk,
    Csv = csv::Csv,
    Poj2676 = poj2676::Poj2676,
    Poj3074 = poj3074::Poj3074,
    Grid16 = grid16::Grid16,
    Hdu1426 = hdu1426::Hdu1426,
    Hdu4069 = hdu4069::Hdu4069,
    Uva989 = uva989::Uva989,
}

impl Format {
    /// What there is to know about the format.
    pub fn descriptor(self) -> &'static Descriptor {
        self.codec().descriptor()
    }

    /// The name on a command line.
    pub fn name(self) -> &'static str {
        self.descriptor().name
    }

    /// What the format is, in a few words for a help text.
    pub fn description(self) -> &'static str {
        self.descriptor().description
    }

    /// File name extensions that mean this format, without the dot.
    pub fn extensions(self) -> &'static [&'static str] {
        self.descriptor().extensions
    }

    /// Whether the format is the dialect of an online judge.
    pub fn is_judge(self) -> bool {
        self.descriptor().judge.is_some()
    }

    /// The format with this name or alias, in any case.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.descriptor().is_called(name))
    }

    /// The format that a file name extension (without the dot, in any case) means; `None` for `txt` and others.
    pub fn by_extension(extension: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|format| format.extensions().iter().any(|known| extension.eq_ignore_ascii_case(known)))
    }
}

impl fmt::Display for Format {
    /// The name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
