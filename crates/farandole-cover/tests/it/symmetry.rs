//! Tests that compare symmetries with orbits by brute force and with known counts.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use crate::common::{self, brute, build, problems};
use farandole_cover::{
    BigUint, Bounds, Builder, Color, Config, Costs, Detected, End, Event, Goal, Method, ParallelSearch, Part,
    Permutation, Problem, Search, Symmetries, SymmetryErrorKind, generate,
};
use proptest::prelude::*;

fn up_to_symmetry(problem: &Problem, symmetries: &Symmetries) -> u64 {
    let (count, end) = symmetries.count(problem, 1 << 26, &Config::new()).unwrap();
    assert_eq!(end, End::Exhausted);
    u64::try_from(count.unwrap()).unwrap()
}

fn listed(problem: &Problem, symmetries: &Symmetries) -> u64 {
    let mut search = Search::new(problem).unwrap();
    search.solutions(Config::new()).filter(|solution| symmetries.is_first(solution)).count() as u64
}

/// Returns the permutation of the items that maps each item to the item with the new name.
fn renamed(problem: &Problem, rename: impl Fn(&str) -> String) -> Vec<u32> {
    (0..problem.items())
        .map(|item| {
            let name = rename(&problem.item_name(item));
            problem.find_item(&name).unwrap_or_else(|| panic!("no item {name}"))
        })
        .collect()
}

#[test]
fn queens_up_to_rotation_and_reflection() {
    // OEIS A002562.
    for (n, expected) in [(1, 1), (4, 1), (5, 2), (6, 1), (7, 6), (8, 12), (9, 46), (10, 92)] {
        let problem = generate::queens(n).unwrap();
        let place = |name: &str| name[1..].parse::<u32>().unwrap();
        // The generators reverse the columns, and exchange rows with columns.
        let reverse = renamed(&problem, |name| match &name[..1] {
            "c" => format!("c{}", n - 1 - place(name)),
            "a" => format!("b{}", 2 * n - 2 - place(name)),
            "b" => format!("a{}", 2 * n - 2 - place(name)),
            _ => name.to_owned(),
        });
        let transpose = renamed(&problem, |name| match &name[..1] {
            "r" => format!("c{}", place(name)),
            "c" => format!("r{}", place(name)),
            "b" => format!("b{}", 2 * n - 2 - place(name)),
            _ => name.to_owned(),
        });
        let symmetries = Symmetries::new(&problem, &[reverse, transpose]);
        let symmetries = symmetries.unwrap_or_else(|error| panic!("{n}: {error}"));
        assert_eq!(symmetries.order(), if n == 1 { 1 } else { 8 });
        assert_eq!(up_to_symmetry(&problem, &symmetries), expected, "{n}");
        assert_eq!(listed(&problem, &symmetries), expected, "{n}");
    }
}

#[test]
fn dominoes_and_pentominoes_up_to_symmetry() {
    let flip = |problem: &Problem, rows: u32, columns: u32, vertical: bool| {
        renamed(problem, |name| {
            let Some((r, c)) = name.strip_prefix('r').and_then(|name| name.split_once('c')) else {
                return name.to_owned();
            };
            let (r, c): (u32, u32) = (r.parse().unwrap(), c.parse().unwrap());
            if vertical { format!("r{}c{c}", rows + 1 - r) } else { format!("r{r}c{}", columns + 1 - c) }
        })
    };
    // The group consists of the reflections in two axes and their product. Counts are compared with the
    // number of solutions that are the first of their orbit. (OEIS A227690 counts 8x8 boards up to
    // reflections and rotations.)
    for (rows, columns) in [(2, 3), (4, 4), (4, 6), (5, 6)] {
        let problem = generate::dominoes(rows, columns).unwrap();
        let generators = [flip(&problem, rows, columns, true), flip(&problem, rows, columns, false)];
        let symmetries = Symmetries::new(&problem, &generators).unwrap();
        assert_eq!(symmetries.order(), 4);
        assert_eq!(up_to_symmetry(&problem, &symmetries), listed(&problem, &symmetries));
    }
    // The 8 solutions of 3x20 are 2 up to symmetry.
    let problem = generate::polyominoes(5, 3, 20).unwrap();
    let generators = [flip(&problem, 3, 20, true), flip(&problem, 3, 20, false)];
    let symmetries = Symmetries::new(&problem, &generators).unwrap();
    assert_eq!(up_to_symmetry(&problem, &symmetries), 2);
    assert_eq!(listed(&problem, &symmetries), 2);
}

