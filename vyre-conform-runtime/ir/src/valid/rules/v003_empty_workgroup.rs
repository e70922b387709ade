//! V003: a workgroup has at least one invocation along every axis.

use super::{Check, Rule};

pub(super) const RULE: Rule = Rule {
    id: "V003",
    remedy: "use 1 along an axis that is not needed",
    checks: &[Check::Program(|program, _, report| {
        for (axis, size) in ["x", "y", "z"].iter().zip(program.workgroup_size) {
            if size == 0 {
                report(
                    "workgroup_size".to_owned(),
                    format!("the workgroup has no invocation along {axis}"),
                );
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::Kernel;
    use crate::valid::testing::{accepted, refused};

    /// Oracle: V003.
    #[test]
    fn workgroups_have_invocations() {
        let sized = |size| Kernel::new("k", size).finish();
        refused("V003", 1, sized([64, 0, 1]));
        refused("V003", 3, sized([0, 0, 0]));
        accepted(sized([1, 1, 1]));
    }
}
