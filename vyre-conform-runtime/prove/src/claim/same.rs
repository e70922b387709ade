//! The claim that another kernel-Rust function computes the same as an op.

use super::{ClaimError, DeclaredLaw, LawArgument};
use vyre_conform_ir::valid::Valid;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::EquivalentDef;
use vyre_conform_spec::{Claim, Form, Law, LawCallee, ParamKind, Parameter, Term};

const VARIABLES: [Term; 4] = [Term::Var(0), Term::Var(1), Term::Var(2), Term::Var(3)];

/// Equality of both functions on the same operands.
const fn equal(arity: usize, operands: &'static [Term]) -> Form {
    Form {
        arity,
        predicate: false,
        claim: Claim::Equal(
            Term::Apply(LawCallee::Subject, operands),
            Term::Apply(LawCallee::Parameter(0), operands),
        ),
    }
}

/// Not a law of the vocabulary: no author declares it.
static SAME: Law = Law {
    name: "Same",
    params: &[Parameter {
        name: "g",
        kind: ParamKind::Op,
    }],
    forms: &[
        equal(1, &[Term::Var(0)]),
        equal(2, &[Term::Var(0), Term::Var(1)]),
        equal(3, &[Term::Var(0), Term::Var(1), Term::Var(2)]),
        equal(4, &VARIABLES),
    ],
    docs: "Another function gives what the op gives.",
    obeyed_by: "a sum and the sum with its operands exchanged",
    broken_by: "a sum and a difference",
};

impl<'c> DeclaredLaw<'c> {
    /// The claim that a function computes the same as this op for every input; `body` is the translated
    /// function.
    ///
    /// # Errors
    /// The reason why the claim has no term.
    pub fn same(
        catalog: &'c Catalog,
        op: &'c Op,
        same: &EquivalentDef,
        body: &'c Valid,
    ) -> Result<Self, ClaimError> {
        if same.function.signature != op.def.op.signature {
            return Err(ClaimError::Types);
        }
        let text = format!("alternate::{}::equal", same.name);
        let arguments = vec![LawArgument::Op(same.function)];
        let claim = Self::of(catalog, op, &SAME, text, arguments)?;
        Ok(Self {
            beside: Some(body),
            ..claim
        })
    }
}
