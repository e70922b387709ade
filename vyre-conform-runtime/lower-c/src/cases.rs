//! Running an op over columns: a function in C11, kernels in OpenCL C and CUDA C++.

use super::Dialect;
use super::names::{literal, type_name};
use std::fmt::Write;
use vyre_conform_ir::value::Value;
use vyre_conform_ir::{Signature, Type};

/// The name of the function that runs an op on cases. In C11 it is
///
/// ```c
/// void vyre_cases(const u32 *const *operands, u32 *results, u64 cases);
/// ```
///
/// and in the other dialects a one-dimensional kernel, whose parameters are a pointer for each operand,
/// `results` and `cases`; any number of invocations share any number of cases.
///
/// Operands and results are in the canonical layout, one case after another.
pub const CASES: &str = "vyre_cases";

/// The name of the function for operands that may have one value for all cases:
///
/// ```c
/// void vyre_fixed(const u32 *const *operands, const u64 *steps, u32 *results, u64 cases);
/// ```
///
/// `steps` are the distances in words from one case of an operand to the next, or 0. A kernel has the
/// step of an operand, a `u64`, after its pointer.
pub const FIXED: &str = "vyre_fixed";

/// The name of the function with one operand as a literal in the text:
///
/// ```c
/// void vyre_literal(u32 which, const u32 *const *operands, const u64 *steps, u32 *results, u64 cases);
/// ```
///
/// `which` selects one of the literals. A kernel has the parameters of [`FIXED`] after it, including
/// those of the literal operand, which it does not read.
pub const LITERAL: &str = "vyre_literal";

/// The layout of operands.
enum OperandLayout<'a> {
    /// One value per case.
    Columns,
    /// One value per case, or one for all of them.
    Steps,
    /// Like `Steps`, but the operand with this index is one of these values.
    Literal(usize, &'a [Value]),
}

/// An op to run over cases.
pub(super) struct Cases<'a> {
    pub(super) dialect: Dialect,
    /// The function of the op.
    pub(super) callee: &'a str,
    /// The components of its operands.
    pub(super) params: Vec<Type>,
    /// The components of its result.
    pub(super) results: Vec<Type>,
    pub(super) signature: &'a Signature,
    /// True if invocations may cooperate, so that those without a case make the call as well.
    pub(super) is_cooperative: bool,
}

