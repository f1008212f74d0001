//! Inspects the machine code of the kernel. If an intrinsic is compiled to a call, or an unrolled
//! band to a loop, the kernel is many times slower, but no test fails.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Maximum number of conditional jumps in a half sweep. The only one is that of the loop over three
/// bands.
const JUMPS: usize = 1;

/// Compiles the kernel to assembly and checks its hot functions.
///
/// # Errors
///
/// Returns one line for each defective function.
pub(crate) fn run() -> Result<(), String> {
    if !cfg!(target_arch = "x86_64") {
        println!("asm: nothing to look at on this architecture");
        return Ok(());
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let target = root.join("target/asm");
    let deps = target.join("release/deps");
    if deps.is_dir() {
        std::fs::remove_dir_all(&deps).map_err(|error| format!("{}: {error}", deps.display()))?;
    }
    let status = Command::new("cargo")
        .args(["rustc", "--release", "--package", "farandole-kernel", "--lib", "--target-dir"])
        .arg(&target)
        .args(["--", "--emit", "asm", "-C", "codegen-units=1", "-C", "lto=off"])
        .current_dir(&root)
        .status()
        .map_err(|error| format!("cargo: {error}"))?;
    if !status.success() {
        return Err("the kernel does not compile".into());
    }
    let path = listing(&deps)?;
    let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut problems = Vec::new();
    for (isa, registers) in [("Avx2", "%ymm"), ("Avx512", "%zmm"), ("V128", "%xmm")] {
        for name in ["half_sweep", "split"] {
            let bodies = bodies(&text, isa, name);
            if bodies.is_empty() {
                problems.push(format!("{isa} {name}: not found"));
            }
            for body in bodies {
                problems
                    .extend(check(&body, name, registers).map(|problem| format!("{isa} {name}: {problem}")));
            }
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n")) }
}

/// Returns the kernel's assembly file in a folder.
fn listing(deps: &Path) -> Result<PathBuf, String> {
    let entries = std::fs::read_dir(deps).map_err(|error| format!("{}: {error}", deps.display()))?;
    let mut paths = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let ours = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("farandole_kernel") && name.ends_with(".s")
    };
    paths.find(ours).ok_or_else(|| format!("{}: no assembly", deps.display()))
}

/// Returns the lines of the functions whose symbol contains this instruction set and this method.
/// If the method only forwards to a function `enter` with target features, returns that function
/// instead.
fn bodies(text: &str, isa: &str, name: &str) -> Vec<Vec<String>> {
    let mut found: Vec<(bool, Vec<String>)> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let Some(symbol) = line.strip_suffix(':') else { continue };
        if symbol.starts_with('.') || !symbol.contains(isa) || !symbol.contains(name) {
            continue;
        }
        let end = |line: &&str| !line.starts_with(".Lfunc_end");
        found.push((symbol.contains("enter"), lines.by_ref().take_while(end).map(str::to_string).collect()));
    }
    let entered = found.iter().any(|(enter, _)| *enter);
    found.into_iter().filter(|(enter, _)| *enter == entered).map(|(_, body)| body).collect()
}

/// Returns the defect of a function, if any.
fn check(body: &[String], name: &str, registers: &str) -> Option<String> {
    let instructions = || body.iter().map(|line| line.trim()).filter(|line| !line.starts_with(['.', '#']));
    if let Some(call) = instructions().find(|line| line.starts_with("call") && line.contains("core_arch")) {
        return Some(format!("an intrinsic is a call: {call}"));
    }
    if !instructions().any(|line| line.contains(registers)) {
        return Some(format!("no use of {registers}"));
    }
    if name == "half_sweep" {
        if let Some(call) = instructions().find(|line| line.starts_with("call")) {
            return Some(format!("a call: {call}"));
        }
        let jumps = instructions().filter(|line| line.starts_with('j') && !line.starts_with("jmp")).count();
        if jumps > JUMPS {
            return Some(format!("{jumps} conditional jumps; a band is a loop"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str =
        "a_Avx2_half_sweep_enter:\n\tvpand %ymm0, %ymm1, %ymm2\n\tjne .L1\n\tret\n.Lfunc_end0:\n";

    #[test]
    fn a_clean_function_passes() {
        let bodies = bodies(GOOD, "Avx2", "half_sweep");
        assert_eq!(bodies.len(), 1);
        assert_eq!(check(&bodies[0], "half_sweep", "%ymm"), None);
    }

    #[test]
    fn calls_and_loops_and_missing_vectors_are_found() {
        for (from, to, word) in [
            ("ret", "callq core_arch_x", "intrinsic"),
            ("ret", "callq memcpy", "call"),
            ("ret", "jb .L2", "loop"),
            ("ymm", "xmm", "no use"),
        ] {
            let bodies = bodies(&GOOD.replace(from, to), "Avx2", "half_sweep");
            let problem = check(&bodies[0], "half_sweep", "%ymm").unwrap_or_default();
            assert!(problem.contains(word), "{problem}");
        }
    }
}
