//! Custom laws of an author: they are checked, proved and identified like those of the table.

use super::laws::{SatSolver, settings};
use vyre_conform_certificate::certificate::{op_digest, spec_digest};
use vyre_conform_prove::claim::DeclaredLaw;
use vyre_conform_prove::method::{LawOutcome, decide};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::generate::{Width, exhaustive, witnessed};
use vyre_conform_runtime::registry::LawDef;
use vyre_conform_runtime::vyre_op;
use vyre_conform_suite::plan::law_slug;
use vyre_conform_suite::strategy::{CheckOptions, TypedLaw, check};
use vyre_ops::bitwise::{bit_and, bit_or};

/// Exclusive or, with laws that have no row in the table.
#[vyre_op(laws(
    custom(cancels, |f, x, y| f(x, f(x, y)) == y),
    custom(bounds, |f, x, y| f(x, y) <= bit_or(x, y)),
    custom(zero_says, |f, x, y| !(f(x, y) == 0) || x == y),
    custom(halves, |f, x, y| f(x, y).wrapping_add(bit_and(x, y)) == bit_or(x, y)),
    Not(custom(absorbs, |f, x, y| f(x, f(x, y)) == x), witness = (1, 2)),
))]
pub const fn own(a: u32, b: u32) -> u32 {
    a ^ b
}

/// A law that holds for bytes but not for larger words. A `const fn` with it does not compile.
#[vyre_op(laws(custom(stays, |f, x| f(x) == x)))]
pub fn low(a: u32) -> u32 {
    a & 0xFF
}

/// The text with another claim under the same name.
#[vyre_op(laws(custom(stays, |f, x| f(f(x)) == f(x) && f(x) <= x)))]
pub fn lower(a: u32) -> u32 {
    a & 0xFF
}

/// The laws of an op: name, obedience of bytes and of witnesses, and the prover's result.
fn laws(op: &str, solver: &SatSolver) -> Vec<(String, bool, bool, &'static str)> {
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find(op).expect("an op");
    let options = CheckOptions {
        threads: 1,
        stop_early: false,
    };
    let one = |def: &'static LawDef| {
        let law = TypedLaw::new(def, &op.def.op).expect("it fits");
        let small = exhaustive(&law.variables, Width::U8).expect("bytes");
        let wide = witnessed(&law.variables, 1, 1 << 12);
        let passes = |source| check(&[&law], source, options).expect("no panic")[0].passed();
        let declared = DeclaredLaw::new(&catalog, op, def).expect("it fits");
        let outcome = match decide(&declared, &settings(&solver.0)) {
            LawOutcome::Proved(_) => "proved",
            LawOutcome::Refuted { .. } => "refuted",
            _ => "neither",
        };
        (law_slug(def), passes(&*small), passes(&wide), outcome)
    };
    op.def.laws.iter().map(one).collect()
}

/// Oracle: Boolean algebra: the laws of exclusive or; a mask of a byte, which leaves bytes unchanged.
pub(crate) fn laws_of_an_authors_own_are_checked_and_proved(solver: SatSolver) {
    let own = laws("u32::own", &solver);
    let expected = |name: &str| (name.to_owned(), true, true, "proved");
    for (law, name) in own.iter().zip(["cancels", "bounds", "zero_says"]) {
        assert_eq!(*law, expected(name));
    }
    // a ^ b is the difference of or and and.
    assert_eq!(own[3], expected("halves"));
    assert_eq!(own[4].0, "not_absorbs");
    assert_eq!(own[4].3, "proved", "its witness breaks it");
    let low = laws("u32::low", &solver);
    assert_eq!(low, [("stays".to_owned(), true, false, "refuted")]);
}

/// Oracle: the declarations: the texts of two laws with one name distinguish the claims, and so do the digests of
/// certificates.
pub(crate) fn claim_is_part_of_the_digest_of_a_certificate() {
    let catalog = Catalog::linked().expect("a catalog");
    let [low, lower] = ["u32::low", "u32::lower"].map(|id| catalog.find(id).expect("an op"));
    let texts = [low, lower].map(|op| op.def.laws[0].text);
    assert_eq!(
        texts,
        [
            "custom(stays, f(a) = a)",
            "custom(stays, f(f(a)) = f(a) and f(a) <= a)"
        ]
    );
    let of = |op| spec_digest(&[op], &[]);
    assert_ne!(of(low), of(lower));
    let law = TypedLaw::new(&low.def.laws[0], &low.def.op).expect("it fits");
    assert_eq!(law.symbols(), "∀ a: low(a) = a");
    assert_eq!(law.words(), "For all a: f(a) = a.");
    assert_ne!(op_digest(low), op_digest(lower));
}
