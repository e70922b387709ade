//! Cofactors: a net with one input fixed, made anew with what follows from the constant.

use super::net::Net;
use crate::aig::{Conjunction, Wire, conjunction};

/// What makes cofactors. Its memory is that of the largest net that it has seen, and is used again.
#[derive(Debug)]
pub(super) struct Cofactors {
    inputs: usize,
    /// What each wire of the net becomes.
    wires: Vec<Wire>,
    /// The gates that are made, those that nothing takes included.
    made: Vec<[Wire; 2]>,
    known: Known,
    /// Where each gate that is made is in the result.
    places: Vec<u32>,
}

impl Cofactors {
    /// Of nets over this many inputs.
    pub(super) fn new(inputs: usize) -> Self {
        Self {
            inputs,
            wires: vec![],
            made: vec![],
            known: Known::default(),
            places: vec![],
        }
    }

    /// Makes `to` the net with an input, from 1 on, fixed.
    pub(super) fn make(&mut self, net: &Net, input: usize, value: bool, to: &mut Net) {
        self.wires.clear();
        self.wires.extend((0..=self.inputs).map(Wire::of));
        self.wires[input] = if value { Wire::TRUE } else { Wire::FALSE };
        self.made.clear();
        self.known.forget(net.gates.len());
        for [a, b] in &net.gates {
            let [a, b] = [a, b].map(|wire| self.wires[wire.gate()].inverted_as(*wire));
            let both = self.and(a, b);
            self.wires.push(both);
        }
        to.outputs.clear();
        let of = |wire: &Wire| self.wires[wire.gate()].inverted_as(*wire);
        to.outputs.extend(net.outputs.iter().map(of));
        self.keep(to);
    }

    /// Both, as a gate where they have to be one.
    fn and(&mut self, a: Wire, b: Wire) -> Wire {
        let (inputs, made) = (self.inputs, &self.made);
        let operands = |gate: usize| gate.checked_sub(inputs + 1).map(|k| made[k]);
        match conjunction(a, b, operands) {
            Conjunction::Wire(wire) => wire,
            Conjunction::Gate(a, b) => {
                let next = Wire::of(inputs + 1 + made.len());
                let wire = self.known.find_or(a, b, next);
                if wire == next {
                    self.made.push([a, b]);
                }
                wire
            }
        }
    }

    /// Moves what an output depends on into the net.
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
        let of =
            |places: &[u32], wire: Wire| Wire::of(places[wire.gate()] as usize).inverted_as(wire);
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

/// The gates that are there, by what they take: a table with open addresses. What is of an earlier generation is not there.
#[derive(Debug, Default)]
struct Known {
    entries: Vec<Entry>,
    generation: u32,
    /// As many bits as the places have that are used now.
    bits: u32,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    operands: u64,
    generation: u32,
    wire: Wire,
}

impl Known {
    /// Forgets everything, and has room for this many gates.
    fn forget(&mut self, gates: usize) {
        self.bits = (2 * gates.max(4)).next_power_of_two().trailing_zeros();
        self.generation = self.generation.wrapping_add(1);
        let empty = Entry {
            operands: 0,
            generation: 0,
            wire: Wire::FALSE,
        };
        if self.generation == 0 {
            self.entries.fill(empty);
            self.generation = 1;
        }
        if self.entries.len() < 1 << self.bits {
            self.entries.resize(1 << self.bits, empty);
        }
    }

    /// The gate of these two; `next`, which becomes that, where there is none.
    fn find_or(&mut self, a: Wire, b: Wire, next: Wire) -> Wire {
        /// 2^64 divided by the golden ratio: Knuth's multiplicative hashing.
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        let operands = u64::from(a.code()) << 32 | u64::from(b.code());
        let last = (1 << self.bits) - 1;
        let mut place = (operands.wrapping_mul(FACTOR) >> (64 - self.bits)) as usize;
        loop {
            let entry = &mut self.entries[place];
            if entry.generation != self.generation {
                *entry = Entry {
                    operands,
                    generation: self.generation,
                    wire: next,
                };
                return next;
            }
            if entry.operands == operands {
                return entry.wire;
            }
            place = (place + 1) & last;
        }
    }
}
