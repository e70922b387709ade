//! The tokens in the parentheses of `#[vyre_engine(..)]`.

use super::{default_runtime, entries, keys};
use crate::errors::Errors;
use crate::messages;
use proc_macro2::{Ident, TokenStream};
use syn::parse::ParseStream;
use syn::{LitStr, Path};

/// What the author of an engine declares, as written.
pub(crate) struct EngineDeclaration {
    /// The names in `invariants(..)`; `None` where the key is not there.
    pub(crate) invariants: Option<Vec<Ident>>,
    pub(crate) reference: Option<Path>,
    pub(crate) inputs: Option<Path>,
    pub(crate) corpus: Option<Path>,
    pub(crate) order: Option<Path>,
    pub(crate) id: Option<LitStr>,
    pub(crate) version: u32,
    /// Path of the runtime crate.
    pub(crate) runtime: Path,
    /// The keys that were tried, right or wrong.
    tried: Vec<String>,
    /// Whether one of them is not a key.
    pub(crate) misspelled: bool,
}

impl EngineDeclaration {
    /// The declaration in the attribute's parentheses.
    pub(crate) fn parse(errors: &Errors, tokens: TokenStream) -> Self {
        let mut declaration = Self {
            invariants: None,
            reference: None,
            inputs: None,
            corpus: None,
            order: None,
            id: None,
            version: 1,
            runtime: default_runtime(),
            tried: names(tokens.clone()),
            misspelled: false,
        };
        let known = |name: &String| keys::ENGINE.iter().any(|(key, _)| key == name);
        declaration.misspelled = !declaration.tried.iter().all(known);
        keys::parse(
            errors,
            tokens,
            "vyre_engine",
            keys::ENGINE,
            &mut |key, input| declaration.value(errors, key, input),
        );
        declaration
    }

    /// Whether a key was written, right or wrong.
    pub(crate) fn tries(&self, key: &str) -> bool {
        self.tried.iter().any(|tried| tried == key)
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

/// `Deterministic, NoOutputLost, ..`
fn invariants(errors: &Errors, tokens: TokenStream) -> Vec<Ident> {
    let mut all = Vec::new();
    entries(errors, "invariants", tokens, &mut |input| {
        all.push(input.parse()?);
        Ok(())
    });
    all
}

/// The identifiers that stand where keys do: a key that cannot be read is refused for that, not for
/// being absent.
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
