//! Guarantees of a barrier, one per engine. Each engine gives other bytes on a backend that breaks its guarantee; the
//! interpreter shows that with the guarantee switched off.
//!
//! Input column: the words, one per invocation.

use super::dispatches::{Dispatches, GUARDED};
use super::numbered;
use vyre_conform_runtime::engine::{Input, Output, Plan};
use vyre_conform_runtime::generate::witness;
use vyre_conform_runtime::ir::{AtomicOp, Axis, Buffer, Expr, Kernel, Operand, Type, Var};
use vyre_conform_runtime::spec::ValueType;
use vyre_conform_runtime::vyre_engine;

const LENGTHS: [u32; 8] = [1, 2, 31, 64, 65, 256, 257, 2000];

/// Words of input `n`: ragged lengths in turn, none of the words 0.
fn words(n: u64) -> Input {
    let length = LENGTHS[(n % LENGTHS.len() as u64) as usize];
    let word = |i: u32| witness::word(2, n << 20 | u64::from(i), 0, 0, ValueType::U32).max(1);
    Input {
        columns: vec![(0..length).map(word).collect()],
    }
}

/// A kernel over the input with one word of workgroup memory per invocation.
struct Frame {
    k: Kernel,
    input: Buffer,
    output: Buffer,
    shared: Buffer,
    /// Number of the invocation in its workgroup.
    lane: Var,
    /// Number of the invocation in the dispatch.
    at: Var,
    size: u32,
}

impl Frame {
    fn new(name: &str, size: u32) -> Self {
        let mut k = Kernel::new(name, [size, 1, 1]);
        let input = k.read_only("words", Type::U32);
        let output = k.read_write("output", Type::U32);
        let shared = k.workgroup("shared", Type::U32, size);
        let lane = k.bind("lane", Expr::local_id(Axis::X));
        let at = k.bind("at", Expr::invocation_id(Axis::X));
        Self {
            k,
            input,
            output,
            shared,
            lane,
            at,
            size,
        }
    }

    /// The plan of one dispatch with an output of this many words that start as `initial`; `iterations` as in
    /// [`Dispatches::step`].
    fn plan(self, input: &Input, outputs: usize, initial: u32, iterations: &[u64]) -> Plan {
        let words = &input.columns[0];
        let mut d = Dispatches::new(|input, read| {
            // A sum is one word; observations are one word per invocation.
            let kept = match read[0].len() - GUARDED {
                1 => 1,
                _ => input.columns[0].len(),
            };
            numbered(read[0].iter().take(kept).copied())
        });
        let given = d.given(words);
        let output = d.output_of(vec![initial; outputs]);
        let groups = (words.len() as u32).div_ceil(self.size);
        let program = d.program(self.k.finish());
        d.step(program, groups, &[given, output], iterations);
        d.finish()
    }
}

/// The wrapping sum of all words.
fn sum(input: &Input) -> Output {
    let total = input.columns[0]
        .iter()
        .fold(0_u32, |sum, w| sum.wrapping_add(*w));
    numbered([total])
}

/// One zero for every word.
fn zeros(input: &Input) -> Output {
    numbered(vec![0; input.columns[0].len()])
}

/// Post-barrier visibility: the first invocation reads after the barrier what every invocation of its workgroup wrote
/// before it.
#[vyre_engine(
    id = "engine::barrier_visibility",
    reference = sum,
    inputs = words,
)]
pub fn visibility(input: &Input, workgroup_size: u32) -> Plan {
    let mut f = Frame::new("barrier_visibility", workgroup_size);
    let (shared, output) = (f.shared, f.output);
    f.k.store(shared, f.lane, f.input.at(f.at));
    f.k.barrier();
    f.k.when(f.lane.equals(0), |k| {
        let total = k.variable("total", 0u32);
        k.count("other", 0, workgroup_size, |k, other| {
            k.assign(total, total + shared.at(other));
        });
        k.atomic(AtomicOp::Add, output, 0, total);
    });
    f.plan(input, 1, 0, &[workgroup_size.into()])
}

/// Pre-barrier isolation: a read before the barrier does not see what a neighbour writes after it.
#[vyre_engine(
    id = "engine::barrier_isolation",
    reference = zeros,
    inputs = words,
)]
pub fn isolation(input: &Input, workgroup_size: u32) -> Plan {
    let count = input.columns[0].len();
    let mut f = Frame::new("barrier_isolation", workgroup_size);
    let shared = f.shared;
    // The neighbour below: invocations run in ascending order would read its later write.
    let neighbour = (f.lane + (workgroup_size - 1)) % workgroup_size;
    let seen = f.k.bind("seen", shared.at(neighbour));
    f.k.barrier();
    f.k.store(shared, f.lane, f.input.at(f.at));
    f.k.when(f.at.less(count as u32), |k| k.store(f.output, f.at, seen));
    f.plan(input, count, u32::MAX, &[])
}

/// Workgroup scope: a workgroup has its own memory, zero when the workgroup begins, whatever other workgroups wrote to
/// theirs.
#[vyre_engine(
    id = "engine::barrier_scope",
    reference = zeros,
    inputs = words,
)]
pub fn scope(input: &Input, workgroup_size: u32) -> Plan {
    let count = input.columns[0].len();
    let mut f = Frame::new("barrier_scope", workgroup_size);
    let (shared, size) = (f.shared, workgroup_size);
    let seen = f.k.bind("seen", shared.at(f.lane));
    f.k.barrier();
    // Another invocation's word, so that the store outlives the invocation that reads it.
    f.k.store(shared, (f.lane + 1) % size, f.input.at(f.at) | 1);
    f.k.barrier();
    f.k.when(f.at.less(count as u32), |k| k.store(f.output, f.at, seen));
    f.plan(input, count, u32::MAX, &[])
}

/// Uniform control flow: every invocation takes part in every round of a tree reduction.
#[vyre_engine(
    id = "engine::barrier_uniform_flow",
    reference = sum,
    inputs = words,
)]
pub fn uniform_flow(input: &Input, workgroup_size: u32) -> Plan {
    let mut f = Frame::new("barrier_uniform_flow", workgroup_size);
    let (shared, lane) = (f.shared, f.lane);
    f.k.store(shared, lane, f.input.at(f.at));
    f.k.barrier();
    let rounds = workgroup_size.next_power_of_two().trailing_zeros();
    f.k.count("round", 0, rounds, |k, round| {
        let reach = k.bind(
            "reach",
            Expr::u32(workgroup_size.next_power_of_two() / 2) >> round,
        );
        let other = k.bind("other", lane + reach);
        let takes = k.bind("takes", lane.less(reach) & other.less(workgroup_size));
        k.when(takes, |k| {
            k.store(shared, lane, shared.at(lane) + shared.at(other));
        });
        k.barrier();
    });
    f.k.when(lane.equals(0), |k| {
        k.atomic(AtomicOp::Add, f.output, 0, shared.at(0));
    });
    f.plan(input, 1, 0, &[rounds.into()])
}
