//! Simulation of all assignments of the inputs of a small net, in blocks of words.

use super::net::Net;
use crate::aig::Wire;

/// The number of words in a block: 512 assignments, which the compiler vectorises.
const WORDS: usize = 8;
/// Number of inputs that vary within a block.
const BLOCK_INPUTS: u32 = 6 + WORDS.trailing_zeros();

/// The number of assignments in a block.
pub(super) const BLOCK: usize = 64 * WORDS;

type Block = [u64; WORDS];

/// The values of the inputs that vary within a word, by weight.
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
    /// One block per wire.
    values: Vec<Block>,
    outputs: Vec<Block>,
}

impl Simulator {
    /// For nets with this many inputs.
    pub(super) const fn new(inputs: usize) -> Self {
        Self {
            inputs,
            values: vec![],
            outputs: vec![],
        }
    }

    /// The first assignment, in the order of the inputs, at which the output is 1. Bit `inputs - k` is
    /// input `k`; inputs outside the net's support are 0.
    pub(super) fn first(&mut self, net: &Net) -> Option<u64> {
        self.blocks(net, |base, outputs| {
            let words = outputs.first()?;
            let input = words.iter().enumerate().find(|(_, word)| **word != 0);
            input.map(|(k, word)| base + 64 * k as u64 + u64::from(word.trailing_zeros()))
        })
        .map(|lane| self.spread(net, lane))
    }

    /// Simulates block by block, in order, until `find` returns a value. `find` receives the index of
    /// the block's first assignment, counted over the inputs in the support, and the values of the
    /// outputs.
    pub(super) fn blocks<T>(
        &mut self,
        net: &Net,
        mut find: impl FnMut(u64, &[Block]) -> Option<T>,
    ) -> Option<T> {
        let first = self.inputs + 1;
        self.values.clear();
        self.values.resize(first + net.gates.len(), [0; WORDS]);
        let blocks = 1u64 << net.width().saturating_sub(BLOCK_INPUTS);
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
            if let Some(input) = find(block << BLOCK_INPUTS, &self.outputs) {
                return Some(input);
            }
        }
        None
    }

    fn of(&self, wire: Wire) -> Block {
        let inverted = 0u64.wrapping_sub(wire.is_inverted().into());
        self.values[wire.gate()].map(|word| word ^ inverted)
    }

    /// Sets the inputs in a block; the last one in the support varies fastest.
    fn place(&mut self, net: &Net, block: u64) {
        let used = (1..=self.inputs).rev();
        let used = used.filter(|k| net.support >> (k - 1) & 1 == 1);
        for (weight, input) in (0u32..).zip(used) {
            self.values[input] = std::array::from_fn(|word| match weight {
                0..6 => PATTERNS[weight as usize],
                6..BLOCK_INPUTS => 0u64.wrapping_sub(word as u64 >> (weight - 6) & 1),
                _ => 0u64.wrapping_sub(block >> (weight - BLOCK_INPUTS) & 1),
            });
        }
    }

    /// Maps an assignment of the inputs in the support to one of all inputs.
    pub(super) fn spread(&self, net: &Net, lane: u64) -> u64 {
        let used = (1..=self.inputs).rev();
        let used = used.filter(|k| net.support >> (k - 1) & 1 == 1);
        used.enumerate().fold(0, |all, (weight, input)| {
            all | (lane >> weight & 1) << (self.inputs - input)
        })
    }
}
