//! Backends out of process, in any language: the host's side of the protocol `vyre-backend/1`.
//!
//! A backend is a process with requests and answers over its standard input and output ([`frame`];
//! `docs/spec/protocol.md` is the page for authors). Its behaviour is contained: a program that dies, hangs, writes too
//! much or anything invalid is killed with all its descendants and restarted, and the request is repeated. A second
//! loss is a failure of that case alone.
//!
//! The environment defines them: `VYRE_BACKEND_MINE="python3 mine.py"` is the backend `process-mine`, which takes part
//! in runs that request it by that name, or by `process`.

mod check;
mod child;
mod code;
mod commands;
pub mod frame;
pub mod golden;
mod host;
mod link;
mod message;
mod needs;
mod op;
mod program;
mod serve;
mod session;
mod shared;

pub use check::{Requirement, serve_check, serve_check_each};
pub use commands::{CommandError, SLUG, VARIABLE, words};
pub use link::Fault;
pub use serve::{ServeError, Server, serve};
pub use session::{BackendLoss, StartError};

use host::Host;
use message::Form;
use shared::SHARED_MEMORY;
use std::sync::Arc;
use std::time::Duration;
use vyre_conform_ir::valid::{Limits, ValidProgram};
use vyre_conform_suite::backend::{
    Backend, BackendEntry, BackendError, Code, Identity, Language, LoadedOp, LoadedPrograms,
    Losses, OpCode, has_hardware, missing_text_message, revalidated_for_limits,
    wgsl_unsupported_error,
};

/// Time limit of calls of this backend: a day, because its requests have their own limits.
const PATIENCE: Duration = Duration::from_secs(24 * 3600);

/// A program as a backend.
#[derive(Debug)]
pub struct ProcessBackend {
    host: Arc<Host>,
    identity: Identity,
    limits: Limits,
}

vyre_conform_suite::backends!(listed, on_request = "process");

/// The backends that the environment defines.
fn listed() -> Vec<BackendEntry> {
    let each = commands::named().into_iter().map(|named| {
        let slug = named.slug.clone();
        let open = move |patience: Duration| {
            let words = named.words.map_err(|error| error.to_string())?;
            let opened = ProcessBackend::open(&named.slug, words, patience);
            let opened = opened.map_err(|error| error.to_string())?;
            Ok(Box::new(opened) as Box<dyn Backend>)
        };
        BackendEntry {
            name: slug,
            open: Box::new(open),
        }
    });
    each.collect()
}

impl ProcessBackend {
    /// Starts a program and requests its identity. `patience` is the time limit of an answer.
    ///
    /// # Errors
    ///
    /// The reason why it cannot be used.
    pub fn open(slug: &str, words: Vec<String>, patience: Duration) -> Result<Self, StartError> {
        let host = Host::open(slug.to_owned(), words, patience)?;
        let welcome = &host.welcome;
        let mut features = welcome.features.clone();
        // The transfer of words is not a property of the device.
        features.retain(|feature| feature != SHARED_MEMORY);
        features.sort();
        features.dedup();
        let limits = welcome.program_limits().unwrap_or(Limits::WEBGPU);
        let identity = Identity {
            kind: format!("{SLUG}{}", welcome.identity.kind),
            slug: slug.to_owned(),
            device: welcome.identity.device.clone(),
            driver: welcome.identity.driver.clone(),
            features,
            limits: message::named(&limits).into_iter().collect(),
        };
        Ok(Self {
            host: Arc::new(host),
            identity,
            limits,
        })
    }

    /// The form in which it accepts the code of an op.
    fn form(&self, op: &OpCode<'_>) -> Option<Form> {
        let mut accepts = self.host.welcome.accepts.iter().copied();
        let Code::Texts(texts) = op.code else {
            return accepts.next();
        };
        accepts.find(|form| {
            let target = form.target();
            target.is_some_and(|target| texts.of(target).is_some())
        })
    }

    /// The form in which it accepts programs that call no op with a text of its own.
    fn form_of_programs(&self) -> Option<Form> {
        self.host.welcome.accepts.first().copied()
    }

