//! The heads of frames: what each kind of request says beside its words, and what each answer does.

mod hello;
mod limits;

pub(crate) use hello::{Hello, HelloIdentity, PROTOCOL, Welcome};
pub(crate) use limits::{MOST_CASES, named};

use serde::{Deserialize, Serialize};
use vyre_conform_spec::TextTarget;

/// In which form code travels.
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
    /// The language of texts by hand that go into it; none go into the wire format.
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

/// `load`: something to prepare. Its words are the texts or encodings, each from a word of its own on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Load {
    /// The number by which later requests name it, which the host chooses.
    pub(crate) handle: u32,
    /// The form of the code.
    pub(crate) form: Form,
    /// The number of bytes each text or encoding has.
    pub(crate) bytes: Vec<usize>,
    /// Its description.
    #[serde(flatten)]
    pub(crate) what: LoadSubject,
}

/// What is loaded.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LoadSubject {
    /// One op.
    Op(OpHead),
    /// Programs, which a launch names by their places in this list.
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
    /// The types of its operands.
    pub(crate) operands: Vec<String>,
    /// That of its result.
    pub(crate) result: String,
    /// How the shader binds its operands; of WGSL alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shader: Option<Shader>,
}

/// What the host knows of a shader, and the backend binds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shader {
    /// The entry point.
    pub(crate) entry: String,
    /// Binding of the four parameter words, a uniform.
    pub(crate) params: u32,
    /// Binding of each operand; none of a literal, which is in the text.
    pub(crate) operands: Vec<Option<u32>>,
    /// Where each operand comes from.
    pub(crate) passing: Vec<OperandPassing>,
    /// Binding of the results, in storage.
    pub(crate) output: u32,
}

/// How an operand is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OperandPassing {
    /// One value a case.
    Storage,
    /// One value for all cases.
    Uniform,
    /// One value for all cases, which may stand in the code.
    Literal,
}

/// A program.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProgramHead {
    /// Its name, for messages.
    pub(crate) name: String,
    /// The buffers that it binds, ascending by binding.
    pub(crate) buffers: Vec<BufferHead>,
}

/// A buffer that a program binds.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct BufferHead {
    /// Its binding.
    pub(crate) binding: u32,
    /// `read_only`, `read_write` or `uniform`.
    pub(crate) access: String,
    /// Words of an element.
    pub(crate) words: usize,
}

/// `run` of an op. Its words are the operands, one after the other.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunOp {
    /// What is run.
    pub(crate) handle: u32,
    /// How many cases.
    pub(crate) cases: u64,
    /// How each operand is given.
    pub(crate) passing: Vec<OperandPassing>,
    /// The number of words of each.
    pub(crate) words: Vec<usize>,
    /// Workgroups along x, y and z; of WGSL alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) workgroups: Option<[u32; 3]>,
    /// The parameter words; of WGSL alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) params: Option<[u32; 4]>,
    /// Where the words lie, if they do not follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) shared: Option<Places>,
}

/// Where words lie in shared memory: numbers of words from its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Places {
    /// The operands, one after the other.
    pub(crate) operands: usize,
    /// The results, which the backend writes.
    pub(crate) results: usize,
}

/// The head of an answer to a `run` whose results lie in shared memory.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ResultsHead {
    /// The number of words of results.
    pub(crate) words: usize,
}

/// `share`: memory for the words of runs, as a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Share {
    /// Its path.
    pub(crate) file: String,
    /// The number of words it has.
    pub(crate) words: usize,
    /// The first two, by which it is known.
    pub(crate) mark: [u32; 2],
}

/// `run` of programs. Its words are the contents of the buffers that are not zeros, in order.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunPrograms {
    /// What is run.
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
    /// The number of words it has.
    pub(crate) words: usize,
    /// True if all of them are zero, and none is sent.
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
    /// Which buffer each binding takes, ascending by binding.
    pub(crate) buffers: Vec<usize>,
}

/// `digest`: the results of an op are digested, of cases that the backend makes by itself. Its words are the five
/// numbers of [`DigestRange`](super::op::DigestRange), of two words each.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct DigestOp {
    /// What is run.
    pub(crate) handle: u32,
    /// Where the cases come from.
    pub(crate) source: CaseSource,
}

/// What makes the cases of a `digest`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CaseSource {
    /// The stream of witnesses with a seed.
    Witnesses,
    /// Consecutive words, of an op with one operand of 32 bits.
    Words,
}

/// `unload`, and the beginning of every `run`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Handle {
    /// What is meant.
    pub(crate) handle: u32,
}

/// A head without anything in it: of `bye`, and of answers that say nothing but their words.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

/// An answer that is an error.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Refusal {
    /// Of which kind.
    pub(crate) error: Why,
    /// In words.
    pub(crate) message: String,
}

/// The kinds of errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Why {
    /// The backend lacks something; the message says what.
    Unsupported,
    /// Its compiler refuses the code.
    Compile,
    /// There is not enough memory.
    Memory,
    /// The request is none that it can answer.
    Refused,
    /// Anything else.
    Other,
}
