//! Claims and terms in the notation of docs/spec/laws.md: `f(a, b) = f(b, a)`.

use vyre_conform_spec::term::VARIABLES;
use vyre_conform_spec::{Claim, Law, LawCallee, Term};

/// A term of a law.
pub(crate) fn term_text(law: &Law, term: &Term) -> String {
    let list = |terms: &[Term]| {
        let terms: Vec<_> = terms.iter().map(|t| term_text(law, t)).collect();
        terms.join(", ")
    };
    match term {
        Term::Var(k) => VARIABLES[*k].to_owned(),
        Term::Param(k) => law.params[*k].name.to_owned(),
        Term::Int(n) => n.to_string(),
        Term::Apply(LawCallee::Subject, args) => format!("f({})", list(args)),
        Term::Apply(LawCallee::Parameter(k), args) => {
            format!("{}({})", law.params[*k].name, list(args))
        }
        Term::WrappingSum([l, r]) => format!("{} + {}", term_text(law, l), term_text(law, r)),
    }
}

/// A claim of a law.
pub(crate) fn claim_text(law: &Law, claim: &Claim) -> String {
    let list = |claims: &[Claim], between: &str| {
        let claims: Vec<_> = claims.iter().map(|c| claim_text(law, c)).collect();
        claims.join(between)
    };
    match claim {
        Claim::Equal(l, r) => format!("{} = {}", term_text(law, l), term_text(law, r)),
        Claim::AtMost(l, r) => format!("{} <= {}", term_text(law, l), term_text(law, r)),
        Claim::All(claims) => list(claims, " and "),
        Claim::Any(claims) => list(claims, " or "),
        Claim::Implies(p, q) => format!("{} implies {}", claim_text(law, p), claim_text(law, q)),
        Claim::ExactlyOne(claims) => format!("exactly one of {}", list(claims, ", ")),
    }
}

/// The form of a law: `Identity(e)`.
pub(crate) fn law_form(law: &Law) -> String {
    let names: Vec<_> = law.params.iter().map(|p| p.name).collect();
    match names.as_slice() {
        [] => law.name.to_owned(),
        names => format!("{}({})", law.name, names.join(", ")),
    }
}

/// A number with its noun.
pub(crate) fn count(n: usize, thing: &str) -> String {
    match n {
        0 => format!("no {thing}"),
        1 => format!("1 {thing}"),
        n => format!("{n} {thing}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_spec::law::find;

    /// Oracle: docs/spec/laws.md#the-laws.
    #[test]
    fn claims_read_as_in_the_specification() {
        let text = |name, arity| {
            let law = find(name).expect("a law");
            claim_text(law, &law.form(arity).expect("a form").claim)
        };
        assert_eq!(text("Commutative", 2), "f(a, b) = f(b, a)");
        assert_eq!(text("Bounded", 1), "lo <= f(a) and f(a) <= hi");
        assert_eq!(text("ZeroProduct", 2), "f(a, b) = 0 implies a = 0 or b = 0");
        assert_eq!(text("Complement", 1), "f(a) + g(a) = u");
    }
}
