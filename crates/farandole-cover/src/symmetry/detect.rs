//! Symmetry detection: the automorphism group of a problem, by individualization and refinement.
//!
//! Items, options and the colors of each item are the vertices of a graph. The automorphisms of this graph
//! are the symmetries of the problem. Colors may be permuted within an item or between items.
//!
//! *Refinement* divides the vertices into classes: by their kinds and then, repeatedly, by the classes of
//! their neighbors. *Individualization* places one vertex in a class of its own. The search alternates
//! between both until each vertex is alone in its class; this is the first path. If other choices lead to the
//! same classes, they may define a symmetry, which is then checked.
//!
//! The order of the group is a product over the choices, from the last to the first. The factor of a choice
//! is the number of vertices to which the chosen vertex can be mapped while the earlier choices are fixed.
//! The symmetries found generate the group. A vertex is skipped if the symmetries found so far map it to a
//! vertex that was already tried.
//!
//! The algorithm performs badly on regular structures with few symmetries: refinement hardly splits their
//! classes, and many choices fail only after a long search.
//!
//! Source: B. D. McKay, Practical graph isomorphism, Congressus Numerantium 30, 1981.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use num_bigint::BigUint;

use crate::config::Config;
use crate::model::problem::{Color, Problem};

/// The treatment of costs by symmetries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Costs {
    /// Costs are ignored: options may be mapped to options with other costs.
    Ignored,
    /// Costs are respected: options are mapped only to options with the same cost.
    Kept,
}

/// Generators of a group of symmetries.
pub(crate) struct Generators {
    /// The generators, as permutations of the options: the image of each option.
    pub(crate) options: Vec<Vec<u32>>,
    /// The order of the group.
    pub(crate) order: BigUint,
    /// True if the group contains all symmetries; false if a limit was reached.
    pub(crate) is_complete: bool,
}

/// Finds the symmetries of a problem. The budget limits the number of vertices and edges visited.
pub(crate) fn find(problem: &Problem, costs: Costs, config: &Config<'_>) -> Generators {
    let graph = Graph::new(problem, costs);
    let mut finder = Finder { graph: &graph, config, work: 0, path: Vec::new(), last: Vec::new() };
    let mut found = Generators { options: Vec::new(), order: BigUint::from(1_u32), is_complete: false };
    if finder.first_path().is_none() {
        return found;
    }
    let mut orbits = Orbits::new(graph.vertices());
    let mut order = BigUint::from(1_u32);
    // Levels are processed from the last to the first. At each level, the subgroup that also fixes the base
    // of this level is known already.
    for level in (0..finder.path.len()).rev() {
        let Level { target, base, ref colors, .. } = finder.path[level];
        let class: Vec<u32> = members(colors, target).collect();
        let mut failed: Vec<u32> = Vec::new();
        for &vertex in &class {
            let root = orbits.root(vertex);
            // The generators found so far map this vertex to one that was already tried.
            if root == orbits.root(base) || failed.iter().any(|&other| orbits.root(other) == root) {
                continue;
            }
            match finder.map(level, vertex) {
                Err(Exhausted) => return found,
                Ok(None) => failed.push(vertex),
                Ok(Some(images)) => {
                    (0..).zip(&images).for_each(|(from, &to)| orbits.join(from, to));
                    found.options.push(graph.options(&images));
                }
            }
        }
        let root = orbits.root(base);
        // Orbit-stabilizer theorem: each level multiplies the order by the length of the orbit of its base
        // under the group that fixes the earlier bases.
        order *= class.iter().filter(|&&vertex| orbits.root(vertex) == root).count();
        // A run that stops early returns the subgroup that it has found.
        found.order = order.clone();
    }
    found.is_complete = true;
    found
}

/// Items of an option with the codes of their colors, or options of an item.
type Pairs = Vec<(u32, u32)>;

/// The graph of a problem. A vertex is a class of equal options, a class of equal items, or a color of an
/// item. Items are equal if the same options cover them in the same way; exchanging such items maps every
/// option to itself. The classes of options come first. Each class of items is followed by the colors of its
/// items.
struct Graph {
    /// For each vertex, a hash of the properties that a symmetry must preserve, such as costs and bounds.
    kinds: Vec<u64>,
    starts: Vec<u32>,
    /// The neighbors of each vertex in ascending order, concatenated. Those of vertex `v` begin at `starts[v]`.
    edges: Vec<u32>,
    /// The options of each class of options.
    equal: Vec<Vec<u32>>,
}

