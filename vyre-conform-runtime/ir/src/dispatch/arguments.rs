//! Launches by a calling convention: what the host gives has the names of the convention and not bindings.

use super::{Contents, Launch};
use crate::valid::ValidProgram;
use crate::{Convention, ConventionMismatch};

/// What the host gives to a program that follows a convention.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Arguments {
    /// For [`Convention::V1`].
    V1 {
        /// What the program reads.
        input: Contents,
        /// What the output holds before the dispatch.
        output: Contents,
        /// Few words that are the same for every invocation.
        params: Contents,
    },
    /// For [`Convention::V2`].
    V2 {
        /// What the program reads.
        input: Contents,
        /// What the output holds before the dispatch.
        output: Contents,
        /// Few words that are the same for every invocation.
        params: Contents,
        /// The lookup table.
        table: Contents,
        /// The binding at which the program declares the table.
        binding: u32,
    },
}

impl Arguments {
    /// The convention that these arguments are for.
    pub const fn convention(&self) -> Convention {
        match self {
            Self::V1 { .. } => Convention::V1,
            Self::V2 { binding, .. } => Convention::V2 { table: *binding },
        }
    }

    /// The contents in the order of the convention's slots.
    fn contents(self) -> Vec<Contents> {
        match self {
            Self::V1 {
                input,
                output,
                params,
            } => vec![input, output, params],
            Self::V2 {
                input,
                output,
                params,
                table,
                ..
            } => vec![input, output, params, table],
        }
    }
}

impl Launch {
    /// One dispatch of a program that follows a calling convention, with as many workgroups along x, y and z;
    /// the output is read back.
    ///
    /// Conventions are agreed when the pipeline is built (`docs/spec/ir.md#dispatch`): a host that loads a program for
    /// many launches asks [`Convention::check`] before it does. A launch asks again, because arguments in the
    /// wrong buffers would give words that look like a result.
    ///
    /// # Errors
    /// Every way in which the program does not follow the convention of the arguments. Nothing has been
    /// dispatched. Sizes of the contents are what [`Launch::check`] asks about.
    pub fn by_convention(
        program: &ValidProgram,
        workgroups: [u32; 3],
        arguments: Arguments,
    ) -> Result<Self, Vec<ConventionMismatch>> {
        arguments.convention().check(program.program())?;
        // The slots of a convention that a program follows ascend by binding.
        Ok(Self::single(program, workgroups, arguments.contents()))
    }
}
