//! The transcripts in README.md and docs/guide are true, and so are the pictures in docs/pictures.
//!
//! In a block that begins with `console`, a line that begins with `$` is a command. The lines below
//! it are its output, standard output and standard error together. Each page has a directory of its
//! own that contains `testdata`. `UPDATE_GUIDE=1 cargo test -p farandole-cli --test it guide::` writes
//! the output of the commands into the pages, and draws the pictures.
#![cfg(unix)]

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs};

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The pictures, and the commands that draw them into `picture.svg`.
const PICTURES: [(&str, &str); 2] = [
    (
        "x-wing.svg",
        "farandole explain --step 35 --draw none --svg picture.svg \
         .................1..2.34........234..1....5..6..7........18...6..4.......7.5.....",
    ),
    ("ring.svg", "farandole draw --svg picture.svg testdata/variants/ring.txt"),
];

/// Returns README.md and the pages of the guide.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(ROOT);
    let guide = fs::read_dir(root.join("docs/guide")).unwrap();
    let mut pages: Vec<_> = guide.map(|entry| entry.unwrap().path()).collect();
    pages.push(root.join("README.md"));
    pages.sort();
    pages
}

/// Returns a directory of its own that contains only a link to `testdata`.
fn folder(page: &Path) -> PathBuf {
    let parent = page.parent().unwrap().file_name().unwrap_or_default();
    let name = Path::new(parent).join(page.file_stem().unwrap());
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    let testdata = Path::new(ROOT).join("testdata").canonicalize().unwrap();
    std::os::unix::fs::symlink(testdata, path.join("testdata")).unwrap();
    path
}

/// Returns the output of a command, without white space at its end.
fn output(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_farandole")).parent().unwrap();
    let inherited = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths([program.to_path_buf()].into_iter().chain(env::split_paths(&inherited)));
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]).current_dir(folder).stdin(Stdio::null());
    shell.env("PATH", path.unwrap()).env("NO_COLOR", "1");
    let printed = shell.output().unwrap().stdout;
    String::from_utf8(printed).unwrap().trim_end().to_string()
}

/// Returns the page with the current output of its commands.
fn run(page: &Path) -> String {
    let folder = folder(page);
    let (mut inside, mut text) = (false, String::new());
    for line in fs::read_to_string(page).unwrap().lines() {
        match line {
            "```console" => inside = true,
            "```" => inside = false,
            _ => {}
        }
        let command = line.strip_prefix("$ ").filter(|_| inside);
        if !inside || line == "```console" || command.is_some() {
            text += line;
            text += "\n";
        }
        let printed = command.map(|command| output(command, &folder)).unwrap_or_default();
        if !printed.is_empty() {
            text += &printed;
            text += "\n";
        }
    }
    text
}

#[test]
fn commands_print_what_the_pages_say() {
    let update = env::var_os("UPDATE_GUIDE").is_some();
    let mut wrong = Vec::new();
    for page in pages() {
        let (text, now) = (fs::read_to_string(&page).unwrap(), run(&page));
        if update {
            fs::write(&page, now).unwrap();
        } else if let Some((line, (said, prints))) =
            text.lines().zip(now.lines()).enumerate().find(|(_, (said, prints))| said != prints)
        {
            wrong.push(format!("{}:{}: expected {said:?}, found {prints:?}", page.display(), line + 1));
        } else if text.lines().count() != now.lines().count() {
            wrong.push(format!("{}: the length of the last output differs", page.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn pictures_are_what_the_program_draws() {
    let update = env::var_os("UPDATE_GUIDE").is_some();
    for (name, command) in PICTURES {
        let picture = Path::new(ROOT).join("docs/pictures").join(name);
        let folder = folder(&picture);
        output(command, &folder);
        let now = fs::read_to_string(folder.join("picture.svg")).unwrap();
        if update {
            fs::write(&picture, now).unwrap();
        } else {
            let drawn = fs::read_to_string(&picture).unwrap();
            assert!(drawn == now, "{name} is out of date: run the tests of the guide with UPDATE_GUIDE=1");
        }
    }
}
