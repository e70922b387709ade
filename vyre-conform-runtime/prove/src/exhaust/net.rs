//! Circuits with their inputs in fixing order.

use crate::aig::{BitCircuit, Gate, Wire};

/// The most inputs of a circuit whose assignments are all tried.
pub const MAX_INPUTS: u32 = 32;

/// Two-input gates over some inputs. Wire 0 is the constant, wires from 1 on are the inputs in fixing
/// order, and the gates follow, each after its operands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Net {
    /// The operands of each gate.
    pub(super) gates: Vec<[Wire; 2]>,
    /// The output wires.
    pub(super) outputs: Vec<Wire>,
    /// The inputs in the outputs' structural fan-in: bit `k - 1` for input `k`.
    pub(super) support: u32,
}

impl Net {
    /// The output of a net with one output.
    pub(super) fn output(&self) -> Wire {
        self.outputs.first().copied().unwrap_or(Wire::FALSE)
    }

    /// The number of inputs in its support.
    pub(super) const fn width(&self) -> u32 {
        self.support.count_ones()
    }

    /// The first input in its support.
    pub(super) const fn first(&self) -> usize {
        self.support.trailing_zeros() as usize + 1
    }

    /// A digest that identifies the net among all nets over these inputs.
    pub(super) fn digest(&self, bytes: &mut Vec<u8>) -> [u8; 32] {
        bytes.clear();
        let wires = self.gates.iter().flatten().chain(&self.outputs);
        bytes.extend(wires.flat_map(|wire| wire.code().to_le_bytes()));
        *blake3::hash(bytes).as_bytes()
    }
}

/// An input of a circuit: one bit of an input of the terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InputBit {
    /// The index of the input.
    pub input: u32,
    /// The bit; 0 is the lowest.
    pub bit: u32,
}

/// A circuit whose assignments can all be tried.
#[derive(Clone, Debug)]
pub struct Circuit {
    pub(super) net: Net,
    /// Its inputs in fixing order.
    pub(super) bits: Vec<InputBit>,
}

impl Circuit {
    /// The circuit of a bit-blasted term, with inputs in this order; inputs not named come last. `None`
    /// if it depends on more than [`MAX_INPUTS`].
    pub fn new(circuit: &BitCircuit, order: &[InputBit]) -> Option<Self> {
        Self::from_outputs(circuit, &[circuit.output], order)
    }

    /// The circuit of several wires.
    pub(super) fn from_outputs(
        circuit: &BitCircuit,
        outputs: &[Wire],
        order: &[InputBit],
    ) -> Option<Self> {
        let gates = circuit.graph.gates();
        let is_used = circuit.graph.cone(outputs);
        let mut bits = vec![];
        for (number, wires) in &circuit.inputs {
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
        if bits.len() as u32 > MAX_INPUTS {
            return None;
        }
        let rank = |subject: &InputBit| order.iter().position(|other| other == subject);
        bits.sort_by_key(|(place, _)| rank(place).unwrap_or(order.len()));
        let mut wires = vec![Wire::FALSE; gates.len()];
        for (k, (_, gate)) in bits.iter().enumerate() {
            wires[*gate] = Wire::from_gate(k + 1);
        }
        let mut net = Net::default();
        for (k, gate) in gates.iter().enumerate() {
            if let (true, Gate::And(a, b)) = (is_used[k], gate) {
                let [a, b] = [a, b].map(|wire| wires[wire.gate()].inverted_as(*wire));
                wires[k] = Wire::from_gate(bits.len() + 1 + net.gates.len());
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

    /// The values of this many inputs of the terms in an assignment; inputs outside the circuit are 0.
    pub fn inputs(&self, assignment: u64, len: usize) -> Vec<u128> {
        let mut values = vec![0; len];
        for (k, place) in self.bits.iter().enumerate() {
            let value = assignment >> (self.bits.len() - 1 - k) & 1;
            values[place.input as usize] |= u128::from(value) << place.bit;
        }
        values
    }
}
