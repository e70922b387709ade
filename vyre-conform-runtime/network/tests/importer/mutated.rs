//! Mutated files: whatever they hold, the importer returns.

use super::models::small;
use prost::Message as _;
use vyre_conform_network::onnx::{NoExternalData, import};

/// Mutants of the quick test.
const MUTANTS: u64 = 2000;

/// The next state of SplitMix64, and a number.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// A file with some bytes changed, removed, added or repeated.
fn mutant(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut state = seed;
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random(&mut state) % 2 {
        let at = random(&mut state) as usize % bytes.len().max(1);
        let byte = random(&mut state) as u8;
        match random(&mut state) % 5 {
            0 if !bytes.is_empty() => bytes[at] = byte,
            1 if !bytes.is_empty() => bytes[at] ^= 1 << (byte % 8),
            2 if !bytes.is_empty() => _ = bytes.remove(at),
            3 => bytes.insert(at, byte),
            _ => {
                let part = bytes[at.min(bytes.len())..].to_vec();
                bytes.extend(part);
            }
        }
    }
    bytes
}

/// Oracle: the importer returns a graph or an error, and a graph is sorted or refused; some of both are seen.
#[test]
fn mutated_models_never_panic() {
    let bytes = small().encode_to_vec();
    let (mut read, mut refused) = (0, 0);
    for seed in 0..MUTANTS {
        match import(mutant(&bytes, seed), &NoExternalData) {
            Ok(graph) => {
                read += 1;
                let _ = graph.sorted();
                graph.digest();
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    assert!(
        read > 100 && refused > 100,
        "{read} read, {refused} refused"
    );
}
