//! Functions in kernel Rust that are declared equal to an op.

use crate::exit::Failure;
use vyre_conform_prove::claim::DeclaredLaw;
use vyre_conform_prove::method::{LawOutcome, ProverSettings, decide};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::{EquivalentDef, same_as_ops};
use vyre_conform_spec::Track;

/// A function, and the op that it is declared equal to.
pub(super) struct Function<'c> {
    op: &'c Op,
    same: &'static EquivalentDef,
}

impl Function<'_> {
    /// The name of the claim.
    pub(super) fn name(&self) -> String {
        format!("{}::alternate::{}::equal", self.op.def.id, self.same.name)
    }

    /// True if a name selects it: its own, or that of its op.
    pub(super) fn is_named(&self, name: &str) -> bool {
        name == self.op.def.id || name == self.name()
    }

    /// The outcome of its proof.
    pub(super) fn outcome(&self, catalog: &Catalog, settings: &ProverSettings<'_>) -> LawOutcome {
        let help = "correct the function, or remove its `same!`";
        let body = match self.op.module_of(&self.same.function) {
            Ok(body) => body,
            Err(problems) => {
                let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
                return LawOutcome::undecided(lines.join("; "), help);
            }
        };
        match DeclaredLaw::same(catalog, self.op, self.same, &body) {
            Ok(declared) => decide(&declared, settings),
            Err(error) => LawOutcome::undecided(error, help),
        }
    }
}

/// The functions that these names select; without names, all of integer ops.
///
/// # Errors
///
/// If one is declared for an unregistered op.
pub(super) fn asked<'c>(
    catalog: &'c Catalog,
    names: &[String],
) -> Result<Vec<Function<'c>>, Failure> {
    let mut all = vec![];
    for same in same_as_ops() {
        let Some(op) = catalog.find(same.op) else {
            return Err(Failure::nothing(format!(
                "`same!` declares that `{}` is the same as `{}`, which is not a registered op",
                same.name, same.op
            )));
        };
        let function = Function { op, same };
        let named = names.iter().any(|name| function.is_named(name));
        if named || names.is_empty() && op.def.op.track() == Track::Integer {
            all.push(function);
        }
    }
    Ok(all)
}

/// The number of alternates of integer ops in other languages.
pub(super) fn texts(catalog: &Catalog) -> usize {
    let ops = catalog.ops().iter();
    let ops = ops.filter(|op| op.def.op.track() == Track::Integer);
    ops.map(|op| op.def.alternates.len()).sum()
}
