//! Errors of launches.

use vyre_conform_ir::dispatch::LaunchError;

/// The reason why a launch failed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramFault {
    /// The launch does not fit the programs.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// The buffers of the launch exceed the limit of the interpreter.
    #[error(
        "the buffers of the launch hold {bytes} bytes, the interpreter takes {limit}: tile the input \
         and run one launch a tile"
    )]
    InputTooLarge {
        /// Total bytes of the buffers.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// The workgroup buffers of a program exceed the limit of the interpreter.
    #[error(
        "the workgroup buffers of `{program}` hold {bytes} bytes, the interpreter takes {limit}: let a \
         workgroup work on a smaller tile"
    )]
    WorkgroupTooLarge {
        /// The program.
        program: String,
        /// Total bytes of its workgroup buffers.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// The locals of the concurrently active invocations exceed the limit of the interpreter.
    #[error(
        "the locals of {invocations} invocations of `{program}` take {bytes} bytes, the interpreter \
         takes {limit}: use smaller local arrays or smaller workgroups"
    )]
    LocalsTooLarge {
        /// The program.
        program: String,
        /// Number of concurrently active invocations.
        invocations: u64,
        /// Total bytes of their locals.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// The launch exceeds its limit of steps.
    #[error(
        "`{program}` was still running after {steps} steps of the launch: it does not end, or \
         `Options::steps` is too small for it"
    )]
    Steps {
        /// The program that was running.
        program: String,
        /// The limit.
        steps: u64,
    },
    /// A `While` exceeded its stated bound.
    #[error(
        "a loop of `{function}` in `{program}` ran more than its stated bound of {bound} times"
    )]
    BoundExceeded {
        /// The program.
        program: String,
        /// The kernel, or a function that it calls.
        function: String,
        /// The bound.
        bound: u64,
    },
    /// Invocations of one workgroup wait at different barriers, or in different iterations of a loop
    /// that contains one. Rule V010 rejects such programs.
    #[error(
        "invocations {first:?} and {second:?} of workgroup {workgroup:?} of `{program}` wait at different \
         barriers: put the barrier where every invocation of the workgroup passes it equally often"
    )]
    DivergentBarrier {
        /// The program.
        program: String,
        /// The workgroup.
        workgroup: [u32; 3],
        /// Coordinates in the workgroup of one invocation.
        first: [u32; 3],
        /// Coordinates in the workgroup of an invocation that waits elsewhere.
        second: [u32; 3],
    },
}
