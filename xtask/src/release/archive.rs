//! The archive with the program for one system, its completions, manual pages and licences.

use super::licences;
use super::options::{Options, empty_folder};
use crate::cargo::{host, succeed, works};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Files of the repository that the archive contains.
const TEXTS: &[&str] = &["README.md", "CHANGELOG.md", "LICENSE-APACHE", "LICENSE-MIT", "CITATION.cff"];

/// The shells with completions, and the names of the completion files.
const SHELLS: &[(&str, &str)] = &[
    ("bash", "farandole.bash"),
    ("zsh", "_farandole"),
    ("fish", "farandole.fish"),
    ("powershell", "_farandole.ps1"),
    ("elvish", "farandole.elv"),
];

/// Folder of the archives.
const FOLDER: &str = "target/dist";

const MUSL: &str = "x86_64-unknown-linux-musl";

/// Builds the program and writes its archive.
///
/// # Errors
///
/// Returns the step that failed.
pub(crate) fn write(target: Option<&str>, profile: &str) -> Result<PathBuf, String> {
    let host = host()?;
    let triple = target.unwrap_or(&host);
    let mut cargo = Command::new("cargo");
    cargo.args(["build", "--locked", "--profile", profile]);
    // A development build shares compiled crates with the tests if it selects the same packages.
    cargo.args(if profile == "dev" { &["--workspace"][..] } else { &["--package", "farandole-cli"] });
    match (profile, has_c_compiler(triple)) {
        ("dev", _) => {}
        (_, true) => drop(cargo.args(["--features", "custom-rules"])),
        (_, false) => println!("without custom-rules: there is no musl-gcc (apt-get install musl-tools)"),
    }
    if let Some(target) = target {
        cargo.args(["--target", target]);
    }
    succeed(&format!("program for {triple}"), &mut cargo)?;
    let built = crate::cargo::built_for(target, profile);
    let name = format!("farandole{}", std::env::consts::EXE_SUFFIX);
    package(&built.join(&name), triple)
}

/// Returns true if the engine for custom constraints, which is in C, can be compiled. Only static binaries for Linux need a
/// compiler of their own.
fn has_c_compiler(triple: &str) -> bool {
    !triple.ends_with("-musl") || works("musl-gcc", &["--version"])
}

/// Packs a program with its texts. The program must run on this machine.
fn package(program: &Path, triple: &str) -> Result<PathBuf, String> {
    let stem = format!("farandole-{}-{triple}", env!("CARGO_PKG_VERSION"));
    let folder = Path::new(FOLDER).join(&stem);
    let failed = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let _ = fs::remove_dir_all(&folder);
    for name in ["complete", "man"] {
        let folder = folder.join(name);
        fs::create_dir_all(&folder).map_err(|error| failed(&folder, error))?;
    }
    let copy = |from: &Path, to: &Path| fs::copy(from, to).map(drop).map_err(|error| failed(from, error));
    copy(program, &folder.join(program.file_name().ok_or("the program has no name")?))?;
    for text in TEXTS {
        copy(Path::new(text), &folder.join(text))?;
    }
    for (shell, file) in SHELLS {
        let text = run(Command::new(program).args(["completions", shell]))?;
        fs::write(folder.join("complete").join(file), text).map_err(|error| failed(&folder, error))?;
    }
    run(Command::new(program).args(["man", "--dir"]).arg(folder.join("man")))?;
    let others = folder.join("THIRD-PARTY-LICENSES.txt");
    fs::write(&others, licences::text("farandole-cli")?).map_err(|error| failed(&others, error))?;
    // The tar program of Windows derives the format from the file name extension.
    let (ending, option) = if cfg!(windows) { ("zip", "-acf") } else { ("tar.gz", "-czf") };
    let archive = format!("{stem}.{ending}");
    let mut tar = Command::new("tar");
    succeed("archive", tar.args([option, &archive, &stem]).current_dir(FOLDER))?;
    let archive = Path::new(FOLDER).join(archive);
    println!("{}", archive.display());
    Ok(archive)
}

/// Runs a program and returns its output.
fn run(command: &mut Command) -> Result<Vec<u8>, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("{command:?}: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

/// Writes the archive of this machine and tests it.
pub(super) fn check(options: &Options) -> Result<Vec<String>, String> {
    test(&write(None, &options.profile)?, "archive")?;
    Ok(Vec::new())
}

/// Writes the archive with a static binary and tests it, if the standard library for this target is
/// installed.
pub(super) fn check_musl(options: &Options) -> Result<Vec<String>, String> {
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        return Ok(vec!["this is not Linux on x86-64".into()]);
    }
    let folder = run(Command::new("rustc").args(["--print", "target-libdir", "--target", MUSL]))?;
    if !Path::new(String::from_utf8_lossy(&folder).trim()).is_dir() {
        return Ok(vec![format!("no standard library (rustup target add {MUSL})")]);
    }
    let archive = write(Some(MUSL), &options.profile)?;
    let program = test(&archive, "musl")?;
    install(&archive)?;
    let mut skipped = Vec::new();
    skipped.extend(run_in_empty_root(&program)?);
    if !works("ldd", &["--version"]) {
        skipped.push("no ldd to see that the binary is static".into());
        return Ok(skipped);
    }
    let output = Command::new("ldd").arg(&program).output().map_err(|error| format!("ldd: {error}"))?;
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8_lossy(&text);
    if text.contains("statically linked") || text.contains("not a dynamic executable") {
        Ok(skipped)
    } else {
        Err(format!("the binary is not static: {text}"))
    }
}

