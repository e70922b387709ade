//! A device elsewhere as a backend: it plans a kit, or answers from files.

mod expected;
mod law;
mod op;
mod programs;
mod replay;
mod settle;

pub use settle::OpenQuestion;

use crate::CHUNK;
use crate::answers::Answers;
use crate::draft::{Programs, Shader};
use crate::head::Head;
use crate::plan::Kit;
use op::{KitOp, storage_shader};
use programs::KitPrograms;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;
use std::sync::{Arc, Mutex};
use vyre_conform_ir::valid::{Limits, ValidProgram};
use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::sync::lock;
use vyre_conform_spec::{PACKED_PRODUCT, TextTarget};
use vyre_conform_suite::backend::digest::KIT;
use vyre_conform_suite::backend::{
    Backend, BackendError, BackendLaw, Identity, Language, LawCheck, LoadedOp, LoadedPrograms,
    OpCode, adapter_slug, has_hardware, revalidated_for_limits,
};

/// The remark in certificates of devices that answered a kit.
pub const SENDERS_WORD: &str = "answers from a kit: device, driver and time are the sender's word";

/// Features of a device that texts for WebGPU may use.
const FEATURES: [&str; 2] = [PACKED_PRODUCT, "shader-f16"];

/// The device of a kit.
#[derive(Debug)]
pub struct KitBackend {
    identity: Identity,
    limits: Limits,
    key: u64,
    answers: Option<Answers>,
    state: Mutex<State>,
}

/// The state after a run.
#[derive(Debug)]
struct State {
    kit: Kit,
    /// Runs of each request so far.
    turns: HashMap<String, usize>,
    open: BTreeMap<String, OpenQuestion>,
    /// Requests with nothing but expected results.
    right: HashSet<String>,
}

impl State {
    fn new(head: Head) -> Mutex<Self> {
        Mutex::new(Self {
            kit: Kit::new(head),
            turns: HashMap::new(),
            open: BTreeMap::new(),
            right: HashSet::new(),
        })
    }
}

impl KitBackend {
    /// A device with every feature that records what it is asked.
    pub fn planning(head: Head) -> Self {
        let features = FEATURES.map(str::to_owned).to_vec();
        Self {
            identity: Identity {
                features,
                ..Identity::named("kit")
            },
            limits: Limits::WEBGPU,
            key: head.key(),
            answers: None,
            state: State::new(head),
        }
    }

    /// The device that sent these answers.
    pub fn answering(answers: Answers) -> Self {
        let device = answers.device();
        let known = |feature: &&&str| device.features.iter().any(|own| own == **feature);
        let identity = Identity {
            kind: format!("{KIT}{}", device.kind),
            slug: short(&format!("{KIT}{}", adapter_slug(&device.device, ""))),
            device: device.device.clone(),
            driver: format!("{} ({SENDERS_WORD})", device.driver),
            features: FEATURES
                .iter()
                .filter(known)
                .map(|feature| (*feature).to_owned())
                .collect(),
            limits: vec![],
        };
        Self {
            identity,
            limits: Limits::WEBGPU,
            key: answers.head().key(),
            state: State::new(answers.head().clone()),
            answers: Some(answers),
        }
    }

    /// The requests so far: all while planning, otherwise those that the answers leave open.
    pub fn into_kit(self) -> Kit {
        let state = self.state.into_inner();
        state.unwrap_or_else(|poisoned| poisoned.into_inner()).kit
    }

    /// Runs `f` on the requests so far.
    pub fn with_kit<R>(&self, f: impl FnOnce(&Kit) -> R) -> R {
        f(&lock(&self.state).kit)
    }

    /// The questions that the answers leave open.
    pub fn open_questions(&self) -> Vec<OpenQuestion> {
        lock(&self.state).open.values().cloned().collect()
    }

    fn is_planning(&self) -> bool {
        self.answers.is_none()
    }

    /// The end of a trial whose requests are planned.
    fn planned(&self, id: &str) -> BackendError {
        BackendError::UnsupportedByBackend {
            op: id.to_owned(),
            backend: self.identity.slug.clone(),
            hardware: "a result: its requests are planned".to_owned(),
        }
    }

    /// The shader of an op that can run here, with every operand in storage.
    fn shader_of(&self, op: &OpCode<'_>) -> Result<Arc<Shader>, BackendError> {
        op.available_on(&self.identity)?;
        op.fits(&self.identity, &self.limits)?;
        op.source_for(&self.identity, &self.limits, TextTarget::Wgsl)?;
        Ok(Arc::new(storage_shader(op)))
    }
}

/// A slug of a length that backends may have.
fn short(slug: &str) -> String {
    slug.chars().take(64).collect()
}

/// The chunks of a source of this length that a range touches.
fn chunks(range: &Range<u64>, length: u64) -> impl Iterator<Item = Range<u64>> + use<> {
    let (first, last) = (range.start / CHUNK, range.end.div_ceil(CHUNK));
    (first..last).map(move |chunk| chunk * CHUNK..((chunk + 1) * CHUNK).min(length))
}

impl Backend for KitBackend {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn is_recorder(&self) -> bool {
        self.is_planning()
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }

    fn language(&self) -> Option<Language> {
        Some(Language::Wgsl)
    }

    fn missing_support(&self, op: &OpCode<'_>) -> Option<String> {
        op.missing_target(TextTarget::Wgsl)
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        self.shader_of(op)?;
        Ok(Box::new(KitOp::new(self, op)?))
    }

    fn law(
        &self,
        law: &BackendLaw<'_>,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<LawCheck, BackendError> {
        self.law_on(law, source, range)
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        for program in programs {
            revalidated_for_limits(program, &self.identity, &self.limits)?;
            has_hardware(program, &self.identity, Some(TextTarget::Wgsl))?;
        }
        let texts = programs.iter().map(vyre_conform_lower::program).collect();
        Ok(Box::new(KitPrograms {
            backend: self,
            programs: Arc::new(Programs::new(programs.to_vec(), texts)),
            other_texts: false,
        }))
    }

    fn load_wgsl<'a>(
        &'a self,
        program: &ValidProgram,
        text: &str,
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        revalidated_for_limits(program, &self.identity, &self.limits)?;
        let programs = Programs::new(vec![program.clone()], vec![text.to_owned()]);
        Ok(Box::new(KitPrograms {
            backend: self,
            programs: Arc::new(programs),
            other_texts: true,
        }))
    }
}
