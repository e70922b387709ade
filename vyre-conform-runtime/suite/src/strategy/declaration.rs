//! Declarations of laws: their arguments, and the types of their variables.

use super::solve::solve;
use super::typed::{Argument, LawTypeError, TypedLaw, name_of};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::registry::{LawDef, LawParam, OpRef, Polarity};
use vyre_conform_spec::{Law, LawCallee, ParamKind, Term, ValueType};

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
}
