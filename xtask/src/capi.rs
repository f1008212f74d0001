//! The C library: its header, which cbindgen generates, and its installation.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{step, succeed, works};

pub(crate) const CRATE: &str = "crates/farandole-capi";
const HEADER: &str = "crates/farandole-capi/include/farandole.h";

/// Version of cbindgen to install if it is missing. Other versions may generate a different header.
const CBINDGEN: &str = "0.29.4";

/// The result of the comparison with the output of cbindgen.
#[derive(Debug)]
pub(crate) enum Header {
    Current,
    /// cbindgen is not available, for this reason.
    Skipped(String),
}

/// Writes the header.
///
/// # Errors
///
/// Returns the reason why cbindgen is not available, or its error.
pub(crate) fn write() -> Result<(), String> {
    let header = generate(&cbindgen()?)?;
    fs::write(HEADER, header).map_err(|error| format!("{HEADER}: {error}"))
}

/// Compares the stored header with the output of cbindgen.
///
/// # Errors
///
/// Returns an error if they differ.
pub(crate) fn check() -> Result<Header, String> {
    let program = match cbindgen() {
        Ok(program) => program,
        Err(why) => return Ok(Header::Skipped(why)),
    };
    let stored = fs::read_to_string(HEADER).map_err(|error| format!("{HEADER}: {error}"))?;
    if stored == generate(&program)? {
        Ok(Header::Current)
    } else {
        Err(format!("{HEADER} is not what cbindgen {CBINDGEN} writes; run cargo xtask header"))
    }
}

/// Returns the cbindgen program. Installs it below `target/` if it is missing.
fn cbindgen() -> Result<String, String> {
    let own = "target/tools/bin/cbindgen";
    let install =
        ["install", "cbindgen", "--version", CBINDGEN, "--locked", "--root", "target/tools", "--quiet"];
    if works(own, &["--version"]) || step("cbindgen", &install).is_ok() {
        Ok(own.into())
    } else {
        Err(format!("cbindgen {CBINDGEN} could not be installed"))
    }
}

