//! Claims that are invariant under exchanging their two variables.

use super::typed::TypedLaw;
use vyre_conform_spec::{Claim, Term};

impl TypedLaw {
    /// True if the law is equivalent for (a, b) and (b, a), so that half of a square suffices.
    pub fn is_symmetric(&self) -> bool {
        self.variables.len() == 2
            && self.variables[0] == self.variables[1]
            && self.predicates.is_empty()
            && mirrors(self.claim, self.claim)
    }
}

/// True if `l` with exchanged variables is `r`.
fn mirrors(l: &Claim, r: &Claim) -> bool {
    let all = |ls: &[Claim], rs: &[Claim]| {
        ls.len() == rs.len() && ls.iter().all(|l| rs.iter().any(|r| mirrors(l, r)))
    };
    match (l, r) {
        (Claim::Equal(a, b), Claim::Equal(c, d)) => {
            (swapped(a, c) && swapped(b, d)) || (swapped(a, d) && swapped(b, c))
        }
        (Claim::AtMost(a, b), Claim::AtMost(c, d)) => swapped(a, c) && swapped(b, d),
        (Claim::All(a), Claim::All(b))
        | (Claim::Any(a), Claim::Any(b))
        | (Claim::ExactlyOne(a), Claim::ExactlyOne(b)) => all(a, b),
        (Claim::Implies(a, b), Claim::Implies(c, d)) => mirrors(a, c) && mirrors(b, d),
        _ => false,
    }
}

fn swapped(l: &Term, r: &Term) -> bool {
    match (l, r) {
        (Term::Var(a), Term::Var(b)) => (*a == 0 && *b == 1) || (*a == 1 && *b == 0),
        (Term::Apply(f, a), Term::Apply(g, b)) => {
            f == g && a.len() == b.len() && a.iter().zip(*b).all(|(a, b)| swapped(a, b))
        }
        (Term::WrappingSum([a, b]), Term::WrappingSum([c, d])) => swapped(a, c) && swapped(b, d),
        (Term::Param(_) | Term::Int(_), _) => l == r,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::strategy::Argument;
    use vyre_conform_ir::value::Value;
    use vyre_conform_runtime::registry::op_ref;
    use vyre_conform_spec::law::find;

    /// Oracle: the claims of docs/spec/laws.md#the-laws, read with a and b exchanged.
    #[test]
    fn only_claims_that_read_the_same_both_ways() {
        let min = op_ref(u32::min);
        let law = |name: &str, args| {
            let law = find(name).expect("a law");
            TypedLaw::declare(law, name, min, args).expect("it fits")
        };
        assert!(law("Commutative", vec![]).is_symmetric());
        // f(a, b) and f(b, a) may differ, so the claim is not invariant.
        assert!(!law("ZeroProduct", vec![Argument::Holds]).is_symmetric());
        let le = op_ref(|a: u32, b: u32| a <= b);
        let antisymmetric = find("Antisymmetric").expect("a law");
        let antisymmetric = TypedLaw::declare(antisymmetric, "", le, vec![]);
        assert!(antisymmetric.expect("it fits").is_symmetric());
        let g = vec![Argument::Op(op_ref(u32::max))];
        assert!(!law("LatticeAbsorption", g).is_symmetric());
        let e = vec![Argument::Value(Value::of(0u32))];
        assert!(!law("Identity", e).is_symmetric());
        assert!(!law("Associative", vec![]).is_symmetric());
    }
}
