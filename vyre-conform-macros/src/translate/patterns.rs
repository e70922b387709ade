//! Patterns: names of `let` and parameters, and the arms of `match`.

use super::Translator;
use super::syntax::integer;
use crate::messages;
use crate::model::bare;
use crate::text::source;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use syn::ext::IdentExt;
use syn::{Expr, Pat, PatRange, PatTupleStruct, RangeLimits};

impl Translator<'_> {
    /// Declares a name.
    pub(super) fn bind(&mut self, name: &Ident, mutable: bool) -> TokenStream {
        let p = &self.private;
        let ident = name;
        let name = name.unraw().to_string();
        if name == "_" {
            return quote!(#p::Binding::Wild);
        }
        let id = self.scope.declare(ident);
        if mutable {
            quote!(#p::Binding::Mut(#id, #name))
        } else {
            quote!(#p::Binding::Let(#id, #name))
        }
    }

    /// A plain name or `_`.
    pub(super) fn binding(&mut self, pattern: &Pat) -> TokenStream {
        match pattern {
            Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                self.bind(&name.ident, name.mutability.is_some())
            }
            Pat::Wild(_) => {
                let p = &self.private;
                quote!(#p::Binding::Wild)
            }
            Pat::Paren(inner) => self.binding(&inner.pat),
            other => self.refuse(other, &messages::PATTERN, &[]),
        }
    }

    /// The patterns of an arm: alternative literals and constants form one pattern, each range is a
    /// separate one.
    pub(super) fn alternatives<'p>(&mut self, pattern: &'p Pat) -> Vec<Vec<&'p Pat>> {
        let Pat::Or(or) = pattern else {
            return match pattern {
                Pat::Paren(inner) => self.alternatives(&inner.pat),
                pattern => vec![vec![pattern]],
            };
        };
        let (mut values, mut others) = (Vec::new(), Vec::new());
        for case in &or.cases {
            match case {
                Pat::Lit(_) | Pat::Path(_) => values.push(case),
                Pat::Ident(name) if is_constant(&name.ident) => values.push(case),
                Pat::Range(_) => others.push(vec![case]),
                _ => {
                    self.refuse(case, &messages::PATTERN, &[]);
                }
            }
        }
        if !values.is_empty() {
            others.insert(0, values);
        }
        others
    }

    /// One pattern of an arm; several are literals and constants.
    pub(super) fn pattern(&mut self, patterns: &[&Pat]) -> TokenStream {
        let p = self.private.clone();
        if let [one] = patterns {
            match one {
                Pat::Wild(_) => return quote!(#p::Pattern::Any),
                Pat::Ident(name) if name.ident == "None" => return quote!(#p::Pattern::None),
                Pat::Ident(name) if !is_constant(&name.ident) => {
                    let binding = self.binding(one);
                    return quote!(#p::Pattern::Bind(#binding));
                }
                Pat::TupleStruct(some) if is_some(some) => {
                    let binding = self.binding(&some.elems[0]);
                    return quote!(#p::Pattern::Some(#binding));
                }
                Pat::Path(path) if is_named(&path.path, "None") => return quote!(#p::Pattern::None),
                Pat::Range(range) => return self.range_pattern(range),
                Pat::Guard(guard) => return self.refuse(&guard.guard, &messages::GUARD, &[]),
                _ => {}
            }
        }
        let mut values = Vec::new();
        for pattern in patterns {
            values.push(match pattern {
                Pat::Lit(lit) => self.literal(&lit.lit),
                Pat::Path(path) => self.constant(path),
                Pat::Ident(name) if name.by_ref.is_none() && name.subpat.is_none() => {
                    self.constant(&name.ident)
                }
                // The value that it takes apart is refused already.
                Pat::TupleStruct(result) if is_result(result) && !self.errors.is_empty() => {
                    self.unit()
                }
                Pat::Slice(_) => self.refuse(
                    pattern,
                    &messages::ARRAY_PATTERN,
                    &["if v[0] == 0 { .. } else { .. }"],
                ),
                other => self.refuse(other, &messages::PATTERN, &[]),
            });
        }
        quote!(#p::Pattern::OneOf(&[#(#values),*]))
    }

    fn range_pattern(&mut self, range: &PatRange) -> TokenStream {
        let p = self.private.clone();
        let (start, end) = (range.start.as_deref(), range.end.as_deref());
        let inclusive = matches!(range.limits, RangeLimits::Closed(_));
        let text = |end: Option<&Expr>, default: &str| end.map_or(default.to_owned(), source);
        match (start, end) {
            (Some(start), Some(end)) => {
                // An excluded end must be a literal, so that its predecessor is known.
                let end = match (inclusive, integer(end), bare(end)) {
                    (true, _, _) => self.expr(end),
                    (false, Some(end), Expr::Lit(lit)) => {
                        let mut last = lit.lit.clone();
                        if let syn::Lit::Int(int) = &last {
                            let text = format!("{}{}", end - 1, int.suffix());
                            last = syn::Lit::Int(syn::LitInt::new(&text, int.span()));
                        }
                        self.literal(&last)
                    }
                    _ => {
                        let (ty, end) = (&self.matched, source(end));
                        let constant = format!("const LAST: {ty} = {end} - 1;");
                        let form = format!("{}..=LAST` with `{constant}", source(start));
                        return self.refuse(range, &messages::RANGE_PATTERN, &[&form]);
                    }
                };
                let start = self.expr(start);
                quote!(#p::Pattern::Range(&#start, &#end))
            }
            (start, end) => {
                let [min, max] = ["MIN", "MAX"].map(|end| format!("{}::{end}", self.matched));
                let form = format!("{}..={}", text(start, &min), text(end, &max));
                self.refuse(range, &messages::RANGE_PATTERN, &[&form])
            }
        }
    }
}

/// True if a name in a pattern is a constant, by its letters like rustc's naming lint.
pub(super) fn is_constant(name: &Ident) -> bool {
    let name = name.to_string();
    name.contains(char::is_uppercase) && !name.contains(char::is_lowercase)
}

/// True if a pattern is `Some(..)` with one element.
pub(super) fn is_some(pattern: &PatTupleStruct) -> bool {
    is_named(&pattern.path, "Some") && pattern.elems.len() == 1
}

/// True if a path ends in a name.
pub(super) fn is_named(path: &syn::Path, name: &str) -> bool {
    path.segments.last().is_some_and(|last| last.ident == name)
}

/// True if a pattern is `Ok(..)` or `Err(..)`.
fn is_result(pattern: &PatTupleStruct) -> bool {
    is_named(&pattern.path, "Ok") || is_named(&pattern.path, "Err")
}