#[test]
fn invalid_symmetries_are_rejected() {
    let problem = generate::langford(3).unwrap();
    let kind = |images: Vec<u32>| Symmetries::new(&problem, &[images]).unwrap_err().kind();
    let same: Vec<u32> = (0..problem.items()).collect();
    assert_eq!(kind(vec![0]), SymmetryErrorKind::NotPermutation);
    let mut twice = same.clone();
    twice[1] = 0;
    assert_eq!(kind(twice), SymmetryErrorKind::NotPermutation);
    let mut swapped = same.clone();
    swapped.swap(0, 1);
    assert!(matches!(kind(swapped), SymmetryErrorKind::NotOption { .. }));
    let queens = generate::queens(4).unwrap();
    let mut mixed: Vec<u32> = (0..queens.items()).collect();
    mixed.swap(0, queens.primary_items() as usize);
    let error = Symmetries::new(&queens, &[mixed]).unwrap_err();
    assert_eq!(error.kind(), SymmetryErrorKind::OtherKind { item: 0 });

    // Ten equal items have 10! = 3,628,800 symmetries, seven have 7! = 5,040.
    for (n, fits) in [(7, true), (10, false)] {
        let problem = generate::matchings(n).unwrap();
        let generators: Vec<Vec<u32>> = (1..n)
            .map(|item| {
                let mut images: Vec<u32> = (0..n).collect();
                images.swap(0, item as usize);
                images
            })
            .collect();
        let symmetries = Symmetries::new(&problem, &generators);
        assert_eq!(symmetries.as_ref().map(Symmetries::order).ok(), fits.then_some(5040));
        assert!(fits || symmetries.unwrap_err().kind() == SymmetryErrorKind::TooLarge);
    }
}

#[test]
fn a_large_count_up_to_symmetry_is_exact() {
    // For the group of one reflection, the count is half the sum of all solutions and of the symmetric
    // solutions.
    let problem = generate::dominoes(12, 12).unwrap();
    let reverse: Vec<u32> = (0..144).map(|cell| cell / 12 * 12 + 11 - cell % 12).collect();
    let symmetries = Symmetries::new(&problem, &[reverse]).unwrap();
    let (count, _) = symmetries.count(&problem, 1 << 28, &Config::new()).unwrap();
    let all = BigUint::from(53_060_477_521_960_000_u64);
    let twice = count.unwrap() * 2_u32;
    assert!(twice > all && twice < all * 2_u32);
}