impl Graph {
    fn new(problem: &Problem, costs: Costs) -> Self {
        let mut classes: BTreeMap<(Pairs, u64), Vec<u32>> = BTreeMap::new();
        for option in 0..problem.options() {
            let cost = if costs == Costs::Kept { problem.cost(option) } else { 0 };
            classes.entry((problem.sorted_entries(option), cost)).or_default().push(option);
        }
        let mut kinds = Vec::new();
        let mut holders: Vec<Pairs> = alloc::vec![Vec::new(); problem.items() as usize];
        for (vertex, ((entries, cost), equal)) in (0..).zip(&classes) {
            // Classes of different sizes cannot be mapped to each other.
            kinds.push(mix(mix(1 + equal.len() as u64) ^ cost));
            entries.iter().for_each(|&(item, code)| holders[item as usize].push((vertex, code)));
        }
        let mut items: BTreeMap<(u64, Pairs), u64> = BTreeMap::new();
        for (item, mut list) in (0..).zip(holders) {
            let bounds = problem.bounds(item);
            let kind = match item < problem.primary_items() {
                true => mix(mix(2 + u64::from(bounds.low)) ^ u64::from(bounds.high)),
                false => mix(0),
            };
            // Colors are numbered in order of appearance, because their names do not matter.
            let mut codes: Vec<u32> = Vec::new();
            for (_, code) in list.iter_mut().filter(|(_, code)| *code != Color::NONE.code()) {
                let known = codes.iter().position(|known| known == code);
                let index = known.unwrap_or_else(|| {
                    codes.push(*code);
                    codes.len() - 1
                });
                *code = index as u32 + 1;
            }
            if !list.is_empty() {
                *items.entry((kind, list)).or_default() += 1;
            }
        }
        let mut edges: Vec<(u32, u32)> = Vec::new();
        for ((kind, list), equal_items) in items {
            let item = kinds.len() as u32;
            kinds.push(mix(kind ^ equal_items));
            let first_color = item;
            for (option, code) in list {
                let to = first_color + code;
                // Colors are vertices of their own, so that automorphisms can permute them.
                if to as usize == kinds.len() {
                    kinds.push(mix(u64::MAX));
                    edges.push((item, to));
                    edges.push((to, item));
                }
                edges.push((option, to));
                edges.push((to, option));
            }
        }
        edges.sort_unstable();
        let mut starts = alloc::vec![0; kinds.len() + 1];
        edges.iter().for_each(|&(from, _)| starts[from as usize + 1] += 1);
        for vertex in 0..kinds.len() {
            starts[vertex + 1] += starts[vertex];
        }
        let edges = edges.into_iter().map(|(_, to)| to).collect();
        Self { kinds, starts, edges, equal: classes.into_values().collect() }
    }

    fn vertices(&self) -> usize {
        self.kinds.len()
    }

    fn neighbors(&self, vertex: usize) -> &[u32] {
        &self.edges[self.starts[vertex] as usize..self.starts[vertex + 1] as usize]
    }

    /// Returns the images of all options under a map of the vertices. The options of a class are mapped in
    /// order.
    fn options(&self, images: &[u32]) -> Vec<u32> {
        let mut options = alloc::vec![0; self.equal.iter().map(Vec::len).sum()];
        for (equal, &image) in self.equal.iter().zip(images) {
            for (&option, &to) in equal.iter().zip(&self.equal[image as usize]) {
                options[option as usize] = to;
            }
        }
        options
    }

    /// Returns true if the map is an automorphism of the graph: the neighbors of each vertex are mapped to the
    /// neighbors of its image.
    fn is_symmetry(&self, images: &[u32]) -> bool {
        (0..self.vertices()).all(|vertex| {
            let mut to: Vec<u32> =
                self.neighbors(vertex).iter().map(|&other| images[other as usize]).collect();
            to.sort_unstable();
            to == self.neighbors(images[vertex] as usize)
        })
    }
}

/// Returns a hash of a number. With a good hash, different structures rarely have the same class numbers. If
/// they do, `is_symmetry` detects it.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ number >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    let number = (number ^ number >> 32).wrapping_mul(0xd6e8_feb8_6659_fd93);
    number ^ number >> 32
}

/// Returns the vertices of the class `color` in ascending order.
fn members(colors: &[u64], color: u64) -> impl Iterator<Item = u32> {
    (0..).zip(colors).filter(move |(_, other)| **other == color).map(|(vertex, _)| vertex)
}

/// The error for a spent budget or a cancelled run.
struct Exhausted;

/// A level of the first path: the classes of the vertices, and the vertex that is individualized.
struct Level {
    /// The number of the class of each vertex.
    colors: Vec<u64>,
    /// The numbers in `colors` in ascending order.
    sorted: Vec<u64>,
    /// The number of the smallest class with several vertices.
    target: u64,
    /// The vertex of the target class that is individualized.
    base: u32,
}

struct Finder<'a> {
    graph: &'a Graph,
    config: &'a Config<'a>,
    work: u64,
    path: Vec<Level>,
    /// The pairs of class and vertex at the end of the path, in order of classes. There, each class has only
    /// one vertex.
    last: Vec<(u64, u32)>,
}

