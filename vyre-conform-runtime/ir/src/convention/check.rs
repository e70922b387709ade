//! Checks that a program follows a convention.

use super::{Convention, FIRST, Slot};
use crate::{Access, BufferDecl, Program};

/// A mismatch between a program and a convention.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ConventionMismatch {
    /// The table is declared at the binding of another slot.
    #[error(
        "{convention} has its table at binding {binding}, where the {slot} is: declare it at 3 or above"
    )]
    Collision {
        /// The convention, by name.
        convention: &'static str,
        /// The binding.
        binding: u32,
        /// The slot with that binding.
        slot: &'static str,
    },
    /// The program has no buffer for a slot.
    #[error(
        "program `{program}` has no buffer at binding {}, where {convention} has the {}: declare one that is {}",
        slot.binding, slot.name, slot.access.name()
    )]
    Missing {
        /// The program.
        program: String,
        /// The convention, by name.
        convention: &'static str,
        /// The slot without a buffer.
        slot: Slot,
    },
    /// The buffer of a slot has the wrong access.
    #[error(
        "buffer `{buffer}` of `{program}` at binding {} is {}: declare it {}, as the {} of {convention} is",
        slot.binding, actual.name(), slot.access.name(), slot.name
    )]
    Access {
        /// The program.
        program: String,
        /// The buffer.
        buffer: String,
        /// The convention, by name.
        convention: &'static str,
        /// Its slot.
        slot: Slot,
        /// Its actual access.
        actual: Access,
    },
    /// The host would have to bind a buffer that the convention does not define.
    #[error(
        "buffer `{buffer}` of `{program}` is at binding {binding}, where {convention} has nothing: put what it \
         holds into another buffer, or agree on a convention that has it"
    )]
    Unknown {
        /// The program.
        program: String,
        /// The buffer.
        buffer: String,
        /// The convention, by name.
        convention: &'static str,
        /// The binding.
        binding: u32,
    },
}