/// Returns the image of an option under a permutation of the items and of the colors of each item.
fn image(row: &[(u32, u32)], items: &[u32], colors: &[Vec<u32>]) -> Vec<(u32, u32)> {
    let mut row: Vec<_> = row
        .iter()
        .map(|&(item, color)| {
            (items[item as usize], if color == 0 { 0 } else { colors[item as usize][color as usize - 1] })
        })
        .collect();
    row.sort_unstable();
    row
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// Makes a random problem symmetric by adding the images of its options under permutations of items, of
    /// colors, or of both, and compares the number of orbits of its solutions with brute force.
    #[test]
    fn orbits_are_counted(
        (primary, secondary, mut rows) in problems(),
        shuffled in Just((0_u32..9).collect::<Vec<_>>()).prop_shuffle(),
        more in Just((0_u32..9).collect::<Vec<_>>()).prop_shuffle(),
        palettes in prop::collection::vec(Just(vec![1_u32, 2, 3]).prop_shuffle(), 18),
        permutes_items in any::<bool>(),
        permutes_colors in any::<bool>(),
    ) {
        rows.truncate(4);
        let items = primary + secondary;
        // The permutations map primary items to primary items.
        let within = |order: &[u32]| -> Vec<u32> {
            let mut images: Vec<u32> = order.iter().copied().filter(|&item| item < primary).collect();
            images.extend(order.iter().copied().filter(|&item| (primary..items).contains(&item)));
            if permutes_items { images } else { (0..items).collect() }
        };
        let same = vec![vec![1, 2, 3]; 9];
        let (first, second) = palettes.split_at(9);
        let generators = [(within(&shuffled), first), (within(&more), second)]
            .map(|(items, colors)| (items, if permutes_colors { colors.to_vec() } else { same.clone() }));
        rows.iter_mut().for_each(|row| row.sort_unstable());
        rows.sort();
        rows.dedup();
        let mut at = 0;
        while at < rows.len() && rows.len() < 14 {
            for (items, colors) in &generators {
                let image = image(&rows[at], items, colors);
                if !rows.contains(&image) {
                    rows.push(image);
                }
            }
            at += 1;
        }
        prop_assume!(at == rows.len());
        let problem = build(primary, secondary, &rows);
        let color = |color: u32| common::entry(&(0, color)).color;
        let permutations = generators.clone().map(|(items, colors)| {
            let entries = (primary..items.len() as u32).flat_map(|item| (1..=3).map(move |from| (item, from)));
            let colors = entries.map(|(item, from)| {
                ((item, color(from)), color(colors[item as usize][from as usize - 1]))
            });
            Permutation { items, colors: colors.collect() }
        });
        let symmetries = Symmetries::new(&problem, &permutations).unwrap();

        // By brute force, an orbit consists of all solutions that the generators reach.
        let all: BTreeSet<Vec<u32>> = brute(primary, &rows).into_iter().collect();
        let mut left = all.clone();
        let mut orbits = 0;
        while let Some(first) = left.pop_first() {
            orbits += 1;
            prop_assert!(symmetries.is_first(&first), "the least of its orbit comes first");
            let mut todo = vec![first];
            while let Some(solution) = todo.pop() {
                for (items, colors) in &generators {
                    let place = |&option: &u32| {
                        let image = image(&rows[option as usize], items, colors);
                        rows.iter().position(|other| *other == image).unwrap() as u32
                    };
                    let mut next: Vec<u32> = solution.iter().map(place).collect();
                    next.sort_unstable();
                    if left.remove(&next) {
                        prop_assert!(!symmetries.is_first(&next));
                        todo.push(next);
                    }
                }
            }
        }
        prop_assert_eq!(up_to_symmetry(&problem, &symmetries), orbits);
        prop_assert_eq!(leaders(&problem, &symmetries, Method::Bitset).0.len() as u64, orbits);
    }
}

#[test]
fn invalid_color_permutations_are_rejected() {
    let problem = generate::macmahon(2, 2, generate::Border::Any).unwrap();
    let items: Vec<u32> = (0..problem.items()).collect();
    let [a, b, c] = [0, 1, 2].map(|index| Color::new(index).unwrap());
    let rotate = [(a, b), (b, c), (c, a)];
    let everywhere = |map: &[(Color, Color)]| {
        let mut permutation = Permutation::from(items.clone());
        for item in problem.primary_items()..problem.items() {
            permutation.colors.extend(map.iter().map(|&(from, to)| ((item, from), to)));
        }
        permutation
    };
    // The tiles are items as well, so they would have to be permuted together with the colors.
    let error = Symmetries::new(&problem, &[everywhere(&rotate)]).unwrap_err();
    assert!(matches!(error.kind(), SymmetryErrorKind::NotOption { .. }));
    let error = Symmetries::new(&problem, &[everywhere(&[(a, b)])]).unwrap_err();
    assert!(matches!(error.kind(), SymmetryErrorKind::SameColor { .. }));
    for map in [(Color::NONE, a), (a, Color::NONE)] {
        let error = Symmetries::new(&problem, &[everywhere(&[map])]).unwrap_err();
        assert_eq!(error.kind(), SymmetryErrorKind::NotPermutation);
    }
}

