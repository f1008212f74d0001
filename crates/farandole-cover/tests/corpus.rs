//! Instances in Knuth's format: counts, and the size of the search tree as Knuth's programs report
//! it. With multiplicities the tree is smaller.

use std::path::Path;

use farandole_cover::{Config, End, Method, Problem, Search, format};

/// Returns file name, program, solutions, nodes, and updates if they can be compared.
fn corpus() -> Vec<(String, String, u64, u64, Option<u64>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/cover");
    let table = std::fs::read_to_string(folder.join("COUNTS.tsv")).unwrap();
    let rows: Vec<_> = table
        .lines()
        .skip(1)
        .map(|line| {
            let cells: Vec<&str> = line.split('\t').collect();
            let path = folder.join(cells[0]).to_str().unwrap().to_owned();
            (
                path,
                cells[1].into(),
                cells[2].parse().unwrap(),
                cells[3].parse().unwrap(),
                cells[4].parse().ok(),
            )
        })
        .collect();
    assert!(rows.len() > 30);
    rows
}

#[test]
fn counts_and_nodes_equal_knuths() {
    for (path, program, solutions, nodes, updates) in corpus() {
        let parsed = format::parse(&std::fs::read(&path).unwrap(), None).unwrap();
        assert_eq!(parsed.format, format::Format::Knuth);
        for method in [Method::DancingLinks, Method::Bitset] {
            let search = Search::with_method(&parsed.problem, method);
            assert_eq!(search.is_err(), program == "dlx3" && method == Method::DancingLinks, "{path}");
            let Ok(mut search) = search else { continue };
            let count = search.count(u64::MAX, &Config::new());
            assert_eq!((count.solutions, count.end), (solutions, End::Exhausted), "{path}");
            let stats = search.stats();
            assert_eq!(stats.solutions, solutions, "{path}, {method:?}");
            // DLX3 spends branches on items that have no options and need none.
            let equal = program != "dlx3";
            assert!(if equal { stats.nodes == nodes } else { stats.nodes < nodes }, "{path}: {stats:?}");
            assert!(updates.is_none_or(|updates| stats.updates <= updates), "{path}: {stats:?}");
        }
    }
}

#[test]
fn problems_survive_a_round_trip() {
    for (path, ..) in corpus() {
        let parsed = format::parse(&std::fs::read(&path).unwrap(), None).unwrap();
        let mut once = String::new();
        format::write_knuth(&parsed.problem, &mut once).unwrap();
        let again = format::parse(once.as_bytes(), None).unwrap();
        let mut twice = String::new();
        format::write_knuth(&again.problem, &mut twice).unwrap();
        assert_eq!(once, twice, "{path}");
        assert_eq!(again.problem.options(), parsed.problem.options());
    }
}

/// Random options that include an exact cover, from few items to more than vectors support, for
/// each of the widths of lengths.
#[test]
fn methods_agree_on_problems_of_every_width() {
    let mut state = 1_u64;
    let mut random = |below: u32| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % below
    };
    let mut total = 0;
    for items in (1..=13).map(|tens| tens * 20) {
        for (size, copies) in [(2, 3), (4, 3), (5, 8), (10, 20)] {
            let mut builder = Problem::builder();
            builder.primary_unnamed(items).unwrap();
            // Some partitions into runs of items, and options that add one item of another run.
            for _ in 0..copies {
                let start = random(size);
                for run in 0..items / size {
                    let mut option: Vec<u32> = (0..size).map(|k| (start + run * size + k) % items).collect();
                    builder.option(&option).unwrap();
                    option[0] = random(items);
                    if builder.option(&option).is_err() {
                        continue;
                    }
                }
            }
            let problem = builder.build();
            let config = Config::new().budget(2_000);
            let mut links = Search::with_method(&problem, Method::DancingLinks).unwrap();
            let mut bits = Search::with_method(&problem, Method::Bitset).unwrap();
            let all: Vec<_> = links.solutions(config).collect();
            assert_eq!(bits.solutions(config).collect::<Vec<_>>(), all, "{items} items, {size} each");
            assert_eq!(bits.stats().nodes, links.stats().nodes, "{items} items, {size} each");
            total += all.len();
        }
    }
    assert!(total > 1_000);
}

/// Returns Latin squares of a given order: one item for each cell, and for each symbol in each row
/// and each column.
fn latin(order: u32) -> Problem {
    let mut builder = Problem::builder();
    builder.primary_unnamed(3 * order * order).unwrap();
    for cell in 0..order * order {
        for symbol in 0..order {
            let (across, down) = (cell / order * order + symbol, cell % order * order + symbol);
            builder.option(&[cell, order * order + across, 2 * order * order + down]).unwrap();
        }
    }
    builder.build()
}

#[test]
fn backends_walk_the_same_tree_for_any_number_of_items() {
    for order in 1..=14 {
        let problem = latin(order);
        let work = |method| {
            let mut search = Search::with_method(&problem, method).unwrap();
            (search.count(500, &Config::new().budget(1_000_000)), search.stats().nodes)
        };
        let (count, nodes) = work(Method::DancingLinks);
        assert!(count.solutions > 0);
        assert_eq!((count, nodes), work(Method::Bitset), "order {order}");
    }
}