/// Runs the installer for Unix shells with the archive of this machine instead of a published one.
/// It must reject an archive with a wrong checksum.
fn install(archive: &Path) -> Result<(), String> {
    let folder = empty_folder("installer")?;
    let failed = |error: std::io::Error| format!("{}: {error}", folder.display());
    let name = archive.file_name().ok_or("the archive has no name")?;
    fs::copy(archive, folder.join(name)).map_err(failed)?;
    let sum = run(Command::new("sha256sum").arg(name).current_dir(&folder))?;
    let sums = folder.join(format!("{}.sha256", name.to_string_lossy()));
    fs::write(&sums, sum).map_err(failed)?;
    let bin = folder.join("bin");
    let mut script = Command::new("sh");
    script.arg("packaging/install/install.sh").env("FARANDOLE_FROM", &folder).env("FARANDOLE_DIR", &bin);
    let text = String::from_utf8_lossy(&run(&mut script)?).into_owned();
    if !text.starts_with(concat!("installed farandole ", env!("CARGO_PKG_VERSION"))) {
        return Err(format!("the installer printed {text:?}"));
    }
    fs::write(&sums, format!("{:064}  {}\n", 0, name.to_string_lossy())).map_err(failed)?;
    let refused = script.output().map_err(failed)?;
    if refused.status.success() { Err("the installer accepts a wrong checksum".into()) } else { Ok(()) }
}

/// Runs a static program in a file system that contains nothing else. Returns the reason if this is
/// not possible.
fn run_in_empty_root(program: &Path) -> Result<Option<String>, String> {
    let root = empty_folder("root")?;
    let copied = root.join("farandole");
    fs::copy(program, &copied).map_err(|error| format!("{}: {error}", copied.display()))?;
    let arguments = ["--user", "--map-root-user", "--root"];
    let inside = |what: &[&str]| {
        Command::new("unshare").args(arguments).arg(&root).arg("/farandole").args(what).output()
    };
    match inside(&["--version"]) {
        Ok(output) if output.status.success() => Ok(None),
        _ if !works("unshare", &["--user", "--map-root-user", "true"]) => {
            Ok(Some("namespaces are not available, for a file system without libraries".into()))
        }
        other => Err(format!("in an empty file system: {other:?}")),
    }
}

/// Unpacks an archive in an empty folder and runs the program there, without an environment. Returns
/// the program.
fn test(archive: &Path, name: &str) -> Result<PathBuf, String> {
    let folder = empty_folder(name)?;
    succeed("unpacking", Command::new("tar").arg("-xf").arg(archive).arg("-C").arg(&folder))?;
    let stem = archive.file_name().and_then(|name| name.to_str()).ok_or("the archive has no name")?;
    let stem = stem.trim_end_matches(".tar.gz").trim_end_matches(".zip");
    let inside = folder.join(stem);
    let completions = SHELLS.iter().map(|(_, file)| format!("complete/{file}"));
    let pages = ["farandole", "farandole-solve", "farandole-rate"].map(|name| format!("man/{name}.1"));
    let texts = TEXTS.iter().copied().chain(["THIRD-PARTY-LICENSES.txt"]).map(str::to_owned);
    for file in texts.chain(completions).chain(pages) {
        if fs::metadata(inside.join(&file)).map_or(0, |file| file.len()) == 0 {
            return Err(format!("{}: no {file}", archive.display()));
        }
    }
    let program = inside.join(format!("farandole{}", std::env::consts::EXE_SUFFIX));
    let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let given = inside.join("puzzle.txt");
    fs::write(&given, puzzle).map_err(|error| format!("{}: {error}", given.display()))?;
    let answer = run(Command::new(&program).arg("solve").arg(&given).env_clear().current_dir(&folder))?;
    let expected = "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    if String::from_utf8_lossy(&answer).trim() != expected {
        return Err(format!("the program answered {:?}", String::from_utf8_lossy(&answer)));
    }
    let version = run(Command::new(&program).arg("--version").env_clear())?;
    if String::from_utf8_lossy(&version).trim() != concat!("farandole ", env!("CARGO_PKG_VERSION")) {
        return Err(format!("the version is {:?}", String::from_utf8_lossy(&version)));
    }
    Ok(program)
}
