//! Which ops random programs may call.

use std::fmt;
use vyre_conform_ir::valid::Limits;
use vyre_conform_ir::{Expr, Library, Module, Node, OpBody, Type};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::Lowering;
use vyre_conform_spec::Track;
use vyre_conform_suite::backend::{Backend, OpCode, lacks_called};

/// What the ops that a program calls may take together: what every target has, less the tables of the program (one
/// of 5 elements in each of 3 functions) and half of the memory for variables, for those of the program.
pub(super) const ROOM: Limits = Limits {
    function_bytes: Limits::WEBGPU.function_bytes / 2,
    private_bytes: Limits::WEBGPU.private_bytes - 3 * 5 * 16,
    ..Limits::WEBGPU
};

/// Most nodes and expressions of the kernel of a float op that programs call. Longer ones would be most of every
/// program.
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
    /// Bytes of variables that a call of it takes.
    pub variable_bytes: u64,
    /// Bytes of its tables.
    pub table_bytes: u64,
}

/// An op that no random program may call, because it takes more memory than a program has for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Id of the op.
    pub id: String,
    /// What it takes, and what there is.
    pub reason: String,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} is left out of random programs, which take memory themselves: {}",
            self.id, self.reason
        )
    }
}

/// Which of some ops random programs may call, and which not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Callable {
    /// Those they may call.
    pub signatures: Vec<OpSignature>,
    /// Those that could make a program that calls them invalid.
    pub left_out: Vec<LeftOut>,
}

impl Callable {
    /// Sorts `ops`. In neither list are strict float ops with long kernels, which would be most of every program,
    /// approximate ones, Category C ops, of which one that a backend lacks takes the whole program from it, and ops
    /// that could not be translated.
    pub fn of<'a>(ops: impl IntoIterator<Item = &'a Op>) -> Self {
        let is_text = |op: &&Op| matches!(op.def.lowering, Lowering::Texts { .. });
        Self::sorted(ops.into_iter().filter(|op| !is_text(op)))
    }

    /// As [`of`](Self::of), and those Category C ops that a program can call and one of these backends runs. Each of
    /// them is in the list several times, so that about every second call of an op is of one of them. A list with them
    /// makes other programs of the same seeds.
    pub fn with_hardware(catalog: &Catalog, backends: &[&dyn Backend]) -> Self {
        let runs = |op: &&Op| match Library::find(catalog, op.def.id) {
            Some(OpBody::Hardware { op, .. }) => {
                let code = OpCode::called(&op);
                backends.iter().any(|on| lacks_called(&code, *on).is_none())
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
        let mut found = Self::default();
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
            if let Some(reason) = module.exceeds(&ROOM) {
                found.left_out.push(LeftOut { id, reason });
                continue;
            }
            let entry = module.module().entry();
            let params = entry.params.iter();
            found.signatures.push(OpSignature {
                id,
                params: params.map(|p| entry.locals[p.0 as usize].ty).collect(),
                results: entry.results.clone(),
                variable_bytes: module.variable_bytes(),
                table_bytes: module.table_bytes(),
            });
        }
        found
    }
}

/// Nodes and expressions of all functions together.
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
