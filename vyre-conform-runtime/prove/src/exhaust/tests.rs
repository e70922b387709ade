use super::cofactor::Cofactors;
use super::guard::agrees_by;
use super::net::Net;
use super::search::exhaust_by;
use super::simulate::{BLOCK, Simulator};
use super::*;
use crate::aig::{BitCircuit, Graph, Wire};
use crate::solver::Budget;
use std::collections::HashMap;
use std::time::Duration;

/// A stream of random words.
struct Words(u64);

impl Words {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }
}

/// A circuit with this many inputs and many gates, whose output is a conjunction of some of them and so
/// is seldom 1.
fn circuit(
    words: &mut Words,
    inputs: usize,
    gates: usize,
    together: usize,
) -> (BitCircuit, Circuit) {
    let mut graph = Graph::default();
    let bits: Vec<Wire> = (0..inputs).map(|_| graph.input()).collect();
    let mut wires = bits.clone();
    let some = |words: &mut Words, wires: &[Wire]| {
        let near = wires.len().min(3 * inputs);
        let wire = wires[wires.len() - 1 - words.below(near)];
        if words.next() >> 40 & 1 == 1 {
            !wire
        } else {
            wire
        }
    };
    for _ in 0..gates {
        let (a, b) = (some(words, &wires), some(words, &wires));
        let wire = match words.below(3) {
            0 => graph.and(a, b),
            1 => graph.xor(a, b),
            _ => {
                let c = some(words, &wires);
                graph.select(a, b, c)
            }
        };
        wires.push(wire);
    }
    let mut output = Wire::TRUE;
    for _ in 0..together {
        let (wire, bit) = (some(words, &wires), bits[words.below(inputs)]);
        let differ = graph.xor(wire, bit);
        output = graph.and(output, differ);
    }
    let inputs = vec![(0, bits)];
    let bit_circuit = BitCircuit {
        words: HashMap::new(),
        graph,
        output,
        inputs,
    };
    let order: Vec<InputBit> = (0..inputs_of(&bit_circuit))
        .rev()
        .map(|bit| InputBit { input: 0, bit })
        .collect();
    let circuit = Circuit::new(&bit_circuit, &order).expect("few inputs");
    (bit_circuit, circuit)
}

fn inputs_of(circuit: &BitCircuit) -> u32 {
    circuit.inputs[0].1.len() as u32
}

/// The outputs of a net by direct evaluation, gate by gate; the first input is the most significant
/// bit.
fn plainly(net: &Net, inputs: usize, assignment: u64) -> Vec<bool> {
    let mut values = vec![false];
    values.extend((0..inputs).map(|k| assignment >> (inputs - 1 - k) & 1 == 1));
    let of = |values: &[bool], wire: Wire| values[wire.gate()] ^ wire.is_inverted();
    for [a, b] in &net.gates {
        values.push(of(&values, *a) && of(&values, *b));
    }
    net.outputs.iter().map(|wire| of(&values, *wire)).collect()
}

/// The least assignment at which the output of a net is 1.
fn least(net: &Net, inputs: usize) -> Option<u64> {
    (0..1 << inputs).find(|assignment| plainly(net, inputs, *assignment)[0])
}

fn long() -> Budget {
    Budget::of(Duration::from_secs(600))
}

/// True if a net is a cofactor of another, by direct evaluation at every assignment.
fn is_cofactor(net: &Net, inputs: usize, (input, value): (usize, bool), subject: &Net) -> bool {
    let weight = 1 << (inputs - input);
    let fixed = |position: u64| {
        if value {
            position | weight
        } else {
            position & !weight
        }
    };
    subject.support >> (input - 1) & 1 == 0
        && (0..1 << inputs).all(|position| {
            plainly(subject, inputs, position) == plainly(net, inputs, fixed(position))
        })
}

/// Oracle: direct evaluation of every assignment, which also detects cofactors with the wrong constant,
/// the wrong input, or an additional inverter.
#[test]
fn cofactors_agree_with_direct_evaluation() {
    const INPUTS: usize = 8;
    let mut words = Words(7);
    let mut cofactors = Cofactors::new(INPUTS);
    let (mut to, mut noticed) = (Net::default(), [0; 3]);
    for _ in 0..20 {
        let (bit_circuit, all) = circuit(&mut words, INPUTS, 60, 2);
        if all.bits.len() < INPUTS {
            continue;
        }
        let outputs = [bit_circuit.output, !bit_circuit.output];
        let net = Circuit::from_outputs(&bit_circuit, &outputs, &all.bits)
            .expect("few")
            .net;
        for input in 1..=INPUTS {
            for value in [false, true] {
                cofactors.make(&net, input, value, &mut to);
                assert!(is_cofactor(&net, INPUTS, (input, value), &to));
                noticed[0] += u32::from(!is_cofactor(&net, INPUTS, (input, !value), &to));
                noticed[1] +=
                    u32::from(!is_cofactor(&net, INPUTS, (input % INPUTS + 1, value), &to));
                let mut wrong = to.clone();
                if let Some(gate) = wrong.gates.last_mut() {
                    gate[0] = !gate[0];
                    noticed[2] += u32::from(!is_cofactor(&net, INPUTS, (input, value), &wrong));
                }
            }
        }
    }
    assert!(noticed.iter().all(|n| *n > 50), "{noticed:?}");
}

