//! Hybrid backend: bit sets near the root, and [`Compact`] for small subproblems.
//!
//! Near the root, [`Bitset`] holds the state. In a problem with more than 512 options, the search moves to a
//! compact subproblem of 8 words as soon as at most 512 options are available. In every problem, it moves to a
//! compact subproblem of one word as soon as at most 64 options are available. The search tree does not change.

use crate::backend::Branch;
use crate::backend::bitset::Bitset;
use crate::backend::compact::{Compact, Exclusions};
use crate::backend::{Backend, CompactRun, Tried};
use crate::config::Config;
use crate::model::problem::Problem;
use crate::simd::lanes::Length;

/// Number of words of a set of options in the wide compact subproblem. (With 4 words, pentominoes 6x10 take
/// 1.25 times as long. With 16 words they take the same time, but the Soma cube, whose sets have 11 words,
/// would get no wide subproblem.)
// Eight words hold 512 options. At 98 % of the 3.6 million nodes of pentominoes 6x10, at most 512 options are
// available (docs/experiments/2026-11-21-exact-cover.md).
const WIDE: usize = 8;

/// The state of a search in up to three layers. The levels of the search are those of `root`, then those of
/// `wide`, then those of `narrow`.
#[derive(Clone, Debug)]
pub(crate) struct Hybrid<T> {
    root: Bitset<T>,
    /// The data for compact subproblems, or `None` if these are not worthwhile. This has two possible reasons.
    /// There may be too many items and colors, or the root may update only the few items that change at a node,
    /// whereas a compact subproblem counts all active items. (With compact subproblems, Sudoku takes 1.9 times as
    /// many instructions.)
    exclusions: Option<Exclusions>,
    wide: Compact<WIDE>,
    narrow: Compact<1>,
}

/// Evaluates an expression with the layer that holds the current state of the search.
// This is a macro, because the layers have different types.
macro_rules! with_layer {
    ($self:expr, $layer:ident => $result:expr) => {
        if $self.narrow.is_open() {
            let $layer = &$self.narrow;
            $result
        } else if $self.wide.is_open() {
            let $layer = &$self.wide;
            $result
        } else {
            let $layer = &$self.root;
            $result
        }
    };
    (mut $self:expr, $layer:ident => $result:expr) => {
        if $self.narrow.is_open() {
            let $layer = &mut $self.narrow;
            $result
        } else if $self.wide.is_open() {
            let $layer = &mut $self.wide;
            $result
        } else {
            let $layer = &mut $self.root;
            $result
        }
    };
}

/// Evaluates an expression with the layer that contains a level, and with the index of the level in
/// that layer.
macro_rules! with_level {
    ($self:expr, $level:ident, $layer:ident => $result:expr) => {{
        let (root, wide) = ($self.root.level(), $self.wide.level());
        if $level < root {
            let $layer = &$self.root;
            $result
        } else if $level < root + wide {
            let ($layer, $level) = (&$self.wide, $level - root);
            $result
        } else {
            let ($layer, $level) = (&$self.narrow, $level - root - wide);
            $result
        }
    }};
}

impl<T: Length> Hybrid<T> {
    /// Prepares the layers; `None` if [`Bitset`] does not support the problem with lengths of type `T`.
    pub(crate) fn new(problem: &Problem) -> Option<Self> {
        let root = Bitset::new(problem)?;
        // If the root updates lengths item by item, few items change at a node. Counting all active items in a
        // subproblem would cost more.
        let exclusions = if root.lowers_by_item() { None } else { Exclusions::new(problem) };
        let masks = exclusions.as_ref().map_or(0, Exclusions::masks);
        Some(Self { root, exclusions, wide: Compact::new(masks), narrow: Compact::new(masks) })
    }

    /// If few enough options are available, fills a compact subproblem and opens a level on `item` there.
    /// Returns `false`, with nothing changed, if the search stays in its layer.
    #[inline(always)]
    fn try_enter_compact(&mut self, item: u32) -> bool {
        let Self { root, exclusions: Some(exclusions), wide, narrow } = self else { return false };
        if narrow.is_open() {
            return false;
        }
        let left = if wide.is_open() { wide.left() } else { root.left() };
        // A state that fits in one word goes to the narrow subproblem directly.
        if left <= narrow.fill_limit() {
            if wide.is_open() {
                return narrow.fill(exclusions, wide.available(), wide.active(), item);
            }
            return narrow.fill(exclusions, root.available_options(), root.active(), item);
        }
        !wide.is_open()
            // If all options of the problem fit in the wide subproblem, renumbering them gains nothing.
            && root.words() > WIDE
            && left <= wide.fill_limit()
            && wide.fill(exclusions, root.available_options(), root.active(), item)
    }
}

