//! Random terms built by the constructors, compared with Rust's operators on the same operands.

use super::{Cone, TermId, Terms, ones};

/// A stream of random numbers.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.next() as usize % n
    }
}

/// A byte word or a bit, with its values in some cases.
pub(crate) type KnownTerm = (TermId, Vec<u128>);

fn edge(numbers: &mut Numbers) -> u128 {
    let special = [0, 1, 2, 127, 128, 254, 255, 15, 16];
    match numbers.below(2) {
        0 => special[numbers.below(special.len())],
        _ => u128::from(numbers.next() as u8),
    }
}

/// A new term over random operands, with its expected values.
fn grown(
    terms: &mut Terms,
    words: &[KnownTerm],
    bits: &[KnownTerm],
    numbers: &mut Numbers,
) -> KnownTerm {
    let [x, y] = [0, 1].map(|_| &words[numbers.below(words.len())]);
    let c = &bits[numbers.below(bits.len())];
    let (a, b) = (x.0, y.0);
    let low = terms.slice(b, 0, 3);
    let k = numbers.below(8) as u32;
    let pairs = |f: &dyn Fn(u128, u128) -> u128| -> Vec<u128> {
        x.1.iter().zip(&y.1).map(|(a, b)| f(*a, *b) & 255).collect()
    };
    let i8 = |n: u128| n as u8 as i8;
    match numbers.below(22) {
        0 => (terms.not(a), pairs(&|a, _| !a)),
        1 => (terms.and(a, b), pairs(&|a, b| a & b)),
        2 => (terms.or(a, b), pairs(&|a, b| a | b)),
        3 => (terms.xor(a, b), pairs(&|a, b| a ^ b)),
        4 => (terms.negate(a), pairs(&|a, _| a.wrapping_neg())),
        5 => (terms.add(a, b), pairs(&|a, b| a + b)),
        6 => (terms.subtract(a, b), pairs(&|a, b| a.wrapping_sub(b))),
        7 => (terms.multiply(a, b), pairs(&|a, b| a * b)),
        8 => (
            terms.divide(a, b),
            pairs(&|a, b| a.checked_div(b).unwrap_or(0)),
        ),
        9 => (
            terms.remainder(a, b),
            pairs(&|a, b| a.checked_rem(b).unwrap_or(0)),
        ),
        10 => (terms.shift_left(a, low), pairs(&|a, b| a << (b % 8))),
        11 => (terms.shift_right(a, low), pairs(&|a, b| a >> (b % 8))),
        12 => (
            terms.shift_right_signed(a, low),
            pairs(&|a, b| (i8(a) >> (b % 8)) as u8 as u128),
        ),
        13 => (
            terms.rotate_left(a, low),
            pairs(&|a, b| (a as u8).rotate_left((b % 8) as u32).into()),
        ),
        14 => {
            let values = pairs(&|a, b| (a == b).into());
            (terms.equal(a, b), values)
        }
        15 => (terms.less(a, b), pairs(&|a, b| (a < b).into())),
        16 => {
            let cases = c.1.iter().zip(x.1.iter().zip(&y.1));
            let values = cases
                .map(|(c, (a, b))| if *c == 1 { *a } else { *b })
                .collect();
            (terms.select(c.0, a, b), values)
        }
        17 => (terms.slice(a, k, 1), pairs(&|a, _| a >> k & 1)),
        18 => {
            let (high, rest) = (terms.slice(a, 5, 3), terms.slice(b, 1, 5));
            let value = terms.concat(high, rest);
            (value, pairs(&|a, b| (a >> 5) << 5 | b >> 1 & 31))
        }
        19 => {
            let part = terms.slice(a, 2, 4);
            (
                terms.sign_extend(part, 8),
                pairs(&|a, _| ((i8(a << 2)) >> 4) as u8 as u128),
            )
        }
        20 => (terms.ones(a, 8), pairs(&|a, _| a.count_ones().into())),
        _ => {
            let part = terms.slice(a, 3, 4);
            (terms.zero_extend(part, 8), pairs(&|a, _| a >> 3 & 15))
        }
    }
}

