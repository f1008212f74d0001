//! Opening inputs: files and standard input, plain, gzip or zstd.

use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::sync::Arc;

const BUFFER: usize = 1 << 18;
const GZIP: [u8; 2] = [0x1f, 0x8b];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// A named stream of bytes, decompressed where its first bytes are those of gzip or zstd.
pub struct Input {
    name: Arc<str>,
    length: Option<u64>,
    reader: Box<dyn Read + Send>,
}

impl Input {
    /// Opens a file. The name is the path as given.
    ///
    /// # Errors
    /// If the file can't be opened or its first bytes can't be read.
    pub fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        if metadata.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a folder, expected a file"));
        }
        let mut input = Self::new(&path.to_string_lossy(), file)?;
        input.length = metadata.is_file().then_some(metadata.len());
        Ok(input)
    }

    /// Standard input, named `-`.
    ///
    /// # Errors
    /// If its first bytes can't be read.
    pub fn stdin() -> io::Result<Self> {
        Self::new("-", io::stdin())
    }

    /// An input from any reader.
    ///
    /// # Errors
    /// If the first bytes can't be read.
    pub fn new(name: &str, mut reader: impl Read + Send + 'static) -> io::Result<Self> {
        let mut magic = Vec::with_capacity(ZSTD.len());
        reader.by_ref().take(ZSTD.len() as u64).read_to_end(&mut magic)?;
        let (gzip, zstd) = (magic.starts_with(&GZIP), magic == ZSTD);
        let whole = Cursor::new(magic).chain(reader);
        let reader: Box<dyn Read + Send> = if gzip {
            Box::new(flate2::bufread::MultiGzDecoder::new(BufReader::with_capacity(BUFFER, whole)))
        } else if zstd {
            Box::new(ZstdFrames { state: ZstdState::Between(BufReader::with_capacity(BUFFER, whole)) })
        } else {
            Box::new(whole)
        };
        Ok(Self { name: name.into(), length: None, reader })
    }

    /// The path, or `-` for standard input.
    pub const fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The length of the file in bytes as stored; `None` where it has none, as a pipe.
    pub const fn length(&self) -> Option<u64> {
        self.length
    }
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

/// One zstd frame after the other, as `zstd` itself reads concatenated files.
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
                    let decoder = StreamingDecoder::new(source).map_err(io::Error::other)?;
                    self.state = ZstdState::Inside(Box::new(decoder));
                }
                ZstdState::Inside(mut decoder) => {
                    let read = decoder.read(buffer)?;
                    if read > 0 || buffer.is_empty() {
                        self.state = ZstdState::Inside(decoder);
                        return Ok(read);
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

    #[test]
    fn damaged_compression_is_an_error() {
        let text = vec![7; 10_000];
        for pack in [gzip, zstd] {
            let packed = pack(&text);
            assert!(read(packed[..packed.len() / 2].to_vec()).is_err());
        }
    }
}
