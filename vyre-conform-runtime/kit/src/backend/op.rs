//! Ops: every run is a request.

use super::expected::{filled, of_source, reference, results};
use super::settle::Question;
use super::{KitBackend, chunks};
use crate::draft::{Cases, Draft, Shader};
use crate::source::SourceSpec;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use vyre_conform_lower::{self as lower, OperandSource};
use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::registry::{OpRef, Signature};
use vyre_conform_runtime::sync::lock;
use vyre_conform_spec::TextTarget;
use vyre_conform_suite::backend::{
    BackendError, Code, LoadedOp, OpCode, Operand, SourceCases, check_operands, layout,
};

/// Workgroup size of a shader, and cases per invocation, which `kit.mjs` knows.
const WORKGROUP: u32 = 64;
const PER_INVOCATION: u32 = 16;

/// An op of a kit.
pub(super) struct KitOp<'b> {
    pub(super) backend: &'b KitBackend,
    pub(super) id: String,
    pub(super) name: String,
    pub(super) signature: Signature,
    pub(super) reference: &'static OpRef,
    pub(super) functions: String,
    pub(super) shaders: Mutex<HashMap<Vec<OperandSource>, Arc<Shader>>>,
}

/// The functions of an op as WGSL.
fn functions(op: &OpCode<'_>) -> String {
    match op.code {
        Code::Module(module) => lower::functions(module, &op.signature, op.name),
        Code::Texts(texts) => texts.of(TextTarget::Wgsl).unwrap_or_default().to_owned(),
    }
}

fn shader(functions: &str, name: &str, signature: &Signature, sources: &[OperandSource]) -> Shader {
    let text = lower::op_shader(
        functions,
        name,
        signature,
        sources,
        WORKGROUP,
        PER_INVOCATION,
    );
    let way = |source: &OperandSource| match source {
        OperandSource::Uniform => 'u',
        OperandSource::Literal(_) => 'l',
        _ => 's',
    };
    Shader::new(&text, functions, sources.iter().map(way).collect())
}

/// The shader of an op with every operand in storage.
pub(super) fn storage_shader(op: &OpCode<'_>) -> Shader {
    let storage = vec![OperandSource::Storage; op.signature.operands.len()];
    shader(&functions(op), op.name, &op.signature, &storage)
}

impl<'b> KitOp<'b> {
    pub(super) fn new(backend: &'b KitBackend, op: &OpCode<'_>) -> Result<Self, BackendError> {
        Ok(Self {
            backend,
            id: op.id.to_owned(),
            name: op.name.to_owned(),
            signature: op.signature,
            reference: reference(op.id)?,
            functions: functions(op),
            shaders: Mutex::default(),
        })
    }

    fn shader(&self, sources: &[OperandSource]) -> Arc<Shader> {
        let mut known = lock(&self.shaders);
        let make = || {
            Arc::new(shader(
                &self.functions,
                &self.name,
                &self.signature,
                sources,
            ))
        };
        known.entry(sources.to_vec()).or_insert_with(make).clone()
    }

    fn stored(&self) -> Vec<OperandSource> {
        vec![OperandSource::Storage; self.signature.operands.len()]
    }

    fn draft(
        &self,
        sources: &[OperandSource],
        cases: Cases,
        fixed: Vec<Option<Vec<u32>>>,
    ) -> Draft {
        Draft::Op {
            shader: self.shader(sources),
            cases,
            fixed,
            result: self.signature.result.words(),
        }
    }

    /// The results of some cases of a chunk of a source.
    fn part(
        &self,
        spec: &Arc<SourceSpec>,
        source: &dyn Source,
        (chunk, part): (&Range<u64>, &Range<u64>),
    ) -> Result<Vec<u32>, BackendError> {
        let cases = Cases {
            source: spec.clone(),
            start: chunk.start,
            cases: chunk.end - chunk.start,
        };
        let draft = self.draft(&self.stored(), cases, vec![]);
        let question = Question {
            family: &self.id,
            draft: &draft,
            outputs: &[self.signature.result.words()],
            first: chunk.start,
            repeated: false,
            inputs: &|range| {
                let block = filled(source, &range);
                layout::canonical(source.types(), &block.columns)
            },
        };
        if self.backend.is_planning() {
            self.backend.plan(&question);
            return Ok(vec![]);
        }
        if self.backend.is_right(&draft) {
            return of_source(self.reference, source, part.clone());
        }
        let expected = of_source(self.reference, source, chunk.clone())?;
        let found = self.backend.resolve(&question, vec![expected])?;
        let place = |case: u64| (case - chunk.start) as usize * self.signature.result.words();
        let words = found
            .first()
            .map(|words| words[place(part.start)..place(part.end)].to_vec());
        Ok(words.unwrap_or_default())
    }

