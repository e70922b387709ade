//! Circuits with their inputs in the order in which they are fixed.

use crate::aig::{BitCircuit, Gate, Wire};

/// The most inputs of a circuit of which all assignments are tried.
pub const MOST_INPUTS: u32 = 32;

/// Gates of two inputs over some inputs. Wire 0 is the constant, wires from 1 on are the inputs in the order in which
/// they are fixed, the gates follow, each behind those that it takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Net {
    /// The wires that each gate takes.
    pub(super) gates: Vec<[Wire; 2]>,
    /// What is asked for.
    pub(super) outputs: Vec<Wire>,
    /// The inputs that an output depends on by its structure: bit `k - 1` of input `k`.
    pub(super) support: u32,
}

impl Net {
    /// The wire that a net of one output is about.
    pub(super) fn output(&self) -> Wire {
        self.outputs.first().copied().unwrap_or(Wire::FALSE)
    }

    /// The number of inputs it depends on.
    pub(super) const fn width(&self) -> u32 {
        self.support.count_ones()
    }

    /// The input that is fixed first of those that it depends on.
    pub(super) const fn first(&self) -> usize {
        self.support.trailing_zeros() as usize + 1
    }

    /// What tells it from every other net over these inputs: a digest of all that it is made of.
    pub(super) fn digest(&self, bytes: &mut Vec<u8>) -> [u8; 32] {
        bytes.clear();
        let wires = self.gates.iter().flatten().chain(&self.outputs);
        bytes.extend(wires.flat_map(|wire| wire.code().to_le_bytes()));
        *blake3::hash(bytes).as_bytes()
    }
}

/// An input of a circuit: a bit of an input of the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InputBit {
    /// The number of the input.
    pub input: u32,
    /// The bit, 0 the lowest.
    pub bit: u32,
}

/// A circuit of which every assignment can be tried.
#[derive(Clone, Debug)]
pub struct Circuit {
    pub(super) net: Net,
    /// What its inputs are, that which is fixed first at the front.
    pub(super) bits: Vec<InputBit>,
}

impl Circuit {
    /// That of a blasted bit, with inputs in this order; those that are not named come last. None where it depends on
    /// more than [`MOST_INPUTS`].
    pub fn new(blasted: &BitCircuit, order: &[InputBit]) -> Option<Self> {
        Self::of(blasted, &[blasted.output], order)
    }

    /// The same of several wires.
    pub(super) fn of(blasted: &BitCircuit, outputs: &[Wire], order: &[InputBit]) -> Option<Self> {
        let gates = blasted.graph.gates();
        let is_used = blasted.graph.cone(outputs);
        let mut bits = vec![];
        for (number, wires) in &blasted.inputs {
            for (bit, wire) in (0..).zip(wires) {
                let place = InputBit {
                    input: *number,
                    bit,
                };
                if is_used[wire.gate()] {
                    bits.push((place, wire.gate()));
                }
            }
        }
        if bits.len() as u32 > MOST_INPUTS {
            return None;
        }
        let rank = |of: &InputBit| order.iter().position(|other| other == of);
        bits.sort_by_key(|(place, _)| rank(place).unwrap_or(order.len()));
        let mut wires = vec![Wire::FALSE; gates.len()];
        for (k, (_, gate)) in bits.iter().enumerate() {
            wires[*gate] = Wire::of(k + 1);
        }
        let mut net = Net::default();
        for (k, gate) in gates.iter().enumerate() {
            if let (true, Gate::And(a, b)) = (is_used[k], gate) {
                let [a, b] = [a, b].map(|wire| wires[wire.gate()].inverted_as(*wire));
                wires[k] = Wire::of(bits.len() + 1 + net.gates.len());
                net.gates.push([a.min(b), a.max(b)]);
            }
        }
        let outputs = outputs.iter();
        net.outputs = outputs
            .map(|wire| wires[wire.gate()].inverted_as(*wire))
            .collect();
        net.support = (0..bits.len()).fold(0, |all, k| all | 1 << k);
        let bits = bits.into_iter().map(|(place, _)| place).collect();
        Some(Self { net, bits })
    }

    /// The number of inputs.
    pub const fn width(&self) -> u32 {
        self.bits.len() as u32
    }

    /// The values of this many inputs of the terms in an assignment; those that the circuit does not
    /// depend on are 0.
    pub fn inputs(&self, assignment: u64, len: usize) -> Vec<u128> {
        let mut values = vec![0; len];
        for (k, place) in self.bits.iter().enumerate() {
            let value = assignment >> (self.bits.len() - 1 - k) & 1;
            values[place.input as usize] |= u128::from(value) << place.bit;
        }
        values
    }
}
