//! Replacements for methods that never panic but are outside the kernel subset.

use super::super::Translator;
use crate::model::bare;
use syn::Expr;

/// Methods of iterators and of slices.
const SEQUENCE_METHODS: [&str; 36] = [
    "all",
    "any",
    "chunks",
    "collect",
    "concat",
    "contains",
    "count",
    "enumerate",
    "fill",
    "find",
    "first",
    "fold",
    "for_each",
    "get",
    "into_iter",
    "iter",
    "iter_mut",
    "last",
    "max_by",
    "min_by",
    "nth",
    "position",
    "product",
    "reduce",
    "rev",
    "reverse",
    "skip",
    "sort",
    "split_at",
    "step_by",
    "sum",
    "swap",
    "take",
    "to_vec",
    "windows",
    "zip",
];

/// Methods of texts, or that return one.
const OF_TEXT: [&str; 6] = ["as_bytes", "as_str", "bytes", "chars", "parse", "to_string"];

/// Methods of floats only.
const FLOAT_METHODS: [&str; 16] = [
    "ceil", "cos", "exp", "floor", "fract", "is_nan", "ln", "mul_add", "powf", "powi", "recip",
    "round", "sin", "sqrt", "to_bits", "trunc",
];

/// Methods of integers that can be expressed by a few others.
pub(super) const INTEGER_METHODS: [&str; 20] = [
    "is_multiple_of",
    "isqrt",
    "midpoint",
    "neg",
    "not",
    "overflowing_abs",
    "overflowing_shl",
    "overflowing_shr",
    "saturating_abs",
    "saturating_div",
    "saturating_neg",
    "unbounded_shl",
    "unbounded_shr",
    "widening_mul",
    "wrapping_add_signed",
    "wrapping_add_unsigned",
    "wrapping_div_euclid",
    "wrapping_pow",
    "wrapping_sub_signed",
    "wrapping_sub_unsigned",
];

/// Methods of operator traits.
const OPERATORS: [(&str, &str); 9] = [
    ("bitand", "&"),
    ("bitor", "|"),
    ("bitxor", "^"),
    ("eq", "=="),
    ("ne", "!="),
    ("lt", "<"),
    ("le", "<="),
    ("gt", ">"),
    ("ge", ">="),
];

/// The operands of a method, as code.
struct Operands {
    /// The receiver, usable as a receiver.
    a: String,
    /// The receiver by itself.
    plain_a: String,
    /// The first argument by itself.
    b: String,
    /// The first argument in a comparison.
    compared_b: String,
    /// Their type.
    ty: String,
}

impl Operands {
    fn bits(&self) -> u32 {
        if self.ty == "u64" { 64 } else { 32 }
    }

    fn is_signed(&self) -> bool {
        self.ty == "i32"
    }
}

