use super::*;
use crate::term::tests::each_graph;

/// Oracle: Rust's operators on numbers: a term decided by its range or its sums has that value in every
/// case, and each value is in its range. Many are decided.
#[test]
fn decided_terms_have_their_value_in_every_case() {
    let (mut by_range, mut by_sums) = (0, 0);
    each_graph(|terms, all, _| {
        let roots: Vec<TermId> = all.iter().map(|entry| entry.0).collect();
        let cone = Cone::of(terms, &roots);
        let ranges = range::ranges(terms, &cone);
        let sums = Sums::new(terms, &cone).expect("few summands");
        for (term, values) in all
            .iter()
            .filter(|all| terms.constant_value(all.0).is_none())
        {
            let range = ranges[term.index()].expect("a narrow word");
            let is_in = values.iter().all(|value| range.holds(*value));
            assert!(is_in, "{:?}: {range:?}, {values:?}", terms.node(*term));
            for (entry, count) in [
                (range::known(Some(range)), &mut by_range),
                (sums.known(*term), &mut by_sums),
            ] {
                if let Some(bits) = entry {
                    assert_eq!(*values, vec![bits; values.len()], "{:?}", terms.node(*term));
                    *count += 1;
                }
            }
        }
    });
    assert!(by_range > 100 && by_sums > 50, "{by_range}, {by_sums}");
}

/// Oracle: a CRC is linear; with one bit of the constant added to every state it is not.
#[test]
fn linear_terms_are_recognised() {
    for (added, expected) in [(0, Some(1)), (4, Some(0))] {
        let mut terms = Terms::default();
        let (a, b) = (terms.input(32), terms.input(32));
        let step = |terms: &mut Terms, word: TermId| {
            let polynomial = terms.constant(32, 0x82F6_3B78);
            let one = terms.constant(32, 1);
            let by = terms.constant(5, 1);
            (0..8).fold(word, |state, _| {
                let leaves = terms.and(state, one);
                let mask = terms.negate(leaves);
                let feedback = terms.and(mask, polynomial);
                let state = terms.shift_right(state, by);
                let state = terms.xor(state, feedback);
                let added = terms.constant(32, added);
                terms.xor(state, added)
            })
        };
        let conjunction = terms.xor(a, b);
        let whole = step(&mut terms, conjunction);
        let parts = [a, b].map(|word| step(&mut terms, word));
        let parts = terms.xor(parts[0], parts[1]);
        let claim = terms.equal(whole, parts);
        assert_eq!(terms.constant_value(claim), None);
        let ranges = finer(&mut terms, claim);
        assert_eq!(terms.constant_value(ranges.goal), expected, "{added}");
    }
}

/// Oracle: the least and the greatest sum of four products of signed bytes, and bounds that are one too
/// tight.
#[test]
fn ranges_show_bounds() {
    for (min, max, expected) in [
        (-65_024, 65_536, Some(1)),
        (-65_023, 65_536, None),
        (-65_024, 65_535, None),
    ] {
        let mut terms = Terms::default();
        let (a, b) = (terms.input(32), terms.input(32));
        let mut sum = terms.constant(32, 0);
        for k in 0..4 {
            let bytes = [a, b].map(|word| {
                let byte = terms.slice(word, 8 * k, 8);
                terms.sign_extend(byte, 32)
            });
            let product = terms.multiply(bytes[0], bytes[1]);
            sum = terms.add(sum, product);
        }
        let [min, max] = [min, max].map(|n: i32| terms.constant(32, (n as u32).into()));
        let [min, sum, max] = [min, sum, max].map(|word| terms.biased(word));
        let (low, high) = (terms.at_most(min, sum), terms.at_most(sum, max));
        let claim = terms.and(low, high);
        let ranges = finer(&mut terms, claim);
        assert_eq!(
            terms.constant_value(ranges.goal),
            expected,
            "{min:?} to {max:?}"
        );
    }
}

/// Oracle: the evaluator of terms. A constant with one wrong bit is detected, whichever part it
/// replaces.
#[test]
fn wrong_constant_is_detected() {
    let mut noticed = 0;
    each_graph(|terms, all, cases| {
        let goal = all[all.len() - 1].0;
        assert!(finer(terms, goal).agrees(terms, cases));
        let constant = |terms: &mut Terms, term: TermId| {
            let values = &all.iter().find(|entry| entry.0 == term)?.1;
            let bits = (values.iter().all(|value| *value == values[0])).then_some(values[0])?;
            Some(terms.constant(terms.width(term), bits ^ 1))
        };
        let mut planted = false;
        let wrong = Simplification::new(terms, goal, |terms, old, rebuilt| {
            let constant = constant(terms, old);
            planted |= constant.is_some();
            constant.unwrap_or(rebuilt)
        });
        assert_eq!(wrong.agrees(terms, cases), !planted);
        noticed += u32::from(planted);
    });
    assert!(noticed > 10, "{noticed}");
}