impl Finder<'_> {
    /// Refines the classes as far as possible, and returns the class numbers in ascending order.
    fn refine(&mut self, colors: &mut Vec<u64>) -> Result<Vec<u64>, Exhausted> {
        let in_order = |colors: &[u64]| {
            let mut sorted = colors.to_vec();
            sorted.sort_unstable();
            sorted
        };
        let classes = |sorted: &[u64]| sorted.chunk_by(|a, b| a == b).count();
        let mut sorted = in_order(colors);
        let mut before = classes(&sorted);
        while before < colors.len() {
            self.work += (self.graph.edges.len() + colors.len()) as u64;
            if self.config.is_spent(self.work) || self.config.is_cancelled() {
                return Err(Exhausted);
            }
            let next: Vec<u64> = colors
                .iter()
                .enumerate()
                .map(|(vertex, &color)| {
                    let neighbors = self.graph.neighbors(vertex).iter();
                    let sum =
                        // The sum does not depend on the order of the neighbors. The new class numbers are
                        // hashes of it, so equal structures have equal numbers on different paths.
                        neighbors.fold(0_u64, |sum, &other| sum.wrapping_add(mix(colors[other as usize])));
                    mix(color ^ sum.rotate_left(17))
                })
                .collect();
            let next_sorted = in_order(&next);
            let now = classes(&next_sorted);
            // No class was split, so further rounds would not split any either.
            if now <= before {
                break;
            }
            (before, sorted, *colors) = (now, next_sorted, next);
        }
        Ok(sorted)
    }

    /// Individualizes a vertex and refines. Returns the class of each vertex, and the same numbers in
    /// ascending order.
    fn individualize(&mut self, colors: &[u64], vertex: u32) -> Result<(Vec<u64>, Vec<u64>), Exhausted> {
        let mut colors = colors.to_vec();
        let color = &mut colors[vertex as usize];
        // The new class may have any number that no other class has.
        *color = mix(!*color);
        let sorted = self.refine(&mut colors)?;
        Ok((colors, sorted))
    }

    /// Individualizes vertices until each is alone in its class.
    fn first_path(&mut self) -> Option<()> {
        let mut colors = self.graph.kinds.clone();
        let mut sorted = self.refine(&mut colors).ok()?;
        loop {
            let several = sorted.chunk_by(|a, b| a == b).filter(|class| class.len() > 1);
            // The smallest class has the fewest vertices to try later.
            let Some(target) = several.min_by_key(|class| class.len()).map(|class| class[0]) else { break };
            let base = members(&colors, target).next()?;
            let next = self.individualize(&colors, base).ok()?;
            self.path.push(Level { colors, sorted, target, base });
            (colors, sorted) = next;
        }
        self.last = colors.into_iter().zip(0..).collect();
        self.last.sort_unstable();
        Some(())
    }

    /// Searches for a symmetry that maps the base of a level to `vertex`, and the bases of the
    /// earlier levels to themselves.
    fn map(&mut self, level: usize, vertex: u32) -> Result<Option<Vec<u32>>, Exhausted> {
        // The stack of a depth-first search: the classes at each level, and the vertices of its target class
        // that have not been tried.
        let mut open = alloc::vec![(self.path[level].colors.clone(), alloc::vec![vertex])];
        while let Some((colors, todo)) = open.last_mut() {
            let Some(vertex) = todo.pop() else {
                open.pop();
                continue;
            };
            let colors = colors.clone();
            let (colors, sorted) = self.individualize(&colors, vertex)?;
            match self.path.get(level + open.len()) {
                Some(next) => {
                    // A symmetry maps the classes of the first path to equal classes.
                    if sorted == next.sorted {
                        let class = members(&colors, next.target).collect();
                        open.push((colors, class));
                    }
                }
                None => {
                    let mut own: Vec<(u64, u32)> = colors.into_iter().zip(0..).collect();
                    own.sort_unstable();
                    let mut images = alloc::vec![0; own.len()];
                    let pairs = self.last.iter().zip(&own);
                    let same_classes = pairs.clone().all(|(from, to)| from.0 == to.0);
                    pairs.for_each(|(from, to)| images[from.1 as usize] = to.1);
                    // Equal class numbers suggest a symmetry, but only this check proves it.
                    if same_classes && self.graph.is_symmetry(&images) {
                        return Ok(Some(images));
                    }
                }
            }
        }
        Ok(None)
    }
}

/// Union-find: sets of vertices that are joined step by step.
struct Orbits {
    parents: Vec<u32>,
}

impl Orbits {
    fn new(vertices: usize) -> Self {
        Self { parents: (0..vertices as u32).collect() }
    }

    fn root(&mut self, mut vertex: u32) -> u32 {
        while self.parents[vertex as usize] != vertex {
            // Path halving keeps the trees flat.
            let above = self.parents[self.parents[vertex as usize] as usize];
            self.parents[vertex as usize] = above;
            vertex = above;
        }
        vertex
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.root(a), self.root(b));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}
