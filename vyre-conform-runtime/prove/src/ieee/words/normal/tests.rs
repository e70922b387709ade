use crate::ieee::milestone::WordRelation;
use crate::ieee::number::{Number, power};
use crate::ieee::words::{Milestones, free_values};
use crate::term::{Cone, TermId, Terms};
use vyre_conform_spec::ValueType;

const F32: ValueType = ValueType::F32;

/// Intermediate results of a body for two operands and an addend that are all normal: the exponent
/// field and the significand of each, and the 64-bit product of the first two significands.
struct OfBits {
    terms: Terms,
    numbers: Vec<Number>,
    fields: Vec<TermId>,
    significands: Vec<TermId>,
    product: TermId,
}

impl OfBits {
    fn new() -> Self {
        let mut terms = Terms::default();
        let format = F32.float().expect("a format");
        let words = [32; 3].map(|width| terms.input(width));
        let numbers = words.map(|word| Number::from_bits(&mut terms, format, word));
        let [by, byte, fraction, implied] =
            [23, 0xff, 0x7f_ffff, 0x80_0000].map(|bits| terms.constant(32, bits));
        let fields = words.map(|word| {
            let high = terms.shift_right(word, by);
            terms.and(high, byte)
        });
        let significands = words.map(|word| {
            let low = terms.and(word, fraction);
            terms.or(low, implied)
        });
        let [x, y, _] = significands.map(|word| terms.zero_extend(word, 64));
        Self {
            product: terms.multiply(x, y),
            terms,
            numbers: numbers.to_vec(),
            fields: fields.to_vec(),
            significands: significands.to_vec(),
        }
    }

    /// One bit: all three are normal, in the form that a body tests.
    fn all_normal(&mut self) -> TermId {
        let terms = &mut self.terms;
        let [minus, many] = [u128::MAX, 254].map(|bits| terms.constant(32, bits));
        let mut all = terms.bool(true);
        for field in &self.fields {
            let less = terms.add(*field, minus);
            let normal = terms.less(less, many);
            all = terms.and(all, normal);
        }
        all
    }

    /// Bits of the product, of its narrow remainder, and of the addend and the fields, for normal
    /// operands or all operands.
    fn goals(&mut self) -> Vec<TermId> {
        let normal = self.all_normal();
        let terms = &mut self.terms;
        let narrow = terms.slice(self.product, 0, 32);
        let sum = terms.add(self.fields[0], self.fields[1]);
        let sum = terms.add(sum, self.significands[2]);
        let sum = terms.add(sum, self.fields[2]);
        let mut goals = vec![];
        for (word, bit) in [
            (self.product, 1),
            (self.product, 24),
            (self.product, 47),
            (narrow, 30),
            (sum, 3),
            (sum, 22),
        ] {
            let bit = terms.slice(word, bit, 1);
            let product = terms.slice(self.product, 46, 1);
            let goal = terms.xor(bit, product);
            goals.extend([goal, terms.and(normal, goal)]);
        }
        goals
    }

    fn milestones(&mut self, goal: TermId) -> Milestones {
        Milestones::new(&mut self.terms, goal, &[F32; 3], self.numbers.clone())
    }
}

/// Samples of a goal, and the same with some operands replaced by subnormal numbers.
fn with_subnormals(alike: &Milestones) -> Vec<Vec<u128>> {
    let mut samples = alike.samples.clone();
    for (n, sample) in alike.samples.iter().enumerate() {
        let mut sample = sample[..3].to_vec();
        for (k, bits) in sample.iter_mut().enumerate() {
            if n >> k & 1 == 1 {
                *bits = *bits & 0x807f_ffff | 1;
            }
        }
        let mut words = vec![];
        for bits in &sample {
            let (field, fraction) = (*bits >> 23 & 0xff, *bits & 0x7f_ffff);
            let by = fraction.leading_zeros() - 104;
            words.extend(match field {
                0 => [fraction << by, (-i128::from(by)) as u128],
                field => [fraction | 1 << 23, field - 1],
            });
        }
        sample.extend(free_values(&words));
        samples.push(sample);
    }
    samples
}

/// Oracle: the evaluator: replacements for terms related only for normal numbers, and for their
/// product, have the values of the terms, for subnormal numbers as well.
#[test]
fn words_of_normal_operands_keep_their_values() {
    let mut bits = OfBits::new();
    for goal in bits.goals() {
        let alike = bits.milestones(goal);
        for (k, (field, significand)) in bits.fields.iter().zip(&bits.significands).enumerate() {
            let contains = |milestone: usize, number: (TermId, WordRelation)| {
                let milestone = &alike.milestones[2 * k + milestone];
                let is_left = milestone.alike.iter().all(|(term, _)| *term != number.0);
                milestone.of_normal.contains(&number) && is_left
            };
            let cone = Cone::of(&bits.terms, &[goal]);
            let is_there = |term: &TermId| cone.order().contains(term);
            assert!(
                !is_there(significand) || contains(0, (*significand, WordRelation::Shifted(0)))
            );
            assert!(!is_there(field) || contains(1, (*field, WordRelation::Offset(1))));
        }
        let mut terms = bits.terms.clone();
        let freed = alike.freed(&mut terms, goal);
        let differ = alike.differ(&mut terms);
        let cone = Cone::of(&terms, &[goal, freed, differ]);
        let mut broken = 0;
        for sample in with_subnormals(&alike) {
            let values = cone.values(&terms, &sample, &mut vec![]);
            assert_eq!(values[0], values[1], "{sample:x?}");
            assert_eq!(values[2], 0, "{sample:x?}");
            broken += values[0];
        }
        assert!(broken > 20, "{broken}");
    }
}

