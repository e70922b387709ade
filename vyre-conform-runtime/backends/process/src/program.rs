//! Programs on a backend out of process.

use super::code::{Loadable, encoded};
use super::frame::{Kind, MAX_BYTES};
use super::host::Host;
use super::link::Request;
use super::message::{
    BufferHead, Form, LaunchBuffer, LoadSubject, ProgramHead, RunPrograms, StepHead,
};
use super::session::json;
use std::sync::Arc;
use std::time::Duration;
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_lower_c::Dialect;
use vyre_conform_suite::backend::{BackendError, LoadedPrograms, larger_limits};

/// Default number of interpreter steps that a program executes per second.
const STEPS_PER_SECOND: u64 = 1_000_000;

/// Loaded programs; `None` for an empty list.
pub(super) struct ProcessPrograms {
    programs: Vec<ValidProgram>,
    loaded: Option<Loadable>,
}

impl ProcessPrograms {
    /// Loads programs in a form.
    pub(super) fn load(
        host: &Arc<Host>,
        programs: &[ValidProgram],
        form: Form,
    ) -> Result<Self, BackendError> {
        let Some(first) = programs.first() else {
            return Ok(Self {
                programs: vec![],
                loaded: None,
            });
        };
        let what = LoadSubject::Programs(programs.iter().map(head).collect());
        let name = &first.program().name;
        Ok(Self {
            programs: programs.to_vec(),
            loaded: Some(Loadable::new(
                host,
                name,
                form,
                what,
                &texts(form, programs)?,
            )?),
        })
    }

    /// Loads a shader in place of a program.
    pub(super) fn load_text(
        host: &Arc<Host>,
        program: &ValidProgram,
        text: &str,
    ) -> Result<Self, BackendError> {
        let what = LoadSubject::Programs(vec![head(program)]);
        let name = &program.program().name;
        let texts = [text.as_bytes().to_vec()];
        let loaded = Loadable::new(host, name, Form::Wgsl, what, &texts)?;
        Ok(Self {
            programs: vec![program.clone()],
            loaded: Some(loaded),
        })
    }
}

/// The head of a `load` for a program.
pub(super) fn head(program: &ValidProgram) -> ProgramHead {
    let program = program.program();
    let buffers = program.bound().into_iter().map(|(_, decl)| BufferHead {
        binding: decl.binding,
        access: decl.access.name().to_owned(),
        words: decl.element.words(),
    });
    ProgramHead {
        name: program.name.clone(),
        buffers: buffers.collect(),
    }
}

impl LoadedPrograms for ProcessPrograms {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        self.run_within(launch, 0)
    }

    fn run_within(&self, launch: &Launch, max_steps: u64) -> Result<Vec<Vec<u32>>, BackendError> {
        launch.check(&self.programs)?;
        let lengths: Vec<usize> = launch.buffers.iter().map(Contents::len).collect();
        let expected: usize = launch.read_back.iter().map(|k| lengths[*k]).sum();
        let Some(loaded) = &self.loaded else {
            // Nothing runs, so the buffers read back are the inputs.
            let buffers = launch.read_back.iter();
            return Ok(buffers.map(|k| launch.buffers[*k].to_words()).collect());
        };
        let words: Vec<&[u32]> = launch.buffers.iter().filter_map(sent_words).collect();
        let sent: usize = words.iter().map(|words| words.len()).sum();
        let bytes = 4 * sent.max(expected);
        if bytes > MAX_BYTES / 2 {
            return Err(BackendError::UnsupportedByBackend {
                op: loaded.name.clone(),
                backend: loaded.host.slug.clone(),
                hardware: larger_limits(&format!(
                    "a launch of {bytes} bytes, and a frame has at most {}",
                    MAX_BYTES / 2
                )),
            });
        }
        let head = run(loaded.handle, launch);
        let host = &loaded.host;
        let stated = host.welcome.limits.get("steps_per_second").copied();
        let rate = stated.unwrap_or(STEPS_PER_SECOND).max(1);
        let work = Duration::from_secs(max_steps / rate);
        let deadline = if work.is_zero() {
            "VYRE_PATIENCE extends it".to_owned()
        } else {
            format!(
                "{} s of it are for {max_steps} steps at {rate} a second; VYRE_PATIENCE extends it",
                work.as_secs()
            )
        };
        let answer = loaded.ask(Some(&Request {
            kind: Kind::Run,
            head: json(&head),
            shared: None,
            words: &words,
            expected,
            time_limit: host.patience.saturating_add(work),
            deadline,
        }))?;
        let mut rest = answer.words.as_slice();
        let back = launch.read_back.iter().map(|k| {
            let (own, others) = rest.split_at(lengths[*k]);
            rest = others;
            own.to_vec()
        });
        Ok(back.collect())
    }
}

/// The texts or encodings of programs in a form.
pub(super) fn texts(form: Form, programs: &[ValidProgram]) -> Result<Vec<Vec<u8>>, BackendError> {
    match form {
        Form::Wire => programs.iter().map(|p| encoded(&p.linked())).collect(),
        Form::Wgsl => {
            let text = |p| Ok(vyre_conform_lower::program(p).into_bytes());
            programs.iter().map(text).collect()
        }
        // One unit contains all of them.
        Form::C => {
            let lowered = vyre_conform_lower_c::programs(programs, Dialect::C11);
            Ok(vec![lowered.text.into_bytes()])
        }
    }
}

/// The head of a `run` of programs.
pub(super) fn run(handle: u32, launch: &Launch) -> RunPrograms {
    let of_buffer = |contents: &Contents| LaunchBuffer {
        words: contents.len(),
        zeros: sent_words(contents).is_none(),
    };
    let steps = launch.steps.iter().map(|step| StepHead {
        program: step.program,
        workgroups: step.workgroups,
        buffers: step.buffers.clone(),
    });
    RunPrograms {
        handle,
        buffers: launch.buffers.iter().map(of_buffer).collect(),
        steps: steps.collect(),
        read_back: launch.read_back.clone(),
    }
}

/// The words of a buffer that are sent.
pub(super) fn sent_words(contents: &Contents) -> Option<&[u32]> {
    match contents {
        Contents::Words(words) => Some(words),
        Contents::Zeros(_) => None,
    }
}
