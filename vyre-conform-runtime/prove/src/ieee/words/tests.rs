use super::*;
use crate::ieee::table::Specification;

const F32: ValueType = ValueType::F32;

/// One bit of a specification's result as a goal, with its milestones.
fn of(specification: Specification, operands: usize, bit: u32) -> (Terms, TermId, Milestones) {
    let mut terms = Terms::default();
    let types = vec![F32; operands];
    let words: Vec<TermId> = types.iter().map(|_| terms.input(32)).collect();
    let expected = specification.term(&mut terms, &types, &words, F32);
    let expected = expected.expect("it fits");
    let goal = terms.slice(expected, bit, 1);
    let format = F32.float().expect("a format");
    let numbers: Vec<Number> = words
        .iter()
        .map(|word| Number::from_bits(&mut terms, format, *word))
        .collect();
    let alike = Milestones::new(&mut terms, goal, &types, numbers);
    (terms, goal, alike)
}

const ALL: [(Specification, usize); 3] = [
    (Specification::Product, 2),
    (Specification::Quotient, 2),
    (Specification::FusedSum, 3),
];

/// Oracle: the evaluator of terms: with the words of actual operands, the goal over free words equals
/// the goal.
#[test]
fn free_words_are_defined_by_their_goals() {
    for (specification, operands) in ALL {
        for bit in [0, 1, 22, 23, 30] {
            let (mut terms, goal, alike) = of(specification, operands, bit);
            let freed = alike.freed(&mut terms, goal);
            let cone = Cone::of(&terms, &[goal, freed]);
            assert!(alike.samples.len() > 100, "{specification:?}");
            for sample in &alike.samples {
                let values = cone.values(&terms, sample, &mut vec![]);
                assert_eq!(values[0], values[1], "{specification:?} {bit} {sample:x?}");
            }
        }
    }
}

/// Oracle: the same, with another product, or other digits of the quotient: the goal depends on these,
/// not on the operands.
#[test]
fn changed_word_changes_the_result() {
    for (specification, operands) in ALL {
        let (mut terms, goal, alike) = of(specification, operands, 0);
        let freed = alike.freed(&mut terms, goal);
        let word = match specification {
            Specification::Quotient => 3 * operands + 1,
            _ => 3 * operands,
        };
        let cone = Cone::of(&terms, &[goal, freed]);
        let mut differ = 0;
        for sample in &alike.samples {
            for bit in 8..24 {
                let mut other = sample.clone();
                other[word] ^= 1 << bit;
                let values = cone.values(&terms, &other, &mut vec![]);
                differ += u32::from(values[0] != values[1]);
            }
        }
        assert!(differ > 100, "{specification:?}: {differ}");
    }
}

/// Oracle: the evaluator, for terms constructed to be related or not: a shift, a unit with an offset,
/// and a term that is a significand of normal numbers only.
#[test]
fn only_related_terms_are_found() {
    let mut terms = Terms::default();
    let words = [terms.input(32), terms.input(32)];
    let format = F32.float().expect("a format");
    let numbers = words.map(|word| Number::from_bits(&mut terms, format, word));
    let (x, y) = (
        numbers[0].normalised(&mut terms),
        numbers[1].normalised(&mut terms),
    );
    let by = terms.constant(5, 5);
    let wide = terms.zero_extend(x.significand, 32);
    let alike = terms.shift_left(wide, by);
    let unit = terms.sign_extend(y.unit, 32);
    let offset = terms.constant(32, 77);
    let unit = terms.add(unit, offset);
    let raw = numbers[0].significand(&mut terms, 32);
    let sum = terms.add(alike, raw);
    let goal = terms.less(unit, sum);
    let matches = Milestones::new(&mut terms, goal, &[F32, F32], numbers.to_vec());
    assert!(
        matches.milestones[3]
            .alike
            .contains(&(unit, WordRelation::Offset(77)))
    );
    let every = matches.milestones.iter().flat_map(|m| &m.alike);
    assert!(every.clone().all(|(term, _)| *term != raw), "{every:?}");
    let differ = matches.differ(&mut terms);
    let cone = Cone::of(&terms, &[differ]);
    for sample in &matches.samples {
        assert_eq!(cone.value(&terms, sample, &mut vec![]), 0, "{sample:x?}");
    }
    // A wrong relation is detected.
    let mut wrong = matches;
    wrong.milestones[0]
        .alike
        .push((raw, WordRelation::Shifted(0)));
    let differ = wrong.differ(&mut terms);
    let cone = Cone::of(&terms, &[differ]);
    let broken = |sample: &Vec<u128>| cone.value(&terms, sample, &mut vec![]) == 1;
    assert!(wrong.samples.iter().any(broken), "subnormal numbers");
    // So is a word that lacks the required highest bit.
    wrong.milestones[0].alike.clear();
    wrong.milestones[0].word = terms.slice(raw, 0, 24);
    let differ = wrong.differ(&mut terms);
    let cone = Cone::of(&terms, &[differ]);
    let broken = |sample: &Vec<u128>| cone.value(&terms, sample, &mut vec![]) == 1;
    assert!(wrong.samples.iter().any(broken), "subnormal numbers");
}

