//! A declared law with known types of variables and parameters.

use super::solve::solve;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::{LawDef, LawParam, OpRef, Polarity};
use vyre_conform_spec::{Claim, Law, LawCallee, ParamKind, Term, ValueType};

/// Argument for a parameter of a law.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Argument {
    /// A value: `Term::Param`.
    Value(Value),
    /// An op: `LawCallee::Parameter`.
    Op(OpRef),
    /// `ZeroProduct`'s `holds`, which is the polarity of the declaration.
    Holds,
}

/// Reason why a declared law does not fit its op: the part of gate 2 that the macro cannot check.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("law {law} does not fit `{op}`: {message}")]
#[non_exhaustive]
pub struct LawTypeError {
    /// The law as declared.
    pub law: String,
    /// Name of the op.
    pub op: String,
    /// The mismatched operand or parameter, and the reason.
    pub message: String,
}

/// A law of one op with known types.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TypedLaw {
    /// The law of the vocabulary.
    pub law: &'static Law,
    /// Its source form, such as `Identity(0)`.
    pub text: String,
    /// The claim, for all values of the variables.
    pub claim: &'static Claim,
    /// The declaring op.
    pub subject: OpRef,
    /// One argument per parameter of the law, in the law's order.
    pub arguments: Vec<Argument>,
    /// Types of the variables and of the law's sources.
    pub variables: Vec<ValueType>,
    /// For a law declared not to hold: values of the variables that break it.
    pub witness: Option<Vec<Value>>,
    /// Applications that must be 0 or 1, because the law is about predicates whose result is not a Bool.
    pub predicates: Vec<Term>,
}

impl TypedLaw {
    /// The law that an op declares, typed by unifying the claim with the signatures.
    pub fn new(def: &LawDef, op: &OpRef) -> Result<Self, LawTypeError> {
        let law = (def.law)();
        let mut given = def.params.iter().map(|p| match p {
            LawParam::Value(value) => Argument::Value(value()),
            LawParam::Op(op) => Argument::Op(*op),
        });
        let mut arguments = Vec::new();
        for parameter in law.params {
            if parameter.kind == ParamKind::Holds {
                arguments.push(Argument::Holds);
            } else {
                arguments.extend(given.next());
            }
        }
        arguments.extend(given);
        let mut typed = Self::declare(law, def.text, *op, arguments)?;
        if let Polarity::Refuted { witness } = def.polarity {
            typed.refute(witness())?;
        }
        Ok(typed)
    }

    /// The law `law(arguments)` of `op`, declared to hold.
    pub fn declare(
        law: &'static Law,
        text: impl Into<String>,
        op: OpRef,
        arguments: Vec<Argument>,
    ) -> Result<Self, LawTypeError> {
        let text = text.into();
        let subject = name_of(&op).unwrap_or("f").to_owned();
        let error = |message| LawTypeError {
            law: text.clone(),
            op: subject.clone(),
            message,
        };
        let arity = op.signature.operands.len();
        let form = law.form(arity).ok_or_else(|| {
            let arities: Vec<_> = law.forms.iter().map(|f| f.arity.to_string()).collect();
            error(format!(
                "it is about ops with {} operands, this one has {arity}",
                arities.join(" or ")
            ))
        })?;
        let mut typed = Self {
            law,
            text: text.clone(),
            claim: &form.claim,
            subject: op,
            arguments,
            variables: Vec::new(),
            witness: None,
            predicates: Vec::new(),
        };
        typed.variables = solve(&typed).map_err(error)?;
        if form.predicate {
            typed.predicates = typed.applications_that_are_no_bool();
        }
        Ok(typed)
    }

    /// Negates the law, with a witness that breaks it. [`refutation`](super::refutation) checks the witness.
    fn refute(&mut self, witness: Vec<Value>) -> Result<(), LawTypeError> {
        let found: Vec<ValueType> = witness.iter().map(Value::ty).collect();
        if found != self.variables {
            let expected: Vec<_> = self.variables.iter().map(|t| t.rust_name()).collect();
            let found: Vec<_> = found.iter().map(|t| t.rust_name()).collect();
            return Err(LawTypeError {
                law: self.text.clone(),
                op: self.name(LawCallee::Subject),
                message: format!(
                    "its witness must give ({}), one value a variable, and gives ({})",
                    expected.join(", "),
                    found.join(", ")
                ),
            });
        }
        self.witness = Some(witness);
        Ok(())
    }

    fn applications_that_are_no_bool(&self) -> Vec<Term> {
        let mut found = Vec::new();
        self.claim.visit_terms(&mut |term| {
            if matches!(term, Term::Apply(..))
                && self.type_of(term) != Some(ValueType::Bool)
                && !found.contains(term)
            {
                found.push(*term);
            }
        });
        found
    }

    /// True if the law is declared not to hold.
    pub fn is_negative(&self) -> bool {
        self.witness.is_some()
    }

    /// The op that a callee of the claim applies.
    pub fn op(&self, callee: LawCallee) -> Option<&OpRef> {
        match callee {
            LawCallee::Subject => Some(&self.subject),
            LawCallee::Parameter(k) => match self.arguments.get(k) {
                Some(Argument::Op(op)) => Some(op),
                _ => None,
            },
        }
    }

    /// The value of a parameter of the claim.
    pub fn value(&self, parameter: usize) -> Option<Value> {
        match self.arguments.get(parameter) {
            Some(Argument::Value(value)) => Some(*value),
            _ => None,
        }
    }

    /// The type of a term of the claim; `None` for an `Int`, which has the type of the other side.
    pub fn type_of(&self, term: &Term) -> Option<ValueType> {
        match term {
            Term::Var(k) => self.variables.get(*k).copied(),
            Term::Param(k) => self.value(*k).map(|v| v.ty()),
            Term::Int(_) => None,
            Term::Apply(callee, _) => self.op(*callee).map(|op| op.signature.result),
            Term::WrappingSum(pair) => self.type_of(&pair[0]).or_else(|| self.type_of(&pair[1])),
        }
    }

    /// The name of a callee: that of its function, or the letter in `docs/spec/laws.md` for a closure.
    pub fn name(&self, callee: LawCallee) -> String {
        let letter = match callee {
            LawCallee::Subject => "f",
            LawCallee::Parameter(k) => self.law.params.get(k).map_or("g", |p| p.name),
        };
        let name = self.op(callee).and_then(name_of);
        name.unwrap_or(letter).to_owned()
    }
}

/// Last segment of the path of a function; `None` for a closure.
pub(super) fn name_of(op: &OpRef) -> Option<&'static str> {
    let path = (op.key.path)();
    let name = path.rsplit("::").next().unwrap_or(path);
    (!name.contains('{')).then_some(name)
}
