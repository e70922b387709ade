//! Digests of the results of a block of cases, computed on a device, so that a run over every input of an op, or over
//! very many witnesses, need not read back all results.
//!
//! The digest of a block is four sums modulo 2^32 over its cases. With `h` the bijective hash of the witness stream
//! ([`vyre_conform_runtime::generate::witness`]), `p(n, l)` uniform word `l` of case number `n` in the stream whose
//! seed is the key, and `w0, w1, ..` the words of a result, each case adds
//!
//! ```text
//! lane l:  h( .. h( h( p(n, l) ^ w0 ) ^ w1 ) .. )
//! ```
//!
//! **Strength.** `h` is a bijection, so a case with one wrong word changes its summand in every lane: a block with a
//! single wrong word never has the correct digest. Several wrong words would have to cancel in four sums at once; if
//! `h` were a random function, one such block in 2^128 would. The hash is not cryptographic: the digest detects faults,
//! not an adversary who knows the key. It does not locate a fault, so a block that differs is run again and read back.
//!
//! A key must be independent of the cases: it must not be the seed of their witness stream, or `p(n, l)` would be
//! operand `l` itself.
//!
//! The expected digests come from the CPU reference only: [`reference()`] takes a [`DigestReference`], which exists for
//! registered ops and never for a lowering, and returns a [`HostDigest`], which the harness may store.

mod host;
mod parity;

pub use host::{DigestReference, HostDigest, reference};
pub use parity::{ExpectedDigests, MemoryDigests, parity_by_digest};

use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::vector::widest;

/// Cases per block.
pub const BLOCK_CASES: u64 = 1 << 20;

/// The beginning of the kind of a backend whose results are answers of a kit.
pub const KIT: &str = "kit-";

/// Cases per block of the answers of a kit.
pub const KIT_CASES: u64 = 1 << 14;

/// Sums of a digest in the answers of a kit, the first of [`Digest`]: half of the work of its device is digests.
pub const KIT_SUMS: usize = 2;

/// Cases that the reference evaluates at once.
const PART: u64 = 1 << 13;

/// The digest of a block of cases.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Digest(pub [u32; 4]);

impl Digest {
    /// Adds consecutive cases from number `first` on, with results of this many words; only the first number may be a
    /// multiple of 2^32.
    pub fn add(&mut self, key: u64, first: u64, words: usize, results: &[u32]) {
        let lo = first as u32;
        for (lane, sum) in self.0.iter_mut().enumerate() {
            let position = witness::position(key, (first >> 32) as u32, lane as u32);
            let added = match words {
                1 => sum_of_words(lo, position, results),
                _ => sum_of_cases(lo, position, words, results),
            };
            *sum = sum.wrapping_add(added);
        }
    }
}

widest! {
    fn sum_of_words(lo: u32, position: witness::Position, results: &[u32]) -> u32 {
        results.iter().enumerate().fold(0u32, |sum, (i, word)| {
            let at = position.word(lo.wrapping_add(i as u32));
            sum.wrapping_add(witness::hash(at ^ word))
        })
    }
}

fn sum_of_cases(lo: u32, position: witness::Position, words: usize, results: &[u32]) -> u32 {
    let cases = results.chunks_exact(words).enumerate();
    cases.fold(0u32, |sum, (i, case)| {
        let at = position.word(lo.wrapping_add(i as u32));
        sum.wrapping_add(case.iter().fold(at, |v, word| witness::hash(v ^ word)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The definition in the module's documentation, case by case.
    fn by_definition(key: u64, first: u64, words: usize, results: &[u32]) -> Digest {
        let mut digest = Digest::default();
        for (n, case) in results.chunks(words).enumerate() {
            for (lane, sum) in digest.0.iter_mut().enumerate() {
                let uniform = witness::uniform(key, first + n as u64, lane as u32);
                let term = case.iter().fold(uniform, |v, w| witness::hash(v ^ w));
                *sum = sum.wrapping_add(term);
            }
        }
        digest
    }

    /// Oracle: the definition, evaluated one case at a time.
    #[test]
    fn the_digest_follows_its_definition() {
        let results: Vec<u32> = (0..5000u32).map(|i| i.wrapping_mul(0x1234_5677)).collect();
        for words in [1, 2, 4] {
            for first in [0, (3 << 32) + 17] {
                let mut digest = Digest::default();
                digest.add(9, first, words, &results);
                assert_eq!(digest, by_definition(9, first, words, &results));
            }
        }
    }

    /// Oracle: the claim of the module: a single wrong bit changes every lane; another order of the
    /// same results, another key or another place changes the digest.
    #[test]
    fn a_wrong_bit_anywhere_changes_every_lane() {
        let mut results: Vec<u32> = (0..512u32).collect();
        let of = |key, first, results: &[u32]| {
            let mut digest = Digest::default();
            digest.add(key, first, 1, results);
            digest
        };
        let right = of(1, 0, &results);
        for case in 0..results.len() {
            for bit in 0..32 {
                results[case] ^= 1 << bit;
                let wrong = of(1, 0, &results);
                assert!(right.0.iter().zip(wrong.0).all(|(r, w)| *r != w));
                results[case] ^= 1 << bit;
            }
        }
        assert_ne!(of(2, 0, &results), right);
        assert_ne!(of(1, 1, &results), right);
        results.swap(3, 4);
        assert_ne!(of(1, 0, &results), right);
    }
}
