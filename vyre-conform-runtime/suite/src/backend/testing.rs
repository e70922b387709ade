//! Inputs for tests of backends.

use vyre_conform_runtime::generate::{Block, Source};
use vyre_conform_spec::ValueType;

/// Cases whose words are a hash of case number and column, including small and repeated operands.
pub struct Noise {
    /// Types of its values.
    pub types: &'static [ValueType],
    /// Number of cases.
    pub len: u64,
}

/// The finaliser of SplitMix64.
fn hash(n: u64) -> u64 {
    let n = (n ^ n >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let n = (n ^ n >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    n ^ n >> 31
}

impl Source for Noise {
    fn types(&self) -> &[ValueType] {
        self.types
    }
    fn len(&self) -> u64 {
        self.len
    }
    fn fill(&self, start: u64, block: &mut Block) {
        let mut column = 0;
        for ty in self.types {
            for _ in 0..ty.words() {
                for (k, word) in block.columns[column].iter_mut().enumerate() {
                    let case = start + k as u64;
                    let noise = hash(case.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ column as u64);
                    *word = match case % 8 {
                        0 => hash(case) as u32 & 0xff,
                        1 => (noise & 3) as u32,
                        _ => noise as u32,
                    };
                    if *ty == ValueType::Bool {
                        *word &= 1;
                    }
                }
                column += 1;
            }
        }
    }
}
