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
    let identity = vec![(0..size * size).collect()];
    symmetric_layout(size, &identity, random, stop).unwrap_or_default()
}

/// Returns a random layout that the symmetries, maps of cells, leave unchanged. Returns `None` if neither the rows nor
/// square boxes, from which the chain starts, are unchanged.
pub(crate) fn symmetric_layout(
    size: usize,
    symmetries: &[Vec<usize>],
    random: &mut Random,
    stop: &AtomicBool,
) -> Option<Vec<u16>> {
    let mut map = symmetric_start(size, symmetries)?;
    if size > 1 {
        for _ in (0..10 * size).take_while(|_| !stop.load(Ordering::Relaxed)) {
            recombine(&mut map, size, symmetries, random);
        }
    }
    Some(map)
}

/// Shares of the sides between cells at which two regions of a published layout meet, in percent: the middle 80 percent of
/// 133 layouts. Random spanning trees leave 32 to 37 percent.
const USUAL_BORDERS: core::ops::RangeInclusive<usize> = 36..=43;

/// Returns a layout as [`symmetric_layout`] does, with regions that are as jagged as those of published puzzles.
pub(crate) fn usual_layout(
    size: usize,
    symmetries: &[Vec<usize>],
    random: &mut Random,
    stop: &AtomicBool,
) -> Option<Vec<u16>> {
    let mut map = symmetric_layout(size, symmetries, random, stop)?;
    let wanted = random.within(&USUAL_BORDERS) * 2 * size * (size - 1) / 100;
    for _ in (0..40 * size).take_while(|_| !stop.load(Ordering::Relaxed)) {
        if borders(&map, size) >= wanted {
            break;
        }
        let mut next = map.clone();
        recombine(&mut next, size, symmetries, random);
        if borders(&next, size) >= borders(&map, size) {
            map = next;
        }
    }
    Some(map)
}

/// Returns the number of sides at which two regions meet.
fn borders(map: &[u16], size: usize) -> usize {
    let sides = (0..map.len()).flat_map(|cell| beside(cell, size).map(move |other| (cell, other)));
    sides.filter(|(cell, other)| cell < other && map[*cell] != map[*other]).count()
}

/// Returns the rows, or square boxes if the symmetries do not map rows to rows.
pub(crate) fn symmetric_start(size: usize, symmetries: &[Vec<usize>]) -> Option<Vec<u16>> {
    let rows: Vec<u16> = (0..size * size).map(|cell| (cell / size) as u16).collect();
    let side = size.isqrt();
    let boxes = |cell: usize| (cell / size / side * side + cell % size / side) as u16;
    let starts = [Some(rows), (side * side == size).then(|| (0..size * size).map(boxes).collect())];
    let is_symmetric = |map: &Vec<u16>| {
        let keeps = |symmetry: &Vec<usize>| {
            (0..map.len()).all(|cell| {
                let first = map.iter().position(|region| *region == map[cell]).unwrap_or(cell);
                map[symmetry[cell]] == map[symmetry[first]]
            })
        };
        symmetries.iter().all(keeps)
    };
    starts.into_iter().flatten().find(is_symmetric)
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

/// Takes one step, and the same step for all images under the symmetries. The layout is unchanged if a spanning tree has
/// no edge that cuts off a region, or if the images of the new regions overlap.
fn recombine(map: &mut [u16], size: usize, symmetries: &[Vec<usize>], random: &mut Random) {
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
    let merged: Vec<usize> = (0..map.len()).filter(|cell| regions.contains(&map[*cell])).collect();
    let image = |cells: &[usize], symmetry: &[usize]| {
        let mut image: Vec<usize> = cells.iter().map(|cell| symmetry[*cell]).collect();
        image.sort_unstable();
        image
    };
    let mut all: Vec<usize> = symmetries.iter().flat_map(|symmetry| image(&merged, symmetry)).collect();
    all.sort_unstable();
    all.dedup();
    let mut replaced = regions;
    for cell in &all {
        if !replaced.contains(&map[*cell]) {
            replaced.push(map[*cell]);
        }
    }
    // Images that share regions with the merged ones are divided together with them.
    let is_apart = symmetries.iter().all(|symmetry| {
        let image = image(&merged, symmetry);
        image == merged || image.iter().all(|cell| !merged.contains(cell))
    });
    let mut left = if is_apart { merged } else { all };
    let mut parts: Vec<Vec<usize>> = Vec::new();
    while left.len() > size {
        let Some(part) = cut_off(&left, size, random) else { return };
        for symmetry in symmetries {
            let image = image(&part, symmetry);
            if !parts.contains(&image) {
                left.retain(|cell| !image.contains(cell));
                parts.push(image);
            }
        }
    }
    for symmetry in symmetries.iter().filter(|_| !left.is_empty()) {
        let image = image(&left, symmetry);
        if !parts.contains(&image) {
            parts.push(image);
        }
    }
    let is_division = parts.iter().all(|part| part.len() == size && is_connected(part, size));
    let mut seen = parts.concat();
    seen.sort_unstable();
    seen.dedup();
    if is_division && parts.len() == replaced.len() && seen.len() == size * parts.len() {
        for (part, region) in parts.iter().zip(replaced) {
            part.iter().for_each(|cell| map[*cell] = region);
        }
    }
}

fn is_connected(cells: &[usize], size: usize) -> bool {
    let mut reached = vec![cells[0]];
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        next += 1;
        for other in beside(cell, size) {
            if cells.contains(&other) && !reached.contains(&other) {
                reached.push(other);
            }
        }
    }
    reached.len() == cells.len()
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
    let sides = cells_beyond(size * size, &tree).into_iter().enumerate().flat_map(|(cut, [one, other])| {
        let (from, to) = tree[cut];
        [(cut, from, one), (cut, to, other)]
    });
    let parts: Vec<(usize, usize, usize)> = sides.filter(|(.., cells)| *cells == size).collect();
    let chosen = random.below(parts.len() as u32) as usize;
    parts.get(chosen).map(|(cut, start, _)| reached_without(&tree, *cut, *start))
}

