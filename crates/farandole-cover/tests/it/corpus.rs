//! Tests with problems in Knuth's format. Counts and sizes of search trees are compared with those of Knuth's
//! programs. With multiplicities, the trees here are smaller.

use std::path::Path;

use farandole_cover::{Config, End, Method, Problem, Search, format};

/// Returns, for each file: its path, the program of Knuth, and the numbers of solutions, nodes, and updates
/// (`None` if updates cannot be compared).
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
            // DLX3 branches on items that have no options and need none.
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

/// Compares the methods on random problems with at least one solution. The numbers of items cover every
/// number of groups of lengths, up to more groups than vectors support.
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
            // The options are several partitions into runs of consecutive items, and for each run an option
            // in which one item is replaced by a random item.
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

/// Returns the problem of Latin squares of a given order. There is one item for each cell, for each pair of a
/// row and a symbol, and for each pair of a column and a symbol.
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