impl Convention {
    /// Checks that a program follows the convention. A host calls this when it builds a pipeline, so
    /// that every launch finds the buffers at the expected bindings. Workgroup buffers are not checked;
    /// duplicate bindings violate rule V002.
    ///
    /// # Errors
    /// Every mismatch: first of the table's binding, then of the slots, then buffers that the
    /// convention does not define. If the table collides with a slot its binding is unknown, so no
    /// further mismatches of the table or of surplus buffers are reported.
    pub fn check(self, program: &Program) -> Result<(), Vec<ConventionMismatch>> {
        let convention = self.name();
        let mut slots = self.slots();
        let mut mismatches = vec![];
        let collision = match self {
            Self::V1 => None,
            Self::V2 { table } => FIRST.iter().find(|slot| slot.binding == table),
        };
        if let Some(slot) = collision {
            mismatches.push(ConventionMismatch::Collision {
                convention,
                binding: slot.binding,
                slot: slot.name,
            });
            slots.truncate(FIRST.len());
        }

        let bound = program.bound();
        let decls = || bound.iter().map(|(_, decl)| *decl);
        for slot in &slots {
            let here = |decl: &&BufferDecl| decl.binding == slot.binding;
            if !decls().any(|decl| here(&decl)) {
                mismatches.push(ConventionMismatch::Missing {
                    program: program.name.clone(),
                    convention,
                    slot: *slot,
                });
            }
            let other = decls()
                .filter(here)
                .filter(|decl| decl.access != slot.access);
            mismatches.extend(other.map(|decl| ConventionMismatch::Access {
                program: program.name.clone(),
                buffer: decl.name.clone(),
                convention,
                slot: *slot,
                actual: decl.access,
            }));
        }

        let known = |decl: &&BufferDecl| slots.iter().any(|slot| slot.binding == decl.binding);
        let unknown = decls().filter(|decl| collision.is_none() && !known(decl));
        mismatches.extend(unknown.map(|decl| ConventionMismatch::Unknown {
            program: program.name.clone(),
            buffer: decl.name.clone(),
            convention,
            binding: decl.binding,
        }));
        if mismatches.is_empty() {
            Ok(())
        } else {
            Err(mismatches)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kernel, Type};

    /// A V2 program with its table at binding 5 and a workgroup buffer.
    fn program() -> Program {
        let mut k = Kernel::new("p", [1, 1, 1]);
        k.workgroup("scratch", Type::U32, 4);
        k.v2(Type::U32, Type::U64, (Type::I32, 2), Type::Bytes, 5);
        k.finish()
    }

    /// Messages of the check for the program after a change.
    fn messages(convention: Convention, change: impl FnOnce(&mut Vec<BufferDecl>)) -> Vec<String> {
        let mut program = program();
        change(&mut program.buffers);
        let mismatches = convention.check(&program).err().unwrap_or_default();
        mismatches.iter().map(ToString::to_string).collect()
    }

    const V2: Convention = Convention::V2 { table: 5 };

    /// Oracle: docs/spec/ir.md#calling-conventions; each program has one mismatch, and the
    /// same program without it passes.
    #[test]
    fn each_mismatch_is_named_alone() {
        assert_eq!(messages(V2, |_| ()), [""; 0]);
        assert_eq!(
            messages(Convention::V1, |buffers| _ = buffers.pop()),
            [""; 0],
            "V2 without its table is V1"
        );
        let slots = [
            (0, "input", Access::ReadOnly),
            (1, "output", Access::ReadWrite),
            (2, "params", Access::Uniform),
            (5, "table", Access::ReadOnly),
        ];
        for (k, (binding, name, access)) in (1..).zip(slots) {
            assert_eq!(
                messages(V2, |buffers| _ = buffers.remove(k)),
                [format!(
                    "program `p` has no buffer at binding {binding}, where V2 has the {name}: \
                     declare one that is {}",
                    access.name()
                )]
            );
            for other in [Access::ReadOnly, Access::ReadWrite, Access::Uniform] {
                let mismatches = messages(V2, |buffers| buffers[k].access = other);
                let wrong = format!(
                    "buffer `{name}` of `p` at binding {binding} is {}: declare it {}, as the {name} of V2 is",
                    other.name(),
                    access.name()
                );
                let refused = (other != access).then_some(wrong);
                assert_eq!(mismatches, Vec::from_iter(refused));
            }
        }
        assert_eq!(
            messages(Convention::V1, |_| ()),
            [
                "buffer `table` of `p` is at binding 5, where V1 has nothing: put what it holds into another \
                 buffer, or agree on a convention that has it"
            ]
        );
        for (table, slot) in [(0, "input"), (1, "output"), (2, "params")] {
            let collides = format!(
                "V2 has its table at binding {table}, where the {slot} is: declare it at 3 or above"
            );
            assert_eq!(messages(Convention::V2 { table }, |_| ()), [collides]);
        }
        let moved = |buffers: &mut Vec<BufferDecl>| buffers[4].binding = 3;
        assert_eq!(messages(Convention::V2 { table: 3 }, moved), [""; 0]);
    }

    /// Oracle: one program with every mismatch, counted by hand: no input, wrong access of the output,
    /// no table, and two surplus buffers.
    #[test]
    fn every_mismatch_is_collected() {
        let mismatches = messages(V2, |buffers| {
            buffers[1].binding = 7;
            buffers[2].access = Access::ReadOnly;
            buffers[4].binding = 6;
        });
        let parts = [
            "no buffer at binding 0",
            "binding 1 is read_only",
            "no buffer at binding 5",
            "binding 6",
            "binding 7",
        ];
        assert_eq!(mismatches.len(), parts.len(), "{mismatches:#?}");
        for (text, part) in mismatches.iter().zip(parts) {
            assert!(text.contains(part), "{text}");
        }
    }
}
