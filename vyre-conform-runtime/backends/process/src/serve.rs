//! The other side: a backend of this process, served to a host. So a wall of processes stands between a run and a backend
//! that may end its process, and whoever writes a backend in Rust need not know the protocol.

use super::frame::{ANSWER, ERROR, Frame, FrameError, Kind, MOST_BYTES, bytes_of};
use super::message::{
    Form, Handle, Hello, Load, Nothing, OpHead, PROTOCOL, Passed, Refusal, RunOp, RunPrograms,
    Welcome, What, Who, Why, named,
};
use super::session::json;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, HashMap};
use std::io::{self, Read, Write};
use std::sync::Mutex;
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::valid::{validate, validate_program};
use vyre_conform_ir::value::Value;
use vyre_conform_ir::{Program, wire};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::sync::lock;
use vyre_conform_spec::{Category, ValueType};
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, LoadedOp, LoadedPrograms, OpCode, Operand, is_slug,
};

/// Why serving ended before the host said goodbye.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// What the host sends is not a frame.
    #[error("a request cannot be read: {0}")]
    Frame(#[from] FrameError),
    /// An answer cannot be written.
    #[error("an answer cannot be written: {0}")]
    Write(#[from] io::Error),
}

/// A backend that is served.
pub struct Server<'b> {
    backend: &'b dyn Backend,
    loaded: HashMap<u32, Loaded<'b>>,
}

enum Loaded<'b> {
    Op(Box<dyn LoadedOp + 'b>),
    Programs(Box<dyn LoadedPrograms + 'b>),
}

/// Serves a backend until the host says goodbye or closes its end.
///
/// # Errors
/// [`ServeError`]
pub fn serve(
    backend: &dyn Backend,
    from: &mut dyn Read,
    to: &mut dyn Write,
) -> Result<(), ServeError> {
    let mut server = Server::of(backend);
    while let Some(request) = Frame::read(from, MOST_BYTES)? {
        server.answer(&request).write(to)?;
        if request.kind == Kind::Bye as u8 {
            break;
        }
    }
    Ok(())
}

type Answer = Result<(String, Vec<u32>), Refusal>;

fn refused(error: Why, message: impl ToString) -> Refusal {
    Refusal {
        error,
        message: message.to_string(),
    }
}

fn of_error(error: BackendError) -> Refusal {
    match error {
        BackendError::UnsupportedByBackend { hardware, .. } => refused(Why::Unsupported, hardware),
        BackendError::Programs { .. } => refused(Why::Unsupported, "whole programs"),
        BackendError::Compile { message, .. } => refused(Why::Compile, message),
        BackendError::OutOfMemory(message) => refused(Why::Memory, message),
        BackendError::Validation(message) => refused(Why::Refused, message),
        BackendError::Launch(error) => refused(Why::Refused, error),
        other => refused(Why::Other, other),
    }
}

fn head<T: DeserializeOwned>(request: &Frame) -> Result<T, Refusal> {
    let read = serde_json::from_str(&request.head);
    read.map_err(|error| refused(Why::Refused, format!("the head cannot be used: {error}")))
}

impl<'b> Server<'b> {
    /// A server of a backend that has nothing loaded.
    pub fn of(backend: &'b dyn Backend) -> Self {
        Self {
            backend,
            loaded: HashMap::new(),
        }
    }

    /// The answer to a request.
    pub fn answer(&mut self, request: &Frame) -> Frame {
        let answer = match Kind::of(request.kind) {
            Some(Kind::Hello) => self.hello(request),
            Some(Kind::Load) => self.load(request),
            Some(Kind::Run) => self.run(request),
            Some(Kind::Unload) => self.unload(request),
            Some(Kind::Bye) => Ok((json(&Nothing {}), vec![])),
            None | Some(Kind::Unknown) => {
                let kind = request.kind;
                Err(refused(
                    Why::Refused,
                    format!("there is no request of kind {kind:#04x}"),
                ))
            }
        };
        let (kind, (head, words)) = match answer {
            Ok(answer) => (request.kind | ANSWER, answer),
            Err(refusal) => (ERROR, (json(&refusal), vec![])),
        };
        Frame {
            id: request.id,
            kind,
            head,
            words,
        }
    }

    fn hello(&self, request: &Frame) -> Answer {
        let _: Hello = head(request)?;
        let identity = self.backend.identity();
        let kind: String = identity.kind.chars().collect();
        let mut lacks = vec![];
        if matches!(
            self.backend.load_programs(&[]),
            Err(BackendError::Programs { .. })
        ) {
            lacks.push("programs".to_owned());
        }
        let welcome = Welcome {
            protocol: PROTOCOL.to_owned(),
            identity: Who {
                kind: if is_slug(&kind) {
                    kind
                } else {
                    "served".to_owned()
                },
                device: identity.device.clone(),
                driver: identity.driver.clone(),
            },
            features: identity.features.clone(),
            limits: named(&self.backend.limits()),
            lacks,
            accepts: vec![Form::Wire],
        };
        Ok((json(&welcome), vec![]))
    }

    fn load(&mut self, request: &Frame) -> Answer {
        let Load {
            handle,
            form,
            bytes,
            what,
        } = head(request)?;
        if form != Form::Wire {
            return Err(refused(Why::Refused, "only the wire format is accepted"));
        }
        let mut programs = vec![];
        let mut rest = request.words.as_slice();
        for count in bytes {
            let (own, others) = rest
                .split_at_checked(count.div_ceil(4))
                .ok_or_else(|| refused(Why::Refused, "there are fewer words than `bytes` says"))?;
            rest = others;
            let bytes = bytes_of(own, count).unwrap_or_default();
            let program = wire::decode(&bytes);
            programs.push(program.map_err(|error| refused(Why::Refused, error))?);
        }
        let loaded = match (what, programs.as_slice()) {
            (What::Op(op), [program]) => Loaded::Op(self.load_op(&op, program)?),
            (What::Op(_), _) => return Err(refused(Why::Refused, "an op has one encoding")),
            (What::Programs(_), _) => Loaded::Programs(self.load_programs(programs)?),
        };
        self.loaded.insert(handle, loaded);
        Ok((json(&Nothing {}), vec![]))
    }

    fn load_op(&self, op: &OpHead, program: &Program) -> Result<Box<dyn LoadedOp + 'b>, Refusal> {
        let invalid = |found: Vec<vyre_conform_ir::valid::Invalid>| {
            let rules: Vec<String> = found.iter().map(ToString::to_string).collect();
            refused(Why::Refused, rules.join("; "))
        };
        let module = validate(program.link(&())).map_err(invalid)?;
        let ty = |name: &String| {
            let found = ValueType::ALL.iter().find(|ty| ty.family() == name);
            found
                .copied()
                .ok_or_else(|| refused(Why::Refused, format!("there is no type `{name}`")))
        };
        let operands: Vec<ValueType> = op.operands.iter().map(ty).collect::<Result<_, _>>()?;
        let signature = Signature {
            operands: kept(&operands),
            result: ty(&op.result)?,
        };
        let code = OpCode {
            id: &op.id,
            name: &op.name,
            signature,
            category: Category::A,
            code: Code::Module(&module),
            native: None,
            host: None,
        };
        if let Some(lacks) = self.backend.lacks(&code) {
            return Err(refused(Why::Unsupported, lacks));
        }
        self.backend.load(&code).map_err(of_error)
    }

    fn load_programs(
        &self,
        programs: Vec<Program>,
    ) -> Result<Box<dyn LoadedPrograms + 'b>, Refusal> {
        let limits = self.backend.limits();
        let valid = programs.into_iter().map(|program| {
            validate_program(program, &(), &limits).map_err(|found| {
                let rules: Vec<String> = found.iter().map(ToString::to_string).collect();
                refused(Why::Refused, rules.join("; "))
            })
        });
        let valid: Vec<_> = valid.collect::<Result<_, _>>()?;
        self.backend.load_programs(&valid).map_err(of_error)
    }

    fn run(&self, request: &Frame) -> Answer {
        let Handle { handle } = head(request)?;
        let words = match self.loaded.get(&handle) {
            Some(Loaded::Op(op)) => run_op(&**op, &head(request)?, &request.words),
            Some(Loaded::Programs(loaded)) => {
                run_programs(&**loaded, head(request)?, &request.words)
            }
            None => Err(nothing_loaded(handle)),
        };
        Ok((json(&Nothing {}), words?))
    }

    fn unload(&mut self, request: &Frame) -> Answer {
        let Handle { handle } = head(request)?;
        match self.loaded.remove(&handle) {
            Some(_) => Ok((json(&Nothing {}), vec![])),
            None => Err(nothing_loaded(handle)),
        }
    }
}

