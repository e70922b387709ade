//! Inputs for engines that hash many messages.

use vyre_conform_runtime::engine::{Input, Output, engines};

/// Bytes from a generator, the same in every run.
pub(crate) fn bytes(seed: u64, len: usize) -> Vec<u8> {
    let states = (1..).map(|i: u64| vyre_ops::hash::splitmix64(seed ^ i << 20));
    states.map(|word| word as u8).take(len).collect()
}

/// Messages of every length up to 200, and some around whole chunks of 1024 bytes.
pub(crate) fn messages(seed: u64) -> Vec<Vec<u8>> {
    let long = [1023, 1024, 1025, 2048, 2049, 3072, 4096, 4097, 7000, 17_000];
    (0..200)
        .chain(long)
        .map(|len| bytes(seed.wrapping_add(len as u64), len))
        .collect()
}

/// The result of an engine's CPU reference for the messages, without the leading numbers.
pub(crate) fn hashes(engine: &str, key: &[u32], messages: &[Vec<u8>]) -> Vec<Vec<u32>> {
    let known = engines().into_iter().find(|def| def.id == engine);
    let reference = known.and_then(|def| def.reference).expect("a reference");
    let ends = messages.iter().scan(0, |end, message| {
        *end += message.len() as u32;
        Some(*end)
    });
    let mut text = messages.concat();
    text.resize(text.len().next_multiple_of(4), 0);
    let words = text
        .chunks(4)
        .map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let input = Input {
        columns: vec![key.to_vec(), ends.collect(), words.collect()],
    };
    let output: Output = reference(&input);
    assert!(
        (0..)
            .zip(&output)
            .all(|(number, record)| record[0] == number)
    );
    output.iter().map(|record| record[1..].to_vec()).collect()
}

/// A 64-bit number in the engines' format.
pub(crate) fn low_first(number: u64) -> Vec<u32> {
    vec![number as u32, (number >> 32) as u32]
}
