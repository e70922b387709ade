//! Ops prepared on a device.

use super::device::Gpu;
use super::digest;
use super::flight::{Inputs, RoundInFlight};
use super::generate::Generator;
use super::rows::LONG;
use super::shader::{PER_INVOCATION, WORKGROUP};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use vyre_conform_ir::value::Value;
use vyre_conform_lower::{self as lower, Bindings, OperandSource};
use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::sync::lock;
use vyre_conform_spec::TextTarget;
use vyre_conform_suite::backend::digest::Digest;
use vyre_conform_suite::backend::{BackendError, Code, LoadedOp, OpCode, Operand, check_operands};

/// Maximal cases of one dispatch: more gain nothing.
const MAX_CASES: usize = 1 << 22;
/// Maximal cases on a software adapter, whose buffers should stay in the processor's caches.
const MAX_SOFTWARE_CASES: usize = 1 << 18;

/// A prepared op: the pipeline with every operand in storage is compiled on loading, those for uniform and literal
/// operands on first use.
pub(super) struct WgpuOp {
    pub(super) gpu: Arc<Gpu>,
    pub(super) signature: Signature,
    id: String,
    name: String,
    functions: String,
    prepared: Mutex<HashMap<Vec<OperandSource>, Arc<OpPipeline>>>,
    /// Values of operands that are passed as literals as well as from a uniform.
    expected: Mutex<HashMap<usize, Vec<Value>>>,
}

/// Workgroup size, and cases per invocation, of the shaders of ops.
pub(super) const PREPARED: (u32, u32) = (WORKGROUP, PER_INVOCATION);

/// A compiled shader with its layout.
pub(super) struct OpPipeline {
    pub(super) pipeline: wgpu::ComputePipeline,
    pub(super) bindings: Bindings,
    /// Index among the values of a shader that has several; otherwise irrelevant.
    pub(super) choice: u32,
}

/// The functions of an op as WGSL; empty if there is no such text, in which case nothing is loaded.
pub(super) fn functions(op: &OpCode<'_>) -> String {
    match op.code {
        Code::Module(module) => lower::functions(module, &op.signature, op.name),
        Code::Texts(texts) => texts.of(TextTarget::Wgsl).unwrap_or_default().to_owned(),
    }
}

/// True if the invocations of a subgroup cooperate on an op's cases.
pub(super) fn crosses_lanes(op: &OpCode<'_>) -> bool {
    let Code::Texts(texts) = op.code else {
        return false;
    };
    texts.of(TextTarget::Wgsl).is_some_and(lower::crosses_lanes)
}

impl WgpuOp {
    pub(super) fn load(gpu: Arc<Gpu>, op: &OpCode<'_>) -> Result<Self, BackendError> {
        let functions = functions(op);
        let op = Self {
            gpu,
            signature: op.signature,
            id: op.id.to_owned(),
            name: op.name.to_owned(),
            functions,
            prepared: Mutex::default(),
            expected: Mutex::default(),
        };
        op.with_storage()?;
        Ok(op)
    }

    /// The pipeline with every operand in storage.
    pub(super) fn with_storage(&self) -> Result<Arc<OpPipeline>, BackendError> {
        self.prepare(&vec![OperandSource::Storage; self.signature.operands.len()])
    }

    fn prepare(&self, sources: &[OperandSource]) -> Result<Arc<OpPipeline>, BackendError> {
        if let Some(cached) = lock(&self.prepared).get(sources) {
            return Ok(cached.clone());
        }
        let (functions, name, signature) = (&self.functions, &self.name, &self.signature);
        let (text, bindings, choice) = match self.choice(sources) {
            Some((k, values, choice)) => (
                lower::choice_shader(
                    functions,
                    name,
                    signature,
                    (k, &values),
                    WORKGROUP,
                    PER_INVOCATION,
                ),
                Bindings::of(&lower::one_uniform(signature, k)),
                choice,
            ),
            None => (
                lower::op_shader(
                    functions,
                    name,
                    signature,
                    sources,
                    WORKGROUP,
                    PER_INVOCATION,
                ),
                Bindings::of(sources),
                0,
            ),
        };
        let prepared = Arc::new(OpPipeline {
            pipeline: self.gpu.pipeline(&self.id, &text)?,
            bindings,
            choice,
        });
        lock(&self.prepared).insert(sources.to_vec(), prepared.clone());
        Ok(prepared)
    }

