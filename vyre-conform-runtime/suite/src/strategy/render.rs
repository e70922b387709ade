//! A law in symbols and in words.

use super::typed::TypedLaw;
use vyre_conform_spec::term::VARIABLES;
use vyre_conform_spec::{Claim, Term};

impl TypedLaw {
    /// The law in symbols, with the names of its ops, such as `∀ a b: add(a, b) = add(b, a)`; a
    /// negative law starts with `¬ `.
    pub fn symbols(&self) -> String {
        let variables = VARIABLES[..self.variables.len()].join(" ");
        let not = if self.is_negative() { "¬ " } else { "" };
        format!("{not}∀ {variables}: {}", self.render_claim(self.claim))
    }

    /// The law in one sentence.
    pub fn words(&self) -> String {
        if self.is_negative() {
            format!("It is not so that: {}", self.law.docs)
        } else {
            self.law.docs.to_owned()
        }
    }

    /// A claim in symbols.
    pub fn render_claim(&self, claim: &Claim) -> String {
        let join = |cs: &[Claim], word: &str| {
            let parts: Vec<_> = cs.iter().map(|c| self.render_part(c)).collect();
            parts.join(word)
        };
        match claim {
            Claim::Equal(l, r) => format!("{} = {}", self.render_term(l), self.render_term(r)),
            Claim::AtMost(l, r) => format!("{} ≤ {}", self.render_term(l), self.render_term(r)),
            Claim::All(cs) => join(cs, " and "),
            Claim::Any(cs) => join(cs, " or "),
            Claim::Implies(p, q) => {
                format!("{} implies {}", self.render_part(p), self.render_part(q))
            }
            Claim::ExactlyOne(cs) => format!("exactly one of {}", join(cs, "; ")),
        }
    }

    /// A claim inside another: in parentheses unless it is a comparison.
    fn render_part(&self, claim: &Claim) -> String {
        match claim {
            Claim::Equal(..) | Claim::AtMost(..) => self.render_claim(claim),
            _ => format!("({})", self.render_claim(claim)),
        }
    }

    /// A term in symbols.
    pub fn render_term(&self, term: &Term) -> String {
        match term {
            Term::Var(k) => VARIABLES.get(*k).copied().unwrap_or("?").to_owned(),
            Term::Param(k) => match self.value(*k) {
                Some(value) => value.to_string(),
                None => "?".to_owned(),
            },
            Term::Int(n) => n.to_string(),
            Term::Apply(callee, args) => {
                let args: Vec<_> = args.iter().map(|t| self.render_term(t)).collect();
                format!("{}({})", self.name(*callee), args.join(", "))
            }
            Term::WrappingSum([l, r]) => {
                format!("{} + {}", self.render_term(l), self.render_term(r))
            }
        }
    }
}

impl std::fmt::Display for TypedLaw {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.symbols())
    }
}
