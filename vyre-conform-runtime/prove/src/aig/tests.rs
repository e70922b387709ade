use super::*;
use crate::term::tests::Numbers;
use crate::term::{TermId, Terms};

type Make = fn(&mut Terms, TermId, TermId) -> TermId;

/// One word per kind of node, over two four-bit words.
const KINDS: [(&str, Make); 16] = [
    ("not", |t, a, _| t.not(a)),
    ("and", |t, a, b| t.and(a, b)),
    ("xor", |t, a, b| t.xor(a, b)),
    ("negate", |t, a, _| t.negate(a)),
    ("add", |t, a, b| t.add(a, b)),
    ("subtract", |t, a, b| t.subtract(a, b)),
    ("multiply", |t, a, b| t.multiply(a, b)),
    ("divide", |t, a, b| t.divide(a, b)),
    ("remainder", |t, a, b| t.remainder(a, b)),
    ("shift left", |t, a, b| {
        let by = t.slice(b, 0, 2);
        t.shift_left(a, by)
    }),
    ("shift right", |t, a, b| {
        let by = t.slice(b, 0, 2);
        t.shift_right(a, by)
    }),
    ("shift right, signed", |t, a, b| {
        let by = t.slice(b, 0, 2);
        t.shift_right_signed(a, by)
    }),
    ("rotate", |t, a, b| {
        let by = t.slice(b, 0, 2);
        t.rotate_left(a, by)
    }),
    ("less", |t, a, b| t.less(a, b)),
    ("select", |t, a, b| {
        let (c, x) = (t.equal(a, b), t.not(b));
        t.select(c, a, x)
    }),
    ("ones", |t, a, b| {
        let both = t.concat(a, b);
        let part = t.slice(both, 1, 6);
        let wide = t.sign_extend(part, 7);
        t.ones(wide, 4)
    }),
];

/// All values of two four-bit words.
fn cases() -> Vec<Vec<u128>> {
    let all = 0..256u128;
    all.map(|k| vec![k & 15, k >> 4]).collect()
}

/// Oracle: the semantics of terms, for every four-bit input; a gate with one wire inverted computes
/// another function, and the check detects every such fault that affects the output.
#[test]
fn gates_agree_with_terms_and_a_wrong_gate_is_detected() {
    for (name, make) in KINDS {
        let mut noticed = 0;
        for bit in 0..4 {
            let mut terms = Terms::default();
            let (a, b) = (terms.input(4), terms.input(4));
            let word = make(&mut terms, a, b);
            if bit >= terms.width(word) {
                continue;
            }
            let goal = terms.slice(word, bit, 1);
            let circuit = BitCircuit::new(&terms, goal);
            assert!(circuit.agrees(&terms, goal, &cases()), "{name}, bit {bit}");
            for k in 0..circuit.graph.gates.len() {
                if let Gate::And(x, y) = circuit.graph.gates[k] {
                    let mut wrong = circuit.clone();
                    wrong.graph.gates[k] = Gate::And(!x, y);
                    noticed += u32::from(!wrong.agrees(&terms, goal, &cases()));
                }
            }
            let mut wrong = circuit.clone();
            wrong.output = !wrong.output;
            assert!(!wrong.agrees(&terms, goal, &cases()), "{name}, bit {bit}");
            noticed += 1;
        }
        let max = if matches!(name, "not" | "and" | "xor" | "less") {
            1
        } else {
            5
        };
        assert!(noticed >= max, "{name}: {noticed}");
    }
}

/// Oracle: Boolean algebra.
#[test]
fn redundant_gates_are_omitted() {
    let mut graph = Graph::default();
    let (a, b) = (graph.input(), graph.input());
    assert_eq!(graph.and(a, !a), Wire::FALSE);
    assert_eq!(graph.and(a, Wire::TRUE), a);
    let conjunction = graph.and(a, b);
    assert_eq!(graph.and(b, a), conjunction);
    assert_eq!(graph.and(conjunction, a), conjunction);
    assert_eq!(graph.and(!conjunction, !a), !a);
    assert_eq!(graph.and(conjunction, !b), Wire::FALSE);
    assert_eq!(graph.xor(a, a), Wire::FALSE);
    assert_eq!(graph.xor(!a, b), !graph.xor(a, b));
    assert_eq!(graph.select(a, b, b), b);
}

/// Oracle: the semantics of terms. Faults are rarely visible at an output that is 1 in a single case,
/// but mostly visible in the words that it depends on.
#[test]
fn wrong_gate_is_detected_behind_a_nearly_constant_output() {
    let mut terms = Terms::default();
    let (a, b) = (terms.input(32), terms.input(32));
    let (sum, rare) = (terms.add(a, b), terms.constant(32, 0x1357_9bdf));
    let (is_rare, is_less) = (terms.equal(a, rare), terms.less(sum, b));
    let goal = terms.and(is_rare, is_less);
    let mut numbers = Numbers(5);
    let mut word = || u128::from(numbers.next() as u32) << 1 ^ u128::from(numbers.next() & 1);
    let cases: Vec<Vec<u128>> = (0..256).map(|_| vec![word(), word()]).collect();
    let circuit = BitCircuit::new(&terms, goal);
    assert!(circuit.agrees_throughout(&terms, &cases));
    let (mut planted, mut outside, mut inside) = (0, 0, 0);
    for k in 0..circuit.graph.gates.len() {
        let mut wrong = circuit.clone();
        if wrong.graph.plant(k) {
            planted += 1;
            outside += u32::from(!wrong.agrees(&terms, goal, &cases));
            inside += u32::from(!wrong.agrees_throughout(&terms, &cases));
        }
    }
    let result = format!("{outside} in the output, {inside} in the words, of {planted}");
    assert!(outside * 20 < planted && inside * 2 > planted, "{result}");
}
