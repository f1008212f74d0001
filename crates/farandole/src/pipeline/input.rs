//! Input streams: files and standard input, uncompressed or compressed with gzip or zstd.
//!
//! Compression is recognized by the signature in the first bytes, never by the file name.
//!
//! Source: RFC 1952 (gzip) and RFC 8878 (zstd) for the signatures and the concatenation of members
//! and frames.

use ruzstd::decoding::errors::FrameDecoderError;
use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{error, fmt};

const BUFFER: usize = 1 << 18;
const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// A named stream of bytes, decompressed if it begins with a gzip or zstd signature.
pub struct Input {
    name: Arc<str>,
    length: Option<u64>,
    position: Arc<AtomicU64>,
    reader: Box<dyn Read + Send>,
}

impl Input {
    /// Opens a file. The name of the input is the path as given.
    ///
    /// # Errors
    /// If the file cannot be opened or its first bytes cannot be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory, expected a file"));
        }
        let mut input = Self::new(&path.to_string_lossy(), file)?;
        input.length = metadata.is_file().then_some(metadata.len());
        Ok(input)
    }

    /// Opens standard input, named `-`.
    ///
    /// # Errors
    /// If its first bytes cannot be read.
    pub fn stdin() -> io::Result<Self> {
        Self::new("-", io::stdin())
    }

    /// Returns an input that reads from any reader.
    ///
    /// # Errors
    /// If the first bytes cannot be read.
    pub fn new(name: &str, mut reader: impl Read + Send + 'static) -> io::Result<Self> {
        // All bytes of the first read are passed on together, so that format detection sees the
        // whole of a short input.
        let mut head = vec![0; BUFFER];
        let mut length = 0;
        while length == 0 || is_cut_signature(&head[..length]) {
            match reader.read(&mut head[length..]) {
                Ok(0) => break,
                Ok(read) => length += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        head.truncate(length);
        let (gzip, zstd) = (head.starts_with(&GZIP), head.starts_with(&ZSTD));
        let position = Arc::new(AtomicU64::new(0));
        let whole = Counted { reader: Cursor::new(head).chain(reader), position: Arc::clone(&position) };
        let reader: Box<dyn Read + Send> = if gzip {
            Box::new(flate2::bufread::MultiGzDecoder::new(BufReader::with_capacity(BUFFER, whole)))
        } else if zstd {
            Box::new(ZstdFrames { state: ZstdState::Between(BufReader::with_capacity(BUFFER, whole)) })
        } else {
            Box::new(whole)
        };
        Ok(Self { name: name.into(), length: None, position, reader })
    }

    /// Returns the path, or `-` for standard input.
    pub const fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// Returns the stored (compressed) length of the file in bytes, or `None` for a pipe or
    /// anything else without a length.
    pub const fn length(&self) -> Option<u64> {
        self.length
    }
}

impl Input {
    /// Returns a counter of the stored (compressed) bytes read so far, which any thread may read.
    pub(super) fn position(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.position)
    }
}

/// A reader that counts its bytes.
struct Counted<R> {
    reader: R,
    position: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.position.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

/// Returns true if these bytes may be the beginning of a signature that has not been read
/// completely.
fn is_cut_signature(head: &[u8]) -> bool {
    [&GZIP[..], &ZSTD].iter().any(|signature| head.len() < signature.len() && signature.starts_with(head))
}

/// The reasons why compressed data cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ZstdError {
    Cut,
    Damaged,
    Checksum,
    Dictionary,
    Window,
}

impl fmt::Display for ZstdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cut => "the zstd data ends inside a frame",
            Self::Damaged => "the zstd data is damaged",
            Self::Checksum => "the zstd data is damaged: the checksum of a frame differs from its content",
            Self::Dictionary => "the zstd data was compressed with a dictionary, which is not supported",
            Self::Window => "the zstd data needs a larger window than is supported",
        })
    }
}

impl error::Error for ZstdError {}

/// Converts an error of the decoder into the error to report.
fn zstd_error(error: &FrameDecoderError) -> io::Error {
    let mut cause: Option<&(dyn error::Error + 'static)> = Some(error);
    while let Some(inner) = cause {
        match inner.downcast_ref::<io::Error>().map(io::Error::kind) {
            Some(io::ErrorKind::UnexpectedEof) => return cut(),
            Some(kind) => return io::Error::new(kind, ZstdError::Damaged),
            None => cause = inner.source(),
        }
    }
    let kind = match error {
        FrameDecoderError::DictNotProvided { .. } => ZstdError::Dictionary,
        FrameDecoderError::WindowSizeTooBig { .. } => ZstdError::Window,
        _ => ZstdError::Damaged,
    };
    io::Error::new(io::ErrorKind::InvalidData, kind)
}

fn cut() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, ZstdError::Cut)
}

