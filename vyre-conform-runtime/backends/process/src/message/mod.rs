//! Heads of frames: the fields of each kind of request and answer.

mod hello;
mod limits;

pub(crate) use hello::{Hello, HelloIdentity, PROTOCOL, Welcome};
pub(crate) use limits::{DEFAULT_CASES, named};

use serde::{Deserialize, Serialize};
use vyre_conform_spec::TextTarget;

/// Form of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Form {
    /// The wire format of programs.
    Wire,
    /// WGSL, a whole shader.
    Wgsl,
    /// C11, a whole unit.
    C,
}

impl Form {
    /// The language of hand-written texts in it; `None` for the wire format.
    pub(crate) const fn target(self) -> Option<TextTarget> {
        match self {
            Self::Wire => None,
            Self::Wgsl => Some(TextTarget::Wgsl),
            Self::C => Some(TextTarget::C),
        }
    }

    /// Its name in heads.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Wire => "wire",
            Self::Wgsl => "wgsl",
            Self::C => "c",
        }
    }
}

/// `load`: code to prepare. Its words are the texts or encodings, each starting at a word of its own.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Load {
    /// Number that identifies it in later requests, chosen by the host.
    pub(crate) handle: u32,
    /// The form of the code.
    pub(crate) form: Form,
    /// Sizes of the texts or encodings in bytes.
    pub(crate) bytes: Vec<usize>,
    /// Its description.
    #[serde(flatten)]
    pub(crate) what: LoadSubject,
}

/// Kind of loaded code.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LoadSubject {
    /// One op.
    Op(OpHead),
    /// Programs, which launches identify by index.
    Programs(Vec<ProgramHead>),
}

/// An op.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct OpHead {
    /// Its id, for messages.
    pub(crate) id: String,
    /// Its name.
    pub(crate) name: String,
    /// Types of its operands.
    pub(crate) operands: Vec<String>,
    /// Type of its result.
    pub(crate) result: String,
    /// Bindings of its operands, for WGSL alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shader: Option<Shader>,
}

/// Bindings of a shader.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shader {
    /// The entry point.
    pub(crate) entry: String,
    /// Binding of the four parameter words, a uniform.
    pub(crate) params: u32,
    /// Binding of each operand; none for a literal, which is in the text.
    pub(crate) operands: Vec<Option<u32>>,
    /// Source of each operand.
    pub(crate) passing: Vec<OperandPassing>,
    /// Binding of the results, in storage.
    pub(crate) output: u32,
}

/// Passing mode of an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OperandPassing {
    /// One value per case.
    Storage,
    /// One value for all cases.
    Uniform,
    /// One value for all cases, which may be in the code.
    Literal,
}

/// A program.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProgramHead {
    /// Its name, for messages.
    pub(crate) name: String,
    /// Its buffers, ascending by binding.
    pub(crate) buffers: Vec<BufferHead>,
}

/// A buffer of a program.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BufferHead {
    /// Its binding.
    pub(crate) binding: u32,
    /// `read_only`, `read_write` or `uniform`.
    pub(crate) access: String,
    /// Words per element.
    pub(crate) words: usize,
}

/// `run` of an op. Its words are the operands, one after the other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunOp {
    /// Handle of the op.
    pub(crate) handle: u32,
    /// Number of cases.
    pub(crate) cases: u64,
    /// Passing mode of each operand.
    pub(crate) passing: Vec<OperandPassing>,
    /// Number of words of each operand.
    pub(crate) words: Vec<usize>,
    /// Workgroups along x, y and z, for WGSL alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) workgroups: Option<[u32; 3]>,
    /// The parameter words, for WGSL alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) params: Option<[u32; 4]>,
    /// Location of the words in shared memory, if they are not in the frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shared: Option<Places>,
}

/// Locations in shared memory, in words from its start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Places {
    /// Start of the operands, one after the other.
    pub(crate) operands: usize,
    /// Start of the results, which the backend writes.
    pub(crate) results: usize,
}

/// The head of an answer to a `run` with results in shared memory.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResultsHead {
    /// Number of words of results.
    pub(crate) words: usize,
}

/// `share`: a file as memory for the words of runs.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Share {
    /// Its path.
    pub(crate) file: String,
    /// Size in words.
    pub(crate) words: usize,
    /// The first two words, which identify it.
    pub(crate) mark: [u32; 2],
}

/// `run` of programs. Its words are the contents of the buffers that are not zeros, in order.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunPrograms {
    /// Handle of the programs.
    pub(crate) handle: u32,
    /// The buffers.
    pub(crate) buffers: Vec<LaunchBuffer>,
    /// The dispatches, in order.
    pub(crate) steps: Vec<StepHead>,
    /// The buffers whose words are the answer, one after the other.
    pub(crate) read_back: Vec<usize>,
}

/// A buffer of a launch.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct LaunchBuffer {
    /// Size in words.
    pub(crate) words: usize,
    /// True if all words are zero and none is sent.
    pub(crate) zeros: bool,
}

/// A dispatch.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepHead {
    /// The program.
    pub(crate) program: usize,
    /// Workgroups along x, y and z.
    pub(crate) workgroups: [u32; 3],
    /// The buffer of each binding, ascending by binding.
    pub(crate) buffers: Vec<usize>,
}

/// `digest`: digests results of an op on cases that the backend generates. Its words are the five numbers of
/// [`DigestRange`](super::op::DigestRange), two words each.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DigestOp {
    /// Handle of the op.
    pub(crate) handle: u32,
    /// Generator of the cases.
    pub(crate) source: CaseSource,
}

/// Generator of the cases of a `digest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CaseSource {
    /// The stream of witnesses with a seed.
    Witnesses,
    /// Consecutive words, for an op with one 32-bit operand.
    Words,
}

/// `unload`, and the start of every `run`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Handle {
    /// The handle.
    pub(crate) handle: u32,
}

/// An empty head: of `bye`, and of answers that have only words.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EmptyHead {}

/// An answer that is an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Refusal {
    /// Its kind.
    pub(crate) error: ErrorKind,
    /// Its message.
    pub(crate) message: String,
}

/// Kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ErrorKind {
    /// The backend lacks something, which the message names.
    Unsupported,
    /// Its compiler rejects the code.
    Compile,
    /// It has too little memory.
    Memory,
    /// The request is invalid.
    Refused,
    /// Anything else.
    Other,
}
