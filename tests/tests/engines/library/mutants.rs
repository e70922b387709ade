//! One mutant for each invariant, or for several.

use super::edit::{append, buffer, change, len, program, store};
use super::{broken, plan_of};
use vyre_conform_runtime::dispatch::{Contents, Step};
use vyre_conform_runtime::engine::{Input, Plan};
use vyre_conform_runtime::ir::{Axis, BinaryOp, Expr, ExprKind, Kernel, Node, Operand, Type};
use vyre_conform_runtime::spec::Invariant;

/// Every invocation writes the zero that index 0 contains anyway: right words, but a race.
fn racing_scan(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::scan_exclusive", input, size);
    plan.max_steps *= 2;
    if let Some(program) = program(&mut plan, "scan_tiles") {
        let output = buffer(program, "output");
        let racing = store(output, Expr::u32(0), Expr::u32(0));
        append(program, len().greater(0), vec![racing]);
    }
    plan
}

/// Oracle: the mutant's documentation; the same word written by two invocations is a data race.
#[test]
fn a_race_is_caught_as_not_deterministic() {
    let problems = broken("engine::scan_exclusive", racing_scan);
    assert_eq!(problems, [Invariant::Deterministic]);
}

/// One invocation writes a word past the output.
fn overrunning_scan(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::scan_exclusive", input, size);
    plan.max_steps *= 2;
    if let Some(program) = program(&mut plan, "scan_tiles") {
        let output = buffer(program, "output");
        let first = Expr::invocation_id(Axis::X).equals(0);
        append(program, first, vec![store(output, len(), Expr::u32(7))]);
    }
    plan
}

/// Oracle: the mutant's documentation; the guard begins after the output.
#[test]
fn a_write_beyond_the_count_is_caught() {
    let problems = broken("engine::scan_exclusive", overrunning_scan);
    assert_eq!(problems, [Invariant::BoundedResources]);
}

/// Every claimed slot of the hash table counts as a thousand.
fn overflowing_queue(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::hash_table", input, size);
    let program = program(&mut plan, "hash_insert").expect("an insertion");
    let used = buffer(program, "used");
    change(&mut program.entry.body, &mut |node| {
        if let Node::Atomic { buffer, value, .. } = node
            && *buffer == used
        {
            *value = Expr::u32(1000);
        }
    });
    plan
}

/// Oracle: the mutant's documentation; no table has a thousand keys for each insertion.
#[test]
fn an_overflowing_queue_is_caught() {
    let problems = broken("engine::hash_table", overflowing_queue);
    assert_eq!(problems, [Invariant::BoundedResources]);
}

/// A mutant that does not store the observations of insertions at the slots that they passed.
fn forgetful_table(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::hash_table", input, size);
    let program = program(&mut plan, "hash_insert").expect("an insertion");
    let passed = buffer(program, "passed");
    change(&mut program.entry.body, &mut |node| {
        if let Node::Store { buffer, .. } = node
            && *buffer == passed
        {
            *node = Node::Block(vec![]);
        }
    });
    plan
}

/// Oracle: the mutant's documentation; a slot that a probe passed was not free.
#[test]
fn lost_probe_is_caught() {
    let problems = broken("engine::hash_table", forgetful_table);
    assert_eq!(problems, [Invariant::AtomicLinearizable]);
}

/// Vertex 1 is claimed but never queued.
fn losing_search(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::bfs_step", input, size);
    let program = program(&mut plan, "bfs_step").expect("a step");
    let queue = buffer(program, "queue");
    // The queue takes the target of the edge.
    let mut target = None;
    change(&mut program.entry.body, &mut |node| {
        if let Node::Store { buffer, value, .. } = node
            && *buffer == queue
        {
            target = Some(value.clone());
        }
    });
    let target = target.expect("a store to the queue");
    change(&mut program.entry.body, &mut |node| {
        if let Node::If {
            condition, then, ..
        } = node
            && matches!(then.first(), Some(Node::Atomic { .. }))
        {
            *condition = condition.clone() & target.clone().differs(1);
        }
    });
    plan
}

/// Oracle: the mutant's documentation; a path from vertex 0 reaches vertex 1 first.
#[test]
fn a_lost_output_is_caught() {
    let problems = broken("engine::bfs_step", losing_search);
    assert_eq!(problems, [Invariant::NoOutputLost]);
}

