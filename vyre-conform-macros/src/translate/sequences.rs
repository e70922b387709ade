//! Replacements for ranges, iterators and slices: loops over constant ranges, and elements by index.

use super::Translator;
use super::remedies::{bytes_of, without_reference};
use super::syntax::{contains, integer, name, range};
use crate::messages;
use crate::model::bare;
use crate::text::source;
use proc_macro2::TokenStream;
use syn::{Expr, ExprForLoop, ExprIndex, ExprMethodCall, Pat};

/// The remedy for a `for` that no rule below knows.
const FOR: &str = "write `for i in 0..32`; over a table `for i in 0..TABLE.len()`; otherwise count with `while i < 32 \
                   { ..; i += 1; }`";

impl Translator<'_> {
    /// The remedy for a `for` over something else than a constant range.
    pub(super) fn for_form(&self, expr: &ExprForLoop) -> String {
        let variable = source(&expr.pat);
        let over = bare(&expr.expr);
        if let Expr::Range(open) = over
            && open.end.is_none()
        {
            return "write `for i in 0..32` with the most iterations it runs, and leave it by `break`".to_owned();
        }
        if let Some(inner) = bytes_of(over) {
            return self.byte_of(inner);
        }
        let of_range = || match over {
            Expr::MethodCall(call) if call.method == "rev" => self.backward(expr, &call.receiver),
            Expr::MethodCall(call) if call.method == "step_by" => {
                stepped(&variable, &call.receiver, call.args.first()?)
            }
            _ => None,
        };
        let form = of_range().or_else(|| self.over_elements(&expr.pat, over));
        form.unwrap_or_else(|| FOR.to_owned())
    }

    /// `for i in (0..32).rev()`.
    fn backward(&self, expr: &ExprForLoop, over: &Expr) -> Option<String> {
        let variable = source(&expr.pat);
        let (from, to, inclusive) = range(over)?;
        if variable == "_" {
            return Some(format!("write `for _ in {}`", source(bare(over))));
        }
        let counter = if variable == "n" { "k" } else { "n" };
        if let (Some(first), Some(end)) = (integer(from), integer(to)) {
            let sum = first + end - i128::from(!inclusive);
            let is_index = |e: &Expr| matches!(e, Expr::Index(i) if source(&i.index) == variable);
            let in_body = Expr::Block(syn::ExprBlock {
                attrs: Vec::new(),
                label: None,
                block: expr.body.clone(),
            });
            let ty = if contains(&in_body, &is_index) {
                "usize".to_owned()
            } else {
                self.likely_type()
            };
            let same = source(bare(over));
            return Some(format!(
                "write `for {counter} in {same} {{ let {variable} = {sum}{ty}.wrapping_sub({counter}); .. }}`"
            ));
        }
        let (first, end) = (source(from), source(to));
        (!inclusive).then(|| {
            format!(
                "write `let mut {variable} = {end}; while {variable} > {first} {{ bound!(32); \
                 {variable} = {variable}.wrapping_sub(1); .. }}` with the most iterations \
                 it runs (`use vyre_conform_runtime::bound;`)"
            )
        })
    }

    /// `for x in v`, `for x in v.iter()`, `for (i, x) in v.iter().enumerate()`.
    fn over_elements(&self, pattern: &Pat, over: &Expr) -> Option<String> {
        if let Expr::MethodCall(call) = over
            && call.method == "enumerate"
            && let Pat::Tuple(both) = pattern
        {
            let (index, element) = (both.elems.first()?, both.elems.get(1)?);
            return self.by_index(&source(index), &source(element), elements(&call.receiver));
        }
        let counter = if source(pattern) == "i" { "k" } else { "i" };
        self.by_index(counter, &source(pattern), elements(over))
    }

    fn by_index(&self, index: &str, element: &str, of: &Expr) -> Option<String> {
        let element = element.trim_start_matches('&');
        let text = source(of);
        let (before, array, length) = match of {
            Expr::Array(array) => (
                format!("let v = {text}; "),
                "v".to_owned(),
                array.elems.len().to_string(),
            ),
            Expr::Path(_) => {
                let of_constant = || self.is_outside(of).then(|| format!("{text}.len()"));
                (
                    String::new(),
                    text.clone(),
                    self.length(of).or_else(of_constant)?,
                )
            }
            _ => return None,
        };
        Some(format!(
            "write `{before}for {index} in 0..{length} {{ let {element} = {array}[{index}]; .. }}`"
        ))
    }

    /// True if an expression names a constant, not a local.
    fn is_outside(&self, expr: &Expr) -> bool {
        matches!(expr, Expr::Path(_)) && self.place(expr).is_none()
    }

    /// The length of a parameter that is an array.
    fn length(&self, expr: &Expr) -> Option<String> {
        let local = self.scope.find(name(expr)?)?;
        let ty = match self.types.get(local as usize) {
            Some(ty) => ty,
            None => self.local_types.get(&local)?,
        };
        let (_, length) = ty.strip_prefix('[')?.strip_suffix(']')?.rsplit_once("; ")?;
        Some(length.to_owned())
    }

    /// True if an expression is an array, as far as its tokens and the signature show.
    pub(super) fn is_array(&self, expr: &Expr) -> bool {
        match bare(expr) {
            Expr::Array(_) | Expr::Repeat(_) => true,
            path @ Expr::Path(_) => self.length(path).is_some(),
            _ => false,
        }
    }

    /// The elements of an array, as far as its tokens and the signature show, if they are few.
    fn few_elements(&self, array: &Expr) -> Option<Vec<String>> {
        match bare(array) {
            Expr::Array(array) => Some(array.elems.iter().map(|e| self.operand(e)).collect()),
            path => {
                let count: usize = self.length(path)?.parse().ok()?;
                let path = source(path);
                (count <= 4).then(|| (0..count).map(|k| format!("{path}[{k}]")).collect())
            }
        }
    }

    /// The replacement for a method of an array.
    pub(super) fn of_array(
        &self,
        method: &str,
        array: &Expr,
        arguments: &[&Expr],
    ) -> Option<String> {
        let first = || arguments.first().copied();
        let text = self.operand(array);
        match method {
            "push" | "pop" | "insert" | "remove" | "extend" | "append" => {
                Some("an array has a fixed length: assign an element, `v[n] = x;`, and count them in `n`".to_owned())
            }
            "swap" => {
                let [one, other] = [first()?, arguments.get(1).copied()?].map(|e| self.text(e));
                Some(format!(
                    "write `let x = {text}[{one}]; {text}[{one}] = {text}[{other}]; {text}[{other}] = x;`"
                ))
            }
            "get" => Some(format!("write `{text}[{}]`", self.text(first()?))),
            "first" => Some(format!("write `{text}[0]`")),
            "contains" => {
                let value = self.operand(without_reference(first()?));
                let each = self.few_elements(array)?;
                let each: Vec<String> = each.iter().map(|element| format!("{element} == {value}")).collect();
                Some(format!("write `{}`", self.fitting(&each.join(" || "))))
            }
            "map" if self.is_array(array) => self.each_element(array, first()?),
            _ => None,
        }
    }

    /// `map` of an array of a few elements: the elements, each by itself.
    fn each_element(&self, array: &Expr, closure: &Expr) -> Option<String> {
        let (variable, value) = self.closure(closure)?;
        let elements = self.few_elements(array)?;
        let is_name = |text: &str| text.chars().all(|c| c.is_alphanumeric() || c == '_');
        let call = value
            .strip_suffix(&format!("({variable})"))
            .filter(|name| is_name(name));
        let each = elements.iter().map(|element| match call {
            Some(function) => format!("{function}({element})"),
            None => format!("{{ let {variable} = {element}; {value} }}"),
        });
        let each: Vec<String> = each.collect();
        Some(format!("write `[{}]`", each.join(", ")))
    }

    /// Refuses a method of a range, or of an iterator that a range begins.
    pub(super) fn range_method(&self, call: &ExprMethodCall) -> Option<TokenStream> {
        let (over, first) = range_of(call)?;
        let form = self
            .range_form(over, first)
            .unwrap_or_else(|| match range(over) {
                Some((from, to, _))
                    if self.local_in(from).or_else(|| self.local_in(to)).is_none() =>
                {
                    format!("compute it in a loop: `for i in {} {{ .. }}`", source(over))
                }
                _ => "compute it in a loop: `while i < 32 { ..; i += 1; }`".to_owned(),
            });
        Some(self.refuse(over, &messages::RANGE, &[&form]))
    }

    fn range_form(&self, over: &Expr, call: &ExprMethodCall) -> Option<String> {
        let (from, to, inclusive) = range(over)?;
        let mut arguments = call.args.iter();
        match (call.method.to_string().as_str(), arguments.next()?) {
            ("contains", Expr::Reference(value)) => {
                let (value, sign) = (
                    self.operand(&value.expr),
                    if inclusive { "<=" } else { "<" },
                );
                let (from, to) = (self.operand(from), self.operand(to));
                Some(format!(
                    "write `{}`",
                    self.fitting(&format!("{from} <= {value} && {value} {sign} {to}"))
                ))
            }
            ("fold", start) => {
                let Expr::Closure(closure) = arguments.next()? else {
                    return None;
                };
                let (Pat::Ident(sum), variable) = (closure.inputs.first()?, closure.inputs.get(1)?)
                else {
                    return None;
                };
                let is_local = self.local_in(from).or_else(|| self.local_in(to)).is_some();
                let (start, value) = (self.text(start), self.text(&closure.body));
                let (sum, variable, over) = (source(&sum.ident), source(variable), source(over));
                let form = format!(
                    "{{ let mut {sum} = {start}; for {variable} in {over} {{ {sum} = {value}; }} {sum} }}"
                );
                (!is_local).then(|| format!("write `{}`", self.fitting(&form)))
            }
            _ => None,
        }
    }

    /// Refuses `v[1..3]`.
    pub(super) fn slice(&self, index: &ExprIndex) -> Option<TokenStream> {
        let Expr::Range(range) = bare(&index.index) else {
            return None;
        };
        let array = self.text(&index.expr);
        let end = |e: &Option<Box<Expr>>| e.as_deref().and_then(integer);
        let first = end(&range.start).or(range.start.is_none().then_some(0));
        let last = match &range.end {
            Some(_) => end(&range.end),
            None => self.length(bare(&index.expr)).and_then(|n| n.parse().ok()),
        };
        let inclusive = i128::from(matches!(range.limits, syn::RangeLimits::Closed(_)));
        let form = match (first, last) {
            (Some(first), Some(last)) if last - first <= 8 => {
                let each: Vec<String> = (first..last + inclusive)
                    .map(|k| format!("{array}[{k}]"))
                    .collect();
                format!(
                    "a slice is not a value here: write its elements, `[{}]`",
                    each.join(", ")
                )
            }
            _ => format!("a slice is not a value here: take each element of it, `{array}[i]`"),
        };
        Some(self.refuse(range, &messages::RANGE, &[&form]))
    }
}

/// The loop with the same steps as `(from..to).step_by(step)`.
fn stepped(variable: &str, over: &Expr, step: &Expr) -> Option<String> {
    let (from, to, inclusive) = range(over)?;
    let step = integer(step)?;
    let end = match (inclusive, integer(to)) {
        (false, _) => source(to),
        (true, end) => (end? + 1).to_string(),
    };
    let from = source(from);
    Some(format!(
        "write `let mut {variable} = {from}; while {variable} < {end} {{ ..; {variable} += {step}; }}`"
    ))
}

/// The array that an iterator runs over.
fn elements(expr: &Expr) -> &Expr {
    match bare(expr) {
        Expr::Reference(reference) => elements(&reference.expr),
        Expr::MethodCall(call)
            if ["iter", "into_iter", "copied", "cloned"]
                .iter()
                .any(|name| call.method == name) =>
        {
            elements(&call.receiver)
        }
        other => other,
    }
}

/// The range at the start of a chain of methods, and the first of them.
fn range_of(call: &ExprMethodCall) -> Option<(&Expr, &ExprMethodCall)> {
    match bare(&call.receiver) {
        over @ Expr::Range(_) => Some((over, call)),
        Expr::MethodCall(inner) => range_of(inner),
        _ => None,
    }
}
