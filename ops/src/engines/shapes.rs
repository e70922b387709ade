//! Shapes of generated inputs: ragged lengths, and structured and random words.

use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::spec::ValueType;

const SEED: u64 = 0x5EED_E291;

/// Lengths at the edges of a workgroup, a tile of sixteen elements per invocation, or a power of two. Small ones come
/// first, but 8195 is among the first dozen: only it gives two workgroups of 256 invocations, and several workgroups of
/// several tiles at every smaller size. 4096 gives full tiles at every size.
const LENGTHS: &[u32] = &[
    0, 1, 2, 3, 33, 1025, 65, 8195, 128, 17, 513, 257, 31, 4096, 64, 2049, 15, 16, 32, 63, 127,
    129, 255, 256, 511, 512, 1023, 1024, 2047, 4095, 4097, 5000, 12_300,
];

/// The length of input `n`: each of the list, then lengths up to 9000.
pub(super) fn length(n: u64) -> u32 {
    match LENGTHS.get(n as usize) {
        Some(length) => *length,
        None => random(n, 0x1E46) % 9001,
    }
}

/// A word of input `n`: uniform, except that one eighth are edge values.
pub(super) fn random(n: u64, place: u32) -> u32 {
    witness::word(SEED ^ n, place.into(), 0, 0, ValueType::U32)
}

/// Patterns of the words of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pattern {
    Random,
    Constant,
    Ascending,
    Descending,
    FewDistinct,
    Largest,
    Sawtooth,
}

const PATTERNS: [Pattern; 7] = [
    Pattern::Random,
    Pattern::Constant,
    Pattern::Ascending,
    Pattern::Descending,
    Pattern::FewDistinct,
    Pattern::Largest,
    Pattern::Sawtooth,
];

/// This many words for input `n`: in turn random, constant, ascending, descending, of few values, all ones, or rising
/// and falling. The numbers of `LENGTHS` and patterns are coprime, so every length is combined with every pattern.
pub(super) fn words(n: u64, len: u32) -> Vec<u32> {
    let pattern = PATTERNS[(n % PATTERNS.len() as u64) as usize];
    let base = random(n, u32::MAX);
    let word = |i: u32| match pattern {
        Pattern::Random => random(n, i),
        Pattern::Constant => base,
        Pattern::Ascending => i.wrapping_mul(3),
        Pattern::Descending => u32::MAX - i,
        Pattern::FewDistinct => random(n, i) % 4,
        Pattern::Largest => u32::MAX,
        Pattern::Sawtooth => (i % 37) ^ (base & 0xF0),
    };
    (0..len).map(word).collect()
}

/// The primes below a number, ascending.
pub(super) fn primes(below: u32) -> Vec<u32> {
    let is_prime = |n: &u32| (2..=n.isqrt()).all(|d| !n.is_multiple_of(d));
    (2..below).filter(is_prime).collect()
}

/// Bytes as words, the first least significant, padded with zeros.
pub(super) fn packed(bytes: &[u8]) -> Vec<u32> {
    let word = |chunk: &[u8]| {
        let mut word = [0; 4];
        word[..chunk.len()].copy_from_slice(chunk);
        u32::from_le_bytes(word)
    };
    bytes.chunks(4).map(word).collect()
}

/// The first `len` bytes of words.
pub(super) fn unpacked(words: &[u32], len: usize) -> Vec<u8> {
    let bytes = words.iter().flat_map(|word| word.to_le_bytes());
    bytes.take(len).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the layout of `Type::Bytes` in its documentation.
    #[test]
    fn bytes_travel_least_significant_first() {
        assert_eq!(packed(&[1, 2, 3, 4, 5]), [0x0403_0201, 5]);
        assert_eq!(unpacked(&[0x0403_0201, 5], 5), [1, 2, 3, 4, 5]);
    }

    /// Oracle: the documentation of [`words`]: the numbers are coprime.
    #[test]
    fn every_length_meets_every_pattern() {
        assert_ne!(LENGTHS.len() % PATTERNS.len(), 0);
        assert_eq!(words(9, 100), words(9, 100));
    }
}