/// Returns the last kept value twice, if there is room.
fn repeating_compaction(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::compact", input, size);
    let mut k = Kernel::new("once_more", [1, 1, 1]);
    let indices = k.read_write("indices", Type::U32);
    let kept = k.read_write("kept", Type::U32);
    let count = k.read_write("count", Type::U32);
    let n = k.bind("n", count.at(0));
    let room = input.columns[0].len() as u32;
    k.when(n.greater(0) & n.less(room), |k| {
        k.store(indices, n, indices.at(n - 1));
        k.store(kept, n, kept.at(n - 1));
        k.store(count, 0, n + 1);
    });
    plan.programs.push(k.finish());
    plan.launch.steps.push(Step {
        program: plan.programs.len() - 1,
        workgroups: [1; 3],
        buffers: plan.launch.read_back.clone(),
    });
    plan.max_steps += 20;
    plan
}

/// Oracle: the mutant's documentation; equal neighbours keep the order.
#[test]
fn a_duplicate_is_caught() {
    let problems = broken("engine::compact", repeating_compaction);
    assert_eq!(problems, [Invariant::NoDuplicateOutput]);
}

/// Returns matches with the same end in the reverse order of their patterns.
fn disordered_matches(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::dfa_scan", input, size);
    let step = plan.launch.steps.last().expect("the writing of matches");
    let bound = plan.programs[step.program].bound();
    let slot = |name: &str| {
        let place = bound.iter().position(|(_, decl)| decl.name == name);
        step.buffers[place.expect("a buffer of the program")]
    };
    let (first, outputs) = (slot("first"), slot("outputs"));
    let first = plan.launch.buffers[first].to_words();
    let mut words = plan.launch.buffers[outputs].to_words();
    for range in first.windows(2) {
        words[range[0] as usize..range[1] as usize].reverse();
    }
    plan.launch.buffers[outputs] = Contents::Words(words);
    plan
}

/// Oracle: the mutant's documentation; `aba` ends where `ba` or `a` ends.
#[test]
fn a_wrong_order_is_caught() {
    let problems = broken("engine::dfa_scan", disordered_matches);
    assert_eq!(problems, [Invariant::OutputOrdered]);
}

/// The search continues after one candidate is left and nothing changes.
fn endless_search(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::lower_bound", input, size);
    let program = program(&mut plan, "lower_bound").expect("a search");
    change(&mut program.entry.body, &mut |node| {
        if let Node::While {
            condition, bound, ..
        } = node
        {
            *condition = Expr::bool(true);
            *bound = u64::MAX;
        }
    });
    plan
}

/// Oracle: the mutant's documentation; a loop whose condition is `true` has no end.
#[test]
fn an_endless_loop_is_caught() {
    let problems = broken("engine::lower_bound", endless_search);
    assert_eq!(problems, [Invariant::Termination]);
}

/// Counts correctly, but every addition reports that it found a zero.
fn torn_histogram(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::histogram", input, size);
    let program = program(&mut plan, "histogram").expect("a count");
    let ranks = buffer(program, "ranks");
    change(&mut program.entry.body, &mut |node| {
        if let Node::Store { buffer, value, .. } = node
            && *buffer == ranks
        {
            *value = Expr::u32(0);
        }
    });
    plan
}

/// Oracle: the mutant's documentation; two additions to one bin cannot both find it empty.
#[test]
fn wrong_values_before_are_caught() {
    let problems = broken("engine::histogram", torn_histogram);
    assert_eq!(problems, [Invariant::AtomicLinearizable]);
}

/// Adds by a load and a store.
fn racing_histogram(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::histogram", input, size);
    let program = program(&mut plan, "histogram").expect("a count");
    change(&mut program.entry.body, &mut |node| {
        if let Node::Atomic {
            buffer,
            index,
            result,
            ..
        } = node
        {
            let load = ExprKind::Load(*buffer, Box::new(index.clone()));
            let before = Expr {
                ty: Type::U32,
                kind: load,
            };
            let bind = Node::Let {
                local: *result,
                value: before,
                mutable: false,
            };
            let add = Expr::local(*result, Type::U32) + 1;
            let write = store(*buffer, index.clone(), add);
            // The binding must outlive the pair of nodes, because the rank is stored later.
            *node = Node::Block(vec![bind, write]);
        }
    });
    // A block ends the scope of its bindings, so the mutant dissolves it.
    flatten(&mut program.entry.body);
    plan.max_steps *= 2;
    plan
}

