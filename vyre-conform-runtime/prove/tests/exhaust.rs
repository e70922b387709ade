//! Claims of 22 bits, decided by simulation of gates, compared with direct evaluation in Rust. No
//! solver is available.

use std::time::{Duration, Instant};
use vyre_conform_ir::value::Value;
use vyre_conform_prove::claim::{ClaimError, Proposition};
use vyre_conform_prove::exhaust::InputBit;
use vyre_conform_prove::method::{LawOutcome, ProofMethod, ProverSettings, decide_claim};
use vyre_conform_prove::solver::{Budget, Solvers};
use vyre_conform_prove::term::{TermId, Terms};
use vyre_conform_spec::ValueType;

/// The number of bits of each operand that matter.
const BITS: u32 = 11;

/// The claim that the difference of two squares is the product of sum and difference, except at some
/// operands.
struct Squares {
    /// The operands with planted faults.
    faults: Vec<[u32; 2]>,
    order: Option<Vec<InputBit>>,
}

impl Squares {
    /// True if the claim is false, by Rust.
    fn is_broken(&self, a: u32, b: u32) -> bool {
        let [low, high] = [a, b].map(|n| u64::from(n & ((1 << BITS) - 1)));
        let squares = (low * low).wrapping_sub(high * high);
        let product = (low + high).wrapping_mul(low.wrapping_sub(high));
        squares != product
            || self
                .faults
                .contains(&[a & ((1 << BITS) - 1), b & ((1 << BITS) - 1)])
    }
}

impl Proposition for Squares {
    fn name(&self) -> String {
        "squares".into()
    }

    fn variables(&self) -> &[ValueType] {
        &[ValueType::U32, ValueType::U32]
    }

    fn negation(&self, terms: &mut Terms) -> Result<TermId, ClaimError> {
        let inputs = [terms.input(32), terms.input(32)];
        let parts = inputs.map(|input| terms.slice(input, 0, BITS));
        let [a, b] = parts.map(|part| terms.zero_extend(part, 24));
        // Squares by selected partial products, so that no normal form recognises them as equal.
        let square = |terms: &mut Terms, a| {
            let mut sum = terms.constant(24, 0);
            for k in 0..BITS {
                let bit = terms.slice(a, k, 1);
                let power = terms.constant(24, 1 << k);
                let partial = terms.multiply(a, power);
                let zero = terms.constant(24, 0);
                let partial = terms.select(bit, partial, zero);
                sum = terms.add(sum, partial);
            }
            sum
        };
        let (aa, bb) = (square(terms, a), square(terms, b));
        let squares = terms.subtract(aa, bb);
        let (sum, difference) = (terms.add(a, b), terms.subtract(a, b));
        let product = terms.multiply(sum, difference);
        let same = terms.equal(squares, product);
        let mut broken = terms.not(same);
        for fault in &self.faults {
            let mut here = terms.bool(true);
            for (part, bits) in parts.iter().zip(fault) {
                let bits = terms.constant(BITS, (*bits).into());
                let is = terms.equal(*part, bits);
                here = terms.and(here, is);
            }
            broken = terms.or(broken, here);
        }
        Ok(broken)
    }

    fn exhausted_first(&self) -> Option<Vec<InputBit>> {
        self.order.clone()
    }

    fn confirmed(&self, values: &[Value]) -> Option<String> {
        let words: Vec<u32> = values.iter().map(|value| value.words()[0]).collect();
        self.is_broken(words[0], words[1])
            .then(|| "Rust says so as well".into())
    }
}

fn decided(claim: &Squares, time: Duration) -> LawOutcome {
    let solvers = Solvers::default();
    decide_claim(claim, &ProverSettings::with(&solvers, time))
}

/// The first operands, in lexicographic order, at which direct evaluation refutes the claim.
fn least(claim: &Squares, second_first: bool) -> Option<[u32; 2]> {
    let pairs = (0..1u32 << (2 * BITS)).map(|n| [n >> BITS, n & ((1 << BITS) - 1)]);
    let mut pairs = pairs.map(|[x, y]| if second_first { [y, x] } else { [x, y] });
    pairs.find(|[a, b]| claim.is_broken(*a, *b))
}

/// The bits of both operands, those of the second first.
fn second_first() -> Vec<InputBit> {
    let of = |input| (0..BITS).rev().map(move |bit| InputBit { input, bit });
    of(1).chain(of(0)).collect()
}

const LONG: Duration = Duration::from_secs(600);

/// Oracle: direct evaluation of all 2^22 pairs in Rust.
#[test]
fn claims_of_22_bits_agree_with_direct_evaluation() {
    let faults = vec![[1234, 77], [77, 1234], [2000, 3]];
    for order in [None, Some(second_first())] {
        let is_second = order.is_some();
        let right = Squares {
            faults: vec![],
            order: order.clone(),
        };
        assert_eq!(least(&right, is_second), None);
        let LawOutcome::Proved(proof) = decided(&right, LONG) else {
            panic!("it holds")
        };
        assert_eq!(proof.method, ProofMethod::Simulation);
        assert!(proof.cnf.is_none() && proof.lrat.is_none() && proof.solvers.is_empty());
        let wrong = Squares {
            faults: faults.clone(),
            order,
        };
        let expected = least(&wrong, is_second).expect("a fault");
        assert_eq!(expected, if is_second { [2000, 3] } else { [77, 1234] });
        for _ in 0..3 {
            let LawOutcome::Refuted { inputs, .. } = decided(&wrong, LONG) else {
                panic!("it has faults")
            };
            let words: Vec<u32> = inputs.iter().map(|value| value.words()[0]).collect();
            assert_eq!(words, expected, "what is not used is 0");
        }
    }
}

/// Oracle: the documentation of the method: at the time limit it reports its progress and a remedy.
#[test]
fn a_claim_keeps_its_time() {
    let claim = Squares {
        faults: vec![],
        order: Some(second_first()),
    };
    let solvers = Solvers::default();
    let settings = ProverSettings {
        deadline: Some(Budget::of(Duration::ZERO)),
        ..ProverSettings::with(&solvers, LONG)
    };
    let begin = Instant::now();
    let LawOutcome::Undecided(reason) = decide_claim(&claim, &settings) else {
        panic!("there was no time")
    };
    assert!(begin.elapsed() < Duration::from_secs(60));
    let message = reason.to_string();
    assert!(reason.is_timed_out && !reason.failed, "{message}");
    for expected in [
        "0 of 1 outer cofactors of the circuit, which has 22 inputs, were done when the time was over",
        "more time decides it: --time",
    ] {
        assert!(message.contains(expected), "{message}");
    }
}
