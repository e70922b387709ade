//! Selection of ops that random programs may call.

use std::fmt;
use vyre_conform_ir::valid::Limits;
use vyre_conform_ir::{Expr, Library, Module, Node, OpBody, Type};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::Lowering;
use vyre_conform_spec::Track;
use vyre_conform_suite::backend::{Backend, OpCode, missing_called_hardware};

/// The memory limits for all ops that a program calls: those of every target, minus the program's
/// tables (one of 5 elements in each of 3 functions) and half of the memory for variables.
pub(super) const CALLEE_LIMITS: Limits = Limits {
    function_bytes: Limits::WEBGPU.function_bytes / 2,
    private_bytes: Limits::WEBGPU.private_bytes - 3 * 5 * 16,
    ..Limits::WEBGPU
};

/// Maximum number of nodes and expressions in the kernel of a callable float op; a longer one would
/// dominate every program.
const FLOAT_KERNEL: usize = 120;

/// An op that programs may call by id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpSignature {
    /// Id of the op.
    pub id: String,
    /// Types of its parameters, flattened.
    pub params: Vec<Type>,
    /// Types of its results, flattened.
    pub results: Vec<Type>,
    /// Bytes of variables of one call.
    pub variable_bytes: u64,
    /// Bytes of its tables.
    pub table_bytes: u64,
}

/// An op that random programs may not call, because it exceeds their memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OmittedOp {
    /// Id of the op.
    pub id: String,
    /// Its memory and the limit.
    pub reason: String,
}

impl fmt::Display for OmittedOp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} is left out of random programs, which take memory themselves: {}",
            self.id, self.reason
        )
    }
}

/// The selection of callable ops.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callable {
    /// The callable ops.
    pub signatures: Vec<OpSignature>,
    /// The ops that could make a program invalid.
    pub left_out: Vec<OmittedOp>,
}

impl Callable {
    /// Classifies `ops`. Excluded from both lists are strict float ops with long kernels, which would
    /// dominate every program, approximate ops, Category C ops, because a backend without the feature
    /// could not run the program at all, and ops that could not be translated.
    pub fn of<'a>(ops: impl IntoIterator<Item = &'a Op>) -> Self {
        let is_text = |op: &&Op| matches!(op.def.lowering, Lowering::Texts { .. });
        Self::sorted(ops.into_iter().filter(|op| !is_text(op)))
    }

    /// Like [`of`](Self::of), with those Category C ops that a program can call and one of these
    /// backends runs. Each of them is in the list several times, so that about half of the calls are of
    /// these ops. A list with them generates other programs from the same seeds.
    pub fn with_hardware(catalog: &Catalog, backends: &[&dyn Backend]) -> Self {
        let runs = |op: &&Op| match Library::find(catalog, op.def.id) {
            Some(OpBody::Hardware { op, .. }) => {
                let code = OpCode::called(&op);
                backends
                    .iter()
                    .any(|on| missing_called_hardware(&code, *on).is_none())
            }
            _ => false,
        };
        let (mut all, mut hardware) = (
            Self::of(catalog.ops()),
            Self::sorted(catalog.ops().iter().filter(runs)),
        );
        let times = match hardware.signatures.len() {
            0 => 0,
            some => all.signatures.len().div_ceil(some),
        };
        let again = std::iter::repeat_n(hardware.signatures, times);
        all.signatures.extend(again.flatten());
        all.left_out.append(&mut hardware.left_out);
        all
    }

    fn sorted<'a>(ops: impl Iterator<Item = &'a Op>) -> Self {
        let mut disagreement = Self::default();
        for op in ops {
            if op.def.op.track() == Track::Approximate {
                continue;
            }
            let Ok(module) = op.module() else { continue };
            let is_float = op.def.op.track() == Track::Float;
            if is_float && size(module.module()) > FLOAT_KERNEL {
                continue;
            }
            let id = op.def.id.to_owned();
            if let Some(reason) = module.exceeds(&CALLEE_LIMITS) {
                disagreement.left_out.push(OmittedOp { id, reason });
                continue;
            }
            let entry = module.module().entry();
            let params = entry.params.iter();
            disagreement.signatures.push(OpSignature {
                id,
                params: params.map(|p| entry.locals[p.0 as usize].ty).collect(),
                results: entry.results.clone(),
                variable_bytes: module.variable_bytes(),
                table_bytes: module.table_bytes(),
            });
        }
        disagreement
    }
}

/// Number of nodes and expressions in all functions.
fn size(module: &Module) -> usize {
    let functions = module.functions.iter();
    functions.map(|function| nodes(&function.body)).sum()
}

fn nodes(block: &[Node]) -> usize {
    let (mut exprs, mut inner) = (0, 0);
    for node in block {
        node.for_each_part(
            |expr| exprs += expressions(expr),
            |block| inner += nodes(block),
        );
    }
    block.len() + exprs + inner
}

fn expressions(expr: &Expr) -> usize {
    let mut count = 1;
    expr.for_each_operand(|operand| count += expressions(operand));
    count
}