    /// Its stated lack among these needs, if any.
    fn first_missing<'n>(&self, needs: impl IntoIterator<Item = &'n str>) -> Option<String> {
        let missing = &self.host.welcome.lacks;
        let mut needs = needs.into_iter();
        needs
            .find(|need| missing.iter().any(|lack| lack == need))
            .map(str::to_owned)
    }
}

impl Backend for ProcessBackend {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }

    fn language(&self) -> Option<Language> {
        match self.host.welcome.accepts.first()? {
            Form::Wire => None,
            Form::Wgsl => Some(Language::Wgsl),
            Form::C => Some(Language::C),
        }
    }

    fn call_time_limit(&self) -> Option<Duration> {
        Some(PATIENCE)
    }

    fn losses(&self) -> Option<Losses> {
        Some(self.host.losses())
    }

    fn missing_support(&self, op: &OpCode<'_>) -> Option<String> {
        let of_code = match op.code {
            Code::Texts(texts) if self.form(op).is_none() => {
                let mut forms = self.host.welcome.accepts.iter();
                let target = forms.find_map(|form| form.target());
                return target.map_or_else(
                    || op.missing_compiler(),
                    |to| Some(missing_text_message(texts, to)),
                );
            }
            Code::Texts(_) => None,
            Code::Module(module) => Some(needs::of_module(module.module())),
        };
        let own = needs::of_signature(&op.signature).into_iter();
        self.first_missing(own.chain(of_code.into_iter().flatten()).chain([needs::OPS]))
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        op.available_on(&self.identity)?;
        op.fits(&self.identity, &self.limits)?;
        let form = self.form(op);
        match (self.missing_support(op), form) {
            (None, Some(form)) => Ok(Box::new(op::ProcessOp::load(&self.host, op, form)?)),
            (missing, _) => Err(BackendError::UnsupportedByBackend {
                op: op.id.to_owned(),
                backend: self.identity.slug.clone(),
                hardware: missing.unwrap_or_default(),
            }),
        }
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let backend = self.identity.slug.clone();
        let accepts = &self.host.welcome.accepts;
        // The first form for which every op that needs a text has one.
        let calls = || programs.iter().flat_map(ValidProgram::hardware);
        let has_texts = |form: &&Form| {
            let target = form.target();
            calls().all(|call| target.is_some_and(|target| call.op.texts.of(target).is_some()))
        };
        let form = accepts.iter().find(has_texts).or(accepts.first());
        let (Some(form), None) = (form.copied(), self.first_missing([needs::PROGRAMS])) else {
            return Err(BackendError::Programs { backend });
        };
        for program in programs {
            let unsupported = |hardware: String| BackendError::UnsupportedByBackend {
                op: program.program().name.clone(),
                backend: backend.clone(),
                hardware,
            };
            revalidated_for_limits(program, &self.identity, &self.limits)?;
            has_hardware(program, &self.identity, form.target())?;
            let elements = program.program().buffers.iter();
            let elements = elements.map(|buffer| buffer.element.name());
            let needs = needs::of_module(program.module()).into_iter();
            if let Some(missing) = self.first_missing(needs.chain(elements)) {
                return Err(unsupported(missing));
            }
        }
        let loaded = program::ProcessPrograms::load(&self.host, programs, form)?;
        Ok(Box::new(loaded))
    }

    fn load_wgsl<'a>(
        &'a self,
        program: &ValidProgram,
        text: &str,
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        if self.language() != Some(Language::Wgsl) {
            return Err(wgsl_unsupported_error(&self.identity, program));
        }
        if self.first_missing([needs::PROGRAMS]).is_some() {
            let backend = self.identity.slug.clone();
            return Err(BackendError::Programs { backend });
        }
        revalidated_for_limits(program, &self.identity, &self.limits)?;
        let loaded = program::ProcessPrograms::load_text(&self.host, program, text)?;
        Ok(Box::new(loaded))
    }
}
