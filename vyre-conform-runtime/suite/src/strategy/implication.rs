//! Declared laws that another declared law implies: a warning, not an error.
//!
//! A law is a set of conjuncts, normalized: variables are numbered by first mention, equations are sorted, and operands
//! too if the op is declared commutative. A law is implied if all of its conjuncts occur in another one. Narrower
//! bounds imply wider ones, and an inverse of the op implies that different operands give different results.

use super::explain::at_most;
use super::typed::{Argument, TypedLaw};
use std::collections::BTreeSet;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_spec::{Claim, LawCallee, Term, ValueType};

/// An implied law.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImpliedLaw {
    /// The law.
    pub law: String,
    /// The implying law.
    by: String,
    /// True if the implication also needs the declared commutativity.
    commutes: bool,
}

impl ImpliedLaw {
    /// The implying laws: `LeftMonotone`, or `LeftMonotone and Commutative`.
    pub fn laws(&self) -> String {
        if self.commutes {
            format!("{} and Commutative", self.by)
        } else {
            self.by.clone()
        }
    }

    /// As a sentence: `LeftMonotone implies it`.
    pub fn reason(&self) -> String {
        let verb = if self.commutes { "imply" } else { "implies" };
        format!("{} {verb} it", self.laws())
    }
}

/// The laws of one op that another one implies.
pub fn implied(laws: &[TypedLaw]) -> Vec<ImpliedLaw> {
    let positive: Vec<&TypedLaw> = laws.iter().filter(|law| !law.is_negative()).collect();
    let commutes = positive.iter().any(|law| law.law.name == "Commutative");
    let mut found = Vec::new();
    for (i, law) in positive.iter().enumerate() {
        // Commutativity itself must not be simplified away.
        let sorted = commutes && law.law.name != "Commutative";
        let own = conjuncts(law, sorted);
        let by = positive.iter().enumerate().find(|(j, other)| {
            let others = conjuncts(other, sorted);
            let contained = own.is_subset(&others) && (own != others || *j < i);
            i != *j
                && other.law.name != "Commutative"
                && (contained || narrower(other, law, *j < i) || undone(other, law))
        });
        if let Some((j, by)) = by {
            // Checks the implication without commutativity.
            let [own, others] = [law, by].map(|law| conjuncts(law, false));
            let alone = own.is_subset(&others) || narrower(by, law, j < i) || undone(by, law);
            found.push(ImpliedLaw {
                law: law.text.clone(),
                by: by.text.clone(),
                commutes: !alone,
            });
        }
    }
    found
}

/// True if both laws are bounds and the first is within the second; `equal` also accepts equal bounds.
fn narrower(inner: &TypedLaw, outer: &TypedLaw, equal: bool) -> bool {
    let bounds = |law: &TypedLaw| match law.arguments.as_slice() {
        [Argument::Value(lo), Argument::Value(hi)] if law.law.name == "Bounded" => Some((*lo, *hi)),
        _ => None,
    };
    let (Some((lo, hi)), Some((low, high))) = (bounds(inner), bounds(outer)) else {
        return false;
    };
    let same = (lo, hi) == (low, high);
    at_most(&low, &lo) && at_most(&hi, &high) && (!same || equal)
}

/// True if the first law recovers the operand from the result, and the second states that different operands give
/// different results.
fn undone(inverse: &TypedLaw, injective: &TypedLaw) -> bool {
    matches!(
        (inverse.law.name, injective.law.name),
        ("Involution" | "InverseOf", "Injective") | ("InverseOf", "LeftInjective")
    )
}

/// The conjuncts of a law in canonical form. `sorted` sorts the operands of the subject.
pub(super) fn conjuncts(law: &TypedLaw, sorted: bool) -> BTreeSet<String> {
    named(law, sorted, &|op| {
        if (op.key.id)() == (law.subject.key.id)() {
            "f".to_owned()
        } else {
            format!("{:?}", (op.key.id)())
        }
    })
}

/// The conjuncts of a law with these names of its ops: laws of different ops are equivalent if the sets are equal.
pub fn equations(law: &TypedLaw, name: &dyn Fn(&OpRef) -> String) -> BTreeSet<String> {
    named(law, false, name)
}

fn named(law: &TypedLaw, sorted: bool, name: &dyn Fn(&OpRef) -> String) -> BTreeSet<String> {
    let parts = match law.claim {
        Claim::All(parts) => parts,
        one => std::slice::from_ref(one),
    };
    let canonical = |claim: &Claim| {
        let mut form = Form {
            law,
            sorted,
            name,
            numbers: [None; 4],
            next: 0,
        };
        form.claim(claim)
    };
    parts.iter().map(canonical).collect()
}

struct Form<'a> {
    law: &'a TypedLaw,
    sorted: bool,
    name: &'a dyn Fn(&OpRef) -> String,
    numbers: [Option<usize>; 4],
    next: usize,
}

