use super::*;
use crate::ieee::table::Specification;

const F32: ValueType = ValueType::F32;

/// One bit of what a specification gives, as a goal, and its milestones.
fn of(specification: Specification, operands: usize, bit: u32) -> (Terms, TermId, OnTheWay) {
    let mut terms = Terms::default();
    let types = vec![F32; operands];
    let words: Vec<TermId> = types.iter().map(|_| terms.input(32)).collect();
    let due = specification.term(&mut terms, &types, &words, F32);
    let due = due.expect("it fits");
    let goal = terms.slice(due, bit, 1);
    let format = F32.float().expect("a format");
    let numbers: Vec<Number> = words
        .iter()
        .map(|word| Number::of(&mut terms, format, *word))
        .collect();
    let found = OnTheWay::new(&mut terms, goal, &types, numbers);
    (terms, goal, found)
}

const ALL: [(Specification, usize); 3] = [
    (Specification::Product, 2),
    (Specification::Quotient, 2),
    (Specification::FusedSum, 3),
];

/// Oracle: the evaluator of terms: with the words that operands have, the goal over free words is the goal.
#[test]
fn free_words_say_what_they_stand_for() {
    for (specification, operands) in ALL {
        for bit in [0, 1, 22, 23, 30] {
            let (mut terms, goal, found) = of(specification, operands, bit);
            let freed = found.freed(&mut terms, goal);
            let cone = Cone::of(&terms, &[goal, freed]);
            assert!(found.samples.len() > 100, "{specification:?}");
            for sample in &found.samples {
                let values = cone.values(&terms, sample, &mut vec![]);
                assert_eq!(values[0], values[1], "{specification:?} {bit} {sample:x?}");
            }
        }
    }
}

/// Oracle: the same, with another product, or other digits of the quotient: they are what the goal depends on, and not the operands.
#[test]
fn another_word_is_another_result() {
    for (specification, operands) in ALL {
        let (mut terms, goal, found) = of(specification, operands, 0);
        let freed = found.freed(&mut terms, goal);
        let word = match specification {
            Specification::Quotient => 3 * operands + 1,
            _ => 3 * operands,
        };
        let cone = Cone::of(&terms, &[goal, freed]);
        let mut differ = 0;
        for sample in &found.samples {
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

/// Oracle: the evaluator, of operands and of terms that are made to be alike and not: a shift, a unit counted from elsewhere, and a
/// term that is a significand of normal numbers alone.
#[test]
fn what_is_alike_is_found_and_what_is_not_is_left() {
    let mut terms = Terms::default();
    let words = [terms.input(32), terms.input(32)];
    let format = F32.float().expect("a format");
    let numbers = words.map(|word| Number::of(&mut terms, format, word));
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
    let found = OnTheWay::new(&mut terms, goal, &[F32, F32], numbers.to_vec());
    assert!(
        found.milestones[3]
            .alike
            .contains(&(unit, Alike::Offset(77)))
    );
    let every = found.milestones.iter().flat_map(|m| &m.alike);
    assert!(every.clone().all(|(term, _)| *term != raw), "{every:?}");
    let differ = found.differ(&mut terms);
    let cone = Cone::of(&terms, &[differ]);
    for sample in &found.samples {
        assert_eq!(cone.value(&terms, sample, &mut vec![]), 0, "{sample:x?}");
    }
    // What is taken to be alike, and is not, is seen there.
    let mut wrong = found;
    wrong.milestones[0].alike.push((raw, Alike::Shifted(0)));
    let differ = wrong.differ(&mut terms);
    let cone = Cone::of(&terms, &[differ]);
    let broken = |sample: &Vec<u128>| cone.value(&terms, sample, &mut vec![]) == 1;
    assert!(wrong.samples.iter().any(broken), "subnormal numbers");
}