/// Oracle: direct evaluation in the order of assignments, for nets of one block, less, and more.
#[test]
fn simulation_finds_the_first_assignment() {
    let mut words = Words(11);
    let mut input = 0;
    for round in 0..60 {
        let inputs = 3 + round % 10;
        let (_, all) = circuit(&mut words, inputs, 8 * inputs, 2 + round % 5);
        let inputs = all.bits.len();
        let mut simulator = Simulator::new(inputs);
        let expected = least(&all.net, inputs);
        assert_eq!(simulator.first(&all.net), expected, "{inputs} inputs");
        input += u32::from(expected.is_some_and(|position| position > 0));
        let mut assignments = vec![];
        simulator.blocks(&all.net, |base, outputs| {
            for lane in 0..BLOCK as u64 {
                if outputs[0][lane as usize / 64] >> (lane % 64) & 1 == 1 {
                    assignments.push(base + lane);
                }
            }
            None::<()>
        });
        let count = (0..1u64 << inputs).filter(|position| plainly(&all.net, inputs, *position)[0]);
        let repeated = BLOCK.max(1 << inputs) >> inputs;
        assert_eq!(assignments.len(), count.count() * repeated);
    }
    assert!(input > 10, "{input}");
}

/// Oracle: direct evaluation of every assignment. The number of threads does not change the result.
#[test]
fn a_search_finds_the_least_assignment() {
    let mut words = Words(5);
    let (mut never, mut input) = (0, 0);
    for round in 0..24 {
        let (_, all) = circuit(&mut words, 15, 150, 4 + round % 12);
        let inputs = all.bits.len();
        let expected = match least(&all.net, inputs) {
            Some(position) => SearchOutcome::At(position),
            None => SearchOutcome::Never,
        };
        for threads in [1, 2, 5] {
            assert_eq!(exhaust_by(threads, &all, long()), expected, "{round}");
        }
        match expected {
            SearchOutcome::At(position) => input += u32::from(position > 4096),
            _ => never += 1,
        }
    }
    assert!(input > 2 && never > 2, "{input} {never}");
}

/// Oracle: the budget: without time nothing is done, and the outcome states the number of cofactors.
#[test]
fn a_search_ends_with_its_time() {
    let (_, all) = circuit(&mut Words(3), 18, 300, 4);
    assert!(all.width() > 14, "{}", all.width());
    let input = exhaust_by(2, &all, Budget::of(Duration::ZERO));
    let SearchOutcome::Time { done, of } = input else {
        panic!("{input:?}")
    };
    assert!(done == 0 && of > 0, "{done} {of}");
}

/// Oracle: the ways of building cofactors: one of them is right, and the check rejects the others.
#[test]
fn the_guard_sees_wrong_cofactors() {
    let mut words = Words(9);
    let (bit_circuit, all) = circuit(&mut words, 16, 200, 3);
    let inputs = all.bits.len();
    let cases: Vec<Vec<u128>> = (0..40)
        .map(|_| vec![u128::from(words.next() & 0xffff)])
        .collect();
    assert!(agrees(&bit_circuit, &all, &cases));
    let mut cofactors = Cofactors::new(inputs);
    let mut wrong = |fault: &dyn Fn(usize, bool, &mut Net) -> (usize, bool)| {
        agrees_by(&bit_circuit, &all, &cases, |net, input, value, to| {
            let (input, value) = fault(input, value, to);
            cofactors.make(net, input, value, to);
        })
    };
    assert!(wrong(&|input, value, _| (input, value)), "it is right");
    assert!(!wrong(&|input, value, _| (input, value ^ (input == 3))));
    assert!(!wrong(&|input, _, _| (input, false)));
    let mut after = Cofactors::new(inputs);
    assert!(!agrees_by(
        &bit_circuit,
        &all,
        &cases,
        |net, input, value, to| {
            after.make(net, input, value, to);
            if let (4, Some(gate)) = (input, to.gates.first_mut()) {
                gate[1] = !gate[1];
            }
        }
    ));
    let other = circuit(&mut words, 16, 200, 3).0;
    let both = BitCircuit {
        graph: other.graph,
        ..bit_circuit.clone()
    };
    assert!(
        !agrees_by(&both, &all, &cases, |_, _, _, _| {}),
        "nothing is fixed"
    );
}

/// Oracle: the requested order: an assignment is converted back to its inputs.
#[test]
fn assignments_are_inputs_in_their_order() {
    let mut graph = Graph::default();
    let words: Vec<Vec<Wire>> = (0..2)
        .map(|_| (0..3).map(|_| graph.input()).collect())
        .collect();
    let mut output = Wire::TRUE;
    // The first is 5, the second 6 except for its lowest bit, which is unspecified.
    for (word, bits) in words.iter().zip([5u32, 6]) {
        for (k, wire) in word.iter().enumerate().skip(usize::from(bits == 6)) {
            let wire = if bits >> k & 1 == 1 { *wire } else { !*wire };
            output = graph.and(output, wire);
        }
    }
    let inputs = (0..).zip(words).collect();
    let bit_circuit = BitCircuit {
        words: HashMap::new(),
        graph,
        output,
        inputs,
    };
    let at = |input, bit| InputBit { input, bit };
    let circuit = Circuit::new(&bit_circuit, &[at(1, 2), at(0, 0), at(1, 1)]).expect("few");
    assert_eq!(circuit.width(), 5);
    assert_eq!(circuit.bits[..3], [at(1, 2), at(0, 0), at(1, 1)]);
    let SearchOutcome::At(position) = exhaust(&circuit, long()) else {
        panic!("it is found")
    };
    assert_eq!(circuit.inputs(position, 2), [5, 6]);
    let none = BitCircuit {
        output: Wire::FALSE,
        ..bit_circuit
    };
    let circuit = Circuit::new(&none, &[]).expect("few");
    assert_eq!(exhaust(&circuit, long()), SearchOutcome::Never);
}
