//! Launches by calling convention: the host names its arguments instead of numbering bindings.

use super::{Contents, Launch};
use crate::valid::ValidProgram;
use crate::{Convention, ConventionMismatch};

/// The arguments of a program that follows a convention.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Arguments {
    /// For [`Convention::V1`].
    V1 {
        /// The input of the program.
        input: Contents,
        /// The content of the output before the dispatch.
        output: Contents,
        /// A few words that are equal for every invocation.
        params: Contents,
    },
    /// For [`Convention::V2`].
    V2 {
        /// The input of the program.
        input: Contents,
        /// The content of the output before the dispatch.
        output: Contents,
        /// A few words that are equal for every invocation.
        params: Contents,
        /// The lookup table.
        table: Contents,
        /// The binding at which the program declares the table.
        binding: u32,
    },
}

impl Arguments {
    /// The convention of these arguments.
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
    /// One dispatch of a program that follows a calling convention, with this many workgroups along x,
    /// y and z; the output is read back.
    ///
    /// Conventions are agreed when the pipeline is built (`docs/spec/ir.md#dispatch`), so a host that
    /// loads a program for many launches calls [`Convention::check`] at that time. A launch checks
    /// again, because arguments in the wrong buffers would produce plausible words.
    ///
    /// # Errors
    /// Every mismatch between the program and the convention of the arguments. Nothing has been
    /// dispatched then. [`Launch::check`] checks the sizes of the contents.
    pub fn by_convention(
        program: &ValidProgram,
        workgroups: [u32; 3],
        arguments: Arguments,
    ) -> Result<Self, Vec<ConventionMismatch>> {
        arguments.convention().check(program.program())?;
        // The slots of a convention ascend by binding in a program that follows it.
        Ok(Self::single(program, workgroups, arguments.contents()))
    }
}
