//! The toy backend of docs/programs.md: right, it passes parity; broken, it is caught.

use std::path::Path;
use vyre_conform_runtime::backend::{
    Backend, BackendError, Code, Identity, LoadedOp, LoadedPrograms, OpCode, Operand,
};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::Launch;
use vyre_conform_runtime::harness::{Context, Settings, execute};
use vyre_conform_runtime::interp::{self, Interpreter, run_launch};
use vyre_conform_runtime::registry::{self, Signature};
use vyre_conform_runtime::valid::{Valid, ValidProgram};

// begin
/// A "device" of which a person can read every line.
struct Toy {
    identity: Identity,
    /// A stuck wire: this bit of every result is set.
    stuck: u32,
}

impl Backend for Toy {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        op.available_on(&self.identity)?;
        let Code::Module(module) = op.code else {
            return Err(BackendError::Other("the toy reads no WGSL".into()));
        };
        let (module, signature, stuck) = (module.clone(), op.signature, self.stuck);
        Ok(Box::new(ToyOp {
            module,
            signature,
            stuck,
        }))
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        Ok(Box::new(ToyPrograms(programs.to_vec())))
    }
}

struct ToyOp {
    module: Valid,
    signature: Signature,
    stuck: u32,
}

impl LoadedOp for ToyOp {
    fn signature(&self) -> Signature {
        self.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let mut device = Interpreter::new(&self.module);
        let mut out = vec![0; cases * self.signature.result.words()];
        for (case, result) in out.chunks_mut(self.signature.result.words()).enumerate() {
            let mut words = vec![];
            for (operand, ty) in operands.iter().zip(self.signature.operands) {
                match operand {
                    Operand::Storage(all) => words.extend(&all[case * ty.words()..][..ty.words()]),
                    Operand::Uniform(value) | Operand::Literal(value) => {
                        words.extend(value.words())
                    }
                }
            }
            let ran = device.call_words(&words, result);
            ran.map_err(|fault| BackendError::Other(fault.to_string()))?;
            result.iter_mut().for_each(|word| *word |= self.stuck);
        }
        Ok(out)
    }
}

struct ToyPrograms(Vec<ValidProgram>);

impl LoadedPrograms for ToyPrograms {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        let words = run_launch(&self.0, launch, &interp::Options::default());
        words.map_err(|fault| BackendError::Other(fault.to_string()))
    }
}
// end

/// The parity obligations of an op on the toy: id and whether it is met.
fn parity(stuck: u32) -> Vec<(String, bool)> {
    let identity = Identity {
        kind: "toy".into(),
        slug: "toy".into(),
        device: "toy".into(),
        driver: "none".into(),
        features: vec![],
        limits: vec![],
    };
    let ops = registry::ops();
    let ops = ops
        .into_iter()
        .filter(|op| op.id == "toy::good_add")
        .collect();
    let catalog = Catalog::of(ops, registry::helpers()).expect("one op");
    let root = tempfile::tempdir().expect("a temporary folder");
    let backend: &'static dyn Backend = Box::leak(Box::new(Toy { identity, stuck }));
    let mut settings = Settings::default();
    settings.plan.witnesses = 4096;
    let context = Context::new(catalog, settings, vec![backend], None, root.path());
    let context = context.expect("a runnable plan");
    let obligations = context.plan().obligations().iter();
    let wanted = obligations.filter(|o| o.id.contains("parity::toy"));
    wanted
        .map(|o| (o.id.clone(), execute(&context, o).outcome.passed()))
        .collect()
}

/// Oracle: the CPU reference of the op, through the suite.
#[test]
fn the_toy_passes_parity_and_is_caught_when_a_wire_sticks() {
    let right = parity(0);
    assert!(right.len() >= 4, "{right:?}");
    assert!(right.iter().all(|(_, passed)| *passed), "{right:?}");
    let stuck = parity(4);
    assert!(stuck.iter().all(|(_, passed)| !passed), "{stuck:?}");
}

/// Oracle: this file.
#[test]
fn the_page_shows_this_backend() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/programs.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let (_, toy) = include_str!("toy_backend.rs")
        .split_once("// begin\n")
        .expect("a begin");
    let (toy, _) = toy.split_once("// end").expect("an end");
    assert!(
        page.contains(toy),
        "copy the toy backend into docs/programs.md"
    );
    assert!(toy.lines().count() <= 75, "a toy is short");
}
