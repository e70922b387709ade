use super::*;
use crate::term::Cone;

/// A polynomial of words, and the word whose normal form it is.
fn example(terms: &mut Terms) -> (TermId, Polynomial) {
    let (a, b) = (terms.input(32), terms.input(32));
    let three = terms.constant(5, 3);
    let shifted = terms.shift_left(b, three);
    let (sum, inverted) = (terms.add(a, shifted), terms.not(b));
    let product = terms.multiply(sum, inverted);
    let counted = terms.not(a);
    let counted = terms.ones(counted, 32);
    let word = terms.subtract(product, counted);
    let mut ring = Ring::default();
    let normal = ring.normal(terms, word);
    (word, normal)
}

/// True if a polynomial has the value of the word for sample inputs.
fn agrees(terms: &Terms, word: TermId, normal: &Polynomial) -> bool {
    let all: Vec<TermId> = normal.0.keys().flatten().copied().collect();
    let leaves = Cone::of(terms, &all);
    let whole = Cone::of(terms, &[word]);
    let cases = [[0, 0], [1, 2], [0xffff_ffff, 3], [0x1234_5678, 0x9abc_def0]];
    cases.iter().all(|case| {
        let mut space = vec![];
        let expected = whole.value(terms, case, &mut space);
        let values = leaves.values(terms, case, &mut space);
        let lookup = |term| all.iter().position(|t| *t == term).map_or(0, |k| values[k]);
        normal.value(&lookup, crate::term::ones(32)) == expected
    })
}

/// Oracle: the evaluator of terms. A wrong coefficient is detected anywhere.
#[test]
fn a_normal_form_has_the_value_of_its_word() {
    let mut terms = Terms::default();
    let (word, normal) = example(&mut terms);
    assert!(normal.0.len() > 30);
    assert!(agrees(&terms, word, &normal));
    for factors in normal.0.keys() {
        let mut wrong = normal.clone();
        wrong.plus(factors.clone(), 1, crate::term::ones(32));
        // A factor may be 0 in all of these cases; the square of a word is not, nor is a constant.
        if factors.iter().all(|t| terms.width(*t) == 32) {
            assert!(!agrees(&terms, word, &wrong), "{factors:?}");
        }
    }
}

/// Oracle: the axioms of a commutative ring, and equations that do not hold.
#[test]
fn laws_of_rings_are_decided_and_false_ones_are_not() {
    let mut terms = Terms::default();
    let [a, b, c] = [0; 3].map(|_| terms.input(64));
    let sum = terms.add(b, c);
    let left = terms.multiply(a, sum);
    let (ab, ac) = (terms.multiply(a, b), terms.multiply(a, c));
    let right = terms.add(ab, ac);
    let distributes = terms.equal(left, right);
    let matches = |terms: &mut Terms, claim| {
        let simple = simplified(terms, claim);
        terms.constant_value(simple)
    };
    assert_eq!(matches(&mut terms, distributes), Some(1));
    let (not_a, one) = (terms.not(a), terms.constant(64, 1));
    let sum = terms.add(a, not_a);
    let sum = terms.add(sum, one);
    let zero = terms.constant(64, 0);
    let complement = terms.equal(sum, zero);
    assert_eq!(matches(&mut terms, complement), Some(1));
    let off = terms.equal(sum, one);
    assert_eq!(matches(&mut terms, off), Some(0));
    let wrong = terms.subtract(ab, ac);
    let wrong = terms.equal(left, wrong);
    assert_eq!(matches(&mut terms, wrong), None);
}

/// Oracle: an inverse modulo 2^32, and rotations that add up to 32. A rotation by one bit less, or
/// another factor, undoes nothing.
#[test]
fn a_rotation_undoes_another_one_behind_a_product_and_its_inverse() {
    let mut terms = Terms::default();
    let (a, b) = (terms.input(32), terms.input(32));
    let sum = terms.add(a, b);
    for (inverse, back, expected) in [
        (0x0E8B_2F51, 19, Some(1)),
        (0x0E8B_2F51, 18, None),
        (0x0E8B_2F53, 19, None),
    ] {
        let by = terms.constant(5, 13);
        let there = terms.rotate_left(sum, by);
        let factor = terms.constant(32, 0x9E37_79B1);
        let product = terms.multiply(there, factor);
        let factor = terms.constant(32, inverse);
        let product = terms.multiply(product, factor);
        let by = terms.constant(5, back);
        let word = terms.rotate_left(product, by);
        let word = terms.subtract(word, b);
        let claim = terms.equal(word, a);
        let simple = simplified(&mut terms, claim);
        assert_eq!(
            terms.constant_value(simple),
            expected,
            "{inverse:x}, {back}"
        );
    }
}