/// Returns the header for the current sources.
fn generate(program: &str) -> Result<String, String> {
    let program = fs::canonicalize(program).map_err(|error| format!("{program}: {error}"))?;
    let mut command = Command::new(program);
    command.args(["--config", "cbindgen.toml", "--quiet"]).current_dir(CRATE);
    let output = command.output().map_err(|error| format!("cbindgen: {error}"))?;
    if !output.status.success() {
        return Err(format!("cbindgen: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let header = with_version(&without_safety(&String::from_utf8_lossy(&output.stdout)));
    let hash = hash()?;
    Ok(header.replacen("\n\n", &format!("\n// Hash of the sources: {hash:016x}\n\n"), 1))
}

/// Replaces the placeholders of the version.
fn with_version(header: &str) -> String {
    let version = env!("CARGO_PKG_VERSION");
    let parts = ["@MAJOR@", "@MINOR@", "@PATCH@"].into_iter().zip(version.split('.'));
    parts.fold(header.replace("@VERSION@", version), |text, (name, number)| text.replace(name, number))
}

/// Removes repeated empty lines and the `# Safety` sections. The comment at the top of the header
/// has the rules for C instead.
fn without_safety(header: &str) -> String {
    let mut lines: Vec<&str> = Vec::new();
    let mut in_section = false;
    for line in header.lines() {
        let text = line.trim();
        if text == "// # Safety" {
            in_section = true;
            // The empty line of the comment before the section.
            if lines.last().is_some_and(|last| last.trim() == "//") {
                lines.pop();
            }
        } else if !text.starts_with("//") {
            in_section = false;
        }
        // cbindgen leaves several empty lines around absent parts.
        let is_repeated = text.is_empty() && lines.last().is_some_and(|last| last.is_empty());
        if !in_section && !is_repeated {
            lines.push(line);
        }
    }
    lines.join("\n") + "\n"
}

/// Returns the 64-bit FNV-1a hash of the settings of cbindgen and of the sources in the order of their names, as
/// `tests/it/header.rs` of the crate does.
fn hash() -> Result<u64, String> {
    let folder = Path::new(CRATE).join("src");
    let entries = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut sources: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    sources.sort();
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for path in [Path::new(CRATE).join("cbindgen.toml")].into_iter().chain(sources) {
        let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for byte in text.replace("\r\n", "\n").bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    Ok(hash)
}

/// The names of the installed shared library.
struct Names {
    /// The file.
    file: String,
    /// The name that programs record, and the name for the linker. On Windows, there are none.
    links: Vec<String>,
    /// The option that stores the recorded name in the file.
    option: Option<String>,
}

impl Names {
    /// Returns the names for this system. Before 1.0, each minor version may change the interface,
    /// so programs record the major and minor version.
    fn new(version: &str) -> Self {
        let short = version.rsplit_once('.').map_or(version, |(short, _)| short);
        if cfg!(target_os = "macos") {
            let recorded = format!("libfarandole.{short}.dylib");
            Self {
                file: format!("libfarandole.{version}.dylib"),
                option: Some(format!("-Wl,-install_name,@rpath/{recorded}")),
                links: vec![recorded, "libfarandole.dylib".into()],
            }
        } else if cfg!(windows) {
            Self { file: "farandole.dll".into(), links: Vec::new(), option: None }
        } else {
            let recorded = format!("libfarandole.so.{short}");
            Self {
                file: format!("libfarandole.so.{version}"),
                option: Some(format!("-Wl,-soname,{recorded}")),
                links: vec![recorded, "libfarandole.so".into()],
            }
        }
    }
}

/// Builds the library and installs it below a folder: the shared and static library, the header,
/// and the file for pkg-config. The layout is the same as that of cargo-c.
///
/// # Errors
///
/// Returns the step that failed.
pub(crate) fn install(prefix: &Path, profile: &str) -> Result<(), String> {
    let version = env!("CARGO_PKG_VERSION");
    let names = Names::new(version);
    let (lib, include) = (prefix.join("lib"), prefix.join("include"));
    for folder in [&lib.join("pkgconfig"), &include] {
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    let copy = |from: &Path, to: &Path| {
        // A library in use by a program is replaced by a new file and not overwritten.
        let _ = fs::remove_file(to);
        fs::copy(from, to).map_err(|error| format!("{}: {error}", from.display()))
    };
    let option = names.option.as_ref().map(|option| format!("-Clink-arg={option}"));
    let shared = build("cdylib", profile, option.as_deref())?;
    copy(&shared.0, &lib.join(&names.file))?;
    for link in &names.links {
        let link = lib.join(link);
        let _ = fs::remove_file(&link);
        symlink(&names.file, &link)?;
    }
    let (archive, libraries) = build("staticlib", profile, None)?;
    let name = if cfg!(windows) { "farandole.lib" } else { "libfarandole.a" };
    copy(&archive, &lib.join(name))?;
    copy(Path::new(HEADER), &include.join("farandole.h"))?;
    let prefix = std::path::absolute(prefix).map_err(|error| error.to_string())?;
    let pc = lib.join("pkgconfig/farandole.pc");
    fs::write(&pc, pkg_config(&prefix, version, &libraries))
        .map_err(|error| format!("{}: {error}", pc.display()))?;
    println!("{}: farandole {version} for C", prefix.display());
    Ok(())
}

/// Builds one kind of library. Returns its file and the system libraries that a static library needs.
fn build(kind: &str, profile: &str, link: Option<&str>) -> Result<(PathBuf, String), String> {
    let mut cargo = Command::new("cargo");
    cargo.args(["rustc", "--package", "farandole-capi", "--lib", "--locked", "--profile", profile]);
    cargo.args(["--crate-type", kind, "--", "--print", "native-static-libs"]).args(link);
    println!("== {kind} of the C library");
    let output = cargo.output().map_err(|error| format!("cargo: {error}"))?;
    let messages = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        return Err(format!("{kind} of the C library: {messages}"));
    }
    let libraries = messages.lines().find_map(|line| line.split_once("native-static-libs: "));
    let folder = crate::cargo::built(profile);
    let name = match kind {
        "staticlib" if cfg!(windows) => "farandole_capi.lib".into(),
        "staticlib" => "libfarandole_capi.a".into(),
        _ => format!("{}farandole_capi{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX),
    };
    Ok((folder.join(name), libraries.map(|(_, list)| list.trim().to_owned()).unwrap_or_default()))
}

/// Returns the contents of `farandole.pc`.
fn pkg_config(prefix: &Path, version: &str, libraries: &str) -> String {
    format!(
        "prefix={}\nexec_prefix=${{prefix}}\nlibdir=${{exec_prefix}}/lib\nincludedir=${{prefix}}/include\n\n\
         Name: farandole\nDescription: Sudoku: solve, count, list, rate and explain\nVersion: {version}\n\
         Libs: -L${{libdir}} -lfarandole\nCflags: -I${{includedir}}\nLibs.private: {libraries}\n",
        prefix.display()
    )
}

#[cfg(unix)]
fn symlink(to: &str, link: &Path) -> Result<(), String> {
    std::os::unix::fs::symlink(to, link).map_err(|error| format!("{}: {error}", link.display()))
}

#[cfg(not(unix))]
fn symlink(_: &str, link: &Path) -> Result<(), String> {
    Err(format!("{}: symbolic links are not supported here", link.display()))
}

/// Compiles a C program against an installed library, with the options from pkg-config, and returns
/// it. `source` is relative to the crate.
///
/// # Errors
///
/// Returns the step that failed.
pub(crate) fn compile(source: &str, prefix: &Path, to: &Path, linking: Linking) -> Result<PathBuf, String> {
    let mut config = Command::new("pkg-config");
    config.args(["--cflags", "--libs"]).args((linking == Linking::Static).then_some("--static"));
    config.arg("farandole").env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig"));
    let output = config.output().map_err(|error| format!("pkg-config: {error}"))?;
    if !output.status.success() {
        return Err(format!("pkg-config: {}", String::from_utf8_lossy(&output.stderr)));
    }
    let options = String::from_utf8_lossy(&output.stdout).into_owned();
    let stem = Path::new(source).file_stem().and_then(|it| it.to_str()).unwrap_or(source);
    let program = to.join(format!("{stem}-{linking:?}").to_lowercase());
    let mut cc = Command::new("cc");
    cc.args(["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror"]).arg(Path::new(CRATE).join(source));
    match linking {
        Linking::Shared => {
            cc.args(options.split_whitespace());
            cc.arg(format!("-Wl,-rpath,{}", prefix.join("lib").display()));
        }
        Linking::Static => {
            let archive = prefix.join("lib/libfarandole.a").display().to_string();
            cc.args(options.split_whitespace().map(|it| if it == "-lfarandole" { &archive } else { it }));
        }
    }
    succeed(source, cc.arg("-o").arg(&program))?;
    Ok(program)
}

/// The library that a program contains (static) or loads (shared).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Linking {
    Shared,
    Static,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_about_safety_are_removed() {
        let header =
            "// Frees it.\n//\n// # Safety\n//\n// `x` is NULL.\nvoid f(X *x);\n\n// Next.\nint g(void);\n";
        assert_eq!(without_safety(header), "// Frees it.\nvoid f(X *x);\n\n// Next.\nint g(void);\n");
    }

    #[test]
    fn pkg_config_lists_the_system_libraries() {
        let text = pkg_config(Path::new("/usr"), "1.2.3", "-lpthread -lm");
        assert!(text.contains("prefix=/usr\n") && text.contains("Version: 1.2.3\n"), "{text}");
        assert!(text.ends_with("Libs.private: -lpthread -lm\n"), "{text}");
    }
}