fn found(problem: &Problem) -> Symmetries {
    let Detected { symmetries, order, is_complete } =
        Symmetries::detect(problem, Costs::Ignored, &Config::new().budget(1 << 28));
    let symmetries = symmetries.unwrap();
    assert!(is_complete);
    assert_eq!(order, BigUint::from(symmetries.order()));
    symmetries
}

/// Returns the solutions that a search with symmetry breaking finds, and its number of nodes.
fn leaders(problem: &Problem, symmetries: &Symmetries, method: Method) -> (Vec<Vec<u32>>, u64) {
    let mut search = Search::with_method(problem, method).unwrap();
    search.set_symmetries(symmetries.clone(), problem);
    let all = search.solutions(Config::new()).collect();
    (all, search.stats().nodes)
}

#[test]
fn symmetries_of_boards_are_found() {
    // The counts are known: pentominoes up to rotations and reflections of the board, and queens from OEIS
    // A002562.
    let boards = [(3, 20, 2), (4, 15, 368), (5, 12, 1010), (6, 10, 2339)];
    for (rows, columns, expected) in boards {
        let problem = generate::polyominoes(5, rows, columns).unwrap();
        let symmetries = found(&problem);
        assert_eq!(symmetries.order(), 4, "{rows}x{columns}");
        assert_eq!(up_to_symmetry(&problem, &symmetries), expected, "{rows}x{columns}");
        assert_eq!(
            leaders(&problem, &symmetries, Method::Bitset).0.len() as u64,
            expected,
            "{rows}x{columns}"
        );
    }
    for (n, expected) in [(4, 1), (5, 2), (6, 1), (7, 6), (8, 12), (9, 46), (10, 92)] {
        let problem = generate::queens(n).unwrap();
        let symmetries = found(&problem);
        assert_eq!(symmetries.order(), 8);
        assert_eq!(up_to_symmetry(&problem, &symmetries), expected);
        assert_eq!(leaders(&problem, &symmetries, Method::DancingLinks).0.len() as u64, expected);
    }
    // The cube has 48 symmetries. Its reflections exchange two of the Soma pieces.
    let soma = generate::soma().unwrap();
    let symmetries = found(&soma);
    assert_eq!((symmetries.order(), up_to_symmetry(&soma, &symmetries)), (48, 240));
    // The three colors of MacMahon's squares can be permuted if the border may have any colors.
    let macmahon = generate::macmahon(2, 2, generate::Border::Any).unwrap();
    assert_eq!(found(&macmahon).order() % 6, 0);
}

#[test]
fn searches_leave_out_symmetric_branches() {
    for (problem, least) in [(generate::queens(9).unwrap(), 3), (generate::polyominoes(5, 4, 15).unwrap(), 2)]
    {
        let symmetries = found(&problem);
        let mut search = Search::new(&problem).unwrap();
        search.count(u64::MAX, &Config::new());
        let (first, nodes) = leaders(&problem, &symmetries, Method::Bitset);
        assert_eq!((first.clone(), nodes), leaders(&problem, &symmetries, Method::DancingLinks));
        assert!(nodes * least < search.stats().nodes, "{nodes} of {}", search.stats().nodes);
        // Several threads find the same solutions.
        search.set_symmetries(symmetries, &problem);
        let parallel = ParallelSearch { threads: 3, wanted: Goal::All, budget: None };
        let mut all = Vec::new();
        let run = parallel.run(&search, vec![Part::whole()], |event| {
            if let Event::Solution(options) = event {
                all.push(options.to_vec());
            }
            ControlFlow::Continue(())
        });
        assert_eq!((all, run.unwrap().1.nodes), (first, nodes));
    }
}

