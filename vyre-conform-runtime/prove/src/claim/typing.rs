//! Type inference for the variables of a claim, from the signatures of its ops.

use super::DeclaredLaw;
use vyre_conform_spec::{Claim, Term, ValueType};

/// The type of a term, as far as those of the variables are known; `None` for a small integer.
pub(super) fn type_of(
    declared: &DeclaredLaw<'_>,
    variables: &[ValueType],
    term: &Term,
) -> Option<ValueType> {
    match term {
        Term::Var(k) => variables.get(*k).copied(),
        Term::Param(k) => declared.parameter(*k).map(|value| value.ty()),
        Term::Int(_) => None,
        Term::Apply(callee, _) => Some(declared.callee(*callee)?.signature.result),
        Term::WrappingSum([l, r]) => {
            type_of(declared, variables, l).or_else(|| type_of(declared, variables, r))
        }
    }
}

/// The types of all variables; `None` if they cannot be inferred.
pub(super) fn variables(declared: &DeclaredLaw<'_>) -> Option<Vec<ValueType>> {
    let claim = &declared.form.claim;
    let mut types: Vec<Option<ValueType>> = vec![None; claim.variables()];
    // The op determines the types of its operands.
    claim.visit_terms(&mut |term| {
        let Term::Apply(callee, args) = term else {
            return;
        };
        let Some(op) = declared.callee(*callee) else {
            return;
        };
        for (arg, ty) in args.iter().zip(op.signature.operands) {
            if let Term::Var(k) = arg {
                types[*k].get_or_insert(*ty);
            }
        }
    });
    compared(declared, claim, &mut types);
    types.into_iter().collect()
}

/// Gives a variable the type of the term that it is compared with.
fn compared(declared: &DeclaredLaw<'_>, claim: &Claim, types: &mut [Option<ValueType>]) {
    match claim {
        Claim::Equal(l, r) | Claim::AtMost(l, r) => {
            for (variable, other) in [(l, r), (r, l)] {
                if let Term::Var(k) = variable
                    && types[*k].is_none()
                {
                    types[*k] = type_of(declared, &[], other);
                }
            }
        }
        Claim::All(claims) | Claim::Any(claims) | Claim::ExactlyOne(claims) => {
            claims.iter().for_each(|c| compared(declared, c, types));
        }
        Claim::Implies(first, second) => {
            compared(declared, first, types);
            compared(declared, second, types);
        }
    }
}
