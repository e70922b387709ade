//! Gates as clauses: a formula that has a solution exactly where the output of the gates is 1.

#[cfg(test)]
mod tests;

use crate::aig::{BitCircuit, Gate, Wire, value};
use std::fmt::Write;

/// A literal as DIMACS writes it: a variable from 1 on, negative where it is negated.
pub type Literal = i32;

/// A formula: every clause has a literal that holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    /// The number of variables.
    pub variables: u32,
    /// The clauses.
    pub clauses: Vec<Vec<Literal>>,
}

/// A formula, and which of its variables are the bits of inputs.
#[derive(Clone, Debug)]
pub struct Encoding {
    /// The formula.
    pub cnf: Cnf,
    /// Number of an input, bit, and the variable.
    inputs: Vec<(u32, u32, Literal)>,
    /// The gates of the variables, from 1 on.
    gates: Vec<usize>,
}

impl Encoding {
    /// The clauses of the gates that the output depends on, three each, and that the output is 1.
    pub fn new(blasted: &BitCircuit) -> Self {
        let gates = blasted.graph.gates();
        let mut needed = vec![false; gates.len()];
        needed[blasted.output.gate()] = true;
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
        let output = variables[blasted.output.gate()];
        let inverted = blasted.output.is_inverted();
        cnf.clauses
            .push(vec![if inverted { -output } else { output }]);
        let mut inputs = vec![];
        for (number, word) in &blasted.inputs {
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

    /// True if the values of the gates solve every clause but the last, which holds where the output is 1, in these
    /// cases. A formula that takes away what gates can be would have a proof, of something else.
    pub fn agrees(&self, blasted: &BitCircuit, cases: &[Vec<u128>]) -> bool {
        let Some((last, gates)) = self.cnf.clauses.split_last() else {
            return false;
        };
        cases.chunks(64).all(|cases| {
            let values = blasted.values(cases);
            let used = u64::MAX >> (64 - cases.len());
            let of = |literal: &Literal| {
                let value = values[self.gates[literal.unsigned_abs() as usize - 1]];
                if *literal < 0 { !value } else { value }
            };
            let holds =
                |clause: &[Literal]| clause.iter().fold(0, |any, literal| any | of(literal));
            let output = value(&values, blasted.output);
            gates.iter().all(|clause| holds(clause) & used == used)
                && (holds(last) ^ output) & used == 0
        })
    }

    /// One more clause among those of the gates, as tests put it there.
    #[cfg(test)]
    pub(crate) fn plant(&mut self, clause: Vec<Literal>) {
        self.cnf.clauses.insert(0, clause);
    }

    /// The values of this many inputs in a solution: the literals that hold. Bits that no clause asks about are 0.
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
