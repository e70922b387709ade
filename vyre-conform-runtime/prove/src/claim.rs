//! Laws as terms: the negated claim of a declared law, over all values of its variables.
//!
//! Laws are data (`vyre_conform_spec::law`), so one translation covers the table: value parameters
//! become constants, and op parameters become their terms.

mod claimed;
mod kernel;
mod same;
mod typing;
mod write;

pub use claimed::Proposition;
pub use kernel::holds;

use crate::term::{TermId, Terms};
use crate::translate::Untranslatable;
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::{LawDef, LawParam, OpRef, Polarity};
use vyre_conform_spec::{Form, Law, LawCallee, ParamKind, ValueType};

/// The reason why a law has no term.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// The law is about floats.
    #[error(
        "it is about floats, which are not proved yet: exhaustive and witnessed evidence covers them"
    )]
    Floats,
    /// An op in it has no translated body.
    #[error("`{0}` has no translated body: `check {0}::gates` says why")]
    NoBody(String),
    /// It names a function that is not a registered op.
    #[error("it names `{0}`, which is not a registered op: mark it with #[vyre_op]")]
    Unregistered(String),
    /// The types of its variables cannot be inferred.
    #[error("it does not fit the op: `check` of its gates says where")]
    Types,
    /// An op in it cannot be made a term.
    #[error("`{op}`: {reason}")]
    Untranslatable {
        /// The op.
        op: String,
        /// The reason.
        reason: Untranslatable,
    },
}

/// An argument of a law.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum LawArgument {
    /// A value.
    Value(Value),
    /// An op.
    Op(OpRef),
    /// A `holds` parameter, which is the polarity.
    Holds,
}

/// A law of an op, with its arguments.
#[derive(Clone, Debug)]
pub struct DeclaredLaw<'c> {
    /// The op that declares it.
    pub op: &'c Op,
    /// The author's spelling, such as `Identity(0)`.
    pub text: String,
    /// The declared polarity.
    pub polarity: Polarity,
    /// The law.
    pub law: &'static Law,
    /// Its claim for this arity.
    pub form: &'static Form,
    /// Types of the claim's variables.
    pub variables: Vec<ValueType>,
    arguments: Vec<LawArgument>,
    catalog: &'c Catalog,
    /// A body that replaces the op's own.
    in_place: Option<&'c Valid>,
    /// A body for the first parameter, if that is not an op.
    beside: Option<&'c Valid>,
}

impl<'c> DeclaredLaw<'c> {
    /// A declared law of an op.
    ///
    /// # Errors
    /// The reason why the law has no term.
    pub fn new(catalog: &'c Catalog, op: &'c Op, def: &'static LawDef) -> Result<Self, ClaimError> {
        let law = (def.law)();
        let mut param = def.params.iter().map(|param| match param {
            LawParam::Value(value) => LawArgument::Value(value()),
            LawParam::Op(op) => LawArgument::Op(*op),
        });
        let argument = |kind| match kind {
            ParamKind::Holds => Some(LawArgument::Holds),
            _ => param.next(),
        };
        let kinds = law.params.iter().map(|p| p.kind);
        let arguments: Vec<LawArgument> = kinds.map_while(argument).collect();
        let claim = Self::of(catalog, op, law, def.text.to_owned(), arguments)?;
        Ok(Self {
            polarity: def.polarity,
            ..claim
        })
    }

    /// An undeclared law, with positive polarity and one argument per parameter.
    ///
    /// # Errors
    /// The reason why the law has no term.
    pub fn of(
        catalog: &'c Catalog,
        op: &'c Op,
        law: &'static Law,
        text: String,
        arguments: Vec<LawArgument>,
    ) -> Result<Self, ClaimError> {
        let form = law.form(op.def.op.signature.operands.len());
        let mut declared = Self {
            op,
            text,
            polarity: Polarity::Holds,
            law,
            form: form.ok_or(ClaimError::Types)?,
            variables: vec![],
            arguments,
            catalog,
            in_place: None,
            beside: None,
        };
        declared.variables = typing::variables(&declared).ok_or(ClaimError::Types)?;
        if declared.has_floats() {
            Err(ClaimError::Floats)
        } else {
            Ok(declared)
        }
    }

