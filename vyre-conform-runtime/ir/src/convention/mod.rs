//! Calling conventions: the buffers that a host may expect of a program, with their bindings and
//! access.
//!
//! The rules are in `docs/spec/ir.md#calling-conventions`: V1 has an input, an output and parameters;
//! V2 adds a lookup table at a declared binding. Conventions are added, never changed. A convention
//! does not specify element types.

mod check;

pub use check::ConventionMismatch;

use super::{Access, Buffer, BufferDecl, Kernel, Type};

/// A calling convention: the agreement between host and program when the pipeline is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Convention {
    /// Input (read only) at binding 0, output (read and write) at 1, params (uniform) at 2.
    V1,
    /// V1 and a read-only lookup table.
    V2 {
        /// The binding of the table: any number except 0, 1 and 2. Rule V035 enforces the target's
        /// limit on bindings.
        table: u32,
    },
}

/// A buffer that a convention requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Slot {
    /// Its role: `input`, `output`, `params` or `table`.
    pub name: &'static str,
    /// Its binding.
    pub binding: u32,
    /// Its access.
    pub access: Access,
}

/// The slots of V1, ascending by binding; every later convention begins with them.
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

/// The slot that V2 adds.
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

    /// The buffers it requires: input, output, params and, in V2, the table. They ascend by binding
    /// unless the table collides with another slot, which [`check`](Self::check) rejects.
    pub fn slots(self) -> Vec<Slot> {
        let mut slots = FIRST.to_vec();
        if let Self::V2 { table } = self {
            slots.push(table_at(table));
        }
        slots
    }
}

impl Kernel {
    /// The buffers of [`Convention::V1`]: input, output and params, with their element types. The
    /// number beside the type of params is their count; they have at most 64 KiB (rule V033).
    ///
    /// They use bindings 0, 1 and 2; buffers declared earlier must use others, or rule V002 rejects the
    /// program.
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

    /// The buffers of [`Convention::V2`]: those of [`v1`](Self::v1), and a table with this element type
    /// at this binding. Buffers declared later get free bindings.
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

    /// Oracle: bindings assigned by hand.
    #[test]
    fn later_buffers_take_free_bindings() {
        let mut k = Kernel::new("p", [1, 1, 1]);
        k.v2(Type::U32, Type::U32, (Type::U32, 1), Type::U32, 5);
        for name in ["a", "b", "c"] {
            k.read_only(name, Type::U32);
        }
        let bindings = k.finish().buffers.into_iter().map(|decl| decl.binding);
        assert_eq!(bindings.collect::<Vec<_>>(), [0, 1, 2, 5, 4, 6, 7]);
    }
}