/// Random graphs: the terms with their values in some cases, and the cases of the three inputs.
pub(crate) fn each_graph(mut is: impl FnMut(&mut Terms, &[KnownTerm], &[Vec<u128>])) {
    let mut numbers = Numbers(7);
    for _ in 0..60 {
        let mut terms = Terms::default();
        let mut cases: Vec<Vec<u128>> = vec![];
        for _ in 0..24 {
            cases.push((0..3).map(|_| edge(&mut numbers)).collect());
        }
        let column = |k: usize| -> Vec<u128> { cases.iter().map(|case| case[k]).collect() };
        let mut words: Vec<KnownTerm> = (0..3).map(|k| (terms.input(8), column(k))).collect();
        for bits in [0, 1, 4, 128, 255] {
            words.push((terms.constant(8, bits), vec![bits; cases.len()]));
        }
        let mut bits: Vec<KnownTerm> = vec![(terms.bool(true), vec![1; cases.len()])];
        for _ in 0..400 {
            let term = grown(&mut terms, &words, &bits, &mut numbers);
            match terms.width(term.0) {
                1 => bits.push(term),
                _ => words.push(term),
            }
        }
        let all: Vec<KnownTerm> = words.into_iter().chain(bits).collect();
        is(&mut terms, &all, &cases);
    }
}

/// Oracle: Rust's operators on numbers, independent of terms.
#[test]
fn every_simplification_is_an_equation() {
    each_graph(|terms, all, cases| {
        let roots: Vec<TermId> = all.iter().map(|entry| entry.0).collect();
        let cone = Cone::of(terms, &roots);
        let mut space = vec![];
        for (k, case) in cases.iter().enumerate() {
            let actual = cone.values(terms, case, &mut space);
            for ((term, expected), actual) in all.iter().zip(actual) {
                assert_eq!(actual, expected[k], "{:?} of {case:?}", terms.node(*term));
            }
        }
    });
}

/// Oracle: equations of Boolean algebra and of concatenations.
#[test]
fn equal_terms_are_one_node() {
    let mut terms = Terms::default();
    let (a, b) = (terms.input(32), terms.input(32));
    let (x, y) = (terms.and(a, b), terms.and(b, a));
    assert_eq!(x, y);
    let neither = terms.or(a, b);
    let neither = terms.not(neither);
    let (a_, b_) = (terms.not(a), terms.not(b));
    assert_eq!(neither, terms.and(a_, b_));
    let (low, high) = (terms.slice(a, 0, 7), terms.slice(a, 7, 25));
    assert_eq!(terms.concat(high, low), a);
    assert_eq!(ones(7), 127);
}

/// Oracle: the inverse of a product with an odd constant, of a carry-free shift-and-add, and of a
/// rotation.
#[test]
fn inverses_return_the_operand() {
    let mut terms = Terms::default();
    let (a, b) = (terms.input(32), terms.input(32));
    let [odd, inverse] = [0x85EB_CA6B, 0xA5CB_9243].map(|bits| terms.constant(32, bits));
    let product = terms.multiply(a, odd);
    assert_eq!(terms.multiply(inverse, product), a);
    let [short, long] = [13, 26].map(|by| terms.constant(32, by));
    let shifted = terms.shift_right(product, short);
    let mixed = terms.xor(product, shifted);
    let [once, twice] = [short, long].map(|by| terms.shift_right(mixed, by));
    let back = terms.xor(mixed, once);
    assert_eq!(terms.xor(back, twice), product);
    let back = terms.xor(once, twice);
    assert_eq!(terms.xor(back, mixed), product);
    let sum = terms.add(a, b);
    let rest = terms.constant(32, 19);
    let rotated = terms.rotate_left(sum, short);
    assert_eq!(terms.rotate_left(rotated, rest), sum);
}
