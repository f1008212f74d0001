//! Compares the commands of exact cover, their combinations, and `pre` before each of them with brute force.
//!
//! `FARANDOLE_COVER_CASES` sets the number of random problems.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A random number generator (splitmix64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ z >> 31) % n
    }

    fn one_in(&mut self, n: u64) -> bool {
        self.below(n) == 0
    }
}

/// An option: its primary items, its secondary items with their colors, where 0 is no color, and its cost.
#[derive(Clone, Default)]
struct Row {
    primary: BTreeSet<usize>,
    secondary: Vec<(usize, u64)>,
    cost: u64,
}

/// A random problem.
struct Case {
    bounds: Vec<(usize, usize)>,
    secondary: usize,
    rows: Vec<Row>,
}

impl Case {
    fn new(random: &mut Random) -> Self {
        let primary = 1 + random.below(4) as usize;
        let secondary = random.below(3) as usize;
        let is_bounded = random.one_in(3);
        let bounds = (0..primary).map(|_| {
            let low = if is_bounded { random.below(3) } else { 1 } as usize;
            let more = if is_bounded { random.below(3) } else { 0 } as usize;
            (low, (low + more).max(1))
        });
        let bounds = bounds.collect();
        let (priced, dense) = (!random.one_in(5), 2 + random.below(2));
        let mut rows: Vec<Row> = Vec::new();
        for _ in 0..2 + random.below(8) {
            if random.one_in(8) && !rows.is_empty() {
                // A copy of an option may have another cost.
                let cost = if priced { random.below(10) } else { 0 };
                rows.push(Row { cost, ..rows[random.below(rows.len() as u64) as usize].clone() });
                continue;
            }
            let mut row = Row { cost: if priced { random.below(10) } else { 0 }, ..Row::default() };
            row.primary = (0..primary).filter(|_| random.one_in(dense)).collect();
            row.secondary = (0..secondary).filter(|_| random.one_in(2)).map(|item| (item, 0)).collect();
            row.secondary.iter_mut().for_each(|entry| entry.1 = random.below(3));
            if row.primary.is_empty() && (row.secondary.is_empty() || random.one_in(2)) {
                row.primary.insert(random.below(primary as u64) as usize);
            }
            rows.push(row);
        }
        Self { bounds, secondary, rows }
    }

    /// Returns the problem in Knuth's format.
    fn text(&self) -> String {
        let mut text = String::new();
        for (item, &(low, high)) in self.bounds.iter().enumerate() {
            let _ = if (low, high) == (1, 1) { Ok(()) } else { write!(text, "{low}:{high}|") };
            let _ = write!(text, "p{item} ");
        }
        text += "|";
        (0..self.secondary).for_each(|item| text += &format!(" s{item}"));
        for row in &self.rows {
            let primary = row.primary.iter().map(|item| format!("p{item}"));
            let secondary = row.secondary.iter().map(|(item, color)| match color {
                0 => format!("s{item}"),
                color => format!("s{item}:c{color}"),
            });
            let words: Vec<String> = primary.chain(secondary).collect();
            let cost = if row.cost > 0 { format!(" |{}", row.cost) } else { String::new() };
            let _ = write!(text, "\n{}{cost}", words.join(" "));
        }
        text + "\n"
    }

    /// Returns all solutions, as ascending numbers of options from 1. Options without primary items are never
    /// chosen.
    fn solutions(&self) -> BTreeSet<Vec<usize>> {
        let holds = |set: u32| {
            let chosen: Vec<&Row> =
                self.rows.iter().enumerate().filter(|(k, _)| set >> k & 1 == 1).map(|(_, row)| row).collect();
            let covers = |item| chosen.iter().filter(|row| row.primary.contains(&item)).count();
            let primary =
                self.bounds.iter().enumerate().all(|(k, &(low, high))| (low..=high).contains(&covers(k)));
            let secondary = (0..self.secondary).all(|item| {
                let colors = chosen.iter().flat_map(|row| &row.secondary).filter(|entry| entry.0 == item);
                let colors: Vec<u64> = colors.map(|entry| entry.1).collect();
                colors.len() <= 1 || colors.iter().all(|&color| color != 0 && color == colors[0])
            });
            primary && secondary && chosen.iter().all(|row| !row.primary.is_empty())
        };
        let numbers =
            |set: u32| (1..=self.rows.len()).filter(|number| set >> (number - 1) & 1 == 1).collect();
        (0..1_u32 << self.rows.len()).filter(|&set| holds(set)).map(numbers).collect()
    }

