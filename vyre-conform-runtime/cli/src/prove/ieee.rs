//! Claims that the bodies of float ops implement IEEE 754.

use crate::exit::Failure;
use vyre_conform_prove::claim::ClaimError;
use vyre_conform_prove::ieee::Ieee;
use vyre_conform_prove::method::{LawOutcome, ProverSettings};
use vyre_conform_runtime::catalog::Op;

/// Names that select all claims.
pub(super) const ALL: [&str; 2] = ["ieee", "float"];

/// A float op with a specification.
pub(super) struct SpecifiedOp<'c> {
    op: &'c Op,
    claim: Result<Ieee<'c>, ClaimError>,
}

impl<'c> SpecifiedOp<'c> {
    fn new(op: &'c Op) -> Option<Self> {
        let claim = Ieee::new(op)?;
        Some(Self { op, claim })
    }

    /// The name of the claim.
    pub(super) fn name(&self) -> String {
        format!("{}::ieee", self.op.def.id)
    }

    /// True if a name selects it: its own, that of its op, or a name of all.
    pub(super) fn is_named(&self, name: &str) -> bool {
        ALL.contains(&name) || name == self.op.def.id || name == self.name()
    }

    /// The outcome of its proof.
    pub(super) fn outcome(&self, settings: &ProverSettings<'_>) -> LawOutcome {
        match &self.claim {
            Ok(claim) => claim.decide(settings),
            Err(error) => {
                LawOutcome::undecided(error, "leave it to exhaustive and witnessed evidence")
            }
        }
    }
}

/// The claims that these names select; none without names.
///
/// # Errors
///
/// If a name selects all and there are none.
pub(super) fn asked<'c>(ops: &'c [Op], names: &[String]) -> Result<Vec<SpecifiedOp<'c>>, Failure> {
    if names.is_empty() {
        return Ok(vec![]);
    }
    let all = ops.iter().filter_map(SpecifiedOp::new);
    let named = |of: &SpecifiedOp<'_>| names.iter().any(|name| of.is_named(name));
    let found: Vec<SpecifiedOp<'_>> = all.filter(named).collect();
    match names.iter().find(|name| ALL.contains(&name.as_str())) {
        Some(name) if found.is_empty() => Err(Failure::nothing(format!(
            "`{name}` selects no float op that IEEE 754 specifies"
        ))),
        _ => Ok(found),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: a library without an op.
    #[test]
    fn a_library_without_floats_has_none() {
        for name in ALL {
            let Err(failure) = asked(&[], &[name.to_owned()]) else {
                panic!("{name} takes something");
            };
            let expected = "selects no float op that IEEE 754 specifies";
            assert!(failure.message.contains(expected), "{}", failure.message);
        }
        let none = asked(&[], &["f32::lt".to_owned()]);
        assert!(none.is_ok_and(|found| found.is_empty()));
    }
}
