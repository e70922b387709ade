//! V002: every buffer that the host binds has a binding of its own.

use super::{Check, Rule};
use crate::Access;
use std::collections::HashMap;

pub(super) const RULE: Rule = Rule {
    id: "V002",
    remedy: "give every buffer but those of workgroups a binding of its own",
    checks: &[Check::Program(|program, _, report| {
        let mut first = HashMap::new();
        let bound = |k: &usize| program.buffers[*k].access != Access::Workgroup;
        for k in (0..program.buffers.len()).filter(bound) {
            let binding = program.buffers[k].binding;
            if let Some(first) = first.get(&binding) {
                report(
                    format!("buffers[{k}]"),
                    format!("buffer {first} has binding {binding} as well"),
                );
            } else {
                first.insert(binding, k);
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::Type;
    use crate::valid::testing::{accepted, kernel, refused};

    /// Oracle: V002: workgroup buffers take no binding.
    #[test]
    fn bindings_differ() {
        let bound = |binding| {
            let mut k = kernel();
            k.workgroup("scratch", Type::U32, 4);
            k.workgroup("more", Type::U32, 4);
            k.read_only("a", Type::U32);
            k.read_write("b", Type::U32);
            let mut program = k.finish();
            program.buffers[3].binding = binding;
            program
        };
        refused("V002", 1, bound(0));
        accepted(bound(1));
        accepted(bound(7));
    }
}
