//! Why something is not made or not recorded.

/// The reason why a program is not prepared on a device.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PipelineError {
    /// The program breaks a rule, or takes more than the device has: which, and where.
    #[error("`{program}` cannot run on this device: {why}")]
    Program {
        /// Its name.
        program: String,
        /// The rules that it breaks.
        why: String,
    },
    /// The program calls an op of one hardware feature that the device was not requested with, or that has no text in
    /// WGSL.
    #[error("`{program}` calls `{op}`, which cannot run on this device: it lacks {hardware}")]
    Unsupported {
        /// The program.
        program: String,
        /// The op.
        op: String,
        /// The missing features of the device.
        hardware: String,
    },
    /// A buffer that the dispatches take is larger than the device allows.
    #[error(
        "`{name}` takes {bytes} bytes, and the device allows {limit} in a buffer: take the work in parts"
    )]
    Memory {
        /// The buffer.
        name: String,
        /// What it takes.
        bytes: u64,
        /// What the device allows.
        limit: u64,
    },
    /// More workgroups than the device takes.
    #[error(
        "`{program}` takes {groups} workgroups, and the device takes {limit}: take the work in parts"
    )]
    Workgroups {
        /// The program.
        program: String,
        /// The number.
        groups: u32,
        /// The device's limit.
        limit: u32,
    },
    /// The device is lost.
    #[error("the device is lost: request another one, and make its pipelines and buffers anew")]
    Lost,
    /// The device refuses, or has no memory.
    #[error("the device refuses `{what}`: {why}")]
    Device {
        /// What it was asked for.
        what: String,
        /// Its words.
        why: String,
    },
}

vyre_conform_runtime::debug_is_display!(PipelineError);

/// The reason why nothing was recorded: the encoder is as it was.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// Another number of buffers.
    #[error("{given} buffers are given, and {due} are needed: {names}")]
    Count {
        /// How many were given.
        given: usize,
        /// How many are needed.
        due: usize,
        /// What they hold.
        names: String,
    },
    /// A name that is not one of the buffers.
    #[error("a buffer is given for `{name}`, and these are needed: {names}")]
    Unknown {
        /// The name.
        name: String,
        /// The names that there are.
        names: String,
    },
    /// A name without a buffer.
    #[error("no buffer is given for `{name}`")]
    Missing {
        /// The name.
        name: String,
    },
    /// A name with two buffers.
    #[error("two buffers are given for `{name}`")]
    Again {
        /// The name.
        name: String,
    },
    /// A buffer that is too small.
    #[error("the buffer for `{name}` has {has} bytes, and {needs} are needed")]
    TooSmall {
        /// What it holds.
        name: String,
        /// Its size.
        has: u64,
        /// What is needed.
        needs: u64,
    },
    /// A buffer that was not made for this.
    #[error("the buffer for `{name}` lacks the usage {lacks}: make it with that")]
    Usage {
        /// What it holds.
        name: String,
        /// The usage that it was not made with.
        lacks: String,
    },
    /// One buffer in two places, one of which is written.
    #[error("one buffer is given for `{first}` and for `{second}`, and one of them is written")]
    Twice {
        /// The first place.
        first: String,
        /// The second.
        second: String,
    },
    /// More workgroups than the device takes.
    #[error(
        "{groups} workgroups along one axis, and the device takes {limit}: record several dispatches"
    )]
    Workgroups {
        /// The number.
        groups: u32,
        /// The device's limit.
        limit: u32,
    },
}

vyre_conform_runtime::debug_is_display!(RecordError);
