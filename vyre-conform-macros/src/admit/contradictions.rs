//! Gate 2: laws that cannot hold together, and laws declared twice.
//!
//! With left identities `l`, right identities `r`, left absorbing `p`, right absorbing `q` of one op:
//! `l = f(l, r) = r`, likewise `p = f(p, q) = q`; `f(x, a) = a` and `f(x, a) = x` make all values one.

use crate::errors::Errors;
use crate::messages;
use crate::model::{LawModel, Literal, ParamModel, plain, same_value};
use syn::Expr;

/// Refuses contradictions and duplicates, once per law.
pub(super) fn check(errors: &Errors, laws: &[LawModel]) {
    for (k, law) in laws.iter().enumerate() {
        for other in &laws[..k] {
            let named_alike = plain(law.law.name) == plain(other.law.name);
            if named_alike && law.form.claim != other.form.claim {
                let name = law.law.name;
                errors.refuse(&law.name, &messages::CUSTOM_DUPLICATE, &[name]);
                break;
            }
            if same_declaration(law, other) {
                if law.holds == other.holds {
                    errors.refuse(&law.name, &messages::DUPLICATE_LAW, &[&law.text]);
                } else {
                    refuse(
                        errors,
                        law,
                        other,
                        "a law holds or it does not: keep the one that is true",
                    );
                }
                break;
            }
            if let Some(reason) = contradiction(law, other) {
                refuse(errors, law, other, reason);
                break;
            }
        }
        bounds(errors, law);
    }
}

fn refuse(errors: &Errors, law: &LawModel, other: &LawModel, reason: &str) {
    errors.refuse(
        &law.name,
        &messages::CONTRADICTION,
        &[&law.text, &other.text, reason],
    );
}

/// True if both are the same law with the same parameters, of either polarity.
fn same_declaration(a: &LawModel, b: &LawModel) -> bool {
    a.law.name == b.law.name
        && a.params.iter().zip(&b.params).all(|pair| match pair {
            (ParamModel::Value(a), ParamModel::Value(b)) => same_value(&a.0, &b.0) == Some(true),
            (ParamModel::Op(a), ParamModel::Op(b)) => {
                crate::text::source(a) == crate::text::source(b)
            }
            _ => false,
        })
}

/// A value parameter of a law that is an identity or absorbing element.
struct Role<'a> {
    identity: bool,
    left: bool,
    right: bool,
    value: &'a Expr,
}

fn role(law: &LawModel) -> Option<Role<'_>> {
    let (identity, left, right) = match law.law.name {
        "Identity" => (true, true, true),
        "LeftIdentity" => (true, true, false),
        "RightIdentity" => (true, false, true),
        "Absorbing" => (false, true, true),
        "LeftAbsorbing" => (false, true, false),
        "RightAbsorbing" => (false, false, true),
        _ => return None,
    };
    Some(Role {
        identity,
        left,
        right,
        value: value(law)?,
    })
}

fn value(law: &LawModel) -> Option<&Expr> {
    law.params.iter().find_map(|p| match p {
        ParamModel::Value(value) => Some(&value.0),
        ParamModel::Op(_) => None,
    })
}

/// The reason why two laws cannot both hold.
fn contradiction(a: &LawModel, b: &LawModel) -> Option<&'static str> {
    if !(a.holds && b.holds) {
        return None;
    }
    let names = [a.law.name, b.law.name];
    if let (Some(a), Some(b)) = (role(a), role(b)) {
        // For two-sided laws, two spellings of one value are a duplicate and refused too.
        let two_sided = names[0] == names[1] && a.left && a.right;
        let same = same_value(a.value, b.value);
        let differ = same == Some(false) || (two_sided && same.is_none());
        let opposite = (a.left && b.right) || (a.right && b.left);
        if a.identity == b.identity {
            return (opposite && differ).then_some(if a.identity {
                "a left and a right identity are equal, l = f(l, r) = r: keep the one that holds"
            } else {
                "a left and a right absorbing element are equal, p = f(p, q) = q: keep the one that holds"
            });
        }
        let together = (a.left && b.left) || (a.right && b.right);
        return (together && same == Some(true))
            .then_some("an element that leaves every operand as it is cannot also swallow it: keep the one that holds");
    }
    let matches = |x: &str, y: &str| names == [x, y] || names == [y, x];
    if matches("SelfInverse", "SelfInverse") && same_value(value(a)?, value(b)?) != Some(true) {
        return Some("f(a, a) has one value for all a: keep the one that holds");
    }
    if matches("SelfInverse", "Idempotent") {
        return Some("f(a, a) is either a or one value for all a: keep the one that holds");
    }
    None
}

