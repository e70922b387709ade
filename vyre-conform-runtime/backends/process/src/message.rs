//! The heads of frames: what each kind of request says beside its words, and what each answer does.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use vyre_conform_ir::valid::Limits;

/// The name and version of the protocol.
pub(crate) const PROTOCOL: &str = "vyre-backend/1";

/// The most cases of a `run` where a backend does not say how many it takes.
pub(crate) const MOST_CASES: u64 = 1 << 18;

/// `hello`: the host says who it is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hello {
    /// [`PROTOCOL`].
    pub(crate) protocol: String,
    /// The name and version of the host.
    pub(crate) host: String,
}

/// The answer to `hello`: who the backend is, and what it can do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Welcome {
    /// [`PROTOCOL`].
    pub(crate) protocol: String,
    /// Who it is.
    pub(crate) identity: Who,
    /// Hardware features that ops of Category C may ask for.
    #[serde(default)]
    pub(crate) features: Vec<String>,
    /// Limits of programs, by the names of the fields of [`Limits`]; those of WebGPU where one is missing. Beside them
    /// `cases`, the most cases of a `run` of an op, and `steps_per_second`, from which the time for a launch follows.
    #[serde(default)]
    pub(crate) limits: BTreeMap<String, u64>,
    /// What it lacks: types such as `u128`, `atomic`, `barrier`, `programs`, `ops`.
    #[serde(default)]
    pub(crate) lacks: Vec<String>,
    /// The forms of code that it takes, the preferred one first.
    pub(crate) accepts: Vec<Form>,
}

/// Who a backend is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Who {
    /// What kind of backend: ASCII letters, digits, `-` and `_`.
    pub(crate) kind: String,
    /// The device that it runs on.
    pub(crate) device: String,
    /// What drives the device, with its version.
    pub(crate) driver: String,
}

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

/// `load`: something to prepare. Its words are the texts or encodings, each from a word of its own on.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Load {
    /// The number by which later requests name it, which the host chooses.
    pub(crate) handle: u32,
    /// The form of the code.
    pub(crate) form: Form,
    /// How many bytes each text or encoding has.
    pub(crate) bytes: Vec<usize>,
    /// What it is.
    #[serde(flatten)]
    pub(crate) what: What,
}

/// What is loaded.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum What {
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
    pub(crate) passing: Vec<Passed>,
    /// Binding of the results, in storage.
    pub(crate) output: u32,
}

/// How an operand is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Passed {
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
    pub(crate) passing: Vec<Passed>,
    /// How many words of each there are.
    pub(crate) words: Vec<usize>,
    /// Workgroups along x, y and z; of WGSL alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) workgroups: Option<[u32; 3]>,
    /// The parameter words; of WGSL alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) params: Option<[u32; 4]>,
}

/// `run` of programs. Its words are the contents of the buffers that are not zeros, in order.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunPrograms {
    /// What is run.
    pub(crate) handle: u32,
    /// The buffers.
    pub(crate) buffers: Vec<Given>,
    /// The dispatches, in order.
    pub(crate) steps: Vec<StepHead>,
    /// The buffers whose words are the answer, one after the other.
    pub(crate) read_back: Vec<usize>,
}

/// A buffer of a launch.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Given {
    /// How many words it has.
    pub(crate) words: usize,
    /// Whether all of them are zero, and none is sent.
    pub(crate) zeros: bool,
}

/// A dispatch.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StepHead {
    /// Which program.
    pub(crate) program: usize,
    /// Workgroups along x, y and z.
    pub(crate) workgroups: [u32; 3],
    /// Which buffer each binding takes, ascending by binding.
    pub(crate) buffers: Vec<usize>,
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

/// The names of limits, and where each stands.
macro_rules! limits {
    ($($name:literal $($field:ident)+ $([$k:literal])?,)*) => {
        /// Sets a limit; `None` where no limit is called so.
        fn set(limits: &mut Limits, name: &str, value: u64) -> Option<()> {
            match name {
                $($name => limits.$($field)+ $([$k])? = value.try_into().unwrap_or(u32::MAX.into()),)*
                _ => return None,
            }
            Some(())
        }

        /// The limits by name.
        pub(crate) fn named(limits: &Limits) -> BTreeMap<String, u64> {
            let pairs = [$(($name, u64::from(limits.$($field)+ $([$k])?))),*];
            pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
        }
    };
}

limits! {
    "workgroup_size_x" workgroup_size[0],
    "workgroup_size_y" workgroup_size[1],
    "workgroup_size_z" workgroup_size[2],
    "workgroup_invocations" workgroup_invocations,
    "workgroups" workgroups,
    "workgroup_bytes" workgroup_bytes,
    "function_bytes" function_bytes,
    "private_bytes" private_bytes,
    "storage_bytes" storage_bytes,
    "storage_buffers" storage_buffers,
    "uniform_bytes" uniform_bytes,
    "uniform_buffers" uniform_buffers,
    "bindings" bindings,
}

/// Limits of a backend that no program has.
pub(crate) const OTHER_LIMITS: [&str; 2] = ["cases", "steps_per_second"];

impl Welcome {
    /// The limits of programs.
    ///
    /// # Errors
    /// A name that no limit has.
    pub(crate) fn program_limits(&self) -> Result<Limits, String> {
        let mut limits = Limits::WEBGPU;
        for (name, value) in &self.limits {
            if set(&mut limits, name, *value).is_none() && !OTHER_LIMITS.contains(&&**name) {
                return Err(name.clone());
            }
        }
        limits.uniform_bytes = limits.uniform_bytes.min(Limits::WEBGPU.uniform_bytes);
        Ok(limits)
    }

    /// The most cases of a `run`.
    pub(crate) fn cases(&self) -> u64 {
        let said = self.limits.get("cases").copied();
        said.unwrap_or(MOST_CASES).clamp(1, MOST_CASES)
    }
}
