//! Cofactors: a net with one input fixed, rebuilt with constant propagation.

use super::net::Net;
use crate::aig::{Conjunction, Wire, conjunction};

/// Builds cofactors. It reuses its memory, which is sized for the largest net so far.
#[derive(Debug)]
pub(super) struct Cofactors {
    inputs: usize,
    /// The new wire for each wire of the net.
    wires: Vec<Wire>,
    /// The new gates, including unused ones.
    made: Vec<[Wire; 2]>,
    known: GateTable,
    /// The position of each new gate in the result.
    places: Vec<u32>,
}

impl Cofactors {
    /// For nets with this many inputs.
    pub(super) fn new(inputs: usize) -> Self {
        Self {
            inputs,
            wires: vec![],
            made: vec![],
            known: GateTable::default(),
            places: vec![],
        }
    }

    /// Makes `to` the net with an input, counted from 1, fixed.
    pub(super) fn make(&mut self, net: &Net, input: usize, value: bool, to: &mut Net) {
        self.wires.clear();
        self.wires.extend((0..=self.inputs).map(Wire::from_gate));
        self.wires[input] = if value { Wire::TRUE } else { Wire::FALSE };
        self.made.clear();
        self.known.forget(net.gates.len());
        for [a, b] in &net.gates {
            let [a, b] = [a, b].map(|wire| self.wires[wire.gate()].inverted_as(*wire));
            let conjunction = self.and(a, b);
            self.wires.push(conjunction);
        }
        to.outputs.clear();
        let lookup = |wire: &Wire| self.wires[wire.gate()].inverted_as(*wire);
        to.outputs.extend(net.outputs.iter().map(lookup));
        self.keep(to);
    }

    /// The conjunction, as a gate only if necessary.
    fn and(&mut self, a: Wire, b: Wire) -> Wire {
        let (inputs, made) = (self.inputs, &self.made);
        let operands = |gate: usize| gate.checked_sub(inputs + 1).map(|k| made[k]);
        match conjunction(a, b, operands) {
            Conjunction::Wire(wire) => wire,
            Conjunction::Gate(a, b) => {
                let gate = self.known.find_or_next(made, a, b);
                if gate == made.len() {
                    self.made.push([a, b]);
                }
                Wire::from_gate(inputs + 1 + gate)
            }
        }
    }

    /// Moves the outputs' fan-in into the net.
    fn keep(&mut self, to: &mut Net) {
        const USED: u32 = u32::MAX;
        let first = self.inputs + 1;
        self.places.clear();
        self.places.resize(first + self.made.len(), 0);
        for output in &to.outputs {
            self.places[output.gate()] = USED;
        }
        for (k, wires) in self.made.iter().enumerate().rev() {
            if self.places[first + k] == USED {
                for wire in wires {
                    self.places[wire.gate()] = USED;
                }
            }
        }
        to.support = 0;
        for k in 1..first {
            to.support |= u32::from(self.places[k] == USED) << (k - 1);
            self.places[k] = k as u32;
        }
        self.places[0] = 0;
        let places = &mut self.places;
        let of = |places: &[u32], wire: Wire| {
            Wire::from_gate(places[wire.gate()] as usize).inverted_as(wire)
        };
        to.gates.clear();
        for (k, wires) in self.made.iter().enumerate() {
            if places[first + k] == USED {
                places[first + k] = (first + to.gates.len()) as u32;
                to.gates.push(wires.map(|wire| of(places, wire)));
            }
        }
        for output in &mut to.outputs {
            *output = of(places, *output);
        }
    }
}

/// New gates by their operands: a hash table with open addressing, small enough for a processor cache
/// if nets are small.
#[derive(Debug, Default)]
struct GateTable {
    /// Gate index plus one; 0 for an empty entry.
    entries: Vec<u32>,
    /// Number of entries in use, minus one: a mask.
    last: usize,
}

impl GateTable {
    /// Clears the table and reserves space for this many gates.
    fn forget(&mut self, gates: usize) {
        let len = (2 * gates.max(4)).next_power_of_two();
        self.last = len - 1;
        self.entries.clear();
        self.entries.resize(len, 0);
    }

    /// The index of an existing gate with these operands, or the next index, which the caller must
    /// create.
    fn find_or_next(&mut self, made: &[[Wire; 2]], a: Wire, b: Wire) -> usize {
        /// 2^32 divided by the golden ratio: Knuth's multiplicative hashing.
        const FACTOR: u32 = 0x9e37_79b9;
        // Gates built in sequence use recent wires, and so are close to each other in the table, within
        // the 1024 entries that the first wire selects.
        let near = (a.code().wrapping_mul(FACTOR) >> 22) as usize;
        let mut place = (b.code() as usize).wrapping_add(near) & self.last;
        loop {
            match self.entries[place] as usize {
                0 => {
                    self.entries[place] = made.len() as u32 + 1;
                    return made.len();
                }
                k if made[k - 1] == [a, b] => return k - 1,
                _ => place = (place + 1) & self.last,
            }
        }
    }
}