    /// If all operands but one come from storage and several values of that one were announced: its index, its values,
    /// and the index of the requested one.
    fn choice(&self, sources: &[OperandSource]) -> Option<(usize, Vec<Value>, u32)> {
        let is_storage = |source: &OperandSource| *source == OperandSource::Storage;
        let k = sources.iter().position(|source| !is_storage(source))?;
        let values = lock(&self.expected).get(&k)?.clone();
        let choice = match sources[k] {
            OperandSource::Literal(value) => values.iter().position(|v| *v == value)?,
            _ => values.len(),
        };
        let alone = sources[k + 1..].iter().all(is_storage);
        alone.then_some((k, values, choice as u32))
    }

    /// Maximal cases of one dispatch within the adapter's limits.
    fn most_cases(&self) -> usize {
        let limits = &self.gpu.limits;
        let limit = limits
            .max_storage_buffer_binding_size
            .min(limits.max_buffer_size);
        let types = self
            .signature
            .operands
            .iter()
            .chain([&self.signature.result]);
        let widest = types.map(|ty| ty.bytes()).max().unwrap_or(4);
        let within = (limit as usize / 2 / widest).max(1);
        within.min(if self.gpu.software {
            MAX_SOFTWARE_CASES
        } else {
            MAX_CASES
        })
    }

    /// Runs `cases` cases; `inputs` returns those of the round that starts after this many of them, at most this many.
    /// One round is in flight while the next one is prepared.
    fn rounds<'i>(
        &self,
        prepared: &OpPipeline,
        cases: usize,
        inputs: impl Fn(usize, usize) -> (Inputs<'i>, usize),
    ) -> Result<Vec<u32>, BackendError> {
        let mut out = Vec::with_capacity(cases * self.signature.result.words());
        let max = self.most_cases();
        self.gpu.guarded(|| {
            let mut flying: Option<RoundInFlight> = None;
            let mut position = 0;
            while position < cases {
                let (inputs, round) = inputs(position, max.min(cases - position));
                let next = RoundInFlight::start(self, prepared, inputs, round)?;
                if let Some(result) = flying.replace(next) {
                    result.finish(&self.gpu, &mut out)?;
                }
                position += round;
            }
            match flying {
                Some(result) => result.finish(&self.gpu, &mut out),
                None => Ok(()),
            }
        })?;
        Ok(out)
    }
}

impl LoadedOp for WgpuOp {
    fn signature(&self) -> Signature {
        self.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        check_operands(&self.id, &self.signature, operands, cases)?;
        let sources: Vec<OperandSource> = operands
            .iter()
            .map(|operand| match operand {
                Operand::Storage(_) => OperandSource::Storage,
                Operand::Uniform(_) => OperandSource::Uniform,
                Operand::Literal(value) => OperandSource::Literal(*value),
            })
            .collect();
        let prepared = self.prepare(&sources)?;
        self.rounds(&prepared, cases, |index, max| {
            (Inputs::FromHost(operands, index), max)
        })
    }

    fn expect_fixed(&self, operand: usize, values: &[Value]) {
        // Five copies of a long function in one text compile more slowly than five texts.
        if self.functions.len() <= LONG {
            lock(&self.expected).insert(operand, values.to_vec());
        }
    }

    fn generates(&self, source: &dyn Source) -> bool {
        self.gpu.makes_inputs() && self.run_generated(source, 0, 0).is_some()
    }

    fn run_generated(
        &self,
        source: &dyn Source,
        start: u64,
        cases: usize,
    ) -> Option<Result<Vec<u32>, BackendError>> {
        if source.types() != self.signature.operands {
            return None;
        }
        let generator = match Generator::new(&self.gpu, source) {
            Ok(generator) => generator?,
            Err(error) => return Some(Err(error)),
        };
        let run = || {
            let prepared = self.with_storage()?;
            self.rounds(&prepared, cases, |position, max| {
                let (round, pipeline) = generator.round(start + position as u64, max);
                (Inputs::Generated(round, pipeline), round.cases as usize)
            })
        };
        Some(run())
    }

    fn digests_of(&self, source: &dyn Source) -> bool {
        let makes = || digest::generator(&self.gpu, source);
        source.types() == self.signature.operands && matches!(makes(), Ok(Some(_)))
    }

    fn digests(
        &self,
        source: &dyn Source,
        range: Range<u64>,
        key: u64,
    ) -> Result<Vec<Digest>, BackendError> {
        let Some(generator) = digest::generator(&self.gpu, source)? else {
            let what = format!("`{}` cannot make these cases on the device", self.id);
            return Err(BackendError::Validation(what));
        };
        let prepared = self.with_storage()?;
        digest::digests(self, &prepared, &generator, range, key, self.most_cases())
    }
}
