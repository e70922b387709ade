use super::*;

/// Every case of four words of this many bits.
fn cases(bits: u32) -> impl Iterator<Item = Vec<u128>> {
    let mask = crate::term::ones(bits);
    (0..1u128 << (4 * bits)).map(move |n| (0..4).map(|k| n >> (k * bits) & mask).collect())
}

/// A goal that contains the words of a kind over two pairs of operands.
fn goal(terms: &mut Terms, kind: Kind, bits: u32) -> TermId {
    let inputs: Vec<TermId> = (0..4).map(|_| terms.input(bits)).collect();
    let mut bounds_of = |a: TermId, b: TermId| match kind {
        Kind::Quotient => terms.divide(a, b),
        Kind::Remainder => terms.remainder(a, b),
        Kind::Product => {
            let (a, b) = (
                terms.zero_extend(a, 2 * bits),
                terms.zero_extend(b, 2 * bits),
            );
            terms.multiply(a, b)
        }
    };
    let (first, second) = (
        bounds_of(inputs[0], inputs[1]),
        bounds_of(inputs[2], inputs[3]),
    );
    terms.less(first, second)
}

/// Oracle: every quotient, remainder and product of three and of four bits. A wrong word breaks a lemma
/// for some operands, so none of the lists is vacuous.
#[test]
fn every_lemma_holds_of_every_operand() {
    for kind in [Kind::Quotient, Kind::Remainder, Kind::Product] {
        for bits in [3, 4] {
            let mut terms = Terms::default();
            let goal = goal(&mut terms, kind, bits);
            let freed = with_free_words(&mut terms, goal).expect("free words");
            assert_eq!(freed.words.len(), 2);
            let roots: Vec<TermId> = freed.words.iter().map(|(_, was)| *was).collect();
            let (words, known) = (Cone::of(&terms, &roots), Cone::of(&terms, &[freed.lemmas]));
            let (mut space, mut broken) = (vec![], 0);
            for mut case in cases(bits) {
                case.extend(words.values(&terms, &case, &mut space));
                assert_eq!(known.value(&terms, &case, &mut space), 1, "{case:?}");
                case[4] += 1;
                broken += u32::from(known.value(&terms, &case, &mut space) == 0);
            }
            assert!(broken > 100, "{broken}");
        }
    }
}

/// Oracle: a product that may overflow is not an integer product, so no lemma covers it.
#[test]
fn products_without_room_stay() {
    let mut terms = Terms::default();
    let (a, b) = (terms.input(32), terms.input(32));
    let product = terms.multiply(a, b);
    let goal = terms.less(product, a);
    assert!(with_free_words(&mut terms, goal).is_none());
}
