//! The topics, one per file. The comment at the head of a file is the page about its topic.

pub(super) mod arrow_bounds;
pub(super) mod cage_combinations;
pub(super) mod cage_digit;
pub(super) mod dot_partners;
pub(super) mod little_killer_bounds;
pub(super) mod renban_range;
pub(super) mod rule_of_45;
pub(super) mod sandwich_ends;
pub(super) mod skyscraper_view;
pub(super) mod thermometer_bounds;
pub(super) mod whisper_neighbours;
pub(super) mod xv_partners;
