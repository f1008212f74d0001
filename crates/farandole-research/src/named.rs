//! A macro for enumerations whose values have names.

/// Defines an enumeration with the names of its values. Each row has the documentation, the value and its name.
macro_rules! named {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($(#[$doc:meta])* $value:ident = $text:literal,)+
        }
    ) => {
        $(#[$meta])*
        pub enum $name {
            $($(#[$doc])* $value,)+
        }

        impl $name {
            /// Every value, in the order of the definition.
            pub const ALL: [Self; [$($text),+].len()] = [$(Self::$value),+];

            /// Returns the name, which is the same in every version.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $text,)+ }
            }

            /// Returns the value with this name.
            pub fn by_name(name: &str) -> Option<Self> {
                Self::ALL.into_iter().find(|value| value.name() == name)
            }
        }
    };
}

pub(crate) use named;
