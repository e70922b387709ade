//! Type inference for a claim's variables and parameters, by unification with the subject's signature.
//!
//! `f(a, e) = a` gives `a` the type of operand 1 and of the result, and `e` that of operand 2. Types
//! are compared as written; only two different known types are a mismatch, and the compiler checks the
//! rest.

use super::{Function, Ty, term_text};
use std::collections::HashMap;
use vyre_conform_spec::{Claim, Form, Law, LawCallee, Term};

/// The result of the unification.
pub(crate) struct Typing {
    classes: Classes,
}

/// The reason why a law does not fit.
pub(crate) enum Mismatch {
    /// Two parts must have one type but have two.
    Types { left: Part, right: Part },
    /// A part must be a number but is not.
    Order(Part),
    /// A part must be an integer but is a float.
    Sum(Part),
}

/// A part of a claim or of the signature, with its type, as text.
pub(crate) struct Part {
    pub(crate) what: String,
    pub(crate) ty: String,
}

/// A type and the part of the signature that determines it.
struct Origin {
    what: String,
    ty: Ty,
}

impl Origin {
    fn part(&self) -> Part {
        Part {
            what: self.what.clone(),
            ty: self.ty.text(),
        }
    }
}

/// An item with a type.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Slot {
    Variable(usize),
    Value(usize),
    /// Operand `.1` of the op that is parameter `.0`.
    Operand(usize, usize),
    Result(usize),
    SubjectOperand(usize),
    SubjectResult,
}

#[derive(Default)]
struct Classes {
    slots: HashMap<Slot, usize>,
    parent: Vec<usize>,
    origin: Vec<Option<Origin>>,
}

impl Typing {
    /// Unifies a claim with the signature of `function`.
    pub(crate) fn new(law: &Law, form: &Form, function: &Function) -> Result<Self, Mismatch> {
        let mut classes = Classes::default();
        for (k, operand) in function.operands.iter().enumerate() {
            let what = format!("operand {}", k + 1);
            classes.give(
                Slot::SubjectOperand(k),
                Origin {
                    what,
                    ty: operand.ty.clone(),
                },
            );
        }
        let what = "the result".to_owned();
        classes.give(
            Slot::SubjectResult,
            Origin {
                what,
                ty: function.result.clone(),
            },
        );
        let mut typing = Self { classes };
        typing.claim(law, &form.claim)?;
        Ok(typing)
    }

    /// Type of the k-th variable, if the subject's signature determines it.
    pub(crate) fn variable(&self, k: usize) -> Option<Ty> {
        self.classes.ty(Slot::Variable(k))
    }

    /// Type of the k-th parameter of the law, a value.
    pub(crate) fn value(&self, k: usize) -> Option<Ty> {
        self.classes.ty(Slot::Value(k))
    }

    /// Type of operand `.1` of the op that is parameter `.0`, if the subject's signature determines it.
    pub(crate) fn operand(&self, parameter: usize, operand: usize) -> Option<Ty> {
        self.classes.ty(Slot::Operand(parameter, operand))
    }

    /// Type of the result of the op that is the k-th parameter, if determined by the signature.
    pub(crate) fn result(&self, k: usize) -> Option<Ty> {
        self.classes.ty(Slot::Result(k))
    }

    /// Type of a term; a small integer has that of the other side.
    pub(crate) fn term(&self, term: &Term) -> Option<Ty> {
        match term {
            Term::Var(k) => self.variable(*k),
            Term::Param(k) => self.value(*k),
            Term::Int(_) => None,
            Term::Apply(LawCallee::Subject, _) => self.classes.ty(Slot::SubjectResult),
            Term::Apply(LawCallee::Parameter(k), _) => self.classes.ty(Slot::Result(*k)),
            Term::WrappingSum([l, r]) => self.term(l).or_else(|| self.term(r)),
        }
    }

    /// An operand of an op parameter that has the type of the k-th variable: (parameter, operand).
    pub(crate) fn operand_like(&self, variable: usize) -> Option<(usize, usize)> {
        self.operand_in(Slot::Variable(variable))
    }

    /// An operand of an op parameter that has the type of the k-th parameter, a value.
    pub(crate) fn operand_like_value(&self, k: usize) -> Option<(usize, usize)> {
        self.operand_in(Slot::Value(k))
    }

