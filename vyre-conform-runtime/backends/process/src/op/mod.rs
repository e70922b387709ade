//! An op on a backend out of process.

mod digest;
mod lost;
pub(crate) mod request;

pub(crate) use digest::DigestRange;

use super::code::{Loadable, encoded};
use super::frame::{Frame, Kind};
use super::host::{Host, PATIENCE, RequestFailure};
use super::link::Request;
use super::message::{Form, LoadSubject, OpHead, RunOp, Shader};
use super::session::json;
use super::shared::PLACES;
use request::{PER_INVOCATION, WORKGROUP, passed, source};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use vyre_conform_ir::OpSource;
use vyre_conform_lower::{self as lower, Bindings, ENTRY_POINT, OperandSource};
use vyre_conform_lower_c::{Dialect, op_unit};
use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::sync::lock;
use vyre_conform_spec::TextTarget;
use vyre_conform_suite::backend::digest::Digest;
use vyre_conform_suite::backend::{BackendError, Code, LoadedOp, OpCode, Operand, check_operands};

/// A loaded op.
pub(super) struct ProcessOp {
    host: Arc<Host>,
    signature: Signature,
    id: String,
    name: String,
    form: Form,
    /// The functions, for WGSL alone.
    functions: String,
    /// Shaders by the sources of operands; in other forms one code serves all.
    loaded: Mutex<HashMap<Vec<OperandSource>, Arc<Loadable>>>,
}

impl ProcessOp {
    /// Loads an op in a form of its code.
    pub(super) fn load(
        host: &Arc<Host>,
        op: &OpCode<'_>,
        form: Form,
    ) -> Result<Self, BackendError> {
        let storage = vec![OperandSource::Storage; op.signature.operands.len()];
        let mut loaded = Self {
            host: host.clone(),
            signature: op.signature,
            id: op.id.to_owned(),
            name: op.name.to_owned(),
            form,
            functions: String::new(),
            loaded: Mutex::default(),
        };
        let text = match (&op.code, form) {
            (Code::Module(module), Form::Wire) => encoded(&module.module().to_program())?,
            (code, Form::C) => {
                let source = match code {
                    Code::Module(module) => OpSource::Module(module),
                    Code::Texts(texts) => {
                        OpSource::Text(texts.of(TextTarget::C).unwrap_or_default())
                    }
                };
                op_unit(source, &op.signature, op.name, Dialect::C11).into_bytes()
            }
            (code, _) => {
                loaded.functions = match code {
                    Code::Module(module) => lower::functions(module, &op.signature, op.name),
                    Code::Texts(texts) => texts.of(TextTarget::Wgsl).unwrap_or_default().to_owned(),
                };
                loaded.shader(&storage)?;
                return Ok(loaded);
            }
        };
        let code = loaded.loadable(text, None)?;
        lock(&loaded.loaded).insert(storage, Arc::new(code));
        Ok(loaded)
    }

    fn loadable(&self, text: Vec<u8>, shader: Option<Shader>) -> Result<Loadable, BackendError> {
        let what = LoadSubject::Op(head(&self.id, &self.name, &self.signature, shader));
        Loadable::new(&self.host, &self.id, self.form, what, &[text])
    }

    /// The shader for operands from these sources.
    fn shader(&self, sources: &[OperandSource]) -> Result<Arc<Loadable>, BackendError> {
        if let Some(cached) = lock(&self.loaded).get(sources) {
            return Ok(cached.clone());
        }
        let (text, shader) = shader(&self.functions, &self.name, &self.signature, sources);
        let code = Arc::new(self.loadable(text.into_bytes(), Some(shader))?);
        lock(&self.loaded).insert(sources.to_vec(), code.clone());
        Ok(code)
    }

    /// The code for operands from storage.
    fn stored(&self) -> Result<Arc<Loadable>, BackendError> {
        self.shader(&vec![OperandSource::Storage; self.signature.operands.len()])
    }