    fn cost(&self, solution: &[usize]) -> u64 {
        solution.iter().map(|number| self.rows[number - 1].cost).sum()
    }
}

/// Runs `farandole cover` and returns its standard output.
fn cover(dir: &Path, input: &str, args: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_farandole"));
    let command = command.arg("cover").args(args).current_dir(dir);
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{args:?}: {message}\n{input}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the solutions in JSON lines: their costs and the numbers of their options.
fn listed(text: &str) -> Vec<(Option<u64>, Vec<usize>)> {
    let lines = text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let solutions = lines.filter(|line| line["numbers"].is_array());
    let numbers = |line: &Value| {
        let numbers = line["numbers"].as_array().unwrap().iter();
        let mut numbers: Vec<usize> = numbers.map(|number| number.as_u64().unwrap() as usize).collect();
        numbers.sort_unstable();
        numbers
    };
    solutions.map(|line| (line["cost"].as_u64(), numbers(&line))).collect()
}

/// The test of one problem, and of the same problem after `pre`.
struct Test<'a> {
    case: &'a Case,
    dir: &'a Path,
    all: BTreeSet<Vec<usize>>,
}

impl Test<'_> {
    /// Tests `min` with random options. `is_original` is true if the options of the input have their numbers.
    fn min(&self, random: &mut Random, input: &str, is_original: bool, keeps_all: bool) {
        let is_priced = self.case.rows.iter().any(|row| row.cost > 0 && !row.primary.is_empty());
        let is_fewest = random.one_in(3);
        let k = if keeps_all && random.one_in(2) { 1 + random.below(4) as usize } else { 1 };
        let most = if random.one_in(2) { Some(random.below(5) as usize) } else { None };
        let mut args = vec!["min".to_owned(), "--json".to_owned()];
        args.extend(is_fewest.then(|| "--fewest".to_owned()));
        args.extend(random.one_in(3).then(|| "--pre".to_owned()));
        args.extend((k > 1).then(|| format!("-k{k}")));
        args.extend(most.map(|most| format!("--at-most={most}")));
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let objective = |solution: &Vec<usize>| match is_fewest || !is_priced {
            true => solution.len() as u64,
            false => self.case.cost(solution),
        };
        let allowed = self.all.iter().filter(|solution| most.is_none_or(|most| solution.len() <= most));
        let mut expected: Vec<u64> = allowed.map(objective).collect();
        expected.sort_unstable();
        expected.truncate(k);
        let found = listed(&cover(self.dir, input, &args));
        let context = format!("{args:?}\n{input}\noriginal:\n{}", self.case.text());
        let reached = found.iter().map(|(cost, numbers)| match is_fewest || !is_priced {
            true => numbers.len() as u64,
            false => cost.unwrap_or(0),
        });
        assert_eq!(reached.collect::<Vec<_>>(), expected, "{context}");
        assert!(found.iter().all(|(_, numbers)| most.is_none_or(|most| numbers.len() <= most)), "{context}");
        if is_original {
            let distinct: BTreeSet<_> = found.iter().map(|(_, numbers)| numbers).collect();
            assert_eq!(distinct.len(), found.len(), "{context}");
            assert!(distinct.iter().all(|numbers| self.all.contains(*numbers)), "{context}");
            assert!(
                found.iter().all(|(cost, n)| cost.is_none_or(|cost| cost == self.case.cost(n))),
                "{context}"
            );
        }
    }

    /// Tests the commands that keep all solutions.
    fn everything(&self, random: &mut Random, input: &str) {
        let count = self.all.len().to_string();
        let run = |args: &[&str]| cover(self.dir, input, args);
        assert_eq!(run(&["count"]).trim(), count, "{input}");
        let sizes = |all: &mut dyn Iterator<Item = usize>| {
            let mut sizes: Vec<usize> = all.collect();
            sizes.sort_unstable();
            sizes
        };
        let expected = sizes(&mut self.all.iter().map(Vec::len));
        let found = listed(&run(&["solve", "--all", "--json"]));
        assert_eq!(sizes(&mut found.iter().map(|(_, numbers)| numbers.len())), expected, "{input}");
        match random.below(5) {
            0 => assert_eq!(run(&["count", "--list", "--pre"]).trim(), count, "{input}"),
            1 => assert_eq!(
                listed(&run(&["solve", "--first", "--json"])).is_empty(),
                self.all.is_empty(),
                "{input}"
            ),
            2 => {
                let drawn = run(&["sample", "3", "--seed", "1", "--numbers"]);
                assert_eq!(drawn == "!none\n", self.all.is_empty(), "{input}");
            }
            3 => {
                let text = run(&["estimate", "--dives", "50", "--json"]);
                assert!(serde_json::from_str::<Value>(&text).is_ok(), "{input}");
            }
            _ => self.pieces(random, input),
        }
        if self.case.bounds.iter().all(|&bounds| bounds == (1, 1)) && random.one_in(2) {
            assert_eq!(run(&["count", "--zdd", "all.zdd"]).trim(), count, "{input}");
            let diagram = std::fs::read_to_string(self.dir.join("all.zdd")).unwrap();
            assert_eq!(run(&["count", "--proof", "proof"]).trim(), count, "{input}");
            self.min(random, &diagram, input == self.case.text(), true);
        }
    }

    /// Tests the parts of a split: each solution is in one of them, with the same numbers and costs.
    fn pieces(&self, random: &mut Random, input: &str) {
        let parts = self.dir.join("parts");
        let _ = std::fs::remove_dir_all(&parts);
        let n = (1 + random.below(4)).to_string();
        let files = cover(self.dir, input, &["split", "-n", &n, "parts", "-"]);
        let mut found = Vec::new();
        for file in files.lines() {
            let text = std::fs::read_to_string(self.dir.join(file)).unwrap();
            found.extend(listed(&cover(self.dir, &text, &["solve", "--all", "--json"])));
        }
        assert_eq!(found.len(), self.all.len(), "{input}");
        if input == self.case.text() {
            let found: BTreeSet<_> = found.into_iter().map(|(_, numbers)| numbers).collect();
            assert_eq!(found, self.all, "{input}");
        }
    }
}