    fn operand_in(&self, slot: Slot) -> Option<(usize, usize)> {
        let class = self.classes.find(slot)?;
        let mut slots: Vec<_> = self.classes.slots.keys().copied().collect();
        slots.retain(|slot| self.classes.find(*slot) == Some(class));
        let operands = slots.into_iter().filter_map(|slot| match slot {
            Slot::Operand(parameter, operand) => Some((parameter, operand)),
            _ => None,
        });
        operands.min()
    }

    /// An op parameter whose result has the type of the k-th parameter, a value.
    pub(crate) fn result_like(&self, value: usize) -> Option<usize> {
        let class = self.classes.find(Slot::Value(value))?;
        let slots = self.classes.slots.keys().copied();
        let results = slots.filter_map(|slot| match slot {
            Slot::Result(parameter) => Some(parameter),
            _ => None,
        });
        let mut results = results.filter(|k| self.classes.find(Slot::Result(*k)) == Some(class));
        results.next()
    }

    fn claim(&mut self, law: &Law, claim: &Claim) -> Result<(), Mismatch> {
        match claim {
            Claim::Equal(l, r) => {
                let (left, right) = (self.visit(law, l)?, self.visit(law, r)?);
                match (left, right) {
                    (Some(left), Some(right)) => self.classes.join(left, right),
                    (Some(slot), None) => self.number(law, l, slot),
                    (None, Some(slot)) => self.number(law, r, slot),
                    (None, None) => Ok(()),
                }
            }
            Claim::AtMost(l, r) => {
                let (left, right) = (self.visit(law, l)?, self.visit(law, r)?);
                if let (Some(left), Some(right)) = (left, right) {
                    self.classes.join(left, right)?;
                    self.number(law, l, left)?;
                }
                Ok(())
            }
            Claim::All(claims) | Claim::Any(claims) | Claim::ExactlyOne(claims) => {
                claims.iter().try_for_each(|claim| self.claim(law, claim))
            }
            Claim::Implies(p, q) => {
                self.claim(law, p)?;
                self.claim(law, q)
            }
        }
    }

    /// The slot of a term after everything inside it is unified; a small integer has none.
    fn visit(&mut self, law: &Law, term: &Term) -> Result<Option<Slot>, Mismatch> {
        let slot = match term {
            Term::Int(_) => return Ok(None),
            Term::Var(k) => Slot::Variable(*k),
            Term::Param(k) => Slot::Value(*k),
            Term::Apply(callee, args) => {
                for (k, arg) in args.iter().enumerate() {
                    let operand = match callee {
                        LawCallee::Subject => Slot::SubjectOperand(k),
                        LawCallee::Parameter(n) => Slot::Operand(*n, k),
                    };
                    if let Some(slot) = self.visit(law, arg)? {
                        self.classes.join(operand, slot)?;
                    }
                }
                match callee {
                    LawCallee::Subject => Slot::SubjectResult,
                    LawCallee::Parameter(n) => Slot::Result(*n),
                }
            }
            Term::WrappingSum([l, r]) => {
                let (left, right) = (self.visit(law, l)?, self.visit(law, r)?);
                if let (Some(left), Some(right)) = (left, right) {
                    self.classes.join(left, right)?;
                    self.number(law, l, left)?;
                    self.integer(law, l, left)?;
                }
                return Ok(left.or(right));
            }
        };
        self.classes.index(slot);
        Ok(Some(slot))
    }

    /// Refuses an array that is compared by order or with a small integer.
    fn number(&self, law: &Law, term: &Term, slot: Slot) -> Result<(), Mismatch> {
        match self.classes.ty(slot) {
            Some(ty) if ty.known.is_some_and(|ty| !ty.is_ordered()) => Err(Mismatch::Order(Part {
                what: format!("`{}`", term_text(law, term)),
                ty: ty.text(),
            })),
            _ => Ok(()),
        }
    }
}

impl Typing {
    /// Refuses a float in a sum, because a wrapping sum of floats has no meaning.
    fn integer(&self, law: &Law, term: &Term, slot: Slot) -> Result<(), Mismatch> {
        match self.classes.ty(slot) {
            Some(ty) if ty.is_float() => Err(Mismatch::Sum(Part {
                what: format!("`{}`", term_text(law, term)),
                ty: ty.text(),
            })),
            _ => Ok(()),
        }
    }
}

