//! Results of the gates of each op, computed once per run by the first trial that needs them.

use super::endless::endless;
use super::limit::{CallTimeout, StuckCall};
use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::registry::calls::EngineFunction;
use vyre_conform_runtime::registry::{AlternateDef, FnKey, Lowering, NativeDef, OpDef, TextPlace};
use vyre_conform_runtime::sync::lock;
use vyre_conform_spec::TextTarget;
use vyre_conform_wgpu::{TextError, check_text};

/// Problems that keep the trials of an op from running.
#[derive(Clone, Debug, Default)]
pub(super) struct GateProblems {
    /// Problems of the op itself.
    pub(super) problems: Vec<String>,
    /// Problems of WGSL texts, which affect the trials that use them.
    pub(super) texts: Vec<(TextKind, String)>,
}

/// A WGSL text of an op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TextKind {
    /// The text of a Category C op in place of a lowering.
    Lowering,
    /// The native implementation.
    Native,
    /// The alternate of this name.
    Alternate(&'static str),
}

impl TextKind {
    /// Every WGSL text of an op, with the name of its function and its place. The compiler of a backend checks texts in
    /// other languages.
    fn all(def: &OpDef) -> Vec<(Self, &'static str, String, TextPlace)> {
        let name = def.name.to_owned();
        let lowering = match def.lowering {
            Lowering::Texts { texts, at, .. } => texts
                .of(TextTarget::Wgsl)
                .map(|text| (Self::Lowering, text, name.clone(), at)),
            _ => None,
        };
        let native = |n: NativeDef| (Self::Native, n.wgsl, format!("native_{name}"), n.at);
        let alternate = |a: &AlternateDef| {
            let text = a.texts.of(TextTarget::Wgsl)?;
            Some((Self::Alternate(a.name), text, name.clone(), a.at))
        };
        let all = lowering.into_iter().chain(def.native.map(native));
        all.chain(def.alternates.iter().filter_map(alternate))
            .collect()
    }

    fn problem(&self, def: &OpDef, error: &TextError, text: &str, at: TextPlace) -> String {
        let (line, column) = match error.offset {
            Some(byte) => at.of_byte(byte),
            None => (at.line, at.column),
        };
        // A text that a macro assembles has no source lines of its own.
        let within = match error.offset.filter(|_| at.written.is_empty()) {
            Some(byte) => {
                let before = &text[..byte.min(text.len())];
                format!(" (line {} of the text)", before.matches('\n').count() + 1)
            }
            None => String::new(),
        };
        let what = match self {
            Self::Lowering => "the shader `lower`".to_owned(),
            Self::Native => "the native text".to_owned(),
            Self::Alternate(name) => format!("the alternate `{name}`"),
        };
        format!(
            "{}:{line}:{column}: {what} of `{}`: {}{within}",
            def.place.file, def.id, error.message
        )
    }
}

impl GateProblems {
    fn new(op: &Op) -> Self {
        let problems = match op.module() {
            Err(found) => found.iter().map(ToString::to_string).collect(),
            Ok(module) => endless(op.def, module).into_iter().collect(),
        };
        let texts = TextKind::all(op.def)
            .into_iter()
            .filter_map(|(of, text, name, at)| {
                let error = check_text(text, &name, &op.def.op.signature).err()?;
                let problem = of.problem(op.def, &error, text, at);
                Some((of, problem))
            });
        Self {
            problems,
            texts: texts.collect(),
        }
    }
}

/// Program of a hand-written kernel that does not compile, and the compiler's message; computed on first use.
type UncompiledKernel = Arc<OnceLock<Option<[String; 2]>>>;

/// Known facts about ops and engines.
#[derive(Debug, Default)]
pub(super) struct Admissions {
    admitted: Mutex<HashMap<&'static str, Arc<OnceLock<Arc<GateProblems>>>>>,
    /// Functions that did not return, with the trial that called them.
    hung: Mutex<HashMap<TypeId, String>>,
    /// Engines with a function that did not return, by id: the function and the trial.
    engines: Mutex<HashMap<&'static str, (EngineFunction, String)>>,
    /// Engines with a hand-written kernel that does not compile, by engine and backend: its program and the compiler's
    /// message.
    kernels: Mutex<HashMap<(&'static str, String), UncompiledKernel>>,
    /// The trial that reported that an op does not compile, by backend and name in the error.
    uncompiled: Mutex<HashMap<[String; 2], String>>,
}

impl Admissions {
    /// The gate results of an op. Concurrent callers wait for the first.
    pub(super) fn admitted(&self, op: &Op) -> Arc<GateProblems> {
        let cell = {
            let mut all = lock(&self.admitted);
            all.entry(op.def.id).or_default().clone()
        };
        cell.get_or_init(|| Arc::new(GateProblems::new(op))).clone()
    }

    /// The hand-written kernel of an engine that does not compile on a backend, if any; `find` computes it once while
    /// others wait.
    pub(super) fn uncompiled_kernel(
        &self,
        engine: &'static str,
        backend: &str,
        find: impl FnOnce() -> Option<[String; 2]>,
    ) -> Option<[String; 2]> {
        let key = (engine, backend.to_owned());
        let cell = lock(&self.kernels).entry(key).or_default().clone();
        cell.get_or_init(find).clone()
    }

    /// Records that an op does not compile on a backend. Returns the trial that reports it: the first one.
    pub(super) fn uncompiled(&self, backend: &str, op: &str, trial: &str) -> String {
        let mut all = lock(&self.uncompiled);
        let key = [backend.to_owned(), op.to_owned()];
        all.entry(key).or_insert_with(|| trial.to_owned()).clone()
    }

    /// The trial that reported that an op does not compile on a backend, if any.
    pub(super) fn reported_uncompiled(&self, backend: &str, op: &str) -> Option<String> {
        let key = [backend.to_owned(), op.to_owned()];
        lock(&self.uncompiled).get(&key).cloned()
    }

    /// Records that a function did not return; the first record stays.
    pub(super) fn hung(&self, trial: &str, hung: &CallTimeout) {
        match &hung.stuck {
            StuckCall::Op(on) => {
                let mut all = lock(&self.hung);
                all.entry((on.callee.key.id)())
                    .or_insert_with(|| trial.to_owned());
            }
            StuckCall::Engine(call) => {
                let mut all = lock(&self.engines);
                all.entry(call.engine)
                    .or_insert_with(|| (call.function, trial.to_owned()));
            }
        }
    }

    /// The function of an engine that did not return, and the trial that called it, if any.
    pub(super) fn stuck_engine(&self, engine: &str) -> Option<(EngineFunction, String)> {
        let all = lock(&self.engines);
        all.get(engine).cloned()
    }

    /// The trial in which a function did not return, if any.
    pub(super) fn stuck(&self, key: FnKey) -> Option<String> {
        let all = lock(&self.hung);
        all.get(&(key.id)()).cloned()
    }
}
