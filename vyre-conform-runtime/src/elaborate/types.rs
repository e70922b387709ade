//! Types during inference: unification, with integers that are not yet decided.

use crate::body::{Primitive, Shape};

/// A type, possibly still unknown.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Ty {
    /// A type variable.
    Var(usize),
    /// A primitive.
    One(Primitive),
    /// A tuple; the empty one is unit.
    Tuple(Vec<Ty>),
    /// A fixed array.
    Array(Box<Ty>, usize),
    /// The result of `checked_*`.
    Option(Box<Ty>),
}

impl Ty {
    pub(super) const UNIT: Self = Self::Tuple(vec![]);
    pub(super) const BOOL: Self = Self::One(Primitive::Bool);
    pub(super) const U32: Self = Self::One(Primitive::U32);
    pub(super) const USIZE: Self = Self::One(Primitive::Usize);

    pub(super) fn from_shape(shape: &Shape) -> Self {
        match shape {
            Shape::One(p) => Self::One(*p),
            Shape::Tuple(parts) => Self::Tuple(parts.iter().map(Self::from_shape).collect()),
            Shape::Array(p, n) => Self::Array(Box::new(Self::One(*p)), *n),
        }
    }
}

impl std::fmt::Display for Ty {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Var(_) => f.write_str("an integer"),
            Self::One(p) => f.write_str(primitive_name(*p)),
            Self::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(Self::to_string).collect();
                write!(f, "({})", parts.join(", "))
            }
            Self::Array(element, n) => write!(f, "[{element}; {n}]"),
            Self::Option(inner) => write!(f, "Option<{inner}>"),
        }
    }
}

/// The Rust name of a primitive.
pub(super) fn primitive_name(p: Primitive) -> &'static str {
    match p {
        Primitive::U32 => "u32",
        Primitive::I32 => "i32",
        Primitive::U64 => "u64",
        Primitive::Bool => "bool",
        Primitive::Usize => "usize",
    }
}

#[derive(Clone, Debug)]
enum State {
    Any,
    Integer,
    Is(Ty),
}

/// The state of all type variables.
#[derive(Debug, Default)]
pub(super) struct Types(Vec<State>);

impl Types {
    /// A fresh type variable.
    pub(super) fn any(&mut self) -> Ty {
        self.0.push(State::Any);
        Ty::Var(self.0.len() - 1)
    }

    /// The type of a literal without suffix.
    pub(super) fn integer(&mut self) -> Ty {
        self.0.push(State::Integer);
        Ty::Var(self.0.len() - 1)
    }

    /// The type with its outermost variable replaced as far as known.
    pub(super) fn resolve(&self, ty: &Ty) -> Ty {
        let mut ty = ty;
        while let Ty::Var(v) = ty {
            match &self.0[*v] {
                State::Is(next) => ty = next,
                _ => break,
            }
        }
        ty.clone()
    }

    /// The final type: an undecided integer is `i32`, as in Rust, and an unconstrained variable is
    /// unit.
    pub(super) fn finish(&self, ty: &Ty) -> Ty {
        match self.resolve(ty) {
            Ty::Var(v) => match self.0[v] {
                State::Integer => Ty::One(Primitive::I32),
                _ => Ty::UNIT,
            },
            Ty::One(p) => Ty::One(p),
            Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(|t| self.finish(t)).collect()),
            Ty::Array(element, n) => Ty::Array(Box::new(self.finish(&element)), n),
            Ty::Option(inner) => Ty::Option(Box::new(self.finish(&inner))),
        }
    }

    /// Unifies two types; returns false if they differ.
    pub(super) fn unify(&mut self, a: &Ty, b: &Ty) -> bool {
        let (a, b) = (self.resolve(a), self.resolve(b));
        match (&a, &b) {
            (Ty::Var(x), Ty::Var(y)) if x == y => true,
            (Ty::Var(x), Ty::Var(y)) => {
                let (from, to) = match self.0[*x] {
                    State::Integer => (*y, a.clone()),
                    _ => (*x, b.clone()),
                };
                self.0[from] = State::Is(to);
                true
            }
            (Ty::Var(v), known) | (known, Ty::Var(v)) => {
                let integer = matches!(self.0[*v], State::Integer);
                let fits = !integer || matches!(known, Ty::One(p) if *p != Primitive::Bool);
                if !fits || self.occurs(*v, known) {
                    return false;
                }
                self.0[*v] = State::Is(known.clone());
                true
            }
            (Ty::One(a), Ty::One(b)) => a == b,
            (Ty::Tuple(a), Ty::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.unify(a, b))
            }
            (Ty::Array(a, n), Ty::Array(b, m)) => n == m && self.unify(a, b),
            (Ty::Option(a), Ty::Option(b)) => self.unify(a, b),
            _ => false,
        }
    }

    fn occurs(&self, v: usize, ty: &Ty) -> bool {
        match self.resolve(ty) {
            Ty::Var(w) => v == w,
            Ty::One(_) => false,
            Ty::Tuple(parts) => parts.iter().any(|t| self.occurs(v, t)),
            Ty::Array(inner, _) | Ty::Option(inner) => self.occurs(v, &inner),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the Rust reference, "Literal expressions": an integer without constraints is i32.
    #[test]
    fn an_undecided_integer_is_i32() {
        let mut types = Types::default();
        let (a, b) = (types.integer(), types.any());
        assert!(types.unify(&a, &b));
        assert_eq!(types.finish(&b), Ty::One(Primitive::I32));
        assert!(types.unify(&b, &Ty::U32));
        assert_eq!(types.finish(&a), Ty::U32);
        assert!(!types.unify(&a, &Ty::USIZE));
    }

    /// Oracle: an integer is not a bool and no type contains itself.
    #[test]
    fn impossible_equations_are_refused() {
        let mut types = Types::default();
        let (a, b) = (types.integer(), types.any());
        assert!(!types.unify(&a, &Ty::BOOL));
        let pair = Ty::Tuple(vec![b.clone(), b.clone()]);
        assert!(!types.unify(&b, &pair));
    }
}