/// Oracle: the evaluator of terms on the original equation, and the remaining words.
#[test]
fn invertible_operations_are_removed_from_equations() {
    let mut terms = Terms::default();
    let [a, b, c] = [0; 3].map(|_| terms.input(32));
    let [odd, other, even] = [0x85EB_CA77, 0x9E37_79B1, 6].map(|bits| terms.constant(32, bits));
    let thirteen = terms.constant(5, 13);
    let round = |terms: &mut Terms, lane, factor| {
        let product = terms.multiply(lane, factor);
        let sum = terms.add(a, product);
        let rotated = terms.rotate_left(sum, thirteen);
        let mixed = terms.xor(rotated, a);
        terms.multiply(mixed, other)
    };
    let equation = |terms: &mut Terms, factor| {
        let both = [b, c].map(|lane| round(terms, lane, factor));
        terms.equal(both[0], both[1])
    };
    let same = terms.equal(b, c);
    let expected = equation(&mut terms, odd);
    assert_ne!(expected, same);
    assert_eq!(simplified(&mut terms, expected), same);
    let partly = equation(&mut terms, even);
    let min = simplified(&mut terms, partly);
    assert!(min != same && terms.constant_value(min).is_none());
    let half = 1 << 31;
    let cases = [
        [1, 5, 5],
        [1, 5, 6],
        [7, 0, half],
        [7, 3, 3 ^ half],
        [9, half, half],
    ];
    for case in cases {
        let value = |term| Cone::of(&terms, &[term]).value(&terms, &case, &mut vec![]);
        assert_eq!(value(expected), value(same), "{case:?}");
        assert_eq!(value(partly), value(min), "{case:?}");
    }
}

type Make = fn(&mut Terms, [TermId; 2]) -> TermId;

/// Claims about two 32-bit words, on which a normal form with the fault is wrong.
const CLAIMS: [(Fault, Make); 9] = [
    (Fault::Sum, |t, [a, b]| {
        let four = t.constant(32, 4);
        let (twice, more) = (t.add(a, a), t.multiply(a, four));
        let (twice, more) = (t.multiply(twice, b), t.multiply(more, b));
        t.equal(twice, more)
    }),
    (Fault::Negation, |t, [a, b]| {
        let (sum, difference) = (t.add(a, b), t.subtract(a, b));
        t.equal(sum, difference)
    }),
    (Fault::Inversion, |t, [a, b]| {
        let inverted = t.not(a);
        let (first, second) = (t.add(inverted, b), t.subtract(b, a));
        t.equal(first, second)
    }),
    (Fault::Product, |t, [a, b]| {
        let product = t.multiply(a, b);
        let sum = t.add(product, b);
        t.equal(sum, b)
    }),
    (Fault::Shift, |t, [a, b]| {
        let (by, times) = (t.constant(5, 3), t.constant(32, 16));
        let (shifted, product) = (t.shift_left(a, by), t.multiply(a, times));
        let (first, second) = (t.add(shifted, b), t.add(product, b));
        t.equal(first, second)
    }),
    (Fault::Count, |t, [a, b]| {
        let rest = t.slice(a, 1, 31);
        let (all, fewer) = (t.ones(a, 32), t.ones(rest, 32));
        let low = t.slice(a, 1, 1);
        let low = t.zero_extend(low, 32);
        let fewer = t.add(fewer, low);
        let (all, fewer) = (t.add(all, b), t.add(fewer, b));
        t.equal(all, fewer)
    }),
    (Fault::Bit, |t, [a, b]| {
        let bit = t.slice(a, 5, 1);
        let inverted = t.not(bit);
        let both = [bit, inverted].map(|bit| t.zero_extend(bit, 32));
        let both = both.map(|word| t.add(word, b));
        t.equal(both[0], both[1])
    }),
    (Fault::Rotation, |t, [a, b]| {
        let sum = t.add(a, b);
        let (by, back) = (t.constant(5, 13), t.constant(5, 18));
        let there = t.rotate_left(sum, by);
        let three = t.constant(32, 3);
        let (thrice, twice) = (t.multiply(there, three), t.add(there, there));
        let once = t.subtract(thrice, twice);
        let word = t.rotate_left(once, back);
        let word = t.subtract(word, b);
        t.equal(word, a)
    }),
    (Fault::Factor, |t, [a, b]| {
        let six = t.constant(32, 6);
        let (first, second) = (t.multiply(a, six), t.multiply(b, six));
        t.equal(first, second)
    }),
];

/// Oracle: the evaluator of terms. Each fault changes the value of a claim, and is detected; without a
/// fault nothing is reported.
#[test]
fn wrong_normal_form_is_detected() {
    let half = 1 << 31;
    let cases: Vec<Vec<u128>> = [[0, 0], [5, 5 ^ half], [0x1234_5678, 0x9abc_def1]]
        .iter()
        .map(|case| case.to_vec())
        .collect();
    for (fault, make) in CLAIMS {
        let noticed = |planted| {
            let mut terms = Terms::default();
            let operands = [0; 2].map(|_| terms.input(32));
            let claim = make(&mut terms, operands);
            let ring = Ring {
                planted,
                ..Ring::default()
            };
            !simplify_by(&mut terms, claim, ring).agrees(&terms, &cases)
        };
        assert!(!noticed(None), "{fault:?}");
        assert!(noticed(Some(fault)), "{fault:?}");
    }
}