fn nothing_loaded(handle: u32) -> Refusal {
    refused(Why::Refused, format!("nothing is loaded as {handle}"))
}

fn run_op(op: &dyn LoadedOp, head: &RunOp, words: &[u32]) -> Result<Vec<u32>, Refusal> {
    let types = op.signature().operands;
    let fewer = || refused(Why::Refused, "the words are not those of the operands");
    if head.passing.len() != types.len() || head.words.len() != types.len() {
        return Err(fewer());
    }
    let mut rest = words;
    let mut operands = vec![];
    for ((ty, passing), count) in types.iter().zip(&head.passing).zip(&head.words) {
        let (own, others) = rest.split_at_checked(*count).ok_or_else(fewer)?;
        rest = others;
        operands.push(match passing {
            Passed::Storage => Operand::Storage(own),
            Passed::Uniform if own.len() == ty.words() => {
                Operand::Uniform(Value::from_words(*ty, own))
            }
            Passed::Literal if own.len() == ty.words() => {
                Operand::Literal(Value::from_words(*ty, own))
            }
            _ => return Err(fewer()),
        });
    }
    op.run(&operands, head.cases as usize).map_err(of_error)
}

fn run_programs(
    loaded: &dyn LoadedPrograms,
    head: RunPrograms,
    words: &[u32],
) -> Result<Vec<u32>, Refusal> {
    let fewer = || refused(Why::Refused, "the words are not those of the buffers");
    let mut rest = words;
    let mut buffers = vec![];
    for given in head.buffers {
        buffers.push(match given.zeros {
            true => Contents::Zeros(given.words),
            false => {
                let (own, others) = rest.split_at_checked(given.words).ok_or_else(fewer)?;
                rest = others;
                Contents::Words(own.to_vec())
            }
        });
    }
    let steps = head.steps.into_iter().map(|step| Step {
        program: step.program,
        workgroups: step.workgroups,
        buffers: step.buffers,
    });
    let launch = Launch {
        buffers,
        steps: steps.collect(),
        read_back: head.read_back,
    };
    Ok(loaded.run(&launch).map_err(of_error)?.concat())
}

/// Types of operands that live as long as the process. There are few different ones.
fn kept(types: &[ValueType]) -> &'static [ValueType] {
    static KEPT: Mutex<BTreeMap<Vec<ValueType>, &'static [ValueType]>> =
        Mutex::new(BTreeMap::new());
    let mut kept = lock(&KEPT);
    kept.entry(types.to_vec())
        .or_insert_with(|| Box::leak(types.into()))
}