    /// The law for another body of the op. [`holds`] still calls the compiled functions of the op.
    #[must_use]
    pub fn in_place<'b>(&self, body: &'b Valid) -> DeclaredLaw<'b>
    where
        'c: 'b,
    {
        DeclaredLaw {
            in_place: Some(body),
            ..self.clone()
        }
    }

    fn has_floats(&self) -> bool {
        let named = self.arguments.iter().filter_map(|a| match a {
            LawArgument::Op(op) => Some(op),
            _ => None,
        });
        let of = |op: &OpRef| {
            let types = op.signature.operands.iter().chain([&op.signature.result]);
            types.copied().any(|ty| ty.float().is_some())
        };
        named.chain([&self.op.def.op]).any(of)
    }

    /// The name for selection: `u32::add::Commutative`, with the author's spelling.
    pub fn name(&self) -> String {
        let text: String = self.text.split_whitespace().collect();
        format!("{}::{text}", self.op.def.id)
    }

    /// The function of a callee in the claim.
    pub(crate) fn callee(&self, callee: LawCallee) -> Option<OpRef> {
        match callee {
            LawCallee::Subject => Some(self.op.def.op),
            LawCallee::Parameter(k) => match self.arguments.get(k)? {
                LawArgument::Op(op) => Some(*op),
                _ => None,
            },
        }
    }

    /// The value of a parameter in the claim.
    pub(crate) fn parameter(&self, k: usize) -> Option<Value> {
        match self.arguments.get(k)? {
            LawArgument::Value(value) => Some(*value),
            _ => None,
        }
    }

    fn body(&self, callee: LawCallee) -> Result<(&'c Valid, String), ClaimError> {
        let op = self.callee(callee).ok_or(ClaimError::Types)?;
        let path = (op.key.path)().to_owned();
        if let (LawCallee::Parameter(_), Some(body)) = (callee, self.beside) {
            return Ok((body, path));
        }
        let law_body = match callee {
            LawCallee::Subject => Some(self.op),
            LawCallee::Parameter(_) => self.catalog.by_key(op.key),
        };
        let law_body = law_body.ok_or(ClaimError::Unregistered(path))?;
        let id = law_body.def.id.to_owned();
        if let Some(body) = self.in_place
            && id == self.op.def.id
        {
            return Ok((body, id));
        }
        match law_body.module() {
            Ok(valid) => Ok((valid, id)),
            Err(_) => Err(ClaimError::NoBody(id)),
        }
    }

    /// One bit over inputs that represent the variables, the only inputs of the graph: 1 if the law is
    /// broken or an op exceeds the bound of a loop.
    ///
    /// # Errors
    /// The reason why the law has no term.
    pub fn broken(&self, terms: &mut Terms) -> Result<TermId, ClaimError> {
        write::broken(self, terms)
    }

    /// The inputs of the graph for values of the variables.
    pub fn bits(values: &[Value]) -> Vec<u128> {
        values.iter().flat_map(bits).collect()
    }
}

/// Widths of the components of a value, as in the parameters of a function.
pub fn widths(ty: ValueType) -> Vec<u32> {
    let parts = vyre_conform_ir::Type::components(ty);
    parts.iter().map(|part| part.bits()).collect()
}

/// Inputs for a value.
pub fn inputs(terms: &mut Terms, ty: ValueType) -> Vec<TermId> {
    let widths = widths(ty).into_iter();
    widths.map(|width| terms.input(width)).collect()
}

/// Values of these types from the inputs that represent them.
pub fn values(types: &[ValueType], inputs: &[u128]) -> Vec<Value> {
    let mut inputs = inputs.iter().copied();
    let value = |ty: &ValueType| {
        let mut words = vec![];
        for width in widths(*ty) {
            let bits = inputs.next().unwrap_or(0);
            words.push(bits as u32);
            if width > 32 {
                words.push((bits >> 32) as u32);
            }
        }
        Value::from_words(*ty, &words)
    };
    types.iter().map(value).collect()
}

/// The components of a value.
pub fn bits(value: &Value) -> Vec<u128> {
    let mut words = value.words().iter().copied().map(u128::from);
    let mut part = |width: u32| {
        let low = words.next().unwrap_or(0);
        if width > 32 {
            low | words.next().unwrap_or(0) << 32
        } else {
            low
        }
    };
    widths(value.ty()).into_iter().map(&mut part).collect()
}
