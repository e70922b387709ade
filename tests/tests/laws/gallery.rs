//! Every law of the vocabulary has an op that obeys it and one that breaks it, and the break is detected.

use super::evidence;
use super::pages::{Detection, Page, pages};
use vyre_conform_runtime::spec::{Evidence, Law, laws};

/// Laws, with numbers of operands, that have no page.
fn without_page(laws: &[Law], pages: &[Page]) -> Vec<(&'static str, usize)> {
    let forms = laws
        .iter()
        .flat_map(|law| law.forms.iter().map(|form| (law.name, form.arity)));
    let shown = |page: &Page, form: &(&str, usize)| {
        let arity = page.obeyed.subject.signature.operands.len();
        (page.obeyed.law.name, arity) == *form
    };
    forms
        .filter(|form| !pages.iter().any(|page| shown(page, form)))
        .collect()
}

/// Oracle: the table of laws: each row and each number of operands needs a page.
#[test]
fn i9_every_law_has_a_page() {
    let pages = pages();
    assert_eq!(
        without_page(laws(), &pages),
        [],
        "write a page for each of these in tests/tests/laws/pages.rs"
    );
    // An added law without a page is found.
    let new = Law {
        name: "Novel",
        ..laws()[0]
    };
    assert_eq!(without_page(&[laws()[0], new], &pages), [("Novel", 2)]);
}

/// Oracle: the examples in the table of laws, each derived by reasoning about its op.
#[test]
fn ops_that_obey_a_law_pass_it() {
    for page in pages() {
        for kind in [
            Evidence::small(page.obeyed.variables.len()),
            Evidence::Witnessed,
        ] {
            let actual = evidence(&page.obeyed, kind, 11);
            assert!(
                actual.passed(),
                "{} {}: {actual:?}",
                page.obeyed,
                kind.name()
            );
        }
    }
}

/// Oracle: the counterexamples of the table of laws.
#[test]
fn i9_ops_that_break_a_law_are_caught_at_the_right_grade() {
    for page in pages() {
        let law = &page.broken;
        let bytes = evidence(law, Evidence::small(law.variables.len()), 11);
        let wide = evidence(law, Evidence::Witnessed, 11);
        assert!(wide.tally.failures > 0, "{law} passes witnesses");
        let due = page.caught == Detection::ByBytes;
        assert_eq!(bytes.tally.failures > 0, due, "{law} on bytes: {bytes:?}");
        let first = wide.tally.first.expect("a counterexample");
        let small = law.minimise(&first.inputs);
        let explanation = law.explain(&small);
        assert!(!explanation.holds, "{law}: {explanation:?}");
        assert_eq!(wide.unconfirmed, None, "{law}");
    }
}
