//! Code for a claim, derived from its terms.

use super::checks::inputs_text;
use crate::model::{LawModel, Model, ParamModel, claim_text, term_text};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use vyre_conform_spec::term::VARIABLES;
use vyre_conform_spec::{Claim, LawCallee, Term, ValueType};

/// A local that cannot collide with the author's names. Hygiene alone is not enough, because
/// `let lo = ..` is a pattern if the author has a constant `lo`.
pub(super) fn local(name: &str) -> Ident {
    Ident::new(&format!("__vyre_{name}"), Span::mixed_site())
}

/// Fails the enclosing constant if the condition holds, pointing at `span`, with the text that the
/// calls on a `Text` write. Only the panic has the author's span: lints ignore the rest as macro
/// output.
pub(super) fn refuse_if(
    p: &TokenStream,
    condition: &TokenStream,
    span: Span,
    text: &TokenStream,
) -> TokenStream {
    let panic = quote_spanned! {span=>
        ::core::panic!("{}", #p::const_check::Text::new()#text.as_str());
    };
    quote!(if #condition { #panic })
}

/// A call of the annotated function that the compiler shows at `span` if it panics.
pub(super) fn call_at(
    function: &Ident,
    span: Span,
    args: impl IntoIterator<Item = impl ToTokens>,
) -> TokenStream {
    let mut function = function.clone();
    function.set_span(function.span().located_at(span));
    let args = args.into_iter();
    quote_spanned!(Span::mixed_site().located_at(span)=> #function(#(#args),*))
}

/// The code for one law's claim.
pub(super) struct ClaimCode<'a> {
    model: &'a Model,
    law: &'a LawModel,
    p: TokenStream,
    /// The computed terms, each once, in order of evaluation.
    computed: Vec<(&'a Term, TokenStream)>,
}

impl<'a> ClaimCode<'a> {
    pub(super) fn new(model: &'a Model, law: &'a LawModel) -> Self {
        Self {
            model,
            law,
            p: model.private(),
            computed: Vec::new(),
        }
    }

    /// Number of op calls per case.
    pub(super) fn calls(&self) -> u64 {
        let calls = self
            .computed
            .iter()
            .filter(|(term, _)| matches!(term, Term::Apply(..)));
        calls.count() as u64
    }

    /// The computed terms as locals, in order.
    pub(super) fn terms(&self) -> Vec<TokenStream> {
        let names = (0..self.computed.len()).map(|k| local(&format!("term_{k}")));
        names
            .zip(&self.computed)
            .map(|(name, (term, code))| {
                // A type mismatch is reported at its term, not wherever its value is used.
                let ty = self.law.typing.term(term).map(|ty| {
                    let ty = ty.written;
                    quote!(: #ty)
                });
                quote!(let #name #ty = #code;)
            })
            .collect()
    }

    /// Panics with `intro` and both sides if the claim is false.
    pub(super) fn check(&mut self, intro: &str) -> TokenStream {
        let claim = &self.law.form.claim;
        self.violations(claim, intro)
    }

    /// Panics with `intro` and the values if the claim is true.
    pub(super) fn check_broken(&mut self, intro: &str) -> TokenStream {
        let claim = &self.law.form.claim;
        let holds = self.truth(claim);
        let facts = self.facts(claim);
        let text = format!(
            ", so `{}` holds there: choose values that break it",
            claim_text(self.law.law, claim)
        );
        self.panic_if(holds, intro, &quote!(#facts.str(#text)))
    }

    fn violations(&mut self, claim: &'a Claim, intro: &str) -> TokenStream {
        match claim {
            Claim::All(claims) => {
                let each = claims.iter().map(|claim| self.violations(claim, intro));
                each.collect()
            }
            Claim::Equal(l, r) | Claim::AtMost(l, r) => {
                let truth = self.truth(claim);
                let between = match claim {
                    Claim::Equal(..) => " but ",
                    _ => " is greater than ",
                };
                let (left, right) = (self.fact(l), self.fact(r));
                let sides = quote!(#left.str(#between)#right);
                self.panic_if(quote!(!#truth), intro, &sides)
            }
            claim => {
                let truth = self.truth(claim);
                let facts = self.facts(claim);
                let text = format!(", which breaks `{}`", claim_text(self.law.law, claim));
                self.panic_if(quote!(!#truth), intro, &quote!(#facts.str(#text)))
            }
        }
    }

    fn panic_if(&self, condition: TokenStream, intro: &str, facts: &TokenStream) -> TokenStream {
        let p = &self.p;
        let span = self.law.name.span();
        let variables = self.law.form.claim.variables();
        let names: Vec<_> = VARIABLES[..variables]
            .iter()
            .map(|name| local(name))
            .collect();
        let inputs = inputs_text(&names);
        let text = quote!(.str(#intro)#inputs.str(": ")#facts);
        refuse_if(p, &condition, span, &text)
    }

    /// The truth of a claim, as an expression in parentheses.
    fn truth(&mut self, claim: &'a Claim) -> TokenStream {
        let p = self.p.clone();
        let any = |code: Vec<TokenStream>| quote!((#(#code)||*));
        match claim {
            Claim::Equal(l, r) => {
                let known = self.known(l, r);
                let (l, r) = (self.term(l, known), self.term(r, known));
                match known {
                    Some(ValueType::U32 | ValueType::I32 | ValueType::U64) => quote!((#l == #r)),
                    _ => quote!(#p::const_check::equal(#l, #r)),
                }
            }
            Claim::AtMost(l, r) => {
                let known = self.known(l, r);
                let (l, r) = (self.term(l, known), self.term(r, known));
                match known {
                    Some(ValueType::U32 | ValueType::I32 | ValueType::U64) => quote!((#l <= #r)),
                    _ => quote!(#p::const_check::at_most(#l, #r)),
                }
            }
            Claim::All(claims) => {
                let code = claims.iter().map(|claim| self.truth(claim));
                let code: Vec<_> = code.collect();
                quote!((#(#code)&&*))
            }
            Claim::Any(claims) => any(claims.iter().map(|claim| self.truth(claim)).collect()),
            Claim::Implies(premise, conclusion) => {
                let (premise, conclusion) = (self.truth(premise), self.truth(conclusion));
                quote!((!#premise || #conclusion))
            }
            Claim::ExactlyOne(claims) => {
                let code: Vec<_> = claims.iter().map(|claim| self.truth(claim)).collect();
                quote!((#(#code as ::core::primitive::u32)+* == 1))
            }
        }
    }

    fn known(&self, l: &Term, r: &Term) -> Option<ValueType> {
        let ty = |term| self.law.typing.term(term).and_then(|ty| ty.known);
        ty(l).or_else(|| ty(r))
    }

    /// A term as an expression; `known` is its type, for small integers.
    fn term(&mut self, term: &'a Term, known: Option<ValueType>) -> TokenStream {
        let p = self.p.clone();
        let code = match term {
            Term::Var(k) => {
                let name = local(VARIABLES[*k]);
                return quote!(#name);
            }
            Term::Param(k) => {
                let name = local(&format!("param_{k}"));
                return quote!(#name);
            }
            Term::Int(n) => {
                return match known {
                    Some(ValueType::U32 | ValueType::I32 | ValueType::U64) => {
                        let n = proc_macro2::Literal::u32_unsuffixed(*n);
                        quote!(#n)
                    }
                    _ => quote!(#p::const_check::small(#n)),
                };
            }
            Term::Apply(callee, args) => {
                let args: Vec<_> = args.iter().map(|arg| self.term(arg, None)).collect();
                match callee {
                    LawCallee::Subject => {
                        let function = super::counted::called(self.model);
                        call_at(&function, self.law.name.span(), args)
                    }
                    LawCallee::Parameter(k) => {
                        let ParamModel::Op(path) = &self.law.params[*k] else {
                            return TokenStream::new();
                        };
                        // The compiler points here if the op is not `const`, and names the macro.
                        let span = path.span();
                        let p = p.into_iter().map(|mut token| {
                            token.set_span(token.span().located_at(span));
                            token
                        });
                        let p: TokenStream = p.collect();
                        quote_spanned! {Span::mixed_site().located_at(span)=>
                            #p::write_at_run_in_this_law_where_the_op_is_no_const_fn!(#path, #(#args),*)
                        }
                    }
                }
            }
            Term::WrappingSum([l, r]) => {
                let (l, r) = (self.term(l, None), self.term(r, None));
                quote!(#p::const_check::wrapping_sum(#l, #r))
            }
        };
        let found = self.computed.iter().position(|(other, _)| *other == term);
        let k = found.unwrap_or_else(|| {
            self.computed.push((term, code));
            self.computed.len() - 1
        });
        let name = local(&format!("term_{k}"));
        quote!(#name)
    }

    /// `f(a, b) = 0x00000001` as calls on a `Text`.
    fn fact(&mut self, term: &'a Term) -> TokenStream {
        let text = term_text(self.law.law, term);
        if let Term::Int(_) = term {
            return quote!(.str(#text));
        }
        let value = self.term(term, None);
        // A constant of a custom law is written as it is, and has no name.
        if let (Term::Param(_), true) = (term, self.law.law.is_custom()) {
            return quote!(.value(#value));
        }
        let text = format!("{text} = ");
        quote!(.str(#text).value(#value))
    }

    /// The values of all computed terms of a claim, separated by commas.
    fn facts(&mut self, claim: &'a Claim) -> TokenStream {
        let mut terms: Vec<&'a Term> = Vec::new();
        sides(claim, &mut terms);
        let mut out = TokenStream::new();
        for (k, term) in terms.into_iter().enumerate() {
            let fact = self.fact(term);
            let before = if k == 0 { quote!() } else { quote!(.str(", ")) };
            out.extend(quote!(#before #fact));
        }
        out
    }
}

/// The computed sides of a claim's comparisons, each once.
fn sides<'a>(claim: &'a Claim, out: &mut Vec<&'a Term>) {
    match claim {
        Claim::Equal(l, r) | Claim::AtMost(l, r) => {
            for term in [l, r] {
                if matches!(term, Term::Apply(..) | Term::WrappingSum(_)) && !out.contains(&term) {
                    out.push(term);
                }
            }
        }
        Claim::All(claims) | Claim::Any(claims) | Claim::ExactlyOne(claims) => {
            claims.iter().for_each(|claim| sides(claim, out));
        }
        Claim::Implies(p, q) => {
            sides(p, out);
            sides(q, out);
        }
    }
}
