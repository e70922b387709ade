//! An op on a program out of process.

use super::code::{Loadable, encoded};
use super::frame::{Frame, Kind};
use super::host::{Host, PATIENCE, Unanswered};
use super::link::Request;
use super::message::{Form, OpHead, Passed, RunOp, Shader, What};
use super::session::json;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use vyre_conform_ir::value::Value;
use vyre_conform_lower::{self as lower, Bindings, ENTRY_POINT, Grid, OperandSource};
use vyre_conform_lower_c::Dialect;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::{BackendError, Code, LoadedOp, OpCode, Operand};

/// Invocations of a workgroup of a shader, and cases of each.
const WORKGROUP: u32 = 64;
const PER_INVOCATION: u32 = 16;

/// Parts of its patience: the least that is waited for some cases of a request that was not answered, and what is waited
/// for the case that is left.
const LEAST: u32 = 64;
const ALONE: u32 = 4;

/// An op that the program loaded.
pub(super) struct ProcessOp {
    host: Arc<Host>,
    signature: Signature,
    id: String,
    name: String,
    form: Form,
    /// The functions, of WGSL alone.
    functions: String,
    /// The shader for each way of giving the operands; in the other forms one code takes them all.
    loaded: Mutex<HashMap<Vec<OperandSource>, Arc<Loadable>>>,
}

