//! Compressed blocks, compared with the crates lz4_flex, snap and miniz_oxide in both directions.

use super::{for_each_input, reference_output};
use std::cell::Cell;
use vyre_conform_runtime::engine::Output;
use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::spec::ValueType;

/// The records' result for every block: its bytes, or the code and the offset.
pub(super) fn block_results(output: &Output, blocks: usize) -> Vec<Result<Vec<u8>, [u32; 2]>> {
    let of = |number: usize| {
        let own = output.iter().filter(|record| record[0] == number as u32);
        let own: Vec<&[u32]> = own.map(|record| &record[1..]).collect();
        match own.as_slice() {
            [[1, code, offset]] => Err([*code, *offset]),
            [[0, size], bytes @ ..] => {
                assert_eq!(*size as usize, bytes.len());
                Ok(bytes.iter().map(|record| record[2] as u8).collect())
            }
            other => panic!("block {number}: {other:?}"),
        }
    };
    (0..blocks).map(of).collect()
}

/// The blocks of an input, with the limit in bytes of each.
fn blocks(columns: &[Vec<u32>]) -> Vec<(Vec<u8>, usize)> {
    let mut bytes = columns[2].iter().flat_map(|word| word.to_le_bytes());
    let lengths = columns[0].iter().zip(&columns[1]);
    lengths
        .map(|(len, max)| (bytes.by_ref().take(*len as usize).collect(), *max as usize))
        .collect()
}

/// Compares the decoder of an engine with another one, on the engine's inputs and on texts compressed by an independent
/// encoder.
fn compare(
    name: &str,
    decode: impl Fn(&[u8], usize) -> Option<Vec<u8>>,
    encode: impl Fn(&[u8]) -> Vec<u8>,
    stricter: Option<u32>,
) {
    let [right, wrong] = [(); 2].map(|()| Cell::new(0));
    for_each_input(name, |columns, output| {
        let blocks = blocks(columns);
        for ((block, max), judged) in blocks.iter().zip(block_results(&output, blocks.len())) {
            // The crate may accept what the engine refuses for this reason.
            if matches!(judged, Err([reason, _]) if Some(reason) == stricter) {
                continue;
            }
            let expected = decode(block, *max);
            let counter = if expected.is_some() { &right } else { &wrong };
            counter.set(counter.get() + 1);
            assert_eq!(judged.clone().ok(), expected, "{judged:?}: {block:02x?}");
        }
    });
    let counts = [right.get(), wrong.get()];
    assert!(counts[0] > 1000 && counts[1] > 200, "{counts:?}");
    for n in 0..200_u32 {
        let random = |i: u32| witness::word(7, (n << 16 | i).into(), 0, 0, ValueType::U32);
        let text: Vec<u8> = (0..n * n)
            .map(|i| match n % 3 {
                0 => b'a' + (random(i / 7) % 3) as u8,
                1 => random(i) as u8,
                _ => (i / 300) as u8,
            })
            .collect();
        let block = encode(&text);
        let mut packed = block.clone();
        packed.resize(block.len().next_multiple_of(4), 0);
        let packed = packed
            .chunks(4)
            .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
        let columns = vec![
            vec![block.len() as u32],
            vec![text.len() as u32],
            packed.collect(),
        ];
        assert_eq!(
            block_results(&reference_output(name, columns), 1),
            [Ok(text)]
        );
    }
}

/// The crate lz4_flex's result for a block, with at most this many bytes.
pub(super) fn lz4(block: &[u8], max: usize) -> Option<Vec<u8>> {
    lz4_flex::block::decompress(block, max).ok()
}

/// The crate snap's result for it.
pub(super) fn snappy(block: &[u8], max: usize) -> Option<Vec<u8>> {
    let expected = snap::raw::decompress_len(block).ok()?;
    if expected > max {
        return None;
    }
    snap::raw::Decoder::new().decompress_vec(block).ok()
}

/// The crate miniz_oxide's result for a stream.
pub(super) fn deflate(stream: &[u8], max: usize) -> Option<Vec<u8>> {
    miniz_oxide::inflate::decompress_to_vec_with_limit(stream, max).ok()
}

/// Oracle: the crate lz4_flex.
#[test]
fn lz4_agrees_with_the_crate() {
    compare("lz4_decode", lz4, lz4_flex::block::compress, None);
}

/// Oracle: the crate snap.
#[test]
fn snappy_agrees_with_the_crate() {
    compare(
        "snappy_decode",
        snappy,
        |text| {
            snap::raw::Encoder::new()
                .compress_vec(text)
                .expect("a short text")
        },
        None,
    );
}

/// Oracle: the crate miniz_oxide, except for lengths that form no code: it accepts a code of code lengths with a single
/// symbol, which zlib refuses (`test/infcover.c`, `invalid code lengths set`), as does the engine.
#[test]
#[ignore = "a long run: seconds"]
fn deflate_agrees_with_the_crate() {
    compare(
        "inflate",
        deflate,
        |text| miniz_oxide::deflate::compress_to_vec(text, (text.len() % 10) as u8),
        Some(6),
    );
}
