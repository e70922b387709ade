//! V001: every buffer has a name of its own.

use super::{Check, Rule};
use std::collections::HashMap;

pub(super) const RULE: Rule = Rule {
    id: "V001",
    remedy: "give every buffer a name of its own",
    checks: &[Check::Program(|program, _, report| {
        let mut first = HashMap::new();
        for (k, decl) in program.buffers.iter().enumerate() {
            if let Some(first) = first.get(&decl.name) {
                let name = &decl.name;
                report(
                    format!("buffers[{k}]"),
                    format!("buffer {first} is called `{name}` as well"),
                );
            } else {
                first.insert(&decl.name, k);
            }
        }
    })],
};

#[cfg(test)]
mod tests {
    use crate::Type;
    use crate::valid::testing::{accepted, kernel, refused};

    /// Oracle: V001.
    #[test]
    fn names_of_buffers_differ() {
        let named = |other: &str| {
            let mut k = kernel();
            k.read_only("data", Type::U32);
            k.workgroup(other, Type::U32, 4);
            k.finish()
        };
        let violations = refused("V001", 1, named("data"));
        assert_eq!(violations[0].place, "buffers[1]");
        accepted(named("Data"));
    }
}
