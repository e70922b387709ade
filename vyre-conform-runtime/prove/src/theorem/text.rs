//! Theorems as text.

use super::{
    Chain, Conclusion, FUNCTIONS, Hypothesis, Justification, Theorem, TheoremArgument, VALUES,
};
use std::fmt::Write;
use vyre_conform_spec::term::VARIABLES;
use vyre_conform_spec::{LawCallee, Term};

/// The letter of a function.
pub(super) fn function(callee: LawCallee) -> &'static str {
    match callee {
        LawCallee::Subject => "F",
        LawCallee::Parameter(k) => FUNCTIONS.get(k).copied().unwrap_or("?"),
    }
}

/// A term as text, such as `u(f(a, b))`.
fn term(tree: &Term) -> String {
    let letter = |letters: &[&'static str], k: usize| letters.get(k).copied().unwrap_or("?");
    let all = |terms: &[Term], between: &str| {
        let terms: Vec<String> = terms.iter().map(term).collect();
        terms.join(between)
    };
    match tree {
        Term::Var(k) => letter(&VARIABLES, *k).to_owned(),
        Term::Param(k) => letter(&VALUES, *k).to_owned(),
        Term::Int(n) => n.to_string(),
        Term::Apply(tree, args) => format!("{}({})", function(*tree), all(args, ", ")),
        Term::WrappingSum(pair) => all(&pair[..], " + "),
    }
}

/// A law with its arguments as text, such as `Identity(x)`.
fn law(name: &str, arguments: &[TheoremArgument]) -> String {
    let text = |argument: &TheoremArgument| match argument {
        TheoremArgument::Function(of) => function(*of),
        TheoremArgument::Value(k) => VALUES.get(*k).copied().unwrap_or("?"),
    };
    let arguments: Vec<&str> = arguments.iter().map(text).collect();
    if arguments.is_empty() {
        name.to_owned()
    } else {
        format!("{name}({})", arguments.join(", "))
    }
}

impl Hypothesis {
    /// The hypothesis as text: `f: Commutative`, `u(x) = y`.
    pub fn text(&self) -> String {
        match self {
            Self::Law {
                of,
                law: name,
                arguments,
            } => format!("{}: {}", function(*of), law(name, arguments)),
            Self::Equation(left, right) => format!("{} = {}", term(left), term(right)),
        }
    }
}

impl Theorem {
    /// The conclusion as text: `F: Commutative`.
    pub fn concludes(&self) -> String {
        match self.conclusion {
            Conclusion::Law {
                law: name,
                arguments,
            } => format!("F: {}", law(name, arguments)),
            Conclusion::Equation(left, right) | Conclusion::Induction(left, right) => {
                format!("{} = {}", term(&left), term(&right))
            }
        }
    }

    /// The definition of `F` as text.
    pub fn form(&self) -> Option<String> {
        let operands = VARIABLES.get(..self.arity)?.join(", ");
        let structure = self.structure.as_ref()?;
        Some(format!("F({operands}) = {}", term(structure)))
    }

    /// The row of a table: name, form, hypotheses, conclusion.
    pub fn row(&self) -> String {
        let code = |text: String| format!("`{text}`");
        let form = self.form().map_or_else(String::new, code);
        let hypotheses: Vec<String> = self.hypotheses.iter().map(|h| code(h.text())).collect();
        let (conditions, follows) = (hypotheses.join(", "), code(self.concludes()));
        format!("| {} | {form} | {conditions} | {follows} |", self.name)
    }

    /// The derivation, one step per line with its justification.
    pub fn steps(&self) -> String {
        let mut out = String::new();
        for chain in self.derivation.iter().copied().flatten() {
            self.chain(chain, &mut out);
        }
        out
    }

    fn chain(&self, chain: &Chain, out: &mut String) {
        let _ = writeln!(out, "{}", term(&chain.from));
        for step in chain.steps {
            let by = match step.justification {
                Justification::Definition => "the form of F".to_owned(),
                Justification::Given => "what is given".to_owned(),
                Justification::Choice => "a choice between equals".to_owned(),
                Justification::Hypothesis(k) => self
                    .hypotheses
                    .get(k)
                    .map_or_else(String::new, Hypothesis::text),
            };
            let _ = writeln!(out, "  {}   by {by}", term(&step.result));
        }
    }
}
