//! V114: a buffer that the host binds has elements.

use super::{Check, Rule};
use crate::Access;

pub(super) const RULE: Rule = Rule {
    id: "V114",
    remedy: "declare a count of at least 1, or none where the host decides it",
    checks: &[Check::Program(|program, _, report| {
        for (k, decl) in program.buffers.iter().enumerate() {
            // Rule V024 covers workgroup buffers.
            if decl.access != Access::Workgroup && decl.count == Some(0) {
                let name = &decl.name;
                report(
                    format!("buffers[{k}]"),
                    format!("buffer `{name}` has no elements"),
                );
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{Access, Type};

    /// Oracle: V114: a launch gives every buffer at least one element.
    #[test]
    fn bound_buffers_have_elements() {
        for access in [Access::ReadOnly, Access::ReadWrite, Access::Uniform] {
            let counted = |count| {
                let mut k = kernel();
                k.buffer("data", access, Type::U32, Some(count));
                k.finish()
            };
            refused("V114", 1, counted(0));
            accepted(counted(1));
        }
    }
}
