//! Random jigsaw layouts by recombination: each step merges two or three adjacent regions and
//! divides them again along a random spanning tree.
//!
//! Two regions at a time do not suffice: the pinwheel, one of the 117 layouts of a 4x4 grid, would
//! have no neighbour.
//!
//! Source: the step is that of D. DeFord, M. Duchin, J. Solomon, "Recombination: a family of Markov
//! chains for redistricting" (2019).

use core::sync::atomic::{AtomicBool, Ordering};

use crate::batched_queries::NEVER;
use crate::random::Random;

/// Returns a random layout of connected regions of `size` cells: the region of each cell, 0 to
/// `size` - 1, row-major.
///
/// The chain starts from the rows and takes `10 * size` steps. Every layout can be reached; the
/// distribution is not uniform.
///
/// ```
/// use farandole_research::{Random, random_layout};
///
/// let map = random_layout(6, &mut Random::new(1, 0));
/// assert!((0..6).all(|region| map.iter().filter(|it| **it == region).count() == 6));
/// ```
pub fn random_layout(size: usize, random: &mut Random) -> Vec<u16> {
    random_layout_until(size, random, &NEVER)
}

/// Returns a layout as [`random_layout`] does, after fewer steps if `stop` is set before the end.
pub(crate) fn random_layout_until(size: usize, random: &mut Random, stop: &AtomicBool) -> Vec<u16> {
    let mut map: Vec<u16> = (0..size * size).map(|cell| (cell / size) as u16).collect();
    if size > 1 {
        for _ in (0..10 * size).take_while(|_| !stop.load(Ordering::Relaxed)) {
            recombine(&mut map, size, random);
        }
    }
    map
}

/// Returns the orthogonal neighbours of a cell.
fn beside(cell: usize, size: usize) -> impl Iterator<Item = usize> {
    let (row, col) = (cell / size, cell % size);
    let sides = [
        (row > 0).then(|| cell - size),
        (row + 1 < size).then(|| cell + size),
        (col > 0).then(|| cell - 1),
        (col + 1 < size).then(|| cell + 1),
    ];
    sides.into_iter().flatten()
}

/// Takes one step. The layout is unchanged if a spanning tree has no edge that cuts off a region.
fn recombine(map: &mut [u16], size: usize, random: &mut Random) {
    let mut regions = vec![map[random.below(map.len() as u32) as usize]];
    // Three regions at a time are needed to reach every layout.
    let wanted = if random.below(4) == 0 { 3 } else { 2 };
    while regions.len() < wanted.min(size) {
        let of_merged = (0..map.len()).filter(|cell| regions.contains(&map[*cell]));
        let around: Vec<usize> = of_merged
            .flat_map(|cell| beside(cell, size))
            .filter(|cell| !regions.contains(&map[*cell]))
            .collect();
        let Some(&cell) = around.get(random.below(around.len() as u32) as usize) else { return };
        regions.push(map[cell]);
    }
    let mut left: Vec<usize> = (0..map.len()).filter(|cell| regions.contains(&map[*cell])).collect();
    let mut parts = Vec::new();
    while left.len() > size {
        let Some(part) = cut_off(&left, size, random) else { return };
        left.retain(|cell| !part.contains(cell));
        parts.push(part);
    }
    parts.push(left);
    for (part, region) in parts.iter().zip(regions) {
        part.iter().for_each(|cell| map[*cell] = region);
    }
}

/// Returns a connected part of `size` cells with a connected remainder, chosen at random among the
/// parts that one edge of a random spanning tree cuts off.
fn cut_off(cells: &[usize], size: usize, random: &mut Random) -> Option<Vec<usize>> {
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for &from in cells {
        edges.extend(beside(from, size).filter(|to| from < *to && cells.contains(to)).map(|to| (from, to)));
    }
    random.shuffle(&mut edges);
    let tree = spanning_tree(size * size, &edges);
    let sides = (0..tree.len()).flat_map(|cut| {
        let (one, other) = tree[cut];
        [reached_without(&tree, cut, one), reached_without(&tree, cut, other)]
    });
    let mut parts: Vec<Vec<usize>> = sides.filter(|side| side.len() == size).collect();
    let chosen = random.below(parts.len() as u32) as usize;
    (!parts.is_empty()).then(|| parts.swap_remove(chosen))
}

/// Returns the edges that join parts not joined by earlier edges (Kruskal's algorithm).
fn spanning_tree(count: usize, edges: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut group: Vec<usize> = (0..count).collect();
    let mut tree = Vec::new();
    for &(from, to) in edges {
        let (keep, drop) = (group[from], group[to]);
        if keep != drop {
            group.iter_mut().filter(|it| **it == drop).for_each(|it| *it = keep);
            tree.push((from, to));
        }
    }
    tree
}

/// Returns the cells of a tree that are reachable from `start` without the edge `cut`.
fn reached_without(tree: &[(usize, usize)], cut: usize, start: usize) -> Vec<usize> {
    let mut reached = vec![start];
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        next += 1;
        for (number, &(from, to)) in tree.iter().enumerate() {
            let beyond = if from == cell { to } else { from };
            if number != cut && (from == cell || to == cell) && !reached.contains(&beyond) {
                reached.push(beyond);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Returns the layout with regions numbered in the order of their first cells.
    fn plain(map: &[u16]) -> Vec<u16> {
        let mut names: Vec<u16> = Vec::new();
        let mut name = |region: u16| {
            let place = names.iter().position(|it| *it == region);
            place.unwrap_or_else(|| {
                names.push(region);
                names.len() - 1
            }) as u16
        };
        map.iter().map(|region| name(*region)).collect()
    }

    #[test]
    fn every_layout_of_small_grids_is_reached() {
        // OEIS A172477.
        for (size, count) in [(2, 2), (3, 10), (4, 117)] {
            let mut random = Random::new(1, size as u64);
            let rows: Vec<u16> = (0..size * size).map(|cell| (cell / size) as u16).collect();
            let mut seen = HashSet::from([rows.clone()]);
            let mut open = vec![rows];
            // A few hundred steps from each layout.
            while let Some(map) = open.pop() {
                for _ in 0..400 {
                    let mut next = map.clone();
                    recombine(&mut next, size, &mut random);
                    let next = plain(&next);
                    if seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
            assert_eq!(seen.len(), count, "size {size}");
        }
    }
}
