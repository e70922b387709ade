//! BLAKE3 in an application, compared with the crate `blake3`.

use super::{Gpu, catalog, random};
use vyre_conform_pipeline::EnginePipeline;
use vyre_conform_runtime::engine::Staged;
use vyre_ops::kernels::{self, BLAKE3_CHUNK};

/// A message followed by words that are not part of it, like the buffer of a kernel.
fn words(message: &[u8]) -> Vec<u32> {
    let word = |bytes: &[u8]| {
        let mut word = [0xC3; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        u32::from_le_bytes(word)
    };
    message.chunks(4).map(word).collect()
}

/// Bytes without a pattern.
fn message(len: usize) -> Vec<u8> {
    let words = random(len.div_ceil(4) as u32, len as u32);
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    bytes.take(len).collect()
}

/// A kernel's result for these bytes, over a result buffer with other words.
fn kernel_result(
    gpu: &Gpu,
    staged: &Staged,
    bytes: &[u8],
    cached: &mut Option<EnginePipeline>,
) -> Vec<u32> {
    let catalog = catalog();
    let pipeline = match cached {
        None => EnginePipeline::new(&gpu.device, &catalog, staged),
        Some(cached) => cached.with(&catalog, staged),
    };
    let kernel = pipeline.expect("a kernel");
    let text = gpu.buffer(&words(bytes));
    let result = gpu.buffer(&vec![0xA5A5_A5A5; staged.buffers[1].words]);
    let mut encoder = gpu.encoder();
    kernel
        .record(&mut encoder, &[&text, &result])
        .expect("recorded");
    gpu.queue.submit([encoder.finish()]);
    *cached = Some(kernel);
    gpu.words(&result)
}

/// The digest of the crate as words.
fn digest(message: &[u8]) -> Vec<u32> {
    let hash = blake3::hash(message);
    let (words, _) = hash.as_bytes().as_chunks::<4>();
    words.iter().map(|word| u32::from_le_bytes(*word)).collect()
}

/// Oracle: the crate `blake3`, on every adapter, at lengths around the ends of words, blocks, chunks and trees.
#[test]
fn a_message_is_hashed_whole() {
    for gpu in Gpu::all() {
        let mut cached = None;
        for len in [
            0, 1, 3, 4, 63, 64, 65, 1023, 1024, 1025, 2048, 2049, 3073, 5001, 33_000,
        ] {
            let message = message(len);
            let actual = kernel_result(&gpu, &kernels::blake3(len as u32), &message, &mut cached);
            assert_eq!(actual, digest(&message), "{len}");
        }
    }
}

/// Oracle: the crate `blake3`, on every adapter, for messages in parts with different numbers of chunks.
#[test]
fn a_message_is_hashed_in_parts() {
    for gpu in Gpu::all() {
        let mut cached = None;
        for (len, chunks) in [
            (1025, 1),
            (2048, 1),
            (2049, 2),
            (5000, 2),
            (7168, 3),
            (33_000, 5),
            (33_000, 600),
        ] {
            let message = message(len);
            let mut values = vec![];
            for part in message.chunks(chunks * BLAKE3_CHUNK as usize) {
                let first = values.len() as u32 / 8;
                let staged = kernels::blake3_chunks(part.len() as u32, first);
                values.extend(kernel_result(
                    &gpu,
                    &staged.expect("a part"),
                    part,
                    &mut cached,
                ));
            }
            let root = kernels::blake3_root(&values).expect("a tree");
            assert_eq!(root[..], digest(&message), "{len} by {chunks} chunks");
            // A chunk's value depends on its number.
            let again = kernels::blake3_chunks(BLAKE3_CHUNK, 1).expect("a part");
            let moved = kernel_result(&gpu, &again, &message[..1024], &mut cached);
            assert_ne!(moved, values[..8], "{len}");
        }
    }
}