/// Significands and units of two operands, as 32 bits.
fn unpacked(terms: &mut Terms) -> (Vec<Number>, [TermId; 2]) {
    let words = [terms.input(32), terms.input(32)];
    let format = F32.float().expect("a format");
    let numbers = words.map(|word| Number::from_bits(terms, format, word));
    let wide = numbers.map(|number| {
        let significand = number.normalised(terms).significand;
        terms.zero_extend(significand, 32)
    });
    (numbers.to_vec(), wide)
}

/// Samples of a goal, and some with divisors that are powers of two, whose remainders become 0 after
/// various numbers of digits.
fn samples(alike: &Milestones) -> Vec<Vec<u128>> {
    let mut samples = alike.samples.clone();
    for k in 0..23 {
        for (significand, other) in [
            (1u128 << 23 | 1 << k, 1u128 << 23),
            (1 << 23, 1 << 23 | 1 << k),
        ] {
            let bits = |significand: u128| 0x3f80_0000 | significand & 0x7f_ffff;
            let mut sample = vec![bits(significand), bits(other)];
            sample.extend(free_values(&[significand, 126, other, 126]));
            samples.push(sample);
        }
    }
    samples
}

/// Oracle: the evaluator: digits and remainders of a step-by-step division equal the free words, and no
/// division or multiplication remains.
#[test]
fn digits_and_rests_of_a_long_division_are_free_words() {
    for steps in [&[8u32, 8, 8, 6][..], &[1, 2, 3], &[7, 8]] {
        let mut terms = Terms::default();
        let (numbers, [x, y]) = unpacked(&mut terms);
        let less = terms.less(x, y);
        let one = terms.constant(5, 1);
        let twice = terms.shift_left(x, one);
        let doubled = terms.select(less, twice, x);
        let mut rest = terms.subtract(doubled, y);
        let mut goals = vec![];
        for k in steps {
            let by = terms.constant(5, (*k).into());
            let dividend = terms.shift_left(rest, by);
            let digit = terms.divide(dividend, y);
            let product = terms.multiply(y, digit);
            rest = terms.subtract(dividend, product);
            goals.extend((0..*k).map(|bit| (digit, bit)));
            goals.push((rest, 32));
        }
        for (word, bit) in goals {
            let goal = match bit {
                32 => is_zero(&mut terms, word),
                bit => terms.slice(word, bit, 1),
            };
            hold(&terms, goal, &numbers);
        }
    }
}

/// Oracle: the same for a division in one step.
#[test]
fn quotient_and_remainder_are_free_words() {
    for m in [2, 7, 13, 27, 40] {
        let mut terms = Terms::default();
        let (numbers, [x, y]) = unpacked(&mut terms);
        let dividend = terms.zero_extend(x, 72);
        let dividend = shifted(&mut terms, dividend, m);
        let divisor = terms.zero_extend(y, 72 + m);
        let whole = terms.divide(dividend, divisor);
        let rest = terms.remainder(dividend, divisor);
        for bit in 0..=m {
            let goal = terms.slice(whole, bit, 1);
            hold(&terms, goal, &numbers);
        }
        let goal = is_zero(&mut terms, rest);
        hold(&terms, goal, &numbers);
    }
}

/// Asserts that a goal over free words equals the goal, and has no quotient, remainder or product.
fn hold(terms: &Terms, goal: TermId, numbers: &[Number]) {
    let mut terms = terms.clone();
    let alike = Milestones::new(&mut terms, goal, &[F32, F32], numbers.to_vec());
    let freed = alike.freed(&mut terms, goal);
    let cone = Cone::of(&terms, &[freed]);
    let divides = |term: &TermId| {
        let node = terms.node(*term);
        matches!(
            node,
            TermNode::Divide(..) | TermNode::Remainder(..) | TermNode::Multiply(..)
        )
    };
    assert!(!cone.order().iter().any(divides));
    let both = Cone::of(&terms, &[goal, freed]);
    for sample in samples(&alike) {
        let values = both.values(&terms, &sample, &mut vec![]);
        assert_eq!(values[0], values[1], "{sample:x?}");
    }
}
