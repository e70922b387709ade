//! Circuits: graphs of two-input AND gates and inverters, with structural hashing.

mod blast;
#[cfg(test)]
mod tests;
mod words;

pub use blast::BitCircuit;

use std::collections::HashMap;

/// A wire: a gate, an input or the constant, inverted if the lowest bit is 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wire(u32);

impl Wire {
    /// Always 0.
    pub const FALSE: Self = Self(0);
    /// Always 1.
    pub const TRUE: Self = Self(1);

    /// The index of the gate.
    pub const fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// True if the wire is inverted.
    pub const fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    /// The wire of a gate, not inverted.
    pub(crate) const fn from_gate(gate: usize) -> Self {
        Self((gate as u32) << 1)
    }

    /// The index of the gate, with the inversion in the lowest bit.
    pub(crate) const fn code(self) -> u32 {
        self.0
    }

    /// The wire, inverted once more if the other one is inverted.
    pub(crate) const fn inverted_as(self, other: Self) -> Self {
        Self(self.0 ^ other.0 & 1)
    }
}

impl std::ops::Not for Wire {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A gate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gate {
    /// The constant 0; only gate 0.
    False,
    /// An input.
    Input,
    /// The conjunction of two wires.
    And(Wire, Wire),
}

/// The conjunction of two wires, simplified.
pub(crate) enum Conjunction {
    /// An existing wire.
    Wire(Wire),
    /// A gate with these operands, the lesser first.
    Gate(Wire, Wire),
}

/// Simplifies the conjunction of two wires by their inversions and by the operands of their gates.
/// `operands` returns those of a gate, and `None` for the constant and for inputs.
pub(crate) fn conjunction(
    mut a: Wire,
    mut b: Wire,
    operands: impl Fn(usize) -> Option<[Wire; 2]>,
) -> Conjunction {
    'again: loop {
        (a, b) = (a.min(b), a.max(b));
        if a == Wire::FALSE || a == !b {
            return Conjunction::Wire(Wire::FALSE);
        }
        if a == Wire::TRUE || a == b {
            return Conjunction::Wire(b);
        }
        for (gate, other) in [(a, b), (b, a)] {
            if let Some([x, y]) = operands(gate.gate()) {
                match gate.is_inverted() {
                    false if x == other || y == other => return Conjunction::Wire(gate),
                    false if x == !other || y == !other => {
                        return Conjunction::Wire(Wire::FALSE);
                    }
                    true if x == !other || y == !other => return Conjunction::Wire(other),
                    true if x == other => {
                        (a, b) = (other, !y);
                        continue 'again;
                    }
                    true if y == other => {
                        (a, b) = (other, !x);
                        continue 'again;
                    }
                    _ => {}
                }
            }
        }
        return Conjunction::Gate(a, b);
    }
}

/// A graph of gates; each follows its operands.
#[derive(Clone, Debug)]
pub struct Graph {
    gates: Vec<Gate>,
    known: HashMap<(Wire, Wire), Wire>,
}

impl Default for Graph {
    fn default() -> Self {
        Self {
            gates: vec![Gate::False],
            known: HashMap::new(),
        }
    }
}

impl Graph {
    /// The gates.
    pub fn gates(&self) -> &[Gate] {
        &self.gates
    }

    /// Adds an input.
    pub fn input(&mut self) -> Wire {
        self.gates.push(Gate::Input);
        Wire::from_gate(self.gates.len() - 1)
    }

    /// Conjunction.
    pub fn and(&mut self, a: Wire, b: Wire) -> Wire {
        let operands = |gate: usize| match self.gates[gate] {
            Gate::And(x, y) => Some([x, y]),
            _ => None,
        };
        let (a, b) = match conjunction(a, b, operands) {
            Conjunction::Wire(wire) => return wire,
            Conjunction::Gate(a, b) => (a, b),
        };
        if let Some(cached) = self.known.get(&(a, b)) {
            return *cached;
        }
        self.gates.push(Gate::And(a, b));
        let wire = Wire::from_gate(self.gates.len() - 1);
        self.known.insert((a, b), wire);
        wire
    }

    /// Disjunction.
    pub fn or(&mut self, a: Wire, b: Wire) -> Wire {
        !self.and(!a, !b)
    }

    /// Exclusive disjunction.
    pub fn xor(&mut self, a: Wire, b: Wire) -> Wire {
        // Inverters are moved outward, so that gates that differ only in them are shared.
        let inverted = a.is_inverted() != b.is_inverted();
        let plain = |wire: Wire| Wire::from_gate(wire.gate());
        let (a, b) = (plain(a), plain(b));
        let (conjunction, neither) = (self.and(a, b), self.and(!a, !b));
        let differ = self.and(!conjunction, !neither);
        if inverted { !differ } else { differ }
    }

    /// Returns `then` if `condition` is 1, otherwise `otherwise`.
    pub fn select(&mut self, condition: Wire, then: Wire, otherwise: Wire) -> Wire {
        if then == otherwise {
            return then;
        }
        if then == !otherwise {
            return !self.xor(condition, then);
        }
        let (yes, no) = (self.and(condition, then), self.and(!condition, otherwise));
        self.or(yes, no)
    }

    /// The transitive fan-in of wires, themselves included: a flag per gate.
    pub(crate) fn cone(&self, wires: &[Wire]) -> Vec<bool> {
        let mut is_in = vec![false; self.gates.len()];
        for wire in wires {
            is_in[wire.gate()] = true;
        }
        for k in (0..self.gates.len()).rev() {
            if let (true, Gate::And(a, b)) = (is_in[k], self.gates[k]) {
                is_in[a.gate()] = true;
                is_in[b.gate()] = true;
            }
        }
        is_in
    }

    /// Changes a gate, for tests.
    #[cfg(test)]
    pub(crate) fn plant(&mut self, gate: usize) -> bool {
        match self.gates[gate] {
            Gate::And(a, b) => {
                self.gates[gate] = Gate::And(!a, b);
                true
            }
            _ => false,
        }
    }

    /// The values of all gates in 64 cases at once, from the inputs in order of creation.
    pub fn simulate(&self, inputs: &[u64]) -> Vec<u64> {
        let mut inputs = inputs.iter().copied();
        let mut values: Vec<u64> = Vec::with_capacity(self.gates.len());
        for gate in &self.gates {
            values.push(match *gate {
                Gate::False => 0,
                Gate::Input => inputs.next().unwrap_or(0),
                Gate::And(a, b) => value(&values, a) & value(&values, b),
            });
        }
        values
    }
}

/// The value of a wire, from those of the gates.
pub fn value(gates: &[u64], wire: Wire) -> u64 {
    let value = gates[wire.gate()];
    if wire.is_inverted() { !value } else { value }
}
