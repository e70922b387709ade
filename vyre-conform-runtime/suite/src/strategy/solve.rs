//! Types of a law's variables: the claim unified with the signatures of the ops in it.

use super::typed::{Argument, TypedLaw};
use vyre_conform_spec::term::VARIABLES;
use vyre_conform_spec::{Claim, LawCallee, ParamKind, Term, ValueType};

/// A type with the reason for it, if known.
type KnownType = Option<(ValueType, String)>;

struct Solver<'a> {
    law: &'a TypedLaw,
    variables: Vec<KnownType>,
    params: Vec<KnownType>,
    changed: bool,
}

/// The types of the claim's variables, or the mismatch.
pub(super) fn solve(law: &TypedLaw) -> Result<Vec<ValueType>, String> {
    arguments_fit(law)?;
    let mut solver = Solver {
        law,
        variables: vec![None; law.claim.variables()],
        params: vec![None; law.arguments.len()],
        changed: true,
    };
    while solver.changed {
        solver.changed = false;
        solver.claim(law.claim)?;
    }
    for (k, known) in solver.params.iter().enumerate() {
        if let (Some((ty, from)), Some(value)) = (known, law.value(k))
            && value.ty() != *ty
        {
            return Err(format!(
                "parameter `{}` is {value}, a {}, but {from} is a {}",
                law.law.params[k].name,
                value.ty().rust_name(),
                ty.rust_name(),
            ));
        }
    }
    let mut types = Vec::new();
    for (known, name) in solver.variables.iter().zip(VARIABLES) {
        let (ty, _) = known
            .as_ref()
            .ok_or_else(|| format!("the type of `{name}` does not follow from the claim"))?;
        types.push(*ty);
    }
    Ok(types)
}

fn arguments_fit(law: &TypedLaw) -> Result<(), String> {
    let params = law.law.params;
    if law.arguments.len() != params.len() {
        return Err(format!(
            "it takes {} parameters and was given {}",
            params.len(),
            law.arguments.len()
        ));
    }
    for (parameter, argument) in params.iter().zip(&law.arguments) {
        let wanted = match (parameter.kind, argument) {
            (ParamKind::Value, Argument::Value(_)) | (ParamKind::Op, Argument::Op(_)) => continue,
            (ParamKind::Holds, Argument::Holds) => continue,
            (ParamKind::Value, _) => "a value",
            (ParamKind::Op, _) => "an op",
            (_, _) => "`true` or `false`",
        };
        return Err(format!("parameter `{}` must be {wanted}", parameter.name));
    }
    Ok(())
}

impl Solver<'_> {
    fn claim(&mut self, claim: &Claim) -> Result<(), String> {
        match claim {
            Claim::Equal(l, r) => self.same(l, r).map(|_| ()),
            Claim::AtMost(l, r) => match self.same(l, r)? {
                Some(ty) if !ty.is_ordered() => Err(format!(
                    "it compares values by size, and {} has no order",
                    ty.rust_name()
                )),
                _ => Ok(()),
            },
            Claim::All(cs) | Claim::Any(cs) | Claim::ExactlyOne(cs) => {
                cs.iter().try_for_each(|c| self.claim(c))
            }
            Claim::Implies(p, q) => {
                self.claim(p)?;
                self.claim(q)
            }
        }
    }

    /// Unifies the types of two terms.
    fn same(&mut self, l: &Term, r: &Term) -> Result<Option<ValueType>, String> {
        let (left, right) = (self.term(l)?, self.term(r)?);
        match (left, right) {
            (Some((ty, from)), _) => {
                self.expect(r, ty, &from)?;
                Ok(Some(ty))
            }
            (None, Some((ty, from))) => {
                self.expect(l, ty, &from)?;
                Ok(Some(ty))
            }
            (None, None) => Ok(None),
        }
    }

    /// The type of a term, if known, after visiting its operands.
    fn term(&mut self, term: &Term) -> Result<KnownType, String> {
        match term {
            Term::Var(k) => Ok(self.variables[*k].clone()),
            Term::Param(k) => Ok(self.params[*k].clone()),
            Term::Int(_) => Ok(None),
            Term::Apply(callee, args) => self.apply(*callee, args).map(Some),
            Term::WrappingSum([l, r]) => match self.same(l, r)? {
                Some(ty) if ty == ValueType::Bool || ty.float().is_some() => Err(format!(
                    "it adds values, and {} has no sum that wraps",
                    ty.rust_name()
                )),
                Some(ty) => Ok(Some((ty, "the sum".to_owned()))),
                None => Ok(None),
            },
        }
    }

    fn apply(&mut self, callee: LawCallee, args: &[Term]) -> Result<(ValueType, String), String> {
        let name = self.law.name(callee);
        let op = self.law.op(callee);
        let signature = op.ok_or(format!("`{name}` is not an op"))?.signature;
        if signature.operands.len() != args.len() {
            return Err(format!(
                "`{name}` takes {} operands where the law applies it to {}",
                signature.operands.len(),
                args.len()
            ));
        }
        for (k, (arg, ty)) in args.iter().zip(signature.operands).enumerate() {
            self.term(arg)?;
            self.expect(arg, *ty, &format!("operand {} of `{name}`", k + 1))?;
        }
        Ok((signature.result, format!("the result of `{name}`")))
    }

    /// Requires this type of the term; `from` names its origin.
    fn expect(&mut self, term: &Term, ty: ValueType, from: &str) -> Result<(), String> {
        let (slot, what) = match term {
            Term::Int(_) => return Ok(()),
            Term::Var(k) => (&mut self.variables[*k], format!("`{}`", VARIABLES[*k])),
            Term::Param(k) => {
                let name = self.law.law.params[*k].name;
                (&mut self.params[*k], format!("`{name}`"))
            }
            Term::Apply(callee, _) => {
                let found = self.law.op(*callee).map(|op| op.signature.result);
                let what = format!("the result of `{}`", self.law.name(*callee));
                return agree(&what, found.unwrap_or(ty), &what, ty, from);
            }
            Term::WrappingSum(pair) => {
                return pair.iter().try_for_each(|t| self.expect(t, ty, from));
            }
        };
        match slot {
            Some((found, because)) => agree(&what, *found, because, ty, from),
            None => {
                *slot = Some((ty, from.to_owned()));
                self.changed = true;
                Ok(())
            }
        }
    }
}

fn agree(
    what: &str,
    found: ValueType,
    because: &str,
    ty: ValueType,
    from: &str,
) -> Result<(), String> {
    if found == ty {
        return Ok(());
    }
    let (found, ty) = (found.rust_name(), ty.rust_name());
    Err(if what == because {
        format!("{what} is a {found}, but {from} is a {ty}")
    } else {
        format!("{what} is a {found} because {because} is, but {from} is a {ty}")
    })
}
