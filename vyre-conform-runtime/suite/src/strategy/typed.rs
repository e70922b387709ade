//! A declared law with known types of variables and parameters.

use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_spec::{Claim, Law, LawCallee, Term, ValueType};

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