impl Classes {
    fn index(&mut self, slot: Slot) -> usize {
        let next = self.parent.len();
        let index = *self.slots.entry(slot).or_insert(next);
        if index == next {
            self.parent.push(next);
            self.origin.push(None);
        }
        index
    }

    fn root(&self, mut k: usize) -> usize {
        while self.parent[k] != k {
            k = self.parent[k];
        }
        k
    }

    fn find(&self, slot: Slot) -> Option<usize> {
        self.slots.get(&slot).map(|k| self.root(*k))
    }

    fn ty(&self, slot: Slot) -> Option<Ty> {
        self.origin[self.find(slot)?].as_ref().map(|o| o.ty.clone())
    }

    fn give(&mut self, slot: Slot, origin: Origin) {
        let k = self.index(slot);
        self.origin[k] = Some(origin);
    }

    fn join(&mut self, a: Slot, b: Slot) -> Result<(), Mismatch> {
        let (a, b) = (self.index(a), self.index(b));
        let (a, b) = (self.root(a), self.root(b));
        if a == b {
            return Ok(());
        }
        if let (Some(left), Some(right)) = (&self.origin[a], &self.origin[b]) {
            let differ = left
                .ty
                .known
                .zip(right.ty.known)
                .is_some_and(|(l, r)| l != r);
            if differ {
                return Err(Mismatch::Types {
                    left: left.part(),
                    right: right.part(),
                });
            }
        }
        // A known type is more informative than a mere name.
        let known = |k: usize| {
            self.origin[k]
                .as_ref()
                .is_some_and(|o| o.ty.known.is_some())
        };
        let (keep, other) = if known(a) || (self.origin[a].is_some() && !known(b)) {
            (a, b)
        } else {
            (b, a)
        };
        self.parent[other] = keep;
        if self.origin[keep].is_none() {
            self.origin[keep] = self.origin[other].take();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::errors::Errors;
    use quote::quote;
    use vyre_conform_spec::{ValueType, law::find};

    fn typing(name: &str, item: proc_macro2::TokenStream) -> Result<Typing, Mismatch> {
        let errors = Errors::new();
        let function = Function::parse(&errors, item, "vyre_op").expect("a function");
        errors.discard();
        let law = find(name).expect("a law");
        Typing::new(
            law,
            law.form(function.operands.len()).expect("a form"),
            &function,
        )
    }

    fn known(ty: Option<Ty>) -> Option<ValueType> {
        ty.and_then(|ty| ty.known)
    }

    /// Oracle: the claims of docs/spec/laws.md#the-laws, worked out by hand.
    #[test]
    fn variables_and_parameters_get_the_types_of_their_places() {
        let shift = quote!(
            fn f(a: u64, n: u32) -> u64 {
                a
            }
        );
        let t = typing("RightIdentity", shift.clone()).ok().expect("fits");
        assert_eq!(known(t.variable(0)), Some(ValueType::U64));
        assert_eq!(known(t.value(0)), Some(ValueType::U32));
        assert!(matches!(
            typing("Commutative", shift.clone()),
            Err(Mismatch::Types { .. })
        ));
        assert!(matches!(
            typing("Identity", shift),
            Err(Mismatch::Types { .. })
        ));
        let t = typing(
            "Bounded",
            quote!(
                fn f(a: u64) -> u32 {
                    0
                }
            ),
        )
        .ok()
        .expect("fits");
        assert_eq!(known(t.value(1)), Some(ValueType::U32));
        let vector = quote!(
            fn f(a: [u32; 2]) -> [u32; 2] {
                a
            }
        );
        let error = typing("Monotone", vector).err();
        assert!(matches!(error, Some(Mismatch::Order(_))));
    }

    /// Oracle: f(a, g(a, b)) = a determines only that b is the second operand of g, and g(a, f(a)) = u
    /// only that u is a result of g.
    #[test]
    fn a_part_may_get_its_type_from_another_op() {
        let two = quote!(
            fn f(a: u32, b: u32) -> u32 {
                a
            }
        );
        let t = typing("LatticeAbsorption", two).ok().expect("fits");
        assert!(t.variable(1).is_none());
        assert_eq!(t.operand_like(1), Some((0, 1)));
        let one = quote!(
            fn f(a: u32) -> u32 {
                a
            }
        );
        let t = typing("ComplementUnder", one).ok().expect("fits");
        assert!(t.value(1).is_none());
        assert_eq!(t.result_like(1), Some(0));
    }
}
