//! Bit-blasting of terms into gates, with a check of the gates against the semantics of the terms.

use super::words::Word;
use super::{Graph, Wire, value};
use crate::term::{Cone, TermId, TermNode, Terms};
use std::collections::HashMap;

/// The gates of one bit of a graph of terms.
#[derive(Clone, Debug)]
pub struct BitCircuit {
    /// The gates.
    pub graph: Graph,
    /// The output wire.
    pub output: Wire,
    /// The indices of the terms' inputs, each with its wires, lowest bit first.
    pub inputs: Vec<(u32, Vec<Wire>)>,
    /// The wires of every term.
    pub(crate) words: HashMap<TermId, Vec<Wire>>,
}

impl BitCircuit {
    /// Bit-blasts a term of one bit.
    pub fn new(terms: &Terms, goal: TermId) -> Self {
        let mut graph = Graph::default();
        let mut inputs = vec![];
        let mut words: HashMap<TermId, Word> = HashMap::new();
        let mut divided: HashMap<(TermId, TermId), (Word, Word)> = HashMap::new();
        for term in Cone::of(terms, &[goal]).order() {
            let width = terms.width(*term) as usize;
            if let TermNode::Input(number) = terms.node(*term) {
                let wires: Word = (0..width).map(|_| graph.input()).collect();
                inputs.push((number, wires.clone()));
                words.insert(*term, wires);
                continue;
            }
            if let TermNode::Divide(a, b) | TermNode::Remainder(a, b) = terms.node(*term) {
                // Quotient and remainder share one division.
                let quotient = divided
                    .entry((a, b))
                    .or_insert_with(|| graph.quotient(&words[&a], &words[&b]));
                let word = match terms.node(*term) {
                    TermNode::Divide(..) => quotient.0.clone(),
                    _ => quotient.1.clone(),
                };
                words.insert(*term, word);
                continue;
            }
            let word = gates(terms, *term, &mut graph, &words);
            words.insert(*term, word);
        }
        Self {
            output: words[&goal][0],
            graph,
            inputs,
            words,
        }
    }

    /// True if the gates agree with the term's semantics in 64 cases: with a faulty gate, the proof
    /// would be about something else. `inputs` are those of the graph of terms, case by case.
    pub fn agrees(&self, terms: &Terms, goal: TermId, cases: &[Vec<u128>]) -> bool {
        let cone = Cone::of(terms, &[goal]);
        let mut space = vec![];
        cases.chunks(64).all(|cases| {
            let result = self.outputs(cases);
            let expected = cases.iter().enumerate().fold(0u64, |bits, (k, case)| {
                bits | (cone.value(terms, case, &mut space) as u64) << k
            });
            let used = u64::MAX >> (64 - cases.len());
            (result ^ expected) & used == 0
        })
    }

    /// True if the wires of every term agree with its semantics in these cases. A fault inside the
    /// circuit may be invisible at an output that is 0 in nearly every case.
    pub(crate) fn agrees_throughout(&self, terms: &Terms, cases: &[Vec<u128>]) -> bool {
        let order: Vec<TermId> = self.words.keys().copied().collect();
        let cone = Cone::of(terms, &order);
        let mut space = vec![];
        cases.chunks(64).all(|cases| {
            let gates = self.values(cases);
            cases.iter().enumerate().all(|(k, case)| {
                let expected = cone.values(terms, case, &mut space);
                order.iter().zip(expected).all(|(term, expected)| {
                    let wires = self.words[term].iter().zip(0..);
                    let result = wires.fold(0, |bits, (wire, bit)| {
                        bits | u128::from(value(&gates, *wire) >> k & 1) << bit
                    });
                    result == expected
                })
            })
        })
    }

    /// The value of the output in at most 64 cases.
    fn outputs(&self, cases: &[Vec<u128>]) -> u64 {
        value(&self.values(cases), self.output)
    }

    /// The values of all gates in at most 64 cases, each an assignment of the terms' inputs.
    pub(crate) fn values(&self, cases: &[Vec<u128>]) -> Vec<u64> {
        let mut wires = vec![];
        for (number, word) in &self.inputs {
            for bit in 0..word.len() {
                let of = |case: &Vec<u128>| (case[*number as usize] >> bit) as u64 & 1;
                let bits = cases.iter().enumerate();
                wires.push(bits.fold(0, |all, (k, case)| all | of(case) << k));
            }
        }
        self.graph.simulate(&wires)
    }
}

/// The wires of a node whose operands already have theirs.
fn gates(terms: &Terms, term: TermId, graph: &mut Graph, words: &HashMap<TermId, Word>) -> Word {
    let width = terms.width(term) as usize;
    let of = |term: TermId| words[&term].as_slice();
    let mut each = |a: TermId, b: TermId, gate: fn(&mut Graph, Wire, Wire) -> Wire| -> Word {
        let pairs = of(a).iter().zip(of(b));
        pairs.map(|(a, b)| gate(graph, *a, *b)).collect()
    };
    match terms.node(term) {
        TermNode::Input(_) | TermNode::Divide(..) | TermNode::Remainder(..) => {
            vec![Wire::FALSE; width]
        }
        TermNode::Constant(bits) => {
            let bit = |k| {
                if bits >> k & 1 == 1 {
                    Wire::TRUE
                } else {
                    Wire::FALSE
                }
            };
            (0..width).map(bit).collect()
        }
        TermNode::Not(a) => of(a).iter().map(|wire| !*wire).collect(),
        TermNode::And(a, b) => each(a, b, Graph::and),
        TermNode::Xor(a, b) => each(a, b, Graph::xor),
        TermNode::Negate(a) => graph.difference(&vec![Wire::FALSE; width], of(a)).0,
        // A difference needs one adder.
        TermNode::Add(a, b) => match (terms.node(a), terms.node(b)) {
            (_, TermNode::Negate(b)) => graph.difference(of(a), of(b)).0,
            (TermNode::Negate(a), _) => graph.difference(of(b), of(a)).0,
            _ => graph.sum(of(a), of(b), Wire::FALSE).0,
        },
        TermNode::Multiply(a, b) => graph.product(of(a), of(b)),
        TermNode::ShiftLeft(a, by) => graph.shifted(of(a), of(by), &|word, at, n| {
            at.checked_sub(n).map_or(Wire::FALSE, |from| word[from])
        }),
        TermNode::ShiftRight(a, by) => graph.shifted(of(a), of(by), &|word, at, n| {
            word.get(at + n).copied().unwrap_or(Wire::FALSE)
        }),
        TermNode::ShiftRightSigned(a, by) => graph.shifted(of(a), of(by), &|word, at, n| {
            word[(at + n).min(word.len() - 1)]
        }),
        TermNode::RotateLeft(a, by) => graph.shifted(of(a), of(by), &|word, at, n| {
            word[(at + word.len() - n) % word.len()]
        }),
        TermNode::Equal(a, b) => vec![graph.equal(of(a), of(b))],
        TermNode::Less(a, b) => vec![graph.less(of(a), of(b))],
        TermNode::Select(c, a, b) => graph.select_word(of(c)[0], of(a), of(b)),
        TermNode::Slice { of: a, low } => of(a)[low as usize..low as usize + width].to_vec(),
        TermNode::Concat(high, low) => [of(low), of(high)].concat(),
        TermNode::SignExtend(a) => {
            let mut word = of(a).to_vec();
            let sign = word[word.len() - 1];
            word.resize(width, sign);
            word
        }
        TermNode::Ones(a) => {
            let mut count = graph.count(of(a));
            count.resize(width, Wire::FALSE);
            count
        }
    }
}