/// Converts an error that the decoder has wrapped into the error to report.
fn wrapped_zstd_error(error: io::Error) -> io::Error {
    match error.get_ref().and_then(|inner| inner.downcast_ref::<FrameDecoderError>()) {
        Some(inner) => zstd_error(inner),
        None if error.kind() == io::ErrorKind::UnexpectedEof => cut(),
        None => error,
    }
}

/// Concatenated zstd frames, each verified against its checksum.
struct ZstdFrames<R: BufRead> {
    state: ZstdState<R>,
}

enum ZstdState<R: BufRead> {
    Between(R),
    Inside(Box<StreamingDecoder<R, FrameDecoder>>),
    Ended,
}

impl<R: BufRead> Read for ZstdFrames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match std::mem::replace(&mut self.state, ZstdState::Ended) {
                ZstdState::Ended => return Ok(0),
                ZstdState::Between(mut source) => {
                    if source.fill_buf()?.is_empty() {
                        return Ok(0);
                    }
                    let decoder = StreamingDecoder::new(source).map_err(|error| zstd_error(&error))?;
                    self.state = ZstdState::Inside(Box::new(decoder));
                }
                ZstdState::Inside(mut decoder) => {
                    let read = decoder.read(buffer).map_err(wrapped_zstd_error)?;
                    if read > 0 || buffer.is_empty() {
                        self.state = ZstdState::Inside(decoder);
                        return Ok(read);
                    }
                    let written = decoder.decoder.get_checksum_from_data();
                    if written.is_some() && written != decoder.decoder.get_calculated_checksum() {
                        return Err(io::Error::new(io::ErrorKind::InvalidData, ZstdError::Checksum));
                    }
                    self.state = ZstdState::Between(decoder.into_inner());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn read(bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        Input::new("test", Cursor::new(bytes))?.read_to_end(&mut text)?;
        Ok(text)
    }

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        ruzstd::encoding::compress_to_vec(text, ruzstd::encoding::CompressionLevel::Fastest)
    }

    #[test]
    fn plain_text_of_any_length_passes_unchanged() {
        for length in 0..10 {
            let text: Vec<u8> = (b'a'..).take(length).collect();
            assert_eq!(read(text.clone()).unwrap(), text);
        }
    }

    #[test]
    fn compressed_files_and_their_concatenations_are_read_whole() {
        let text: Vec<u8> = (0..100_000_u32).flat_map(|i| i.to_le_bytes()).collect();
        for pack in [gzip, zstd] {
            assert_eq!(read(pack(&text)).unwrap(), text);
            let (head, tail) = text.split_at(1000);
            assert_eq!(read([pack(head), pack(tail)].concat()).unwrap(), text);
        }
    }

    /// A reader that returns one chunk per call.
    struct Pieces(Vec<Vec<u8>>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() {
                return Ok(0);
            }
            self.0.remove(0).as_slice().read(buffer)
        }
    }

    #[test]
    fn the_first_read_is_handed_on_whole() {
        let mut input =
            Input::new("test", Pieces(vec![b"puzzle\n53..\n".to_vec(), b"more".to_vec()])).unwrap();
        let mut buffer = [0; 100];
        assert_eq!(input.read(&mut buffer).unwrap(), 12);
        // A signature may be split across two reads.
        let packed = gzip(b"text");
        let pieces = Pieces(vec![packed[..1].to_vec(), packed[1..].to_vec()]);
        let mut text = String::new();
        Input::new("test", pieces).unwrap().read_to_string(&mut text).unwrap();
        assert_eq!(text, "text");
    }

    #[test]
    fn every_changed_byte_of_a_zstd_frame_is_noticed_in_plain_words() {
        let text: Vec<u8> = (0..2000_u32).map(|i| (i * i % 251) as u8).collect();
        let packed = zstd(&text);
        // The last four bytes are the checksum.
        let mut changed = packed.clone();
        *changed.last_mut().unwrap() ^= 1;
        let message = read(changed).unwrap_err().to_string();
        assert!(message.ends_with("the checksum of a frame differs from its content"), "{message}");
        for index in 4..packed.len() {
            let mut changed = packed.clone();
            changed[index] ^= 0x10;
            match read(changed) {
                Ok(same) => assert!(same == text, "byte {index}"),
                Err(error) => assert!(error.to_string().starts_with("the zstd data"), "{error}"),
            }
        }
        let message = read(packed[..packed.len() / 2].to_vec()).unwrap_err().to_string();
        assert_eq!(message, "the zstd data ends inside a frame");
    }

    #[test]
    fn damaged_compression_is_an_error() {
        let text = vec![7; 10_000];
        for pack in [gzip, zstd] {
            let packed = pack(&text);
            assert!(read(packed[..packed.len() / 2].to_vec()).is_err());
        }
    }
}
