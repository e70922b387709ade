//! What stops a launch.

use vyre_conform_ir::dispatch::LaunchError;

/// What stops a launch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ProgramFault {
    /// The launch does not fit the programs.
    #[error(transparent)]
    Launch(#[from] LaunchError),
    /// The buffers of the launch are larger than the interpreter takes.
    #[error(
        "the buffers of the launch hold {bytes} bytes, the interpreter takes {limit}: tile the input \
         and run one launch a tile"
    )]
    InputTooLarge {
        /// Bytes of all buffers together.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// The workgroup buffers of a program are larger than the interpreter takes.
    #[error(
        "the workgroup buffers of `{program}` hold {bytes} bytes, the interpreter takes {limit}: let a \
         workgroup work on a smaller tile"
    )]
    WorkgroupTooLarge {
        /// The program.
        program: String,
        /// Bytes of all its workgroup buffers together.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// The locals of the invocations that are under way at one time take too much memory.
    #[error(
        "the locals of {invocations} invocations of `{program}` take {bytes} bytes, the interpreter \
         takes {limit}: use smaller local arrays or smaller workgroups"
    )]
    LocalsTooLarge {
        /// The program.
        program: String,
        /// Invocations that are under way at one time.
        invocations: u64,
        /// Bytes of their locals together.
        bytes: u64,
        /// The limit.
        limit: u64,
    },
    /// The launch takes more steps than it was given.
    #[error(
        "`{program}` was still running after {steps} steps of the launch: it does not end, or \
         `Options::steps` is too small for it"
    )]
    Steps {
        /// The program that was running.
        program: String,
        /// The steps that were given.
        steps: u64,
    },
    /// A `While` ran more often than its stated bound.
    #[error(
        "a loop of `{function}` in `{program}` ran more than its stated bound of {bound} times"
    )]
    BoundExceeded {
        /// The program.
        program: String,
        /// The function, the kernel or one it calls.
        function: String,
        /// The bound.
        bound: u64,
    },
    /// Invocations of one workgroup wait at different barriers, or in different iterations of a loop
    /// around one. Rule V010 refuses such programs.
    #[error(
        "invocations {first:?} and {second:?} of workgroup {workgroup:?} of `{program}` wait at different \
         barriers: put the barrier where every invocation of the workgroup passes it equally often"
    )]
    DivergentBarrier {
        /// The program.
        program: String,
        /// The workgroup.
        workgroup: [u32; 3],
        /// Number in the workgroup of an invocation.
        first: [u32; 3],
        /// Number in the workgroup of one that waits elsewhere.
        second: [u32; 3],
    },
}
