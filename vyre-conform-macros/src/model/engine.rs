//! The model of an engine: its invariants resolved.

use super::Function;
use crate::decl::{EngineDeclaration, InvariantEntry};
use crate::errors::Errors;
use crate::messages;
use crate::text::nearest;
use proc_macro2::{Ident, Span, TokenStream};
use vyre_conform_spec::Invariant;

/// The model of an engine.
pub(crate) struct EngineModel {
    pub(crate) function: Function,
    pub(crate) declaration: EngineDeclaration,
    /// The invariants with the names in the declaration.
    pub(crate) invariants: Vec<(Invariant, Ident)>,
    /// True if a listed invariant was refused.
    pub(crate) has_refused: bool,
    pub(crate) id: String,
}

impl EngineModel {
    /// The model of a declaration. An unknown invariant, or one that is listed twice, is refused and left out. An
    /// engine without the key `invariants` has the default ones.
    pub(crate) fn new(errors: &Errors, declaration: EngineDeclaration, function: Function) -> Self {
        let mut invariants: Vec<(Invariant, Ident)> = Vec::new();
        let listed = listed(&declaration, &function);
        let count = listed.len();
        for name in listed {
            let written = name.to_string();
            match Invariant::ALL.iter().find(|i| i.name() == written) {
                Some(invariant) if invariants.iter().any(|(other, _)| other == invariant) => {
                    errors.refuse(&name, &messages::DUPLICATE_INVARIANT, &[&written]);
                }
                Some(invariant) => invariants.push((*invariant, name)),
                None => {
                    errors.refuse(
                        &name,
                        &messages::UNKNOWN_INVARIANT,
                        &[&written, &suggestion(&written)],
                    );
                }
            }
        }
        let id = match &declaration.id {
            Some(id) => id.value(),
            None => format!("engine::{}", function.name()),
        };
        Self {
            function,
            declaration,
            has_refused: invariants.len() != count,
            invariants,
            id,
        }
    }

    /// Path of the module that emitted code uses.
    pub(crate) fn private(&self) -> TokenStream {
        super::private(&self.declaration.runtime)
    }
}

/// The names of all invariants of a declaration, with the default ones in the place of `..`.
fn listed(declaration: &EngineDeclaration, function: &Function) -> Vec<Ident> {
    let default = |span: Span| {
        Invariant::DEFAULT
            .iter()
            .map(move |of| Ident::new(of.name(), span))
    };
    match &declaration.invariants {
        Some(entries) => {
            let names = entries.iter().flat_map(|entry| match entry {
                InvariantEntry::Name(name) => vec![name.clone()],
                InvariantEntry::Default(span) => default(*span).collect(),
            });
            names.collect()
        }
        None if declaration.tries("invariants") => vec![],
        None => default(function.item.sig.ident.span()).collect(),
    }
}

fn suggestion(name: &str) -> String {
    let names = || Invariant::ALL.iter().map(|i| i.name());
    match nearest(name, names()) {
        Some(closest) => format!("did you mean `{closest}`?"),
        None => format!(
            "the invariants are {}",
            names().collect::<Vec<_>>().join(", ")
        ),
    }
}