    fn generated(
        &self,
        spec: &Arc<SourceSpec>,
        source: &dyn Source,
        range: &Range<u64>,
    ) -> Result<Vec<u32>, BackendError> {
        if self.backend.is_planning() {
            for chunk in chunks(&(0..source.len()), source.len()) {
                self.part(spec, source, (&chunk, &chunk))?;
            }
            return Err(self.backend.planned(&self.id));
        }
        let mut all = vec![];
        for chunk in chunks(range, source.len()) {
            let part = chunk.start.max(range.start)..chunk.end.min(range.end);
            all.extend(self.part(spec, source, (&chunk, &part))?);
        }
        Ok(all)
    }

    /// The results of one run, whose operands are those of a source's cases unless they are fixed.
    fn one_run(
        &self,
        cases: Cases,
        operands: &[Operand<'_>],
        count: usize,
    ) -> Result<Vec<u32>, BackendError> {
        let types = self.signature.operands;
        let sources: Vec<OperandSource> = operands.iter().map(place).collect();
        let fixed = operands.iter().map(|operand| match operand {
            Operand::Uniform(value) => Some(value.words().to_vec()),
            _ => None,
        });
        let first = cases.start;
        let draft = self.draft(&sources, cases, fixed.collect());
        let each = [self.signature.result.words()];
        let question = Question {
            family: &self.id,
            draft: &draft,
            outputs: &each,
            first,
            repeated: true,
            inputs: &|range| {
                let (from, to) = ((range.start - first) as usize, (range.end - first) as usize);
                let words = |(operand, ty): (&Operand<'_>, &vyre_conform_spec::ValueType)| {
                    let words = (from..to).flat_map(|case| operand.words(case, *ty).to_vec());
                    words.collect()
                };
                operands.iter().zip(types).map(words).collect()
            },
        };
        let all: Vec<Vec<u32>> = operands
            .iter()
            .zip(types)
            .flat_map(|(operand, ty)| column(operand, ty.words(), count))
            .collect();
        let columns: Vec<&[u32]> = all.iter().map(Vec::as_slice).collect();
        let expected = results(self.reference, &columns, count)?;
        let found = self.backend.resolve(&question, vec![expected])?;
        Ok(found.into_iter().next().unwrap_or_default())
    }
}

fn place(operand: &Operand<'_>) -> OperandSource {
    match operand {
        Operand::Storage(_) => OperandSource::Storage,
        Operand::Uniform(_) => OperandSource::Uniform,
        Operand::Literal(value) => OperandSource::Literal(*value),
    }
}

/// The columns of an operand.
fn column(operand: &Operand<'_>, each: usize, cases: usize) -> Vec<Vec<u32>> {
    match operand {
        Operand::Storage(words) => super::expected::columns(words, each),
        Operand::Uniform(value) | Operand::Literal(value) => value
            .words()
            .iter()
            .map(|word| vec![*word; cases])
            .collect(),
    }
}

impl LoadedOp for KitOp<'_> {
    fn signature(&self) -> Signature {
        self.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        check_operands(&self.id, &self.signature, operands, cases)?;
        let types = self.signature.operands;
        let words = operands
            .iter()
            .zip(types)
            .map(|(operand, ty)| match operand {
                Operand::Storage(words) => words[..cases * ty.words()].to_vec(),
                Operand::Uniform(value) | Operand::Literal(value) => value.words().repeat(cases),
            });
        let spec = SourceSpec::of_words(types, words.collect());
        let whole = Cases {
            source: Arc::new(spec),
            start: 0,
            cases: cases as u64,
        };
        self.one_run(whole, operands, cases)
    }

    fn run_cases(
        &self,
        of: SourceCases<'_>,
        operands: &[Operand<'_>],
        cases: usize,
        results: &mut Vec<u32>,
    ) -> Result<(), BackendError> {
        check_operands(&self.id, &self.signature, operands, cases)?;
        *results = match SourceSpec::of(of.source) {
            Some(spec) => {
                let part = Cases {
                    source: Arc::new(spec),
                    start: of.start,
                    cases: cases as u64,
                };
                self.one_run(part, operands, cases)?
            }
            None => self.run(operands, cases)?,
        };
        Ok(())
    }

    fn generates(&self, source: &dyn Source) -> bool {
        SourceSpec::of(source).is_some()
    }

    fn run_generated(
        &self,
        source: &dyn Source,
        start: u64,
        cases: usize,
    ) -> Option<Result<Vec<u32>, BackendError>> {
        let spec = Arc::new(SourceSpec::of(source)?);
        if cases == 0 {
            return Some(Ok(vec![]));
        }
        Some(self.generated(&spec, source, &(start..start + cases as u64)))
    }
}
