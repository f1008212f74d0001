//! Arguments of `farandole practice`.

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct PracticeArgs {
    /// Id or name of the technique; `farandole techniques` lists them
    #[arg(value_name = "TECHNIQUE")]
    pub(crate) technique: String,
    /// Number of the first exercise, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) number: usize,
    /// Print only the position, for use by other programs
    #[arg(long, help_heading = "Output")]
    pub(crate) position: bool,
}