#[test]
fn large_groups_are_counted_but_not_kept() {
    // The first group consists of all permutations of ten equal items. The second group permutes the symbols,
    // the rows and the columns of a Latin square of order 5, and exchanges these three with each other.
    let Detected { symmetries, order, is_complete } =
        Symmetries::detect(&generate::matchings(10).unwrap(), Costs::Ignored, &Config::new().budget(1 << 28));
    assert!(symmetries.is_none() && is_complete);
    assert_eq!(order, BigUint::from(3_628_800_u32));
    let latin = generate::latin(5, u32::MAX, &mut farandole_cover::Random::new(0)).unwrap();
    let found = Symmetries::detect(&latin, Costs::Ignored, &Config::new().budget(1 << 28));
    assert_eq!(found.order, BigUint::from(120_u32 * 120 * 120 * 6));
    // With a budget of 0, nothing is found, and the result is marked as incomplete.
    let nothing = Symmetries::detect(&latin, Costs::Ignored, &Config::new().budget(0));
    assert_eq!((nothing.order, nothing.is_complete), (BigUint::from(1_u32), false));
}

#[test]
fn costs_are_kept_when_they_count() {
    let problem = generate::dominoes(2, 3).unwrap().with_costs(|option| u64::from(option == 0));
    let order = |costs| Symmetries::detect(&problem, costs, &Config::new().budget(1 << 20)).order;
    assert_eq!(order(Costs::Ignored), BigUint::from(4_u32));
    assert!(order(Costs::Kept) < BigUint::from(4_u32));
}

/// The role of an item in a problem: its bounds (0 for secondary items), and the sets of options that give it
/// the same color. The Boolean is false for the set of options that give it no color.
type Shape = (u32, u32, Vec<(bool, Vec<u32>)>);

/// Returns the shapes of all items when the options are renamed.
fn shapes(problem: &Problem, images: &[u32]) -> Vec<Shape> {
    let mut items: BTreeMap<u32, BTreeMap<Option<u32>, Vec<u32>>> = BTreeMap::new();
    for option in 0..problem.options() {
        for entry in problem.option_entries(option) {
            let colors = items.entry(entry.item).or_default();
            colors.entry(entry.color.index()).or_default().push(images[option as usize]);
        }
    }
    let mut shapes: Vec<Shape> = items
        .into_iter()
        .map(|(item, colors)| {
            let Bounds { low, high } = match item < problem.primary_items() {
                true => problem.bounds(item),
                false => Bounds { low: 0, high: 0 },
            };
            let mut sets: Vec<_> = colors
                .into_iter()
                .map(|(color, mut options)| {
                    options.sort_unstable();
                    (color.is_some(), options)
                })
                .collect();
            sets.sort();
            (low, high, sets)
        })
        .collect();
    shapes.sort();
    shapes
}