impl Cases<'_> {
    /// [`CASES`] and [`FIXED`].
    pub(super) fn columns(&self) -> String {
        let own = self.item(CASES, &OperandLayout::Columns);
        let fixed = self.item(FIXED, &OperandLayout::Steps);
        format!("{own}\n{fixed}")
    }

    /// [`LITERAL`], for the operand with this index and these values.
    pub(super) fn literals(&self, operand: usize, values: &[Value]) -> String {
        self.item(LITERAL, &OperandLayout::Literal(operand, values))
    }

    fn item(&self, name: &str, operands: &OperandLayout<'_>) -> String {
        let mut out = format!("{} {{\n", self.head(name, operands));
        if self.dialect == Dialect::C11 {
            for k in 0..self.signature.operands.len() {
                let _ = writeln!(out, "    const u32 *in_{k} = operands[{k}];");
            }
        }
        match operands {
            OperandLayout::Literal(operand, values) => {
                out.push_str("    switch (which) {\n");
                for (number, value) in values.iter().enumerate() {
                    let _ = writeln!(out, "    case {number}u:");
                    out.push_str(&self.each_case(operands, Some((*operand, value))));
                    out.push_str("    break;\n");
                }
                out.push_str("    }\n");
            }
            _ => out.push_str(&self.each_case(operands, None)),
        }
        out.push_str("}\n");
        out
    }

    fn head(&self, name: &str, operands: &OperandLayout<'_>) -> String {
        let mut params = vec![];
        if let OperandLayout::Literal(..) = operands {
            params.push("u32 which".to_owned());
        }
        let has_steps = !matches!(operands, OperandLayout::Columns);
        let storage = self.dialect.storage();
        if self.dialect == Dialect::C11 {
            params.push("const u32 *const *operands".to_owned());
            params.extend(has_steps.then(|| "const u64 *steps".to_owned()));
        } else {
            for k in 0..self.signature.operands.len() {
                params.push(format!("const {storage}u32 *in_{k}"));
                params.extend(has_steps.then(|| format!("u64 step_{k}")));
            }
        }
        let restrict = self.dialect.restrict();
        params.push(format!("{storage}u32 *{restrict} results"));
        params.push("u64 cases".to_owned());
        let (kernel, params) = (self.dialect.kernel(), params.join(", "));
        format!("{kernel}void {name}({params})")
    }

    /// The distance in words from one case of operand `k` to the next.
    fn stride(&self, operands: &OperandLayout<'_>, k: usize) -> String {
        match (operands, self.dialect) {
            (OperandLayout::Columns, _) => self.signature.operands[k].words().to_string(),
            (_, Dialect::C11) => format!("steps[{k}]"),
            _ => format!("step_{k}"),
        }
    }

    /// The loop over the cases.
    fn each_case(&self, operands: &OperandLayout<'_>, fixed: Option<(usize, &Value)>) -> String {
        let (signature, callee) = (self.signature, self.callee);
        let mut types = self.params.iter().copied();
        let mut args = vec![];
        for (k, ty) in signature.operands.iter().enumerate() {
            let stride = self.stride(operands, k);
            let value = fixed.filter(|(operand, _)| *operand == k);
            let mut word = 0;
            while word < ty.words() {
                let Some(component) = types.next() else {
                    break;
                };
                args.push(match value {
                    Some((_, value)) => self.literal(value, word, component),
                    None => argument(k, &stride, word, component),
                });
                word += component.words();
            }
        }
        let mut out = if self.is_cooperative {
            format!("    {}\n", self.dialect.for_each_case_together())
        } else {
            format!("    {} {{\n", self.dialect.for_each_case())
        };
        let words = signature.result.words();
        let place = |word: usize| match (words, word) {
            (1, _) => "results[n]".to_owned(),
            (_, 0) => format!("results[n * {words}]"),
            _ => format!("results[n * {words} + {word}]"),
        };
        let has_case = if self.is_cooperative {
            "        if (at < cases) {\n"
        } else {
            ""
        };
        match &self.results[..] {
            [one] => {
                let (ty, args) = (type_name(*one), args.join(", "));
                let _ = writeln!(out, "        const {ty} result = {callee}({args});");
                out.push_str(has_case);
                store(&mut out, "result", *one, 0, &place);
            }
            many => {
                for (k, ty) in many.iter().enumerate() {
                    let _ = writeln!(out, "        {} result_{k};", type_name(*ty));
                    args.push(format!("&result_{k}"));
                }
                let _ = writeln!(out, "        {callee}({});", args.join(", "));
                out.push_str(has_case);
                let mut word = 0;
                for (k, ty) in many.iter().enumerate() {
                    store(&mut out, &format!("result_{k}"), *ty, word, &place);
                    word += ty.words();
                }
            }
        }
        if self.is_cooperative {
            out.push_str("        }\n");
        }
        out.push_str("    }\n");
        out
    }

    /// A component of a value, from its word `word` on.
    fn literal(&self, value: &Value, word: usize, ty: Type) -> String {
        let words = &value.words()[word..];
        let high = match ty {
            Type::U64 => words.get(1).copied().unwrap_or(0),
            _ => 0,
        };
        let bits = u64::from(words[0]) | (u64::from(high) << 32);
        literal(ty, bits, self.dialect).into_string()
    }
}

/// A component of operand `k`, from its word `word` on.
fn argument(k: usize, stride: &str, word: usize, ty: Type) -> String {
    let place = |word: usize| match (stride, word) {
        ("1", 0) => format!("in_{k}[n]"),
        (_, 0) => format!("in_{k}[n * {stride}]"),
        _ => format!("in_{k}[n * {stride} + {word}]"),
    };
    let first = place(word);
    match ty {
        Type::I32 => format!("(i32){first}"),
        Type::Bool => format!("{first} != 0"),
        Type::U64 => format!("(u64){first} | ((u64){} << 32)", place(word + 1)),
        _ => first,
    }
}

fn store(out: &mut String, name: &str, ty: Type, word: usize, place: &dyn Fn(usize) -> String) {
    match ty {
        Type::U64 => {
            let _ = writeln!(out, "        {} = (u32){name};", place(word));
            let _ = writeln!(out, "        {} = (u32)({name} >> 32);", place(word + 1));
        }
        Type::I32 | Type::Bool => _ = writeln!(out, "        {} = (u32){name};", place(word)),
        _ => _ = writeln!(out, "        {} = {name};", place(word)),
    }
}