fn flatten(nodes: &mut Vec<Node>) {
    let mut flat = vec![];
    for mut node in nodes.drain(..) {
        match &mut node {
            Node::Block(inside) => {
                flat.append(inside);
                continue;
            }
            Node::If {
                then, otherwise, ..
            } => {
                flatten(then);
                flatten(otherwise);
            }
            Node::Loop { body, .. } | Node::While { body, .. } => flatten(body),
            _ => {}
        }
        flat.push(node);
    }
    *nodes = flat;
}

/// Oracle: the mutant's documentation; two invocations may load before either stores.
#[test]
fn a_lost_update_is_caught() {
    let problems = broken("engine::histogram", racing_histogram);
    assert!(problems.contains(&Invariant::Deterministic), "{problems:?}");
    assert!(
        problems.contains(&Invariant::AtomicLinearizable),
        "{problems:?}"
    );
}

/// Gives one more record at one workgroup size.
fn size_dependent_search(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::lower_bound", input, size);
    if size == 64 {
        plan.decode = |input, read| {
            let places = read[0].iter().take(input.columns[1].len());
            let mut records: Vec<Vec<u32>> = (0..).zip(places).map(|(i, p)| vec![i, *p]).collect();
            records.push(vec![u32::MAX, 0]);
            records
        };
    }
    plan
}

/// Oracle: the mutant's documentation; one more record, in order, is neither lost nor a duplicate.
#[test]
fn output_depending_on_the_workgroup_size_is_caught() {
    let problems = broken("engine::lower_bound", size_dependent_search);
    assert_eq!(problems, [Invariant::WorkgroupInvariant]);
}

/// Queues vertex 1 again if another edge has reached it in this step.
fn greedy_search(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::bfs_step", input, size);
    let level = input.columns[4][0] + 1;
    let program = program(&mut plan, "bfs_step").expect("a step");
    let (mut before, mut target) = (None, None);
    change(&mut program.entry.body, &mut |node| {
        if let Node::Atomic {
            index,
            expected: Some(_),
            result,
            ..
        } = node
        {
            (before, target) = (Some(*result), Some(index.clone()));
        }
    });
    let before = Expr::local(before.expect("a claim"), Type::U32);
    let target = target.expect("a claim");
    change(&mut program.entry.body, &mut |node| {
        if let Node::If {
            condition, then, ..
        } = node
            && matches!(then.first(), Some(Node::Atomic { .. }))
        {
            let again = before.clone().equals(level) & target.clone().equals(1);
            *condition = condition.clone() | again;
        }
    });
    plan
}

/// Oracle: the mutant's documentation; a ring with chords reaches vertices by two edges. In a graph of
/// two vertices the queue has no room for a third.
#[test]
fn vertex_queued_twice_is_caught() {
    let problems = broken("engine::bfs_step", greedy_search);
    assert!(
        problems.contains(&Invariant::NoDuplicateOutput),
        "{problems:?}"
    );
}

/// The tree of a workgroup's sum begins with 32 pairs, too few for more than 64 lanes.
fn narrow_sum(input: &Input, size: u32) -> Plan {
    let mut plan = plan_of("engine::barrier_uniform_flow", input, size);
    let program = program(&mut plan, "barrier_uniform_flow").expect("a sum");
    change(&mut program.entry.body, &mut |node| {
        if let Node::Let { value, .. } = node
            && let ExprKind::Binary(BinaryOp::Shr, reach, _) = &mut value.kind
            && let ExprKind::Literal(bits) = &mut reach.kind
        {
            *bits = (*bits).min(32);
        }
    });
    plan
}

/// Oracle: the mutant's documentation; the reference adds all lanes at every size.
#[test]
fn tree_for_a_single_workgroup_size_is_caught() {
    let problems = broken("engine::barrier_uniform_flow", narrow_sum);
    assert_eq!(
        problems,
        [Invariant::NoOutputLost, Invariant::WorkgroupInvariant]
    );
}
