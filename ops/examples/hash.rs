//! The BLAKE3 hash of a file, computed by the library's kernels:
//! `cargo run --release -p vyre-ops --example hash -- FILE`.
//!
//! The chunks of the file are hashed on the first adapter, in parts that fit a binding; the host joins what is left of
//! each chunk, 32 bytes of 1024.

pub(crate) mod gpu;

use gpu::Gpu;
use std::error::Error;
use std::fmt::Write;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use vyre_conform_pipeline::EnginePipeline;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::Staged;
use vyre_ops::kernels::{self, BLAKE3_CHUNK};

/// Bytes of a part, where the device takes as many in a binding.
const PART: u64 = 1 << 26;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args_os()
        .nth(1)
        .ok_or("the path of a file is missing: `.. --example hash -- FILE`")?;
    let path = Path::new(&path);
    let mut file = opened(path)?;
    let gpu = Gpu::all()?.into_iter().next().ok_or("no adapter")?;
    let mut progress = |text: &str| eprintln!("{}: {text}", gpu.name);
    let digest = hashed(&gpu, &mut file, PART, &mut progress);
    let digest = digest.map_err(|error| format!("{}: {error}", path.display()))?;
    println!("{digest}  {}", path.display());
    Ok(())
}

/// A file to be read.
///
/// # Errors
/// With the path, where there is none or it cannot be read.
pub(crate) fn opened(path: &Path) -> Result<File, Box<dyn Error>> {
    File::open(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// The digest in hex of all bytes that a source gives, read in parts of at most this many bytes.
///
/// # Errors
/// Errors of the source and of the device.
pub(crate) fn hashed(
    gpu: &Gpu,
    source: &mut dyn Read,
    part: u64,
    progress: &mut dyn FnMut(&str),
) -> Result<String, Box<dyn Error>> {
    let chunk = u64::from(BLAKE3_CHUNK);
    let limits = gpu.device.limits();
    let binding = limits.max_storage_buffer_binding_size;
    let part = part.min(binding).min(limits.max_buffer_size) / chunk * chunk;
    // Of a part of one chunk nobody knows whether it is the whole message.
    let part = part.max(2 * chunk);
    let mut kernel = Kernel {
        gpu,
        catalog: Catalog::linked()?,
        compiled: None,
    };
    let mut bytes = next(source, part)?;
    if bytes.len() as u64 <= chunk {
        progress("one chunk");
        return Ok(hex(
            &kernel.run(&kernels::blake3(bytes.len() as u32), &bytes)?
        ));
    }
    let mut values = vec![];
    let mut read = 0;
    while !bytes.is_empty() {
        let first = u32::try_from(values.len() / 8)?;
        let staged = kernels::blake3_chunks(u32::try_from(bytes.len())?, first)?;
        values.extend(kernel.run(&staged, &bytes)?);
        read += bytes.len();
        progress(&format!("{read} bytes"));
        bytes = next(source, part)?;
    }
    Ok(hex(&kernels::blake3_root(&values)?))
}

/// The next bytes of a source, fewer only where it ends.
fn next(source: &mut dyn Read, most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = vec![];
    source.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Kernels on a device, which use the programs of the one before again.
struct Kernel<'g> {
    gpu: &'g Gpu,
    catalog: Catalog,
    compiled: Option<EnginePipeline>,
}

impl Kernel<'_> {
    /// The result of a kernel for a text: the second of its two buffers.
    fn run(&mut self, staged: &Staged, text: &[u8]) -> Result<Vec<u32>, Box<dyn Error>> {
        let made = match &self.compiled {
            None => EnginePipeline::new(&self.gpu.device, &self.catalog, staged)?,
            Some(known) => known.with(&self.catalog, staged)?,
        };
        let words: Vec<u32> = text.chunks(4).map(word).collect();
        // No buffer is empty.
        let text = if words.is_empty() {
            self.gpu.words(1)
        } else {
            self.gpu.filled(&words)
        };
        let result = self.gpu.words(staged.buffers[1].words as u64);
        let mut encoder = self.gpu.encoder();
        made.record(&mut encoder, &[&text, &result])?;
        self.gpu.run(encoder)?;
        self.compiled = Some(made);
        self.gpu.read(&result)
    }
}

/// Four bytes, or the last fewer ones, as a word.
fn word(bytes: &[u8]) -> u32 {
    let mut word = [0; 4];
    word[..bytes.len()].copy_from_slice(bytes);
    u32::from_le_bytes(word)
}

/// The bytes of words in hex.
fn hex(words: &[u32]) -> String {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    bytes.fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
