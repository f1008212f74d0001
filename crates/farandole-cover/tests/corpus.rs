//! Instances in Knuth's format: counts, and the search tree node for node, as Knuth's programs report them.

use std::path::Path;

use farandole_cover::{Control, Ending, Method, Problem, Search, format};

/// File name, program, solutions, nodes, and updates where they can be compared.
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
        for method in [Method::Links, Method::Bits] {
            let search = Search::with_method(&parsed.problem, method);
            assert_eq!(search.is_err(), program == "dlx3" && method == Method::Links, "{path}");
            let Ok(mut search) = search else { continue };
            let count = search.count(u64::MAX, &Control::new());
            assert_eq!((count.solutions, count.ending), (solutions, Ending::Complete), "{path}");
            let stats = search.stats();
            assert_eq!((stats.solutions, stats.nodes), (solutions, nodes), "{path}, {method:?}");
            assert!(updates.is_none_or(|updates| stats.updates <= updates), "{path}: {stats:?}");
        }
    }
}

#[test]
fn what_is_written_reads_back() {
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

/// Latin squares of a given order: one item for each cell, and for each symbol in each row and each column.
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
fn cores_walk_the_same_tree_whatever_the_number_of_items() {
    for order in 1..=14 {
        let problem = latin(order);
        let work = |method| {
            let mut search = Search::with_method(&problem, method).unwrap();
            (search.count(500, &Control::new().budget(1_000_000)), search.stats().nodes)
        };
        let (count, nodes) = work(Method::Links);
        assert!(count.solutions > 0);
        assert_eq!((count, nodes), work(Method::Bits), "order {order}");
    }
}