/// Tests one random problem.
fn test(dir: &Path, seed: u64) -> usize {
    let mut random = Random(seed);
    let case = Case::new(&mut random);
    let text = case.text();
    let test = Test { case: &case, dir, all: case.solutions() };
    let listed: BTreeSet<_> =
        listed(&cover(dir, &text, &["solve", "--all", "--json"])).into_iter().map(|it| it.1).collect();
    assert_eq!(listed, test.all, "{text}");
    test.everything(&mut random, &text);
    (0..3).for_each(|_| test.min(&mut random, &text, true, true));
    let smaller = match random.one_in(2) {
        true => cover(dir, &text, &["pre"]),
        false => {
            cover(dir, &text, &["pre", "-o", "smaller.json"]);
            std::fs::read_to_string(dir.join("smaller.json")).unwrap()
        }
    };
    test.everything(&mut random, &smaller);
    (0..3).for_each(|_| test.min(&mut random, &smaller, false, true));
    let best = cover(dir, &text, &["pre", "--best"]);
    test.min(&mut random, &best, false, false);
    test.all.len()
}

#[test]
fn every_command_agrees_with_brute_force() {
    let cases = std::env::var("FARANDOLE_COVER_CASES").map_or(40, |cases| cases.parse().unwrap());
    let dir: PathBuf = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cover_brute");
    std::fs::create_dir_all(&dir).unwrap();
    let solutions: usize = (0..cases).map(|seed| test(&dir, seed)).sum();
    // Random problems without solutions would test little.
    assert!(solutions as u64 > cases, "{solutions} solutions");
}
