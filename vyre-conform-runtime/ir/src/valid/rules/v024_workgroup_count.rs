//! V024: a workgroup buffer has a count of at least 1.

use super::{Check, Rule};
use crate::Access;

pub(super) const RULE: Rule = Rule {
    id: "V024",
    remedy: "declare how many elements the workgroup needs",
    checks: &[Check::Program(|program, _, report| {
        for (k, decl) in program.buffers.iter().enumerate() {
            if decl.access == Access::Workgroup && decl.count.unwrap_or(0) == 0 {
                let name = &decl.name;
                report(
                    format!("buffers[{k}]"),
                    format!("workgroup buffer `{name}` has no elements"),
                );
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{Access, Type};

    /// Oracle: V024.
    #[test]
    fn workgroup_buffers_have_elements() {
        let counted = |count| {
            let mut k = kernel();
            k.buffer("scratch", Access::Workgroup, Type::U32, count);
            k.finish()
        };
        refused("V024", 1, counted(Some(0)));
        refused("V024", 1, counted(None));
        accepted(counted(Some(1)));
    }
}
