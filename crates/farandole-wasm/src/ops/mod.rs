//! The operations.

#[cfg(feature = "tools")]
pub(crate) mod bulk;
#[cfg(feature = "variants")]
pub(crate) mod cover;
#[cfg(feature = "variants")]
pub(crate) mod estimate;
#[cfg(feature = "variants")]
pub(crate) mod live;
#[cfg(feature = "tools")]
pub(crate) mod make;
pub(crate) mod pictures;
pub(crate) mod steps;
#[cfg(feature = "tools")]
pub(crate) mod techniques;
pub(crate) mod texts;
pub(crate) mod values;
