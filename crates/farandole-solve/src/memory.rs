//! Memory limits: the number of bytes that an engine needs for a puzzle.

use crate::{Config, Engine, Unsupported};
use farandole_puzzle::Geometry;

/// Minimum number of bytes for learned clauses.
const LEAST_CLAUSES: u64 = 1 << 20;

/// Returns the approximate size in bytes of an engine's tables for this geometry, without learned
/// clauses. The size grows with the number of candidates, N^3.
fn tables(engine: Engine, geometry: &Geometry) -> u64 {
    let candidates = (geometry.size() as u64).pow(3);
    match engine {
        Engine::Kernel => 1 << 16,
        Engine::Dfs | Engine::Prune => (1 << 16) + 16 * candidates,
        Engine::Dlx => (1 << 16) + 128 * candidates,
        Engine::Auto | Engine::Search | Engine::Csp => (1 << 16) + 256 * candidates,
    }
}

/// Returns an error if the memory budget is too small for the puzzle.
pub(crate) fn admit(engine: Engine, geometry: &Geometry, config: &Config<'_>) -> Result<(), Unsupported> {
    let clauses = if engine == Engine::Search { LEAST_CLAUSES } else { 0 };
    let needed = tables(engine, geometry) + clauses;
    if config.memory < needed { Err(Unsupported::memory(engine, needed, config.memory)) } else { Ok(()) }
}

/// Returns the number of bytes available for learned clauses.
pub(crate) fn room_for_clauses(geometry: &Geometry, config: &Config<'_>) -> u64 {
    config.memory.saturating_sub(tables(Engine::Search, geometry)).max(LEAST_CLAUSES)
}
