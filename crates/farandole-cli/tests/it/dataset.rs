//! Datasets for machine learning: the manifest is true, no class occurs twice, and the parts share
//! no solution.

use std::collections::HashSet;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn farandole(args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_farandole"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_owned();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    output
}

fn answers(args: &[&str], input: &str) -> Vec<String> {
    let output = farandole(args, input);
    assert!(output.status.success(), "{args:?}");
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

/// Returns a directory of its own for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    folder
}

/// Returns the rows of a part, from files of at most `most` rows.
fn rows(folder: &Path, part: &str, most: usize) -> Vec<Vec<String>> {
    let mut names: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.retain(|path| path.file_name().unwrap().to_str().unwrap().starts_with(part));
    names.sort();
    let mut all = Vec::new();
    for name in names {
        let text = fs::read_to_string(name).unwrap();
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("class,puzzle,solution,givens,rating,guesses,weight"));
        let here: Vec<Vec<String>> = lines.map(|line| line.split(',').map(str::to_owned).collect()).collect();
        assert!((1..=most).contains(&here.len()));
        all.extend(here);
    }
    all
}

#[test]
fn rows_are_true_classes_are_new_and_parts_share_no_solution() {
    let folder = folder("dataset");
    let path = folder.to_str().unwrap();
    let args =
        ["generate", "-n", "300", "--seed", "5", "--dataset", path, "--shard", "100", "--test-share", "0.3"];
    assert!(farandole(&args, "").status.success());
    let (train, test) = (rows(&folder, "train", 100), rows(&folder, "test", 100));
    assert_eq!(train.len() + test.len(), 300);
    assert!((50..130).contains(&test.len()), "{}", test.len());
    let all: Vec<&Vec<String>> = train.iter().chain(&test).collect();
    let column = |number: usize| all.iter().map(|row| row[number].clone()).collect::<Vec<String>>();
    let puzzles = column(1).join("\n") + "\n";
    assert_eq!(column(0), answers(&["canonical"], &puzzles));
    assert_eq!(column(0).iter().collect::<HashSet<_>>().len(), 300);
    assert_eq!(column(2), answers(&["solve"], &puzzles));
    let ratings = answers(&["rate"], &puzzles);
    let er = |line: &String| line.split(' ').next().unwrap().to_owned();
    assert_eq!(column(4), ratings.iter().map(er).collect::<Vec<_>>());
    assert!(all.iter().all(|row| row[1].bytes().filter(|cell| *cell != b'.').count().to_string() == row[3]));
    // A second puzzle of a known solution would go to the same part; here the classes of solutions
    // are distinct anyway.
    let grids = answers(&["canonical", "--form", "grid"], &(column(2).join("\n") + "\n"));
    let (of_train, of_test) = grids.split_at(train.len());
    let of_train: HashSet<&String> = of_train.iter().collect();
    assert!(of_test.iter().all(|grid| !of_train.contains(grid)));
    let manifest = fs::read_to_string(folder.join("manifest.json")).unwrap();
    for (name, part) in [("train", &train), ("test", &test)] {
        assert!(
            manifest.contains(&format!("{{\"name\":\"{name}\",\"puzzles\":{},", part.len())),
            "{manifest}"
        );
    }
    let again = farandole(&args, "");
    assert_eq!(again.status.code(), Some(2));
    assert!(String::from_utf8(again.stderr).unwrap().contains("expected an empty directory"));
}

#[test]
fn a_class_that_comes_again_is_left_out_and_one_solution_is_in_one_part() {
    let folder = folder("dataset-repeats");
    fs::create_dir_all(&folder).unwrap();
    let grid = folder.join("grid.txt");
    // The grid with the most automorphisms.
    fs::write(&grid, "123456789456789123789123456231564897564897231897231564312645978645978312978312645\n")
        .unwrap();
    let recipe = ["generate", "--grid", grid.to_str().unwrap(), "--minimal", "no", "--givens", "80"];
    let puzzles = answers(&[&recipe[..], &["-n", "60"]].concat(), "").join("\n") + "\n";
    let classes = answers(&["canonical", "--dedupe"], &puzzles);
    let set = folder.join("set");
    let args = [&recipe[..], &["-n", "60", "--tries", "60", "--dataset", set.to_str().unwrap()]].concat();
    let output = farandole(&args, "");
    assert_eq!(output.status.code(), Some(4));
    let (train, test) = (rows(&set, "train", 60), rows(&set, "test", 60));
    assert!(train.is_empty() != test.is_empty());
    let kept: Vec<&String> = train.iter().chain(&test).map(|row| &row[0]).collect();
    assert!(classes.len() < 60);
    assert_eq!(kept, classes.iter().collect::<Vec<_>>());
}
