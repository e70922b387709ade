//! Lying backends: each deviates from the specification or the protocol in one way. `serve-check` must find every one
//! of them.

mod answers;
mod launches;
mod limits;
mod meaning;
mod operands;

use crate::toy::Toy;
use vyre_conform_process::frame::Frame;
use vyre_conform_runtime::dispatch::Launch;
use vyre_conform_runtime::ir::Program;
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::backend::{
    Backend, BackendError, Identity, LoadedOp, LoadedPrograms, OpCode, Operand,
};

/// A way of lying.
#[derive(Clone, Copy)]
pub struct Lie {
    /// Its name.
    pub name: &'static str,
    /// The deviation.
    pub kind: Kind,
}

/// Kind of a lie.
#[derive(Clone, Copy)]
pub enum Kind {
    /// Changes or drops the answer to a request; the first argument is the number of runs so far.
    Answer(fn(u64, &Frame, &mut Frame) -> Delivery),
    /// Changes the meaning of a program.
    Meaning(fn(&mut Program)),
    /// Changes a launch.
    Launch(fn(&mut Launch)),
    /// Refuses a launch within the stated limits.
    Limit(fn(&ValidProgram, &Launch) -> bool),
    /// Changes the results of an op.
    Results(fn(&Signature, &[Operand<'_>], &mut [u32])),
}

/// Delivery of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Delivery {
    /// It is sent.
    Yes,
    /// The program ends instead.
    Ends,
}

/// All lies.
pub fn lies() -> Vec<Lie> {
    [
        answers::LIES,
        meaning::nodes::LIES,
        meaning::expressions::LIES,
        launches::LIES,
        limits::LIES,
        operands::LIES,
    ]
    .concat()
}

/// Name of the honest backend.
pub const HONEST: &str = "honest";

/// The lie with this name.
pub fn lie(name: &str) -> Option<Lie> {
    let honest = Lie {
        name: HONEST,
        kind: Kind::Answer(|_, _, _| Delivery::Yes),
    };
    let mut all = lies().into_iter().chain([honest]);
    all.find(|lie| lie.name == name)
}

/// The toy with a lie.
pub struct Liar {
    toy: Toy,
    kind: Kind,
}

impl Liar {
    /// A backend with this lie.
    pub fn of(lie: Lie) -> Self {
        Self {
            toy: Toy {
                identity: Identity::named("liar"),
                stuck: 0,
            },
            kind: lie.kind,
        }
    }
}

impl Backend for Liar {
    fn identity(&self) -> &Identity {
        self.toy.identity()
    }

    fn limits(&self) -> Limits {
        self.toy.limits()
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        let loaded = self.toy.load(op)?;
        Ok(match self.kind {
            Kind::Results(spoil) => Box::new(LyingOp(loaded, spoil)),
            _ => loaded,
        })
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let others = programs.iter().map(|program| self.otherwise(program));
        let others: Vec<ValidProgram> = others.collect::<Result<_, _>>()?;
        Ok(Box::new(LyingPrograms {
            loaded: self.toy.load_programs(&others)?,
            programs: programs.to_vec(),
            kind: self.kind,
        }))
    }
}

impl Liar {
    /// Its changed version of a program.
    fn otherwise(&self, program: &ValidProgram) -> Result<ValidProgram, BackendError> {
        let Kind::Meaning(change) = self.kind else {
            return Ok(program.clone());
        };
        let mut changed = program.program().clone();
        change(&mut changed);
        // The changed version may need slightly larger limits.
        let changed = validate_program(changed, &(), &Limits::INTERPRETER);
        changed.map_err(|broken| BackendError::Other(broken[0].to_string()))
    }
}

struct LyingOp<'a>(
    Box<dyn LoadedOp + 'a>,
    fn(&Signature, &[Operand<'_>], &mut [u32]),
);

impl LoadedOp for LyingOp<'_> {
    fn signature(&self) -> Signature {
        self.0.signature()
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let mut words = self.0.run(operands, cases)?;
        (self.1)(&self.0.signature(), operands, &mut words);
        Ok(words)
    }
}

struct LyingPrograms<'a> {
    loaded: Box<dyn LoadedPrograms + 'a>,
    programs: Vec<ValidProgram>,
    kind: Kind,
}

impl LoadedPrograms for LyingPrograms<'_> {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        let mut launch = launch.clone();
        match self.kind {
            Kind::Launch(change) => change(&mut launch),
            Kind::Limit(refuses) if self.programs.iter().any(|p| refuses(p, &launch)) => {
                return Err(BackendError::Other("it does not take so much".to_owned()));
            }
            _ => {}
        }
        self.loaded.run(&launch)
    }
}