impl ProcessOp {
    /// Loads an op in a form that its code has.
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
            (Code::Module(module), Form::C) => {
                let text =
                    vyre_conform_lower_c::op_unit(module, &op.signature, op.name, Dialect::C11);
                text.into_bytes()
            }
            (code, _) => {
                loaded.functions = match code {
                    Code::Module(module) => lower::functions(module, &op.signature, op.name),
                    Code::Wgsl(text) => (*text).to_owned(),
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
        let Signature { operands, result } = self.signature;
        let what = What::Op(OpHead {
            id: self.id.clone(),
            name: self.name.clone(),
            operands: operands.iter().map(|ty| ty.family().to_owned()).collect(),
            result: result.family().to_owned(),
            shader,
        });
        Loadable::new(&self.host, &self.id, self.form, what, &[text])
    }

    /// The shader that takes operands from these places.
    fn shader(&self, sources: &[OperandSource]) -> Result<Arc<Loadable>, BackendError> {
        if let Some(known) = lock(&self.loaded).get(sources) {
            return Ok(known.clone());
        }
        let (functions, name, signature) = (&self.functions, &self.name, &self.signature);
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
        let code = Arc::new(self.loadable(text.into_bytes(), Some(shader))?);
        lock(&self.loaded).insert(sources.to_vec(), code.clone());
        Ok(code)
    }

    /// The code that runs operands that come from these places.
    fn code(&self, sources: &[OperandSource]) -> Result<Arc<Loadable>, BackendError> {
        match self.form {
            Form::Wgsl => self.shader(sources),
            Form::Wire | Form::C => {
                self.shader(&vec![OperandSource::Storage; self.signature.operands.len()])
            }
        }
    }

    /// `Ok` where the operands are those of this many cases.
    fn check(&self, operands: &[Operand<'_>], cases: usize) -> Result<(), BackendError> {
        let types = self.signature.operands;
        let refuse = |what: String| Err(BackendError::Validation(format!("`{}` {what}", self.id)));
        if operands.len() != types.len() {
            let (takes, given) = (types.len(), operands.len());
            return refuse(format!("takes {takes} operands and was given {given}"));
        }
        for (k, (operand, ty)) in operands.iter().zip(types).enumerate() {
            let due = cases * ty.words();
            match operand {
                Operand::Storage(words) if words.len() != due => {
                    let given = words.len();
                    return refuse(format!(
                        "needs {due} words for operand {k} and was given {given}"
                    ));
                }
                Operand::Uniform(value) | Operand::Literal(value) if value.ty() != *ty => {
                    let (ty, given) = (ty.rust_name(), value.ty().rust_name());
                    return refuse(format!("takes a {ty} as operand {k}, not a {given}"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Makes a request for some of the cases.
    fn with_request<R>(
        &self,
        code: &Loadable,
        (operands, range): (&[Operand<'_>], &Range<usize>),
        within: Duration,
        ask: impl FnOnce(&Request<'_>) -> R,
    ) -> R {
        let cases = range.len();
        let each = operands.iter().zip(self.signature.operands);
        let words: Vec<&[u32]> = each
            .map(|(operand, ty)| match operand {
                Operand::Storage(words) => &words[range.start * ty.words()..range.end * ty.words()],
                Operand::Literal(_) if self.form == Form::Wgsl => &[],
                Operand::Uniform(value) | Operand::Literal(value) => value.words(),
            })
            .collect();
        let grid = Grid::new(cases as u32, WORKGROUP, PER_INVOCATION);
        let of_shader = self.form == Form::Wgsl;
        let head = RunOp {
            handle: code.handle,
            cases: cases as u64,
            passing: operands
                .iter()
                .map(|operand| passed(&source(operand)))
                .collect(),
            words: words.iter().map(|words| words.len()).collect(),
            workgroups: of_shader.then_some(grid.workgroups),
            params: of_shader.then_some(grid.params),
        };
        ask(&Request {
            kind: Kind::Run,
            head: json(&head),
            words: &words,
            due: cases * self.signature.result.words(),
            within,
            deadline: PATIENCE.to_owned(),
        })
    }

    /// The error of cases that were lost: those of the fewest among them that are still lost.
    fn narrowed(
        &self,
        code: &Loadable,
        operands: &[Operand<'_>],
        range: Range<usize>,
        mut said: String,
    ) -> BackendError {
        let patience = self.host.patience;
        let once = |range: &Range<usize>, within: Duration| {
            self.with_request(code, (operands, range), within, |request| {
                self.host.ask_once(code, request)
            })
        };
        let (mut fewest, mut within) = (range.clone(), patience);
        while fewest.len() > 1 {
            let middle = fewest.start + fewest.len() / 2;
            within = (within / 2).max(patience / LEAST);
            fewest = match once(&(fewest.start..middle), within) {
                Err(Unanswered::Lost(_)) => fewest.start..middle,
                Err(Unanswered::GivenUp(_)) => break,
                _ => middle..fewest.end,
            };
        }
        let alone = fewest.len() == 1
            && matches!(once(&fewest, patience / ALONE), Err(Unanswered::Lost(_)));
        let case = if alone { fewest.start } else { range.start };
        if !alone {
            let cases = range.len();
            said = format!(
                "{said}\nIt is lost in a batch of {cases} cases, of which this is the first"
            );
        }
        let each = operands.iter().zip(self.signature.operands);
        let inputs = each.map(|(operand, ty)| Value::from_words(*ty, operand.words(case, *ty)));
        BackendError::Unanswered {
            inputs: inputs.collect(),
            said,
        }
    }
}

/// Where an operand comes from.
fn source(operand: &Operand<'_>) -> OperandSource {
    match operand {
        Operand::Storage(_) => OperandSource::Storage,
        Operand::Uniform(_) => OperandSource::Uniform,
        Operand::Literal(value) => OperandSource::Literal(*value),
    }
}

fn passed(source: &OperandSource) -> Passed {
    match source {
        OperandSource::Uniform => Passed::Uniform,
        OperandSource::Literal(_) => Passed::Literal,
        _ => Passed::Storage,
    }
}

impl LoadedOp for ProcessOp {
    fn signature(&self) -> Signature {
        self.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        self.check(operands, cases)?;
        let sources: Vec<OperandSource> = operands.iter().map(source).collect();
        let code = self.code(&sources)?;
        let most = self.host.welcome.cases() as usize;
        let mut results: Vec<u32> = vec![];
        for start in (0..cases).step_by(most) {
            let range = start..cases.min(start + most);
            let given = (operands, &range);
            let answer = self.with_request(&code, given, self.host.patience, |request| {
                self.host.ask(&code, Some(request))
            });
            match answer {
                // One answer is moved, not copied.
                Ok(Frame { words, .. }) if results.is_empty() => results = words,
                Ok(Frame { words, .. }) => results.extend(words),
                Err(Unanswered::Lost(said)) => {
                    return Err(self.narrowed(&code, operands, range, said));
                }
                Err(why) => return Err(code.error(why)),
            }
        }
        Ok(results)
    }
}
