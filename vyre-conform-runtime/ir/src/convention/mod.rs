//! Calling conventions: which buffers a host may expect of a program, at which bindings and with which access.
//!
//! The rule is `docs/spec/ir.md#calling-conventions`: V1 has an input, an
//! output and parameters, V2 has a lookup table beside them at a declared binding. Conventions are added, never
//! changed. A convention says nothing of element types, which are the program's own.

mod check;

pub use check::ConventionMismatch;

use super::{Access, Buffer, BufferDecl, Kernel, Type};

/// A calling convention: what host and program agree on when the pipeline is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Convention {
    /// Input (read only) at binding 0, output (read and write) at 1, params (uniform) at 2.
    V1,
    /// V1 and a lookup table, which is read only.
    V2 {
        /// The binding of the table: any number but 0, 1 and 2. What a target takes at most is a limit of the
        /// target, which rule V035 holds the program to.
        table: u32,
    },
}

/// A buffer that a convention demands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// What it is: `input`, `output`, `params` or `table`.
    pub name: &'static str,
    /// Where the host binds it.
    pub binding: u32,
    /// Who may do what.
    pub access: Access,
}

/// The slots of V1, ascending by binding; those of every later convention begin with them.
const FIRST: [Slot; 3] = [
    Slot {
        name: "input",
        binding: 0,
        access: Access::ReadOnly,
    },
    Slot {
        name: "output",
        binding: 1,
        access: Access::ReadWrite,
    },
    Slot {
        name: "params",
        binding: 2,
        access: Access::Uniform,
    },
];

/// What V2 adds.
const fn table_at(binding: u32) -> Slot {
    Slot {
        name: "table",
        binding,
        access: Access::ReadOnly,
    }
}

impl Convention {
    /// The name in texts: `V1`, `V2`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::V1 => "V1",
            Self::V2 { .. } => "V2",
        }
    }

    /// The buffers it demands: input, output, params and, in V2, the table. Where the table collides with
    /// none of the others, which [`check`](Self::check) makes sure of, they ascend by binding.
    pub fn slots(self) -> Vec<Slot> {
        let mut slots = FIRST.to_vec();
        if let Self::V2 { table } = self {
            slots.push(table_at(table));
        }
        slots
    }
}

impl Kernel {
    /// The buffers of [`Convention::V1`]: input, output and params, with the types of their elements. There are
    /// as many params as the number beside their type says, of 64 KiB at most (rule V033).
    ///
    /// Bindings 0, 1 and 2 are these; what is declared before goes elsewhere, or rule V002 refuses the program.
    ///
    /// ```
    /// use vyre_conform_ir::{Axis, Convention, Expr, Kernel, Type};
    ///
    /// let mut k = Kernel::new("scale", [64, 1, 1]);
    /// let [input, output, params] = k.v1(Type::U32, Type::U32, (Type::U32, 1));
    /// let i = k.bind("i", Expr::invocation_id(Axis::X));
    /// k.store(output, i, input.at(i) * params.at(0));
    /// assert_eq!(Convention::V1.check(&k.finish()), Ok(()));
    /// ```
    pub fn v1(&mut self, input: Type, output: Type, params: (Type, u32)) -> [Buffer; 3] {
        let [first, second, third] = FIRST;
        [
            self.fill(first, input, None),
            self.fill(second, output, None),
            self.fill(third, params.0, Some(params.1)),
        ]
    }

    /// The buffers of [`Convention::V2`]: those of [`v1`](Self::v1), and a table with this type of element at
    /// this binding. What is declared later takes bindings that are free.
    pub fn v2(
        &mut self,
        input: Type,
        output: Type,
        params: (Type, u32),
        table: Type,
        binding: u32,
    ) -> [Buffer; 4] {
        let [input, output, params] = self.v1(input, output, params);
        let table = self.fill(table_at(binding), table, None);
        [input, output, params, table]
    }

    fn fill(&mut self, slot: Slot, element: Type, count: Option<u32>) -> Buffer {
        self.declare(BufferDecl {
            name: slot.name.to_owned(),
            binding: slot.binding,
            access: slot.access,
            element,
            count,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: bindings that a person would give.
    #[test]
    fn what_is_declared_later_takes_free_bindings() {
        let mut k = Kernel::new("p", [1, 1, 1]);
        k.v2(Type::U32, Type::U32, (Type::U32, 1), Type::U32, 5);
        for name in ["a", "b", "c"] {
            k.read_only(name, Type::U32);
        }
        let bindings = k.finish().buffers.into_iter().map(|decl| decl.binding);
        assert_eq!(bindings.collect::<Vec<_>>(), [0, 1, 2, 5, 4, 6, 7]);
    }
}
