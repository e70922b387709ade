//! Random mutations of frames, to test the other side.

use vyre_conform_runtime::generate::witness;

/// Byte values that often have a meaning.
const BOUNDARY_BYTES: [u8; 12] = [0, 1, 3, 4, 5, 0x7f, 0x80, 0x83, 0xff, b'"', b'}', b'9'];

/// Random numbers from a seed.
struct Numbers {
    seed: u64,
    at: u64,
}

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.at += 1;
        witness::uniform(self.seed, self.at, 0) as usize % end.max(1)
    }
}

/// The bytes of frames with one to three mutations: another byte, plus or minus one, truncation, a repeated piece, or a
/// length.
#[doc(hidden)]
pub fn mutated(bytes: &[u8], seed: u64) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let mut numbers = Numbers { seed, at: 0 };
    for _ in 0..=numbers.below(3) {
        let at = numbers.below(bytes.len());
        let byte = match numbers.below(2) {
            0 => BOUNDARY_BYTES[numbers.below(BOUNDARY_BYTES.len())],
            _ => numbers.below(256) as u8,
        };
        match numbers.below(8) {
            // The header has the most meaning.
            0 | 1 => {
                let at = numbers.below(bytes.len().min(12));
                bytes[at..].iter_mut().take(1).for_each(|b| *b = byte);
            }
            2 | 3 => bytes[at..].iter_mut().take(1).for_each(|b| *b = byte),
            4 => bytes.insert(at, byte),
            5 if !bytes.is_empty() => _ = bytes.remove(at),
            6 => bytes.truncate(at),
            _ => {
                let end = at + numbers.below(64).min(bytes.len() - at);
                bytes.extend_from_within(at..end);
            }
        }
    }
    // A frame whose length matches its contents is parsed further.
    if numbers.below(2) == 0 && bytes.len() >= 4 {
        let length = (bytes.len() - 4) as u32 & !3;
        bytes[..4].copy_from_slice(&length.to_le_bytes());
    }
    bytes
}
