//! The memory of a dispatch over tracked values, and the ops that it calls.

use super::machine::{Cause, Invocation, Machine};
use super::operation::applied;
use super::value::Tracked;
use vyre_conform_import::ImportedKernel;
use vyre_conform_ir::dispatch::Contents;
use vyre_conform_ir::{Access, AtomicOp, BufferId, Callee, FunctionId, Program};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::OpDef;

/// Most steps of a dispatch.
const MAX_STEPS: u64 = 1 << 24;

/// The buffers of a program.
pub(super) struct World<'p> {
    program: &'p Program,
    /// The op of each callee.
    ops: Vec<Option<&'static OpDef>>,
    buffers: Vec<Vec<Tracked>>,
    steps: u64,
}

impl World<'_> {
    /// Counts a step.
    pub(super) fn step(&mut self) -> Result<(), Cause> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return Err(format!("a dispatch has more than {MAX_STEPS} steps"));
        }
        Ok(())
    }

    /// The result of an op of the library.
    pub(super) fn op(&self, callee: FunctionId, operands: &[Tracked]) -> Result<Tracked, Cause> {
        let op = self.ops.get(callee.0 as usize).copied().flatten();
        let op = op.ok_or("a call of a function outside of the library")?;
        let words: Vec<[u32; 1]> = operands.iter().map(|o| [o.bits as u32]).collect();
        let columns: Vec<&[u32]> = words.iter().map(|word| &word[..]).collect();
        let mut result = [0];
        op.op.block(&columns, &mut [&mut result]);
        Ok(applied(op.id, operands, result[0].into()))
    }

    pub(super) fn load(&self, buffer: BufferId, at: usize) -> Option<Tracked> {
        self.buffers[buffer.0 as usize].get(at).copied()
    }

    pub(super) fn store(&mut self, buffer: BufferId, at: usize, value: Tracked) {
        if let Some(place) = self.buffers[buffer.0 as usize].get_mut(at) {
            *place = value;
        }
    }

    pub(super) fn length(&self, buffer: BufferId) -> u64 {
        self.buffers[buffer.0 as usize].len() as u64
    }

    /// The value before the operation.
    pub(super) fn atomic(
        &mut self,
        op: AtomicOp,
        buffer: BufferId,
        at: usize,
        operand: Tracked,
        expected: Option<Tracked>,
    ) -> Tracked {
        let Some(before) = self.load(buffer, at) else {
            return Tracked::exact(0);
        };
        let (x, v) = (before.bits as u32, operand.bits as u32);
        let after = match op {
            AtomicOp::Add => x.wrapping_add(v),
            AtomicOp::Or => x | v,
            AtomicOp::And => x & v,
            AtomicOp::Xor => x ^ v,
            AtomicOp::Min => x.min(v),
            AtomicOp::Max => x.max(v),
            AtomicOp::Exchange => v,
            AtomicOp::CompareExchange if expected.is_some_and(|e| e.bits == before.bits) => v,
            AtomicOp::CompareExchange => x,
        };
        let is_load = op == AtomicOp::Or && operand == Tracked::exact(0);
        let known = [Some(before), Some(operand), expected];
        let is_exact = known.iter().flatten().all(|value| value.is_exact());
        let after = match (is_load, op == AtomicOp::Exchange, is_exact) {
            (true, ..) => before,
            (_, true, _) => operand,
            (.., true) => Tracked::exact(after.into()),
            _ => Tracked::unknown(after.into()),
        };
        self.store(buffer, at, after);
        before
    }
}

/// Dispatches a kernel over the contents of its bindings, workgroups and invocations ascending.
pub(super) fn dispatch(
    kernel: &ImportedKernel,
    catalog: &Catalog,
    workgroups: [u32; 3],
    contents: &mut [Vec<Tracked>],
) -> Result<(), Cause> {
    let program = &kernel.program;
    let given = contents.iter().map(|words| {
        let bits = words.iter().map(|word| word.bits as u32);
        Contents::Words(bits.collect())
    });
    let launch = kernel.launch(workgroups, given.collect());
    let mut buffers = vec![vec![]; program.buffers.len()];
    for (k, (id, _)) in program.bound().into_iter().enumerate() {
        buffers[id.0 as usize] = match (contents.get(k), launch.buffers.get(k)) {
            (Some(words), _) => words.clone(),
            (None, Some(Contents::Words(words))) => {
                words.iter().map(|w| Tracked::exact((*w).into())).collect()
            }
            (None, Some(Contents::Zeros(n))) => vec![Tracked::exact(0); *n],
            (None, None) => vec![],
        };
    }
    let ops = program.callees.iter().map(|callee| match callee {
        Callee::Op(id) => catalog.find(id).map(|op| op.def),
        Callee::Function(_) => None,
    });
    let mut world = World {
        program,
        ops: ops.collect(),
        buffers,
        steps: 0,
    };
    let [x, y, z] = workgroups;
    for number in 0..u64::from(x) * u64::from(y) * u64::from(z) {
        let (x, y) = (u64::from(x), u64::from(y));
        let id = [number % x, number / x % y, number / x / y].map(|n| n as u32);
        workgroup(&mut world, id)?;
    }
    for (k, words) in contents.iter_mut().enumerate() {
        let id = kernel.bindings[k].buffer;
        *words = std::mem::take(&mut world.buffers[id.0 as usize]);
    }
    Ok(())
}

/// Runs one workgroup from barrier to barrier.
fn workgroup<'p>(world: &mut World<'p>, id: [u32; 3]) -> Result<(), Cause> {
    let program: &'p Program = world.program;
    for (decl, words) in program.buffers.iter().zip(&mut world.buffers) {
        if decl.access == Access::Workgroup {
            *words = vec![Tracked::exact(0); decl.count.unwrap_or(0) as usize];
        }
    }
    let [x, y, z] = program.workgroup_size;
    let count = x.saturating_mul(y).saturating_mul(z);
    let mut all: Vec<Invocation<'p>> = (0..count)
        .map(|k| Invocation::new(&program.entry, [k % x, k / x % y, k / x / y], id))
        .collect();
    while all.iter().any(|invocation| !invocation.has_ended()) {
        for invocation in &mut all {
            let mut machine = Machine {
                program,
                world,
                invocation,
            };
            machine.run()?;
        }
    }
    Ok(())
}
