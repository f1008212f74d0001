//! A file server for the site. It accepts only GET requests from the local machine and sends the
//! headers that a web host should send.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};

use crate::site::FOLDER;

const PORT: u16 = 8080;

/// Content security policy. It must be equal to the one in the page.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob: data:; \
    font-src 'self' data:; connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The policy of the frame that runs the programs of puzzles. It must be equal to the one in the frame.
const POLICY_OF_PROGRAMS: &str =
    "default-src 'none'; script-src 'unsafe-inline' 'unsafe-eval'; worker-src blob:; frame-ancestors 'self'";

/// The file of this frame.
const PROGRAMS: &str = "programs.html";

/// Maximum length of a request line.
const LONGEST: usize = 8192;

/// Serves the site until the program is terminated.
///
/// # Errors
///
/// Returns an error if there is no site or no free port.
pub(crate) fn run() -> Result<(), String> {
    if !Path::new(FOLDER).join("index.html").is_file() {
        return Err(format!("{FOLDER}: no page there; cargo xtask site builds it"));
    }
    let bind = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    // Another program may use the usual port.
    let listener = bind(PORT).or_else(|_| bind(0)).map_err(|error| format!("127.0.0.1: {error}"))?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    println!("http://{address}/");
    listen(&listener, Path::new(FOLDER));
    Ok(())
}

/// Answers each connection on a separate thread.
fn listen(listener: &TcpListener, folder: &Path) {
    for stream in listener.incoming().flatten() {
        let folder = folder.to_owned();
        std::thread::spawn(move || {
            // The client may have closed the connection.
            let _ = answer(stream, &folder);
        });
    }
}

fn answer(mut stream: TcpStream, folder: &Path) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    let mut first = String::new();
    std::io::Read::take(&mut reader, LONGEST as u64).read_line(&mut first)?;
    let mut line = String::new();
    while std::io::Read::take(&mut reader, LONGEST as u64).read_line(&mut line)? > 2 {
        line.clear();
    }
    let found = file_of(&first).and_then(|name| {
        let bytes = fs::read(folder.join(&name)).ok()?;
        // The names of assets contain a hash.
        let cache = if name.starts_with("assets") { "max-age=31536000, immutable" } else { "no-cache" };
        let policy = if name == Path::new(PROGRAMS) { POLICY_OF_PROGRAMS } else { POLICY };
        Some((kind(&name), policy, cache, bytes))
    });
    let (status, (kind, policy, cache, bytes)) = match found {
        Some(file) => ("200 OK", file),
        None => ("404 Not Found", ("text/plain", POLICY, "no-cache", b"not found\n".to_vec())),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nContent-Security-Policy: {policy}\r\n\
         X-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\nCache-Control: {cache}\r\n\
         Connection: close\r\n\r\n",
        bytes.len()
    )?;
    stream.write_all(&bytes)
}

/// Returns the file that a request line names, or `None` if it is outside the folder.
fn file_of(request: &str) -> Option<PathBuf> {
    let path =
        request.strip_prefix("GET /")?.split_whitespace().next().filter(|_| request.contains(" HTTP/"))?;
    let path = if path.starts_with("HTTP/") { "" } else { path };
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let name =
        if path.is_empty() || path.ends_with('/') { format!("{path}index.html") } else { path.to_owned() };
    let name = PathBuf::from(name);
    name.components().all(|part| matches!(part, Component::Normal(_))).then_some(name)
}

fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|it| it.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_is_fetched_with_its_headers() {
        let folder = std::env::temp_dir().join(format!("farandole-serve-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("index.html"), "<p>here</p>").unwrap();
        fs::write(folder.join(PROGRAMS), "<script></script>").unwrap();
        fs::write(folder.join("farandole.wasm"), b"\0asm").unwrap();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let address = listener.local_addr().unwrap();
        let served = folder.clone();
        std::thread::spawn(move || listen(&listener, &served));
        let fetch = |request: &str| {
            let mut stream = TcpStream::connect(address).unwrap();
            write!(stream, "{request}\r\nHost: {address}\r\n\r\n").unwrap();
            let mut text = String::new();
            std::io::Read::read_to_string(&mut stream, &mut text).unwrap();
            text
        };
        let page = fetch("GET / HTTP/1.1");
        assert!(page.starts_with("HTTP/1.1 200 OK\r\nContent-Type: text/html"), "{page}");
        assert!(
            page.contains("Content-Security-Policy: default-src 'none'") && page.ends_with("<p>here</p>")
        );
        assert!(fetch("GET /farandole.wasm?x HTTP/1.1").contains("Content-Type: application/wasm"));
        assert!(fetch("GET /programs.html HTTP/1.1").contains(POLICY_OF_PROGRAMS));
        assert!(fetch("GET /../Cargo.toml HTTP/1.1").starts_with("HTTP/1.1 404"));
        assert!(fetch("POST / HTTP/1.1").starts_with("HTTP/1.1 404"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_headers_state_the_policies_of_the_documents() {
        // `frame-ancestors` has an effect in headers only.
        for (file, policy) in [("index.html", POLICY), ("public/programs.html", POLICY_OF_PROGRAMS)] {
            let document = fs::read_to_string(Path::new("../web").join(file)).unwrap();
            let stated = policy.split("; frame-ancestors").next().unwrap();
            assert!(document.contains(&format!("content=\"{stated}\"")), "{file}: {stated}");
        }
    }

    #[test]
    fn only_files_below_the_folder_are_served() {
        let file = |line: &str| file_of(line).map(|path| path.to_string_lossy().into_owned());
        assert_eq!(file("GET / HTTP/1.1\r\n").as_deref(), Some("index.html"));
        assert_eq!(file("GET /guide/ HTTP/1.1\r\n").as_deref(), Some("guide/index.html"));
        assert_eq!(file("GET /a.js?x=1 HTTP/1.1\r\n").as_deref(), Some("a.js"));
        assert_eq!(file("GET /../Cargo.toml HTTP/1.1\r\n"), None);
        assert_eq!(file("GET //etc/passwd HTTP/1.1\r\n"), None);
        assert_eq!(file("POST / HTTP/1.1\r\n"), None);
        assert_eq!(file(""), None);
    }
}
