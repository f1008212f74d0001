//! Programs in C, C++ and Python that call the shared library.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the folder with the shared library that Cargo has built for this test.
fn folder() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    test.parent().unwrap().to_path_buf()
}

fn library() -> PathBuf {
    let name = format!("{}farandole_capi{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    folder().join(name)
}

fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn works(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|it| it.status.success())
}

/// Compiles a program with these options. Returns `None` if the compiler fails.
fn compile(compiler: &str, file: &str, options: &[&str]) -> Option<PathBuf> {
    let kind = options.iter().find_map(|it| it.strip_prefix("-fsanitize=")).unwrap_or("plain");
    let name = format!("{}-{kind}-{}", compiler.replace('+', "p"), file.replace(['/', '.', ','], "-"));
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let output = Command::new(compiler)
        .args(["-Wall", "-Wextra", "-Werror", "-g"])
        .args(options)
        .arg(format!("-I{}", source("include").display()))
        .arg(source(file))
        .arg(format!("-L{}", folder().display()))
        .arg(format!("-Wl,-rpath,{}", folder().display()))
        .args(["-lfarandole_capi", "-lpthread", "-o"])
        .arg(&program)
        .output()
        .unwrap();
    if !output.status.success() {
        eprintln!("{}", String::from_utf8_lossy(&output.stderr));
    }
    output.status.success().then_some(program)
}

/// Runs a program and returns its output.
fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {}\n{errors}", output.status);
    String::from_utf8(output.stdout).unwrap()
}

/// Returns true, and prints the reason, if the programs cannot be compiled here.
fn is_skipped(compiler: &str) -> bool {
    let skipped = cfg!(not(unix)) || !works(compiler);
    if skipped {
        eprintln!("skipped: no {compiler}, or not a Unix system");
    }
    skipped
}

#[test]
fn a_c_program_can_call_every_function() {
    if is_skipped("cc") {
        return;
    }
    let file = "tests/c/interface.c";
    let program = compile("cc", file, &["-std=c99", "-pedantic", "-D_POSIX_C_SOURCE=200809L"]).unwrap();
    let passed = format!("farandole {}: every check passed\n", env!("CARGO_PKG_VERSION"));
    assert_eq!(run(&mut Command::new(program)), passed);
    // The sanitizers replace the allocator, which the library shares with the program: they notice buffers of the
    // program that are overrun, and objects that are not freed. The thread sanitizer also observes the locks and
    // threads of the program, and what the library writes through system functions. Only the program is compiled with
    // their checks; the release check compiles the library with those of the address sanitizer too.
    for sanitizers in ["-fsanitize=address,undefined", "-fsanitize=thread"] {
        let options = ["-std=c11", "-D_GNU_SOURCE", sanitizers, "-fno-sanitize-recover=all"];
        match compile("cc", file, &options) {
            Some(program) => assert_eq!(run(&mut Command::new(program)), passed, "{sanitizers}"),
            None => eprintln!("skipped: the C compiler has no {sanitizers}"),
        }
    }
}

#[test]
fn the_header_can_be_included_in_cpp() {
    if is_skipped("c++") {
        return;
    }
    let options = ["-x", "c++", "-std=c++11", "-fsyntax-only"];
    let output = Command::new("c++")
        .args(options)
        .args(["-Wall", "-Wextra", "-Werror"])
        .arg(source("include/farandole.h"))
        .arg("-Wno-pragma-once-outside-header")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn the_example_in_c_solves_a_list() {
    if is_skipped("cc") {
        return;
    }
    let program = compile("cc", "examples/solve_list.c", &["-std=c99", "-pedantic"]).unwrap();
    let list = source("../../testdata/puzzles/17_clue.txt");
    let Ok(text) = std::fs::read_to_string(&list) else {
        eprintln!("skipped: the crate is tested outside of the repository");
        return;
    };
    let lines = text.lines().count();
    assert!(lines > 10);
    assert_eq!(run(Command::new(program).arg(list)), format!("{lines} of {lines} puzzles are proper\n"));
}

#[test]
fn the_example_in_python_runs() {
    if !works("python3") {
        eprintln!("skipped: no python3");
        return;
    }
    let output = run(Command::new("python3").arg(source("examples/ctypes_example.py")).arg(library()));
    assert_eq!(
        output,
        format!(
            "534678912672195348198342567859761423426853791713924856961537284287419635345286179\n\
             Hidden single in a box: r1c6 is 8.\nfarandole {}\n",
            env!("CARGO_PKG_VERSION")
        )
    );
}
