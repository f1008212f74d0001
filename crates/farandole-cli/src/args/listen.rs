//! Arguments of `farandole listen`.

use super::values::seconds;
use clap::Args;
use std::time::Duration;

#[derive(Debug, Args)]
pub(crate) struct ListenArgs {
    /// Port on the loopback address; 0 for any free port
    #[arg(long, value_name = "PORT", default_value_t = 4545)]
    pub(crate) port: u16,
    /// Other origin whose pages may connect [default: none]
    ///
    /// An origin is a scheme, a host and an optional port, for example https://example.org.
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) allow_origin: Vec<String>,
    /// End after this many seconds [default: none]
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<Duration>,
}
