//! Clauses for gates: a formula that is satisfiable exactly if the output of the gates can be 1.

#[cfg(test)]
mod tests;

use crate::aig::{BitCircuit, Gate, Wire, value};
use std::fmt::Write;

/// A literal in DIMACS notation: a variable from 1 on, negative if negated.
pub type Literal = i32;

/// A formula in conjunctive normal form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    /// The number of variables.
    pub variables: u32,
    /// The clauses.
    pub clauses: Vec<Vec<Literal>>,
}

/// A formula with the mapping from variables to input bits.
#[derive(Clone, Debug)]
pub struct Encoding {
    /// The formula.
    pub cnf: Cnf,
    /// Input index, bit, and the variable.
    inputs: Vec<(u32, u32, Literal)>,
    /// The gates of the variables, from 1 on.
    gates: Vec<usize>,
}

impl Encoding {
    /// Three clauses for each gate in the output's fan-in, and a unit clause for the output.
    pub fn new(circuit: &BitCircuit) -> Self {
        let gates = circuit.graph.gates();
        let mut needed = vec![false; gates.len()];
        needed[circuit.output.gate()] = true;
        for k in (0..gates.len()).rev() {
            if let (true, Gate::And(a, b)) = (needed[k], gates[k]) {
                needed[a.gate()] = true;
                needed[b.gate()] = true;
            }
        }
        let mut cnf = Cnf::default();
        let mut variables = vec![0; gates.len()];
        let mut gates_of = vec![];
        for (k, gate) in gates.iter().enumerate().filter(|(k, _)| needed[*k]) {
            cnf.variables += 1;
            let this = cnf.variables as Literal;
            variables[k] = this;
            gates_of.push(k);
            let literal = |wire: Wire| {
                if wire.is_inverted() {
                    -variables[wire.gate()]
                } else {
                    variables[wire.gate()]
                }
            };
            match gate {
                Gate::False => cnf.clauses.push(vec![-this]),
                Gate::Input => {}
                Gate::And(a, b) => {
                    let (a, b) = (literal(*a), literal(*b));
                    cnf.clauses.push(vec![-this, a]);
                    cnf.clauses.push(vec![-this, b]);
                    cnf.clauses.push(vec![this, -a, -b]);
                }
            }
        }
        let output = variables[circuit.output.gate()];
        let inverted = circuit.output.is_inverted();
        cnf.clauses
            .push(vec![if inverted { -output } else { output }]);
        let mut inputs = vec![];
        for (number, word) in &circuit.inputs {
            for (bit, wire) in (0..).zip(word) {
                if variables[wire.gate()] != 0 {
                    inputs.push((*number, bit, variables[wire.gate()]));
                }
            }
        }
        Self {
            cnf,
            inputs,
            gates: gates_of,
        }
    }

    /// True if the values of the gates satisfy all clauses except the last, which holds if the output
    /// is 1, in these cases. A formula that excludes possible gate values might have a proof of
    /// something else.
    pub fn agrees(&self, circuit: &BitCircuit, cases: &[Vec<u128>]) -> bool {
        let Some((last, gates)) = self.cnf.clauses.split_last() else {
            return false;
        };
        cases.chunks(64).all(|cases| {
            let values = circuit.values(cases);
            let used = u64::MAX >> (64 - cases.len());
            let of = |literal: &Literal| {
                let value = values[self.gates[literal.unsigned_abs() as usize - 1]];
                if *literal < 0 { !value } else { value }
            };
            let holds =
                |clause: &[Literal]| clause.iter().fold(0, |any, literal| any | of(literal));
            let output = value(&values, circuit.output);
            gates.iter().all(|clause| holds(clause) & used == used)
                && (holds(last) ^ output) & used == 0
        })
    }

    /// Inserts a clause among those of the gates, for tests.
    #[cfg(test)]
    pub(crate) fn plant(&mut self, clause: Vec<Literal>) {
        self.cnf.clauses.insert(0, clause);
    }

    /// The values of this many inputs in a solution, given its true literals. Bits that no clause
    /// mentions are 0.
    pub fn inputs(&self, solution: &[Literal], count: usize) -> Vec<u128> {
        let holds: std::collections::HashSet<Literal> = solution.iter().copied().collect();
        let mut values = vec![0; count];
        for (number, bit, variable) in &self.inputs {
            if holds.contains(variable)
                && let Some(value) = values.get_mut(*number as usize)
            {
                *value |= 1 << bit;
            }
        }
        values
    }
}

impl Cnf {
    /// The formula in the DIMACS format.
    pub fn dimacs(&self) -> String {
        let mut text = format!("p cnf {} {}\n", self.variables, self.clauses.len());
        for clause in &self.clauses {
            for literal in clause {
                let _ = write!(text, "{literal} ");
            }
            text.push_str("0\n");
        }
        text
    }
}