/// Returns for each edge of a forest the number of cells that are connected to either end without it.
fn cells_beyond(count: usize, forest: &[(usize, usize)]) -> Vec<[usize; 2]> {
    let mut neighbours = vec![Vec::new(); count];
    for &(from, to) in forest {
        neighbours[from].push(to);
        neighbours[to].push(from);
    }
    // Each cell after its parent; for each cell, its parent and the root of its tree.
    let (mut order, mut parents): (Vec<usize>, _) = (Vec::new(), vec![None; count]);
    for root in 0..count {
        if parents[root].is_some() {
            continue;
        }
        let mut next = order.len();
        parents[root] = Some((root, root));
        order.push(root);
        while let Some(&cell) = order.get(next) {
            next += 1;
            for &other in &neighbours[cell] {
                if parents[other].is_none() {
                    parents[other] = Some((cell, root));
                    order.push(other);
                }
            }
        }
    }
    // The number of cells of each subtree.
    let mut sizes = vec![1; count];
    for (cell, (parent, _)) in order.iter().rev().filter_map(|cell| Some((*cell, parents[*cell]?))) {
        if parent != cell {
            sizes[parent] += sizes[cell];
        }
    }
    let sides = |&(from, to): &(usize, usize)| {
        let (parent, root) = parents[to].unwrap_or((to, to));
        if parent == from {
            [sizes[root] - sizes[to], sizes[to]]
        } else {
            [sizes[from], sizes[root] - sizes[from]]
        }
    };
    forest.iter().map(sides).collect()
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
    use crate::pattern::PatternSymmetry;
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
    fn an_edge_divides_a_tree_into_as_many_cells_as_can_be_reached() {
        let mut random = Random::new(3, 0);
        for _ in 0..200 {
            let count = 2 + random.below(12) as usize;
            let mut edge = || (random.below(count as u32) as usize, random.below(count as u32) as usize);
            let edges: Vec<(usize, usize)> = (0..count).map(|_| edge()).collect();
            let forest = spanning_tree(count, &edges);
            for (cut, sides) in cells_beyond(count, &forest).into_iter().enumerate() {
                let (from, to) = forest[cut];
                assert_eq!(
                    sides,
                    [from, to].map(|end| reached_without(&forest, cut, end).len()),
                    "{forest:?}"
                );
            }
        }
    }

    #[test]
    fn every_layout_of_small_grids_is_reached() {
        // OEIS A172477.
        for (size, count) in [(2, 2), (3, 10), (4, 117)] {
            let mut random = Random::new(1, size as u64);
            let identity = [(0..size * size).collect()];
            let rows: Vec<u16> = (0..size * size).map(|cell| (cell / size) as u16).collect();
            let mut seen = HashSet::from([rows.clone()]);
            let mut open = vec![rows];
            // A few hundred steps from each layout.
            while let Some(map) = open.pop() {
                for _ in 0..400 {
                    let mut next = map.clone();
                    recombine(&mut next, size, &identity, &mut random);
                    let next = plain(&next);
                    if seen.insert(next.clone()) {
                        open.push(next);
                    }
                }
            }
            assert_eq!(seen.len(), count, "size {size}");
        }
    }

    #[test]
    fn usual_layouts_are_as_jagged_as_published_ones() {
        for symmetry in [PatternSymmetry::None, PatternSymmetry::HalfTurn] {
            let group = symmetry.group_of(9);
            for stream in 0..10 {
                let random = &mut Random::new(4, stream);
                let map = usual_layout(9, &group, random, &AtomicBool::new(false)).unwrap();
                let percent = 100 * borders(&map, 9) / 144;
                assert!((35..=46).contains(&percent), "{symmetry:?}: {percent}");
                for region in 0..9 {
                    let cells: Vec<usize> = (0..81).filter(|cell| map[*cell] == region).collect();
                    assert!(cells.len() == 9 && is_connected(&cells, 9));
                }
            }
        }
    }

    #[test]
    fn symmetric_layouts_have_connected_regions_and_differ() {
        for (symmetry, size) in [("180", 9), ("90", 9), ("hv", 6), ("d", 4), ("h", 7), ("all", 16)] {
            let group = PatternSymmetry::by_name(symmetry).unwrap().group_of(size);
            let mut seen = HashSet::new();
            for stream in 0..10 {
                let random = &mut Random::new(2, stream);
                let map = symmetric_layout(size, &group, random, &AtomicBool::new(false)).unwrap();
                for region in 0..size as u16 {
                    let cells: Vec<usize> = (0..map.len()).filter(|cell| map[*cell] == region).collect();
                    assert!(cells.len() == size && is_connected(&cells, size), "{symmetry} {size}");
                }
                for image in &group {
                    let moved: Vec<u16> = image.iter().map(|cell| map[*cell]).collect();
                    assert_eq!(plain(&moved), plain(&map), "{symmetry} {size}");
                }
                seen.insert(map);
            }
            assert!(seen.len() >= 2, "{symmetry} {size}: {}", seen.len());
        }
        let group = PatternSymmetry::by_name("d").unwrap().group_of(6);
        assert_eq!(symmetric_start(6, &group), None);
    }
}
