//! Errors of preparation and recording.

/// The reason why a program cannot be prepared on a device.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PipelineError {
    /// The program violates rules or limits of the device.
    #[error("`{program}` cannot run on this device: {why}")]
    Program {
        /// Its name.
        program: String,
        /// The violations.
        why: String,
    },
    /// The program calls a hardware op whose feature the device was not requested with, or that has no
    /// WGSL text.
    #[error("`{program}` calls `{op}`, which cannot run on this device: it lacks {hardware}")]
    Unsupported {
        /// The program.
        program: String,
        /// The op.
        op: String,
        /// The missing features of the device.
        hardware: String,
    },
    /// A buffer is larger than the device allows.
    #[error("`{name}` takes {bytes} bytes; the device allows {limit} in a buffer: split the work")]
    Memory {
        /// The buffer.
        name: String,
        /// Its size.
        bytes: u64,
        /// The device's limit.
        limit: u64,
    },
    /// More workgroups than the device supports.
    #[error("`{program}` takes {groups} workgroups; the device allows {limit}: split the work")]
    Workgroups {
        /// The program.
        program: String,
        /// The number.
        groups: u32,
        /// The device's limit.
        limit: u32,
    },
    /// The device is lost.
    #[error("the device is lost: request another one, and create its pipelines and buffers again")]
    Lost,
    /// The device reports an error or is out of memory.
    #[error("the device refuses `{what}`: {why}")]
    Device {
        /// The requested operation.
        what: String,
        /// Its message.
        why: String,
    },
}

vyre_conform_runtime::debug_is_display!(PipelineError);

/// The reason why nothing was recorded: the encoder is unchanged.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The wrong number of buffers.
    #[error("{given} buffers are given, and {required} are needed: {names}")]
    Count {
        /// The number supplied.
        given: usize,
        /// The number needed.
        required: usize,
        /// The names of the buffers.
        names: String,
    },
    /// A name that is not one of the buffers.
    #[error("a buffer is given for `{name}`, and these are needed: {names}")]
    Unknown {
        /// The name.
        name: String,
        /// The known names.
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
        /// Its name.
        name: String,
        /// Its size.
        has: u64,
        /// The required size.
        needs: u64,
    },
    /// A buffer that lacks a usage.
    #[error("the buffer for `{name}` lacks the usage {missing}: create it with that usage")]
    Usage {
        /// Its name.
        name: String,
        /// The missing usage.
        missing: String,
    },
    /// One buffer in two places, at least one of them written.
    #[error("one buffer is given for `{first}` and for `{second}`, and one of them is written")]
    Twice {
        /// The first place.
        first: String,
        /// The second.
        second: String,
    },
    /// More workgroups than the device supports.
    #[error(
        "{groups} workgroups along one axis; the device allows {limit}: record several dispatches"
    )]
    Workgroups {
        /// The number.
        groups: u32,
        /// The device's limit.
        limit: u32,
    },
}

vyre_conform_runtime::debug_is_display!(RecordError);