/// Oracle: the evaluator: if all operands are normal the product is the free word, otherwise it is
/// another; inconsistent words, whose unit and bits disagree about normality, never break the goal.
#[test]
fn the_word_of_a_product_counts_where_operands_are_normal() {
    let mut bits = OfBits::new();
    let goal = bits.terms.slice(bits.product, 10, 1);
    let alike = bits.milestones(goal);
    let normal = bits.all_normal();
    let freed = alike.freed(&mut bits.terms, goal);
    let cone = Cone::of(&bits.terms, &[freed, normal]);
    let (mut differ, mut same, mut lowest, mut of_bits) = (0, 0, 0, 0);
    for sample in with_subnormals(&alike) {
        let own = cone.values(&bits.terms, &sample, &mut vec![]);
        let mut other = sample.clone();
        other[9] ^= 1 << 10;
        let values = cone.values(&bits.terms, &other, &mut vec![]);
        let both = sample[..2].iter().all(|bits| bits >> 23 & 0xff != 0);
        assert_eq!(own[0] != values[0], both, "{sample:x?}");
        differ += u32::from(both);
        same += u32::from(!both);
        // A unit of the other kind.
        let mut other = sample.clone();
        other[4] = match sample[0] >> 23 & 0xff {
            0 => 100,
            _ => (-3i128) as u128,
        };
        assert_eq!(cone.value(&bits.terms, &other, &mut vec![]), 0);
        // A product whose lowest bit is not that of the lowest bits of its factors.
        let mut other = sample.clone();
        other[9] ^= 1;
        assert_eq!(cone.value(&bits.terms, &other, &mut vec![]), 0);
        lowest += own[0];
        // Words of a normal number that are not those of its bits.
        let is_normal = sample[0] >> 23 & 0xff != 0;
        for (word, by) in [(3, 2), (4, 1)] {
            let mut other = sample.clone();
            other[word] ^= by;
            let value = cone.value(&bits.terms, &other, &mut vec![]);
            assert!(!is_normal || value == 0, "{word}: {sample:x?}");
        }
        of_bits += own[0] & u128::from(is_normal);
    }
    assert!(differ > 100 && same > 100, "{differ} {same}");
    assert!(lowest > 50 && of_bits > 50, "{lowest} {of_bits}");
}

/// Oracle: the evaluator, for terms constructed to be wrongly related for normal operands.
#[test]
fn unrelated_terms_of_normal_operands_are_detected() {
    let mut bits = OfBits::new();
    let goal = bits.terms.slice(bits.product, 10, 1);
    let matches = bits.milestones(goal);
    // For samples whose first operand is normal, and for others.
    let seen_of = |terms: &Terms, wrong: &Milestones| {
        let mut terms = terms.clone();
        let differ = wrong.differ(&mut terms);
        let cone = Cone::of(&terms, &[differ]);
        let broken = |sample: &Vec<u128>| cone.value(&terms, sample, &mut vec![]) == 1;
        let samples = with_subnormals(wrong).into_iter();
        let samples = samples.filter(|item| broken(item));
        let (normal, others): (Vec<_>, Vec<_>) =
            samples.partition(|item| item[0] >> 23 & 0xff != 0);
        [normal.len(), others.len()]
    };
    let observed = |terms: &Terms, wrong: &Milestones| seen_of(terms, wrong).iter().sum::<usize>();
    assert_eq!(observed(&bits.terms, &matches), 0);
    let (fields, significands) = (bits.fields.clone(), bits.significands.clone());
    for (milestone, term, alike) in [
        (0, significands[0], WordRelation::Shifted(1)),
        (0, significands[1], WordRelation::Shifted(0)),
        (1, fields[0], WordRelation::Offset(2)),
        (3, fields[2], WordRelation::Offset(1)),
    ] {
        let mut wrong = bits.milestones(goal);
        wrong.milestones[milestone].of_normal.push((term, alike));
        assert!(observed(&bits.terms, &wrong) > 100, "{milestone} {alike:?}");
    }
    // Not related everywhere.
    let mut wrong = bits.milestones(goal);
    let item = wrong.milestones[0].of_normal.clone();
    wrong.milestones[0].alike.extend(item);
    assert!(observed(&bits.terms, &wrong) > 10, "subnormal numbers");
    // Another operand's unit does not determine the normality of this one.
    let mut wrong = bits.milestones(goal);
    wrong.milestones[1].word = matches.milestones[3].word;
    wrong.milestones[1].alike.clear();
    wrong.milestones[1].of_normal.clear();
    assert!(seen_of(&bits.terms, &wrong)[1] > 10, "units");
    // Nor does a normal operand have the fraction of another one, or the next exponent.
    let one = power(&mut bits.terms, 1);
    let next = bits.terms.add(matches.milestones[1].word, one);
    for (milestone, word) in [(0, matches.milestones[2].word), (1, next)] {
        let mut wrong = bits.milestones(goal);
        wrong.milestones[milestone].word = word;
        wrong.milestones[milestone].alike.clear();
        wrong.milestones[milestone].of_normal.clear();
        assert!(seen_of(&bits.terms, &wrong)[0] > 100, "{milestone}");
    }
}

/// Oracle: the graph: without a product of them, such terms remain.
#[test]
fn terms_of_normal_operands_are_left_where_none_are_multiplied() {
    let mut bits = OfBits::new();
    let sum = bits.terms.add(bits.significands[0], bits.fields[1]);
    let square = bits
        .terms
        .multiply(bits.significands[0], bits.significands[0]);
    let sum = bits.terms.add(sum, square);
    let goal = bits.terms.slice(sum, 5, 1);
    let alike = bits.milestones(goal);
    assert!(
        alike
            .milestones
            .iter()
            .all(|item| item.of_normal.is_empty())
    );
}
