//! All assignments of the inputs of a small net, in blocks of words.

use super::net::Net;
use crate::aig::Wire;

/// The number of words a block has: 512 assignments, which a compiler makes vectors of.
const WORDS: usize = 8;
/// How many inputs vary within a block.
const WITHIN: u32 = 6 + WORDS.trailing_zeros();

/// The number of assignments a block has.
pub(super) const BLOCK: usize = 64 * WORDS;

type Block = [u64; WORDS];

/// The values within a word of the input with this weight.
const PATTERNS: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Simulates nets over some inputs.
#[derive(Debug)]
pub(super) struct Simulator {
    inputs: usize,
    /// A block a wire.
    values: Vec<Block>,
    outputs: Vec<Block>,
}

impl Simulator {
    /// Of nets over this many inputs.
    pub(super) const fn new(inputs: usize) -> Self {
        Self {
            inputs,
            values: vec![],
            outputs: vec![],
        }
    }

    /// The first assignment, in the order of the inputs, at which the output is 1. Bit `inputs - k` of it is input `k`;
    /// inputs that the net does not depend on are 0.
    pub(super) fn first(&mut self, net: &Net) -> Option<u64> {
        self.blocks(net, |base, outputs| {
            let words = outputs.first()?;
            let found = words.iter().enumerate().find(|(_, word)| **word != 0);
            found.map(|(k, word)| base + 64 * k as u64 + u64::from(word.trailing_zeros()))
        })
        .map(|lane| self.spread(net, lane))
    }

    /// Simulates block by block, in order, until something is found in one. `find` has the number of the first
    /// assignment of the block, counted over the inputs that the net depends on, and the values of the outputs.
    pub(super) fn blocks<T>(
        &mut self,
        net: &Net,
        mut find: impl FnMut(u64, &[Block]) -> Option<T>,
    ) -> Option<T> {
        let first = self.inputs + 1;
        self.values.clear();
        self.values.resize(first + net.gates.len(), [0; WORDS]);
        let blocks = 1u64 << net.width().saturating_sub(WITHIN);
        for block in 0..blocks {
            self.place(net, block);
            for (k, [a, b]) in net.gates.iter().enumerate() {
                let (x, y) = (self.of(*a), self.of(*b));
                self.values[first + k] = std::array::from_fn(|w| x[w] & y[w]);
            }
            self.outputs.clear();
            for wire in &net.outputs {
                let value = self.of(*wire);
                self.outputs.push(value);
            }
            if let Some(found) = find(block << WITHIN, &self.outputs) {
                return Some(found);
            }
        }
        None
    }

    fn of(&self, wire: Wire) -> Block {
        let inverted = 0u64.wrapping_sub(wire.is_inverted().into());
        self.values[wire.gate()].map(|word| word ^ inverted)
    }

    /// The values of the inputs in a block: the last that the net depends on varies fastest.
    fn place(&mut self, net: &Net, block: u64) {
        let used = (1..=self.inputs).rev();
        let used = used.filter(|k| net.support >> (k - 1) & 1 == 1);
        for (weight, input) in (0u32..).zip(used) {
            self.values[input] = std::array::from_fn(|word| match weight {
                0..6 => PATTERNS[weight as usize],
                6..WITHIN => 0u64.wrapping_sub(word as u64 >> (weight - 6) & 1),
                _ => 0u64.wrapping_sub(block >> (weight - WITHIN) & 1),
            });
        }
    }

    /// An assignment of the inputs that the net depends on as one of all.
    pub(super) fn spread(&self, net: &Net, lane: u64) -> u64 {
        let used = (1..=self.inputs).rev();
        let used = used.filter(|k| net.support >> (k - 1) & 1 == 1);
        used.enumerate().fold(0, |all, (weight, input)| {
            all | (lane >> weight & 1) << (self.inputs - input)
        })
    }
}
