//! The library for apps: its size, and programs in Python, Kotlin and Swift that use the generated sources.

use super::options::{Options, empty_folder};
use crate::cargo::{built, step, succeed, works};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files that may contain JNA, which the Kotlin sources call.
const JNA: &[&str] = &["/usr/share/java/jna.jar", "/opt/homebrew/share/java/jna.jar"];

/// Builds the library, checks its size, and compares the output of a program in each language with that of the others.
pub(super) fn check(_: &Options) -> Result<Vec<String>, String> {
    let folder = empty_folder("apps")?;
    let library = crate::app::build(&[])?;
    let name = library.file_name().unwrap_or_default().to_owned();
    // The program that writes the sources reads symbols, which the small library lacks.
    step("bindgen", &["build", "--locked", "--package", "farandole-uniffi", "--features", "bindgen"])?;
    for language in ["python", "kotlin", "swift"] {
        let mut generate = Command::new(built("dev").join("farandole-bindgen"));
        generate.args(["generate", "--no-format", "--language", language, "--out-dir"]);
        generate.arg(folder.join(language)).arg(built("dev").join(&name));
        succeed(&format!("{language} sources"), &mut generate)?;
    }
    let copy = folder.join("python").join(&name);
    fs::copy(&library, &copy).map_err(|error| format!("{}: {error}", copy.display()))?;
    let mut skipped = vec!["the library for Android and iOS: needs their toolchains".to_owned()];
    let expected = match python(&folder)? {
        Some(lines) => lines,
        None => return Ok(vec!["no python3 for the library for apps".into()]),
    };
    match kotlin(&folder, &library)? {
        Ok(lines) if lines == expected => {}
        Ok(lines) => return Err(format!("Kotlin prints\n{lines}\nand Python\n{expected}")),
        Err(why) => skipped.push(why),
    }
    if !works("swiftc", &["--version"]) {
        skipped.push("no swiftc for packaging/apple".into());
    }
    Ok(skipped)
}

/// Runs the program in Python. Returns the lines in which no name depends on the language.
fn python(folder: &Path) -> Result<Option<String>, String> {
    if !works("python3", &["--version"]) {
        return Ok(None);
    }
    let mut python = Command::new("python3");
    python.arg("packaging/kotlin/example.py").env("PYTHONPATH", folder.join("python"));
    output(&mut python).map(|text| Some(common(&text)))
}

/// Compiles and runs the program in Kotlin. Returns its lines, or the reason why it cannot be compiled.
fn kotlin(folder: &Path, library: &Path) -> Result<Result<String, String>, String> {
    let Some(jna) = JNA.iter().map(Path::new).find(|path| path.exists()) else {
        return Ok(Err("no JNA for the program in Kotlin".into()));
    };
    // The compiler of the npm package kotlin-compiler is not executable by itself.
    let compiler = std::env::var_os("KOTLINC").map_or_else(|| "kotlinc".into(), PathBuf::from);
    if !works(&compiler.display().to_string(), &["-version"]) {
        return Ok(Err("no Kotlin compiler; the variable KOTLINC can name one".into()));
    }
    let program = folder.join("example.jar");
    let mut kotlinc = Command::new(compiler);
    kotlinc.args(["packaging/kotlin/Main.kt"]).arg(folder.join("kotlin/uniffi/farandole/farandole.kt"));
    kotlinc.args(["-nowarn", "-include-runtime", "-cp"]).arg(jna).arg("-d").arg(&program);
    succeed("program in Kotlin", &mut kotlinc)?;
    let classes = std::env::join_paths([program.as_path(), jna]).map_err(|error| error.to_string())?;
    let mut java = Command::new("java");
    java.arg("-cp").arg(classes).arg("-Djna.library.path=".to_owned() + &parent(library)?).arg("MainKt");
    output(&mut java).map(|text| Ok(common(&text)))
}

fn parent(path: &Path) -> Result<String, String> {
    let absolute = fs::canonicalize(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(absolute.parent().unwrap_or(Path::new("/")).display().to_string())
}

/// Returns the output with the names of values in one form: languages write them as `NotYet` or `NOT_YET`.
fn common(text: &str) -> String {
    text.to_lowercase().replace('_', "")
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    eprint!("{errors}");
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(format!("{command:?}: {}", output.status))
}
