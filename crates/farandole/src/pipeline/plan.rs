//! The plan of a batch: which puzzles the kernel searches together, and how much work each may take there.

use crate::config::Config;
use farandole_kernel as kernel;
use farandole_puzzle::Puzzle;
use farandole_solve::{Engine, Report, VISITS, kernel_report};

/// How plain 9x9 puzzles go to the kernel together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BatchPlan {
    config: Config,
}

impl BatchPlan {
    /// The plan; `None` where each puzzle is to be searched alone: by another engine, or with a memory budget.
    pub(crate) fn new(config: &Config) -> Option<Self> {
        let is_kernel = matches!(config.engine, Engine::Auto | Engine::Kernel);
        (is_kernel && config.memory == u64::MAX).then_some(Self { config: *config })
    }

    /// Whether a puzzle may be searched with the others.
    #[inline]
    pub(crate) fn takes(&self, puzzle: &Puzzle) -> bool {
        puzzle.geometry().is_classic() && puzzle.restrictions().is_none()
    }

    /// What the kernel is asked.
    pub(crate) fn kernel_config(&self) -> kernel::Config {
        let limit = u32::try_from(self.config.limit).unwrap_or(u32::MAX);
        kernel::Config { limit, budget: self.budget() }
    }

    /// Whether the kernel gave a puzzle up that a search of its own may still answer.
    pub(crate) fn leaves_open(&self, answer: &kernel::Answer) -> bool {
        self.may_leave_open() && answer.status == kernel::Status::BudgetSpent
    }

    /// Whether that may happen at all.
    pub(crate) fn may_leave_open(&self) -> bool {
        self.budget() < self.config.budget
    }

    /// How the search of a puzzle went.
    #[inline]
    pub(crate) fn report(&self, answer: &kernel::Answer) -> Report {
        kernel_report(self.config.engine, &self.config.search(), answer)
    }

    /// Where all solutions are to be counted, puzzles that take more than this get a search of their own.
    fn budget(&self) -> u64 {
        let counts_all = self.config.engine == Engine::Auto && self.config.limit == u64::MAX;
        if counts_all { self.config.budget.min(VISITS) } else { self.config.budget }
    }
}