    /// The code for operands from these sources.
    fn code(&self, sources: &[OperandSource]) -> Result<Arc<Loadable>, BackendError> {
        match self.form {
            Form::Wgsl => self.shader(sources),
            Form::Wire | Form::C => self.stored(),
        }
    }

    /// Builds a request for some of the cases.
    fn with_request<R>(
        &self,
        code: &Loadable,
        (operands, range): (&[Operand<'_>], &Range<usize>),
        time_limit: Duration,
        ask: impl FnOnce(&Request<'_>) -> R,
    ) -> R {
        let (head, words) = request::run(self.form, code.handle, &self.signature, operands, range);
        let in_memory = || RunOp {
            shared: Some(PLACES),
            ..head.clone()
        };
        let shares = self.host.welcome.shares();
        ask(&Request {
            kind: Kind::Run,
            head: json(&head),
            shared: shares.then(|| json(&in_memory())),
            words: &words,
            expected: range.len() * self.signature.result.words(),
            time_limit,
            deadline: PATIENCE.to_owned(),
        })
    }
}

/// The head of a `load` for an op.
pub(super) fn head(id: &str, name: &str, signature: &Signature, shader: Option<Shader>) -> OpHead {
    OpHead {
        id: id.to_owned(),
        name: name.to_owned(),
        operands: signature
            .operands
            .iter()
            .map(|ty| ty.family().to_owned())
            .collect(),
        result: signature.result.family().to_owned(),
        shader,
    }
}

/// The shader around functions, for operands from these sources.
pub(super) fn shader(
    functions: &str,
    name: &str,
    signature: &Signature,
    sources: &[OperandSource],
) -> (String, Shader) {
    let text = lower::op_shader(
        functions,
        name,
        signature,
        sources,
        WORKGROUP,
        PER_INVOCATION,
    );
    let bindings = Bindings::of(sources);
    let shader = Shader {
        entry: ENTRY_POINT.to_owned(),
        params: bindings.params,
        operands: bindings.operands,
        passing: sources.iter().map(passed).collect(),
        output: bindings.output,
    };
    (text, shader)
}

impl LoadedOp for ProcessOp {
    fn signature(&self) -> Signature {
        self.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        check_operands(&self.id, &self.signature, operands, cases)?;
        let sources: Vec<OperandSource> = operands.iter().map(source).collect();
        let code = self.code(&sources)?;
        let max = self.host.welcome.cases() as usize;
        let mut results: Vec<u32> = vec![];
        for start in (0..cases).step_by(max) {
            let range = start..cases.min(start + max);
            let operand_words = (operands, &range);
            let answer = self.with_request(&code, operand_words, self.host.patience, |request| {
                self.host.ask(&code, Some(request))
            });
            match answer {
                // A single answer is moved, not copied.
                Ok(Frame { words, .. }) if results.is_empty() => results = words,
                Ok(Frame { words, .. }) => results.extend(words),
                Err(RequestFailure::Lost(message)) => {
                    return Err(self.narrowed(&code, operands, range, message));
                }
                Err(reason) => return Err(code.error(reason)),
            }
        }
        Ok(results)
    }

    fn run_into(
        &self,
        operands: &[Operand<'_>],
        cases: usize,
        results: &mut Vec<u32>,
    ) -> Result<(), BackendError> {
        self.host.lend(std::mem::take(results));
        *results = self.run(operands, cases)?;
        Ok(())
    }

    fn generates(&self, source: &dyn Source) -> bool {
        // Results that it does not digest are transferred nevertheless.
        self.can_digest(source)
    }

    fn digests_of(&self, source: &dyn Source) -> bool {
        self.can_digest(source)
    }

    fn digests(
        &self,
        source: &dyn Source,
        range: Range<u64>,
        key: u64,
    ) -> Result<Vec<Digest>, BackendError> {
        self.digested(source, range, key)
    }
}
