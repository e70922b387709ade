//! Interpretation of expressions without types.

use crate::text::source;
use syn::{Expr, Lit, UnOp};
use vyre_conform_spec::ValueType;

/// A literal value, as far as its tokens show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Literal {
    /// An integer and its suffix, or its type.
    Int(i128, String),
    Bool(bool),
    /// `[x, y]`, with known elements.
    Array(Vec<Literal>),
    /// A float literal: its bits as a double (which distinguishes the sign of zero) and its suffix.
    Float(u64, String),
    /// A text literal, which is not a value.
    Other,
}

/// The expression without parentheses and the invisible groups that macros leave.
pub(crate) fn bare(expr: &Expr) -> &Expr {
    match expr {
        Expr::Paren(inner) => bare(&inner.expr),
        Expr::Group(inner) => bare(&inner.expr),
        other => other,
    }
}

/// The elements of a tuple of `n`; a single element may lack parentheses. The error is the actual
/// number of elements.
pub(crate) fn tuple(expr: &Expr, n: usize) -> Result<Vec<Expr>, usize> {
    let elements: Vec<Expr> = match bare(expr) {
        Expr::Tuple(tuple) => tuple.elems.iter().map(|e| bare(e).clone()).collect(),
        one => vec![one.clone()],
    };
    if elements.len() == n {
        Ok(elements)
    } else {
        Err(elements.len())
    }
}

/// An example value of a type in Rust syntax, with this number in it if possible.
pub(crate) fn example(ty: ValueType, number: usize) -> String {
    let text = match ty {
        ValueType::Bool => "true",
        ValueType::Vec2U32 => "[1, 2]",
        ValueType::Vec4U32 => "[1, 2, 3, 4]",
        ValueType::F32 => return format!("{number}.0"),
        ValueType::Float(format) => {
            return format!("{}::from_bits({:#x})", ty.rust_name(), format.integer(1));
        }
        _ => return number.to_string(),
    };
    text.to_owned()
}

impl Literal {
    /// The literal of an expression, if it is one; `u32::MAX` and the like count.
    pub(crate) fn from_expr(expr: &Expr) -> Option<Self> {
        match bare(expr) {
            Expr::Lit(lit) => Some(match &lit.lit {
                Lit::Int(int) => Self::Int(int.base10_parse().ok()?, int.suffix().to_owned()),
                Lit::Bool(value) => Self::Bool(value.value),
                Lit::Float(float) => {
                    let value: f64 = float.base10_parse().ok()?;
                    Self::Float(value.to_bits(), float.suffix().to_owned())
                }
                _ => Self::Other,
            }),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Neg(_)) => {
                match Self::from_expr(&unary.expr)? {
                    Self::Int(value, suffix) => Some(Self::Int(-value, suffix)),
                    Self::Float(bits, suffix) => Some(Self::Float(bits ^ 1 << 63, suffix)),
                    _ => None,
                }
            }
            Expr::Array(array) => Some(Self::Array(
                array
                    .elems
                    .iter()
                    .map(Self::from_expr)
                    .collect::<Option<_>>()?,
            )),
            path @ Expr::Path(_) => {
                let text = source(path);
                let (ty, end) = text.split_once("::")?;
                let (min, max) = range(ValueType::from_rust_name(ty)?)?;
                let value = match end {
                    "MAX" => max,
                    "MIN" => min,
                    _ => return None,
                };
                Some(Self::Int(value, ty.to_owned()))
            }
            _ => None,
        }
    }

    /// True if the literal is a value of this type.
    pub(crate) fn fits(&self, ty: ValueType) -> bool {
        match self {
            Self::Int(value, suffix) => {
                let suffix_fits = suffix.is_empty() || suffix == ty.rust_name();
                suffix_fits && range(ty).is_some_and(|(min, max)| (min..=max).contains(value))
            }
            Self::Bool(_) => ty == ValueType::Bool,
            Self::Array(elements) => match ty {
                ValueType::Vec2U32 | ValueType::Vec4U32 => {
                    elements.len() == ty.words() && elements.iter().all(|e| e.fits(ValueType::U32))
                }
                _ => false,
            },
            // Narrow floats have no literals: functions construct them.
            Self::Float(_, suffix) => {
                ty == ValueType::F32 && (suffix.is_empty() || suffix == ty.rust_name())
            }
            Self::Other => false,
        }
    }

    /// True if both have the same value; suffixes are ignored.
    pub(crate) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Int(a, _), Self::Int(b, _)) => a == b,
            (Self::Float(a, _), Self::Float(b, _)) => a == b,
            (Self::Array(a), Self::Array(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.same(b))
            }
            (a, b) => a == b,
        }
    }
}

/// True if two expressions have the same value; `None` if the tokens do not show it.
pub(crate) fn same_value(a: &Expr, b: &Expr) -> Option<bool> {
    if let (Some(a), Some(b)) = (Literal::from_expr(a), Literal::from_expr(b)) {
        return Some(a.same(&b));
    }
    (source(bare(a)) == source(bare(b))).then_some(true)
}

fn range(ty: ValueType) -> Option<(i128, i128)> {
    match ty {
        ValueType::U32 => Some((0, u32::MAX.into())),
        ValueType::I32 => Some((i32::MIN.into(), i32::MAX.into())),
        ValueType::U64 => Some((0, u64::MAX.into())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use syn::parse_quote;

    fn fits(expr: Expr, ty: ValueType) -> bool {
        Literal::from_expr(&expr).expect("a literal").fits(ty)
    }

    /// Oracle: the ranges of Rust's integer types.
    #[test]
    fn literals_fit_their_types() {
        assert!(fits(parse_quote!(0xffff_ffff), ValueType::U32));
        assert!(!fits(parse_quote!(0x1_0000_0000), ValueType::U32));
        assert!(!fits(parse_quote!(-1), ValueType::U32));
        assert!(fits(parse_quote!(-2147483648), ValueType::I32));
        assert!(!fits(parse_quote!(1u64), ValueType::U32));
        assert!(!fits(parse_quote!(1), ValueType::Bool));
        assert!(!fits(parse_quote!(true), ValueType::U32));
        assert!(fits(parse_quote!([1, 2]), ValueType::Vec2U32));
        assert!(!fits(parse_quote!(1.0), ValueType::U32));
        assert!(fits(parse_quote!(-1.5), ValueType::F32));
        assert!(!fits(parse_quote!(1), ValueType::F32));
        assert!(!fits(parse_quote!(1.0f64), ValueType::F32));
    }

    /// Oracle: arithmetic on the literals, by hand.
    #[test]
    fn values_compare_by_meaning() {
        let same = |a: Expr, b: Expr| same_value(&a, &b);
        assert_eq!(same(parse_quote!(16), parse_quote!(0x10u32)), Some(true));
        assert_eq!(
            same(parse_quote!(u32::MAX), parse_quote!((0xffff_ffff))),
            Some(true)
        );
        assert_eq!(same(parse_quote!(1), parse_quote!(2)), Some(false));
        assert_eq!(same(parse_quote!(N), parse_quote!(N)), Some(true));
        assert_eq!(same(parse_quote!(N), parse_quote!(1)), None);
        assert_eq!(same(parse_quote!(0.5), parse_quote!(5e-1f32)), Some(true));
        assert_eq!(same(parse_quote!(0.0), parse_quote!(-0.0)), Some(false));
    }
}