impl Form<'_> {
    fn claim(&mut self, claim: &Claim) -> String {
        match claim {
            Claim::Equal(l, r) => {
                let ty = self.law.type_of(l).or_else(|| self.law.type_of(r));
                let mut sides = [self.term(l, ty), self.term(r, ty)];
                sides.sort();
                sides.join(" = ")
            }
            Claim::AtMost(l, r) => {
                let ty = self.law.type_of(l).or_else(|| self.law.type_of(r));
                format!("{} <= {}", self.term(l, ty), self.term(r, ty))
            }
            Claim::All(cs) => self.parts("all", cs),
            Claim::Any(cs) => self.parts("any", cs),
            Claim::ExactlyOne(cs) => self.parts("one", cs),
            Claim::Implies(p, q) => format!("({}) => ({})", self.claim(p), self.claim(q)),
        }
    }

    fn parts(&mut self, word: &str, claims: &[Claim]) -> String {
        let mut parts: Vec<String> = claims.iter().map(|c| self.claim(c)).collect();
        parts.sort();
        format!("{word}({})", parts.join("; "))
    }

    fn term(&mut self, term: &Term, ty: Option<ValueType>) -> String {
        match term {
            Term::Var(k) => {
                let next = self.next;
                let number = *self.numbers[*k].get_or_insert(next);
                self.next = next.max(number + 1);
                format!("v{number}")
            }
            Term::Param(k) => format!("{:?}", self.law.value(*k)),
            Term::Int(n) => format!("{:?}", ty.map(|ty| Value::int(*n, ty))),
            Term::Apply(callee, args) => {
                let mut args: Vec<_> = args.iter().map(|t| self.term(t, None)).collect();
                if self.sorted && self.is_subject(*callee) {
                    args.sort();
                }
                let name = self.law.op(*callee).map_or_else(String::new, self.name);
                format!("{name}({})", args.join(", "))
            }
            Term::WrappingSum([l, r]) => {
                let mut sides = [self.term(l, ty), self.term(r, ty)];
                sides.sort();
                sides.join(" + ")
            }
        }
    }

    fn is_subject(&self, callee: LawCallee) -> bool {
        let id = |op: &OpRef| (op.key.id)();
        self.law.op(callee).map(id) == Some(id(&self.law.subject))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_ir::value::Value;
    use vyre_conform_runtime::registry::op_ref;
    use vyre_conform_spec::law::find;

    fn law(op: OpRef, text: &'static str, arguments: Vec<Argument>) -> TypedLaw {
        let name = text.split('(').next().expect("a name");
        TypedLaw::declare(find(name).expect("a law"), text, op, arguments).expect("it fits")
    }

    fn found(laws: &[TypedLaw]) -> Vec<(String, String)> {
        let pair = |implied: ImpliedLaw| (implied.law.clone(), implied.laws());
        implied(laws).into_iter().map(pair).collect()
    }

    /// Oracle: reading the claims: one side of a two-sided law, the other side under
    /// commutativity, wider bounds, an inverse that is the op itself.
    #[test]
    fn implied_laws_are_named() {
        let value = |v: u32| Argument::Value(Value::of(v));
        let add = op_ref(u32::wrapping_add);
        let pair = |a: &str, b: &str| vec![(a.to_owned(), b.to_owned())];
        let identity = law(add, "Identity(0)", vec![value(0)]);
        let left = law(add, "LeftIdentity(0)", vec![value(0)]);
        let right = law(add, "RightIdentity(0)", vec![value(0)]);
        let commutative = law(add, "Commutative", vec![]);
        let associative = law(add, "Associative", vec![]);
        let none = [commutative.clone(), associative, identity.clone()];
        assert_eq!(found(&none), []);
        let both = [left.clone(), identity];
        assert_eq!(found(&both), pair("LeftIdentity(0)", "Identity(0)"));
        assert_eq!(found(&[left.clone(), right.clone()]), []);
        let mirrored = [commutative, left, right];
        assert_eq!(
            found(&mirrored),
            pair("RightIdentity(0)", "LeftIdentity(0) and Commutative")
        );
        let not = op_ref(|a: u32| !a);
        let involution = law(not, "Involution", vec![]);
        let inverse = law(not, "InverseOf(not)", vec![Argument::Op(not)]);
        let injective = law(not, "Injective", vec![]);
        assert_eq!(
            found(&[injective, involution.clone()]),
            pair("Injective", "Involution")
        );
        assert_eq!(
            found(&[involution, inverse]),
            pair("InverseOf(not)", "Involution")
        );
        let sub = op_ref(u32::wrapping_sub);
        let inverse = law(sub, "InverseOf(add)", vec![Argument::Op(add)]);
        let cancelled = ["LeftInjective", "RightInjective"].map(|name| law(sub, name, vec![]));
        let [left, right] = cancelled;
        assert_eq!(
            found(&[inverse, left, right]),
            pair("LeftInjective", "InverseOf(add)")
        );
        let popcount = op_ref(u32::count_ones);
        let wide = law(popcount, "Bounded(0, 64)", vec![value(0), value(64)]);
        let narrow = law(popcount, "Bounded(0, 32)", vec![value(0), value(32)]);
        let bounds = pair("Bounded(0, 64)", "Bounded(0, 32)");
        assert_eq!(found(&[wide, narrow]), bounds);
        let max = op_ref(u32::max);
        let laws = ["LeftMonotone", "RightMonotone"].map(|name| law(max, name, vec![]));
        assert_eq!(found(&laws), []);
        let [left, right] = laws;
        assert_eq!(
            found(&[left, right, law(max, "Commutative", vec![])]),
            pair("RightMonotone", "LeftMonotone and Commutative")
        );
    }
}