impl Translator<'_> {
    /// The replacement for `receiver.method(arguments)`; `None` for an unknown method.
    pub(in super::super) fn substitute(
        &self,
        method: &str,
        receiver: &Expr,
        arguments: &[&Expr],
    ) -> Option<String> {
        if let Some(of) = bytes_of(receiver).or(is_bytes(method).then_some(receiver)) {
            return Some(self.byte_of(of));
        }
        if let Some(advice) = self.of_array(method, receiver, arguments) {
            return Some(advice);
        }
        if let Some(advice) = self.of_ordering(method, receiver, arguments) {
            return Some(advice);
        }
        if self.is_array(receiver) || is_sequence(receiver) || OF_SEQUENCES.contains(&method) {
            let form = "let mut i = 0; while i < 4 { ..; i += 1; }";
            return Some(format!("count through the elements in a loop: `{form}`"));
        }
        if let Some(advice) = self.of_option(method, receiver, arguments) {
            return Some(advice);
        }
        if OF_TEXT.contains(&method) {
            return Some("remove it: kernels know numbers only".to_owned());
        }
        if OF_FLOATS.contains(&method) {
            return Some("compute on the bits of the float, in a #[vyre_fn]".to_owned());
        }
        if method.starts_with("fetch_") || matches!(method, "load" | "store") {
            return Some(
                "a kernel function has no state but its variables: take the value as an operand"
                    .to_owned(),
            );
        }
        let first = arguments.first().map(|e| without_reference(e));
        let entry = self.own_type(receiver).or_else(|| self.own_type(first?));
        let operands = Operands {
            a: self.receiver(receiver, first),
            plain_a: self.text(receiver),
            b: first.map_or_else(String::new, |e| self.text(e)),
            compared_b: first.map_or_else(String::new, |e| self.operand(e)),
            ty: entry.unwrap_or_else(|| self.wanted_type()),
        };
        let code = match method {
            "wrapping_pow" => self.remedy("pow", receiver, arguments),
            "wrapping_div_euclid" if !operands.is_signed() => {
                self.remedy("div_euclid", receiver, arguments)
            }
            name if INTEGER_METHODS.contains(&name) => self.arithmetic(method, &operands),
            _ => None,
        };
        let code = code.or_else(|| self.conversion(method, &operands));
        let code = code.or_else(|| self.operator(method, receiver, first))?;
        Some(format!("write {}", quoted(&self.fitting(&code))))
    }

    /// The remedy for a use of an integer's bytes.
    pub(in super::super) fn byte_of(&self, integer: &Expr) -> String {
        let byte = format!("({} >> 8) & 0xFF", self.operand(integer));
        format!("take each byte out by a shift and a mask: `{byte}`")
    }

    fn arithmetic(&self, method: &str, operands: &Operands) -> Option<String> {
        let Operands {
            a,
            plain_a,
            b,
            compared_b,
            ty,
        } = operands;
        let (bits, signed) = (operands.bits(), operands.is_signed());
        Some(match method {
            "isqrt" if !signed => format!(
                "{{ let (mut rest, mut root, mut bit) = ({plain_a}, 0{ty}, 1{ty} << {top}); while bit != 0 {{ \
                 bound!({turns}); let next = root | bit; root >>= 1; if rest >= next {{ rest = \
                 rest.wrapping_sub(next); root |= bit; }} bit >>= 2; }} root }}",
                top = bits - 2,
                turns = bits / 2,
            ),
            "midpoint" if signed => format!(
                "{{ let m = ({a} & {b}).wrapping_add(({a} ^ {b}) >> 1); m.wrapping_add((m >> 31) & ({a} ^ {b}) & 1) }}",
                b = compared_b
            ),
            "midpoint" => format!("({a} & {b}).wrapping_add(({a} ^ {b}) >> 1)", b = compared_b),
            "unbounded_shl" => {
                format!("if {compared_b} < {bits} {{ {a}.wrapping_shl({b}) }} else {{ 0 }}")
            }
            "unbounded_shr" if signed => {
                format!("if {compared_b} < {bits} {{ {a}.wrapping_shr({b}) }} else {{ {a} >> 31 }}")
            }
            "unbounded_shr" => {
                format!("if {compared_b} < {bits} {{ {a}.wrapping_shr({b}) }} else {{ 0 }}")
            }
            "is_multiple_of" => {
                format!("if let Some(r) = {a}.checked_rem({b}) {{ r == 0 }} else {{ {a} == 0 }}")
            }
            "saturating_div" if signed => format!(
                "if let Some(q) = {a}.checked_div({b}) {{ q }} else if {compared_b} == 0 {{ 0 }} else {{ i32::MAX }}"
            ),
            "saturating_div" => {
                format!("if let Some(q) = {a}.checked_div({b}) {{ q }} else {{ 0 }}")
            }
            "saturating_neg" => {
                format!("if {a} == i32::MIN {{ i32::MAX }} else {{ {a}.wrapping_neg() }}")
            }
            "saturating_abs" => {
                format!("if {a} == i32::MIN {{ i32::MAX }} else {{ {a}.wrapping_abs() }}")
            }
            "overflowing_abs" => format!("({a}.wrapping_abs(), {a} == i32::MIN)"),
            "overflowing_shl" => format!("({a}.wrapping_shl({b}), {compared_b} >= {bits})"),
            "overflowing_shr" => format!("({a}.wrapping_shr({b}), {compared_b} >= {bits})"),
            "wrapping_add_signed" | "wrapping_add_unsigned" => {
                format!("{a}.wrapping_add({compared_b} as {ty})")
            }
            "wrapping_sub_signed" | "wrapping_sub_unsigned" => {
                format!("{a}.wrapping_sub({compared_b} as {ty})")
            }
            "widening_mul" => format!("{a}.carrying_mul({b}, 0)"),
            "neg" => format!("{a}.wrapping_neg()"),
            "not" => format!("!{a}"),
            _ => return None,
        })
    }

    fn conversion(&self, method: &str, operands: &Operands) -> Option<String> {
        let Operands { a, plain_a, .. } = operands;
        Some(match method {
            "into" | "try_into" => format!("{a} as {}", self.wanted_type()),
            "cast_signed" => format!("{a} as i32"),
            "cast_unsigned" => format!("{a} as u32"),
            "to_be" => format!("{a}.swap_bytes()"),
            "to_le" | "clone" | "to_owned" | "borrow" | "cloned" | "copied" => plain_a.clone(),
            _ => return None,
        })
    }

    /// A method of an operator trait, or one with explicit overflow behaviour.
    fn operator(&self, method: &str, receiver: &Expr, first: Option<&Expr>) -> Option<String> {
        let first = first?;
        if let Some((_, sign)) = OPERATORS.iter().find(|(name, _)| *name == method) {
            return Some(format!(
                "{} {sign} {}",
                self.operand(receiver),
                self.operand(first)
            ));
        }
        let plain = method
            .strip_prefix("unchecked_")
            .or_else(|| method.strip_prefix("strict_"));
        let name = plain.unwrap_or(method);
        let sign = match name {
            "add" => "+",
            "sub" => "-",
            "mul" => "*",
            "div" => "/",
            "rem" => "%",
            "shl" => "<<",
            "shr" => ">>",
            _ => return None,
        };
        let total = self.total_form(name, sign, receiver, first);
        let plain = || format!("{} {sign} {}", self.operand(receiver), self.operand(first));
        Some(total.map_or_else(plain, |total| total.form))
    }
}

