//! What can be set for each kind of problem.

/// Settings of a search. The default is what is usual for clauses; a caller with rules of its own measures.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Config {
    /// Which learned clauses are forgotten, and when.
    pub reduce: Reduce,
    /// When the search goes back to level 0, and how fast activity decays.
    pub restart: Restart,
    /// Which clauses vivification looks at, and how long.
    pub vivify: Vivify,
    /// Where learned clauses take more than this many bytes, they are reduced early. Those that may not be forgotten
    /// stay, and then the search goes on with twice the room that they need. `None` for no bound.
    pub memory: Option<u64>,
}

/// Clauses come in three tiers by glue, the number of decision levels among their literals when they were learned.
///
/// Problems whose decisions say much have few levels, so that nearly all clauses are within bounds that fit others:
/// these bounds must be measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reduce {
    /// Conflicts before the first reduction.
    pub interval: u64,
    /// How many more conflicts there are from each reduction to the next.
    pub interval_growth: u64,
    /// Clauses of at most this glue are kept for ever. It is at least 1, because clauses of glue 0 are those of the problem.
    pub core_glue: u32,
    /// Clauses of at most this glue are kept while they are in use.
    pub tier_glue: u32,
    /// A clause is in use if a conflict analysis met it less than so many conflicts ago.
    pub in_use: u32,
    /// How much of the rest is kept, the clauses with less glue first.
    pub kept_percent: usize,
}

impl Default for Reduce {
    fn default() -> Self {
        Self {
            interval: 2000,
            interval_growth: 300,
            core_glue: 2,
            tier_glue: 6,
            in_use: 10_000,
            kept_percent: 50,
        }
    }
}

/// Which restart scheme is in force.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// A restart comes as soon as clauses learned of late have more glue than on the whole, which suits refuting.
    Focused,
    /// Restarts follow Luby's sequence, which suits finding a model.
    Stable,
    /// The two in turn, focused first. Each pair of phases is longer than the one before by so many conflicts.
    Alternating(u64),
}

/// The restart schemes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Restart {
    /// Which scheme is in force.
    pub mode: Mode,
    /// Focused mode: the mean glue of late is so many times that on the whole when a restart comes.
    pub margin: f64,
    /// Focused mode: at least so many conflicts are between restarts.
    pub least_interval: u64,
    /// The part of a new glue in the mean of late.
    pub fast_rate: f64,
    /// The least part of a new glue in the mean on the whole.
    pub slow_rate: f64,
    /// Stable mode: conflicts in a unit of Luby's sequence.
    pub luby_unit: u64,
    /// How activity decays with each conflict in focused mode.
    pub focused_decay: f64,
    /// How activity decays with each conflict in stable mode.
    pub stable_decay: f64,
}

impl Default for Restart {
    fn default() -> Self {
        Self {
            mode: Mode::Alternating(3000),
            margin: 1.1,
            least_interval: 3,
            fast_rate: 0.03,
            slow_rate: 1e-5,
            luby_unit: 1024,
            focused_decay: 0.95,
            stable_decay: 0.95,
        }
    }
}

/// Vivification.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vivify {
    /// Literals that may be made true after each reduction; 0 for no vivification.
    pub effort: usize,
    /// Clauses of at most this glue are looked at.
    pub glue: u32,
}

impl Default for Vivify {
    fn default() -> Self {
        Self { effort: 150_000, glue: 6 }
    }
}