impl<T: Length> Backend for Hybrid<T> {
    fn items(&self) -> usize {
        self.root.items()
    }

    fn options(&self) -> usize {
        self.root.options()
    }

    #[inline(always)]
    fn level(&self) -> usize {
        self.root.level() + self.wide.level() + self.narrow.level()
    }

    #[inline(always)]
    fn is_solved(&self) -> bool {
        with_layer!(self, layer => layer.is_solved())
    }

    #[inline(always)]
    fn is_dead(&self) -> bool {
        // Compact subproblems immediately retract an option that leaves an item without options.
        !self.wide.is_open() && !self.narrow.is_open() && self.root.is_dead()
    }

    #[inline(always)]
    fn descend(&mut self) {
        self.descend_on(with_layer!(self, layer => layer.shortest()));
    }

    #[inline(always)]
    fn descend_on(&mut self, item: u32) {
        if !self.try_enter_compact(item) {
            with_layer!(mut self, layer => layer.descend_on(item));
        }
    }

    #[inline(always)]
    fn advance(&mut self) -> Tried {
        let Self { root, exclusions, wide, narrow } = self;
        match exclusions {
            Some(exclusions) if narrow.is_open() => narrow.advance(exclusions, root.killers()),
            Some(exclusions) if wide.is_open() => wide.advance(exclusions, root.killers()),
            _ => root.advance(),
        }
    }

    #[inline(always)]
    fn run_compact(&mut self, config: &Config<'_>, nodes: &mut u64, floor: usize) -> CompactRun {
        let Self { root, exclusions: Some(exclusions), wide, narrow } = self else {
            return CompactRun::Unavailable;
        };
        // Each layer counts its levels from 0.
        let floor = floor.saturating_sub(root.level());
        if narrow.is_open() {
            let floor = floor.saturating_sub(wide.level());
            // All layers share the killers, because an option tends to fail for the same reason in all of them.
            narrow.run_compact(exclusions, root.killers(), config, nodes, (floor, 0))
        } else if wide.is_open() {
            wide.run_compact(exclusions, root.killers(), config, nodes, (floor, narrow.fill_limit()))
        } else {
            CompactRun::Unavailable
        }
    }

    #[inline(always)]
    fn retract(&mut self) {
        with_layer!(mut self, layer => layer.retract());
    }

    #[inline(always)]
    fn ascend(&mut self) {
        with_layer!(mut self, layer => layer.ascend());
    }

    fn select(&mut self, option: u32) -> bool {
        // Options are selected before the search begins, so only the root has levels.
        !self.wide.is_open() && !self.narrow.is_open() && self.root.select(option)
    }

    fn chosen(&self, level: usize) -> Option<u32> {
        with_level!(self, level, layer => layer.chosen(level))
    }

    fn branch(&self, level: usize) -> Branch {
        with_level!(self, level, layer => layer.branch(level))
    }

    fn counters(&self) -> (u64, u64) {
        (self.root.counters().0 + self.wide.updates + self.narrow.updates, 0)
    }

    fn clear_counters(&mut self) {
        self.root.clear_counters();
        self.wide.updates = 0;
        self.narrow.updates = 0;
    }

    fn dead_item(&self) -> Option<u32> {
        with_layer!(self, layer => layer.dead_item())
    }

    fn each_length(&self, f: impl FnMut(u32, u32)) {
        with_layer!(self, layer => layer.each_length(f));
    }

    fn each_active(&self, f: impl FnMut(u32, u32) -> bool) {
        with_layer!(self, layer => layer.each_active(f));
    }

    fn each_option(&self, item: u32, f: impl FnMut(u32)) {
        with_layer!(self, layer => layer.each_option(item, f));
    }

    fn first_option(&self, item: u32) -> Option<u32> {
        with_layer!(self, layer => layer.first_option(item))
    }

    fn each_primary_entry(&self, f: impl FnMut(u32, u32)) {
        self.root.each_primary_entry(f);
    }

    fn each_item(&self, option: u32, f: impl FnMut(u32)) {
        self.root.each_item(option, f);
    }
}