/// `Bounded(lo, hi)` with `lo` above `hi`.
fn bounds(errors: &Errors, law: &LawModel) {
    let [ParamModel::Value(lo), ParamModel::Value(hi)] = law.params.as_slice() else {
        return;
    };
    let (lo, hi) = (&lo.0, &hi.0);
    if let (Some(Literal::Int(l, _)), Some(Literal::Int(h, _))) =
        (Literal::from_expr(lo), Literal::from_expr(hi))
        && law.law.name == "Bounded"
        && l > h
    {
        let reason = "the lower bound comes first: exchange the two";
        errors.refuse(
            lo,
            &messages::CONTRADICTION,
            &[&law.text, "lo <= hi", reason],
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::stages;
    use quote::quote;

    fn refused(laws: proc_macro2::TokenStream) -> Vec<&'static str> {
        let item = quote!(
            fn f(a: u32, b: u32) -> u32 {
                a ^ b
            }
        );
        let text = stages::op(quote!(laws(#laws)), item).to_string();
        let bounds_of = |word: &'static str| text.matches(word).map(move |_| word);
        bounds_of("contradicts")
            .chain(bounds_of("declared twice"))
            .collect()
    }

    /// Oracle: docs/spec/laws.md#which-declarations-contradict-each-other.
    #[test]
    fn contradictory_laws_are_refused() {
        for laws in [
            quote!(Identity(0), Identity(1)),
            quote!(Identity(ZERO), Identity(NULL)),
            quote!(Absorbing(0), Absorbing(1)),
            quote!(LeftIdentity(0), RightIdentity(1)),
            quote!(Identity(0), LeftIdentity(1)),
            quote!(LeftAbsorbing(2), RightAbsorbing(1)),
            quote!(SelfInverse(0), SelfInverse(1)),
            quote!(Identity(0x10), Absorbing(16)),
            quote!(Identity(u32::MAX), Absorbing(0xffff_ffff)),
            quote!(RightIdentity(1), Absorbing(1)),
            quote!(Idempotent, SelfInverse(0)),
            quote!(Commutative, Not(Commutative, witness = (0, 1))),
            quote!(Not(Identity(1), witness = 0), Identity(1)),
            quote!(ZeroProduct(true), ZeroProduct(false, witness = (1, 2))),
            quote!(Bounded(2, 1)),
        ] {
            assert_eq!(refused(laws.clone()), ["contradicts"], "{laws}");
        }
        for laws in [
            quote!(Commutative, Commutative),
            quote!(Identity(0), Identity(0x0)),
            quote!(DistributiveOver(a::g), DistributiveOver(a::g)),
        ] {
            assert_eq!(refused(laws.clone()), ["declared twice"], "{laws}");
        }
    }

    /// Oracle: the laws of shifts and of division in docs/spec/ops.md#binary.
    #[test]
    fn laws_that_hold_together_are_admitted() {
        for laws in [
            quote!(RightIdentity(0), RightIdentity(32), LeftAbsorbing(0)),
            quote!(RightIdentity(1), Absorbing(0)),
            quote!(Identity(1), Absorbing(0)),
            quote!(Identity(0), LeftIdentity(0)),
            quote!(Not(Identity(1), witness = 0), Identity(0)),
            quote!(
                DistributiveOver(g),
                Not(DistributiveOver(h), witness = (0, 0, 0))
            ),
            quote!(LeftIdentity(0), RightIdentity(ZERO)),
        ] {
            assert!(refused(laws.clone()).is_empty(), "{laws}");
        }
    }
}
