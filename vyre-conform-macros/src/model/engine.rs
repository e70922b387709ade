//! The model of an engine: its invariants resolved.

use super::Function;
use crate::decl::EngineDeclaration;
use crate::errors::Errors;
use crate::messages;
use crate::text::nearest;
use proc_macro2::{Ident, TokenStream};
use vyre_conform_spec::Invariant;

/// The model of an engine.
pub(crate) struct EngineModel {
    pub(crate) function: Function,
    pub(crate) declaration: EngineDeclaration,
    /// The invariants with the names in the declaration.
    pub(crate) invariants: Vec<(Invariant, Ident)>,
    pub(crate) id: String,
}

impl EngineModel {
    /// The model of a declaration; an unknown or duplicate invariant is refused and left out.
    pub(crate) fn new(errors: &Errors, declaration: EngineDeclaration, function: Function) -> Self {
        let mut invariants: Vec<(Invariant, Ident)> = Vec::new();
        for name in declaration.invariants.iter().flatten() {
            let written = name.to_string();
            match Invariant::ALL.iter().find(|i| i.name() == written) {
                Some(found) if invariants.iter().any(|(other, _)| other == found) => {
                    errors.refuse(name, &messages::DUPLICATE_INVARIANT, &[&written]);
                }
                Some(found) => invariants.push((*found, name.clone())),
                None => {
                    errors.refuse(
                        name,
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
            invariants,
            id,
        }
    }

    /// Path of the module that emitted code uses.
    pub(crate) fn private(&self) -> TokenStream {
        super::private(&self.declaration.runtime)
    }
}

fn suggestion(name: &str) -> String {
    let names = || Invariant::ALL.iter().map(|i| i.name());
    match nearest(name, names()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => format!(
            "the invariants are {}",
            names().collect::<Vec<_>>().join(", ")
        ),
    }
}
