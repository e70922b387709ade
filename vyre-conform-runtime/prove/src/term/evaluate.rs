//! Semantics of nodes, and evaluation of terms.

use super::{TermId, TermNode, Terms, ones};

impl Terms {
    /// The value of a node of this width from those of its operands; 0 for an input.
    pub(crate) fn meaning(&self, node: TermNode, width: u32, of: impl Fn(TermId) -> u128) -> u128 {
        let signed = |bits: u128, width: u32| {
            let above = super::MAX_WIDTH - width;
            ((bits << above) as i128) >> above
        };
        let bits = match node {
            TermNode::Constant(bits) => bits,
            TermNode::Input(_) => 0,
            TermNode::Not(a) => !of(a),
            TermNode::And(a, b) => of(a) & of(b),
            TermNode::Xor(a, b) => of(a) ^ of(b),
            TermNode::Negate(a) => of(a).wrapping_neg(),
            TermNode::Add(a, b) => of(a).wrapping_add(of(b)),
            TermNode::Multiply(a, b) => of(a).wrapping_mul(of(b)),
            TermNode::Divide(a, b) => of(a).checked_div(of(b)).unwrap_or(0),
            TermNode::Remainder(a, b) => of(a).checked_rem(of(b)).unwrap_or(0),
            TermNode::ShiftLeft(a, by) => of(a) << of(by),
            TermNode::ShiftRight(a, by) => of(a) >> of(by),
            TermNode::ShiftRightSigned(a, by) => (signed(of(a), width) >> of(by)) as u128,
            TermNode::RotateLeft(a, by) => match of(by) as u32 {
                0 => of(a),
                by => of(a) << by | of(a) >> (width - by),
            },
            TermNode::Equal(a, b) => (of(a) == of(b)).into(),
            TermNode::Less(a, b) => (of(a) < of(b)).into(),
            TermNode::Select(condition, a, b) => match of(condition) {
                0 => of(b),
                _ => of(a),
            },
            TermNode::Slice { of: a, low } => of(a) >> low,
            TermNode::Concat(high, low) => of(high) << self.width(low) | of(low),
            TermNode::SignExtend(a) => signed(of(a), self.width(a)) as u128,
            TermNode::Ones(a) => of(a).count_ones().into(),
        };
        bits & ones(width)
    }
}

/// Terms with their transitive operands, in topological order.
#[derive(Clone, Debug)]
pub struct Cone {
    order: Vec<TermId>,
    roots: Vec<TermId>,
}

impl Cone {
    /// The cone of these terms.
    pub fn of(terms: &Terms, roots: &[TermId]) -> Self {
        let mut needed = vec![false; terms.len()];
        for root in roots {
            needed[root.index()] = true;
        }
        for k in (0..terms.len()).rev() {
            if needed[k] {
                for operand in terms.nodes[k].0.operands() {
                    needed[operand.index()] = true;
                }
            }
        }
        let order = (0..terms.len()).filter(|k| needed[*k]);
        Self {
            order: order.map(|k| TermId(k as u32)).collect(),
            roots: roots.to_vec(),
        }
    }

    /// Its terms, operands first.
    pub fn order(&self) -> &[TermId] {
        &self.order
    }

    /// The indices of the inputs that the terms depend on, ascending.
    pub fn inputs(&self, terms: &Terms) -> Vec<u32> {
        let number = |term: &TermId| match terms.node(*term) {
            TermNode::Input(k) => Some(k),
            _ => None,
        };
        self.order.iter().filter_map(number).collect()
    }

    /// The values of the terms for these values of all inputs of the graph. `space` is scratch memory,
    /// reused between calls.
    pub fn values(&self, terms: &Terms, inputs: &[u128], space: &mut Vec<u128>) -> Vec<u128> {
        self.fill(terms, inputs, space);
        self.roots.iter().map(|root| space[root.index()]).collect()
    }

    /// The value of the first term.
    pub fn value(&self, terms: &Terms, inputs: &[u128], space: &mut Vec<u128>) -> u128 {
        self.fill(terms, inputs, space);
        self.roots.first().map_or(0, |root| space[root.index()])
    }

    fn fill(&self, terms: &Terms, inputs: &[u128], space: &mut Vec<u128>) {
        space.resize(terms.len(), 0);
        for term in &self.order {
            let (node, width) = terms.nodes[term.index()];
            space[term.index()] = match node {
                TermNode::Input(k) => inputs.get(k as usize).copied().unwrap_or(0) & ones(width),
                node => terms.meaning(node, width, |t| space[t.index()]),
            };
        }
    }
}