fn permutations(n: u32) -> Vec<Vec<u32>> {
    let mut all = vec![vec![]];
    for next in 0..n {
        let longer = |order: &Vec<u32>, at: usize| {
            let mut order = order.clone();
            order.insert(at, next);
            order
        };
        all = all.iter().flat_map(|order| (0..=order.len()).map(move |at| longer(order, at))).collect();
    }
    all
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Compares the symmetries with brute force over all permutations of the options, and the search with
    /// symmetry breaking with the orbits of solutions.
    #[test]
    fn all_symmetries_are_found(
        (primary, secondary, mut rows) in problems(),
        bounds in prop::collection::vec((0_u32..2, 0_u32..2), 6),
        exact in any::<bool>(),
    ) {
        rows.iter_mut().for_each(|row| row.sort_unstable());
        rows.sort();
        rows.dedup();
        rows.truncate(6);
        let problem = if exact {
            build(primary, secondary, &rows)
        } else {
            let mut builder = Builder::new();
            builder.primary_unnamed(primary).unwrap();
            builder.secondary_unnamed(secondary).unwrap();
            for (item, &(low, more)) in (0..primary).zip(&bounds) {
                builder.set_bounds(item, Bounds { low, high: (low + more).max(1) }).unwrap();
            }
            for row in &rows {
                builder.option_with_colors(&row.iter().map(common::entry).collect::<Vec<_>>()).unwrap();
            }
            builder.build()
        };
        let same: Vec<u32> = (0..problem.options()).collect();
        let own = shapes(&problem, &same);
        let mut group = permutations(problem.options());
        group.retain(|images| shapes(&problem, images) == own);
        let symmetries = found(&problem);
        prop_assert_eq!(symmetries.order(), group.len());

        let mut search = Search::new(&problem).unwrap();
        let all: Vec<Vec<u32>> = search.solutions(Config::new()).collect();
        let key = |solution: &[u32], images: &[u32]| {
            let mut key: Vec<u32> = solution.iter().map(|&option| images[option as usize]).collect();
            key.sort_unstable();
            key
        };
        let mut met = BTreeSet::new();
        let mut expected = all.clone();
        if problem.has_multiplicities() {
            // The search finds the lexicographically first set of options of each orbit.
            expected.retain(|solution| group.iter().all(|images| key(solution, &same) <= key(solution, images)));
        } else {
            expected.retain(|solution| {
                let first = group.iter().all(|images| !met.contains(&key(solution, images)));
                met.insert(key(solution, &same));
                first
            });
            prop_assert_eq!(up_to_symmetry(&problem, &symmetries), expected.len() as u64);
        }
        search.set_symmetries(symmetries, &problem);
        prop_assert_eq!(search.solutions(Config::new()).collect::<Vec<_>>(), expected);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// Compares the classes with brute force, in which solutions that differ only in the choice of copies are
    /// equal.
    #[test]
    fn copies_of_an_option_are_equivalent(
        (primary, secondary, mut rows) in problems(),
        bounds in common::bounded(),
        copies in prop::collection::vec(0_usize..3, 0..3),
    ) {
        rows.iter_mut().for_each(|row| row.sort_unstable());
        rows.truncate(4);
        for copy in copies {
            if let Some(row) = rows.get(copy).cloned() {
                rows.push(row);
            }
        }
        let raw = (primary, secondary, rows);
        let problem = common::with_bounds(&raw, &bounds);
        let rows = &raw.2[..problem.options() as usize];
        // The orbits by brute force: all permutations of the options that permutations of items and colors
        // cause. The shape of a problem describes its options up to their numbers.
        let same: Vec<u32> = (0..problem.options()).collect();
        let own = shapes(&problem, &same);
        let mut group = permutations(problem.options());
        group.retain(|images| shapes(&problem, images) == own);
        let kind = |option: u32| rows.iter().position(|row| *row == rows[option as usize]).unwrap();
        let key = |solution: &[u32], images: &[u32]| {
            let mut key: Vec<usize> = solution.iter().map(|&option| kind(images[option as usize])).collect();
            key.sort_unstable();
            key
        };
        let all = common::brute_all(&raw, &bounds);
        let classes: BTreeSet<_> =
            all.iter().map(|solution| group.iter().map(|images| key(solution, images)).min()).collect();
        let symmetries = found(&problem);
        let mut search = Search::new(&problem).unwrap();
        search.set_symmetries(symmetries.clone(), &problem);
        prop_assert_eq!(search.count(u64::MAX, &Config::new()).solutions, classes.len() as u64);
        if !problem.has_multiplicities() {
            prop_assert_eq!(up_to_symmetry(&problem, &symmetries), classes.len() as u64);
        }
    }
}
