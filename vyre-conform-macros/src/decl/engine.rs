//! The tokens in the parentheses of `#[vyre_engine(..)]`.

use super::{default_runtime, entries, keys};
use crate::errors::Errors;
use crate::messages;
use crate::text::nearest;
use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{LitInt, LitStr, Path, Token, parenthesized, token};
use vyre_conform_spec::{AdditionOrder, EngineKind};

/// The declaration of an engine, as written.
pub(crate) struct EngineDeclaration {
    /// The entries of `invariants(..)`; `None` without that key.
    pub(crate) invariants: Option<Vec<InvariantEntry>>,
    pub(crate) reference: Option<Path>,
    pub(crate) inputs: Option<Path>,
    pub(crate) corpus: Option<Path>,
    pub(crate) order: Option<Path>,
    pub(crate) kind: EngineKind,
    pub(crate) additions: Option<Additions>,
    pub(crate) sums: Option<Path>,
    /// True if the sums use products other than the requested ones.
    pub(crate) similar: bool,
    pub(crate) id: Option<LitStr>,
    pub(crate) version: u32,
    /// Path of the runtime crate.
    pub(crate) runtime: Path,
    /// The keys that were written, right or wrong.
    written_keys: Vec<String>,
    /// True if one of them is not a key.
    pub(crate) misspelled: bool,
}

/// An entry of `invariants(..)`.
pub(crate) enum InvariantEntry {
    /// The name of one.
    Name(Ident),
    /// `..`: those of an engine that lists none.
    Default(Span),
}

/// The value of `additions`, as written.
pub(crate) struct Additions {
    /// The order; `None` if the engine adds nothing.
    pub(crate) order: Option<AdditionOrder>,
    /// Its place.
    pub(crate) at: TokenStream,
}

impl EngineDeclaration {
    /// Parses the declaration in the attribute's parentheses.
    pub(crate) fn parse(errors: &Errors, tokens: TokenStream) -> Self {
        let mut declaration = Self {
            invariants: None,
            reference: None,
            inputs: None,
            corpus: None,
            order: None,
            kind: EngineKind::Integer,
            additions: None,
            sums: None,
            similar: false,
            id: None,
            version: 1,
            runtime: default_runtime(),
            written_keys: names(tokens.clone()),
            misspelled: false,
        };
        let known = |name: &String| keys::ENGINE.iter().any(|(key, _)| key == name);
        declaration.misspelled = !declaration.written_keys.iter().all(known);
        keys::parse(
            errors,
            tokens,
            "vyre_engine",
            keys::ENGINE,
            &mut |key, input| declaration.value(errors, key, input),
        );
        declaration
    }

    /// True if a key was written, right or wrong.
    pub(crate) fn tries(&self, key: &str) -> bool {
        self.written_keys.iter().any(|tried| tried == key)
    }

    /// Reads the value of one key.
    fn value(&mut self, errors: &Errors, key: &str, input: ParseStream<'_>) -> syn::Result<()> {
        let path = |input: ParseStream<'_>| input.call(Path::parse_mod_style);
        match key {
            "invariants" => self.invariants = Some(invariants(errors, keys::list(input)?)),
            "reference" => self.reference = Some(path(input)?),
            "inputs" => self.inputs = Some(path(input)?),
            "corpus" => self.corpus = Some(path(input)?),
            "order" => self.order = Some(path(input)?),
            "kind" => self.kind = kind(errors, input)?,
            "additions" => self.additions = additions(errors, input)?,
            "sums" | "similar_sums" => {
                self.similar = key == "similar_sums";
                self.sums = Some(path(input)?);
            }
            "id" => {
                let id = keys::id(errors, input)?;
                if !id.value().starts_with("engine::") {
                    errors.refuse(&id, &messages::ENGINE_ID, &[&id.value()]);
                }
                self.id = Some(id);
            }
            "version" => self.version = keys::version(errors, input)?,
            _ => self.runtime = path(input)?,
        }
        Ok(())
    }
}

/// `tensor`
fn kind(errors: &Errors, input: ParseStream<'_>) -> syn::Result<EngineKind> {
    let name: Ident = input.call(Ident::parse_any)?;
    let written = name.to_string();
    if let Some(kind) = EngineKind::from_name(&written) {
        return Ok(kind);
    }
    let names: Vec<&str> = EngineKind::ALL.iter().map(|kind| kind.name()).collect();
    let remedy = suggestion(&written, &names, "the kinds are");
    errors.refuse(&name, &messages::ENGINE_KIND, &[&written, &remedy]);
    Ok(EngineKind::Integer)
}

/// `FmaChain`, `SplitK(3)`, or `None`; nothing if it was refused.
fn additions(errors: &Errors, input: ParseStream<'_>) -> syn::Result<Option<Additions>> {
    let name: Ident = input.parse()?;
    let (mut text, mut at) = (name.to_string(), name.to_token_stream());
    if input.peek(token::Paren) {
        let content;
        parenthesized!(content in input);
        let parts: LitInt = content.parse()?;
        text += &format!("({})", parts.base10_digits());
        at.extend(parts.to_token_stream());
    }
    let order = AdditionOrder::from_text(&text);
    if order.is_none() && text != NO_ADDITIONS {
        let plain = AdditionOrder::PLAIN.iter().map(|order| order.name());
        let names: Vec<&str> = plain.chain(["SplitK(3)", NO_ADDITIONS]).collect();
        let remedy = suggestion(&text, &names, "the orders are");
        errors.refuse(&at, &messages::ADDITION_ORDER, &[&text, &remedy]);
        return Ok(None);
    }
    Ok(Some(Additions { order, at }))
}

/// The value of `additions` for an engine that adds nothing.
const NO_ADDITIONS: &str = "None";

fn suggestion(written: &str, names: &[&str], all: &str) -> String {
    match nearest(written, names.iter().copied()) {
        Some(closest) => format!("did you mean `{closest}`?"),
        None => format!("{all} {}", names.join(", ")),
    }
}

/// `.., OutputOrdered`
fn invariants(errors: &Errors, tokens: TokenStream) -> Vec<InvariantEntry> {
    let mut all = Vec::new();
    entries(errors, "invariants", tokens, &mut |input| {
        all.push(match input.parse::<Option<Token![..]>>()? {
            Some(dots) => InvariantEntry::Default(dots.spans[0]),
            None => InvariantEntry::Name(input.parse()?),
        });
        Ok(())
    });
    all
}

/// The identifiers at the positions of keys: a key that cannot be read is refused for that, not for
/// being missing.
fn names(tokens: TokenStream) -> Vec<String> {
    let mut names = Vec::new();
    let mut first = true;
    for token in tokens {
        match token {
            proc_macro2::TokenTree::Ident(name) if first => {
                names.push(name.to_string());
                first = false;
            }
            proc_macro2::TokenTree::Punct(punct) if punct.as_char() == ',' => first = true,
            _ => first = false,
        }
    }
    names
}