/// Code in a message, with the item that it imports.
pub(in super::super) fn quoted(code: &str) -> String {
    if code.contains("bound!") {
        format!("`{code}` (`use vyre_conform_runtime::bound;`)")
    } else {
        format!("`{code}`")
    }
}

/// The referent of an argument: `a.eq(&b)` compares with `b`.
pub(in super::super) fn without_reference(expr: &Expr) -> &Expr {
    match bare(expr) {
        Expr::Reference(reference) => bare(&reference.expr),
        other => other,
    }
}

/// True if an expression is an iterator: `table.iter().map(..)`.
pub(in super::super) fn is_sequence(expr: &Expr) -> bool {
    match bare(expr) {
        Expr::MethodCall(call) => {
            let method = call.method.to_string();
            SEQUENCE_METHODS.contains(&&*method) || is_sequence(&call.receiver)
        }
        _ => false,
    }
}

/// True for a method that returns the bytes of an integer.
fn is_bytes(method: &str) -> bool {
    matches!(method, "to_be_bytes" | "to_le_bytes" | "to_ne_bytes")
}

/// The integer whose bytes a chain of methods begins with.
pub(in super::super) fn bytes_of(expr: &Expr) -> Option<&Expr> {
    match bare(expr) {
        Expr::MethodCall(call) if is_bytes(&call.method.to_string()) => Some(&call.receiver),
        Expr::MethodCall(call) => bytes_of(&call.receiver),
        Expr::Index(index) => bytes_of(&index.expr),
        _ => None,
    }
}
