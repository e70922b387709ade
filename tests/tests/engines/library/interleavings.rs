//! Engines of the library whose concurrency is broken on purpose, in every place and in each of the ways below: the
//! interpreter alone detects every mutant.

use super::{check_plan_on, original};
use std::cell::Cell;
use vyre_conform_runtime::engine::{Check, Input, Plan};
use vyre_conform_runtime::ir::{
    AtomicOp, Axis, Expr, ExprKind, Local, LocalId, Node, Operand, Program, Type,
};
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_suite::invariants::ClaimOutcome;

/// A way to break the concurrency of a program in one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Breakage {
    /// Without the barrier.
    NoBarrier,
    /// With the barrier one node later.
    LateBarrier,
    /// With the barrier one node earlier.
    EarlyBarrier,
    /// A load and a store in place of the atomic step.
    LoadStore,
    /// An atomic load and an exchange in its place.
    LoadExchange,
    /// An atomic load and one compare-exchange in its place, without a retry.
    NoRetry,
    /// `LoadExchange` in the first invocation of a workgroup only.
    LeaderExchange,
    /// The step executes, but its returned value is read before it.
    EarlyTicket,
}

const BARRIERS: [Breakage; 3] = [
    Breakage::NoBarrier,
    Breakage::LateBarrier,
    Breakage::EarlyBarrier,
];
const ATOMICS: [Breakage; 5] = [
    Breakage::LoadStore,
    Breakage::LoadExchange,
    Breakage::NoRetry,
    Breakage::LeaderExchange,
    Breakage::EarlyTicket,
];

thread_local! {
    /// The engine, the way, and the number of the barrier or atomic step in the plan's programs.
    static PLANTED: Cell<Option<(&'static str, Breakage, usize)>> = const { Cell::new(None) };
}

fn planted(input: &Input, size: u32) -> Plan {
    let (id, way, place) = PLANTED.get().expect("a mutant");
    let mut plan = (original(id).plan)(input, size);
    let mut at = place;
    for program in &mut plan.programs {
        if break_one(program, way, &mut at) {
            break;
        }
    }
    plan.max_steps *= 3;
    plan
}

fn is_place(node: &Node, breakage: Breakage) -> bool {
    match node {
        Node::Barrier => BARRIERS.contains(&breakage),
        Node::Atomic { .. } => ATOMICS.contains(&breakage),
        _ => false,
    }
}

/// The number of places in a plan where a way applies.
fn places(id: &str, breakage: Breakage) -> usize {
    let plan = (original(id).plan)(&(original(id).inputs)(3), 32);
    let mut n = 0;
    for mut program in plan.programs {
        super::edit::change(&mut program.entry.body, &mut |node| {
            n += usize::from(is_place(node, breakage));
        });
    }
    n
}

fn break_one(program: &mut Program, breakage: Breakage, position: &mut usize) -> bool {
    let mut body = std::mem::take(&mut program.entry.body);
    let done = break_in_list(&mut body, &mut program.entry.locals, breakage, position);
    program.entry.body = body;
    done
}

/// Breaks the place with this number; true if it is in this list.
fn break_in_list(
    nodes: &mut Vec<Node>,
    locals: &mut Vec<Local>,
    breakage: Breakage,
    position: &mut usize,
) -> bool {
    for k in 0..nodes.len() {
        let mut done = false;
        nodes[k].for_each_block_mut(|inner| {
            done = done || break_in_list(inner, locals, breakage, position)
        });
        if done {
            return true;
        }
        if !is_place(&nodes[k], breakage) {
            continue;
        }
        if *position > 0 {
            *position -= 1;
            continue;
        }
        match breakage {
            Breakage::NoBarrier => _ = nodes.remove(k),
            Breakage::LateBarrier => {
                nodes.remove(k);
                let later = (k + 1).min(nodes.len());
                nodes.insert(later, Node::Barrier);
            }
            Breakage::EarlyBarrier => {
                nodes.remove(k);
                nodes.insert(k.saturating_sub(1), Node::Barrier);
            }
            _ => _ = nodes.splice(k..=k, torn(nodes[k].clone(), locals, breakage)),
        }
        return true;
    }
    false
}

/// An atomic step split into several.
fn torn(step: Node, locals: &mut Vec<Local>, breakage: Breakage) -> Vec<Node> {
    let Node::Atomic {
        op,
        buffer,
        index,
        value,
        expected,
        result,
    } = step.clone()
    else {
        unreachable!("an atomic step");
    };
    let mut fresh = |name: &str| {
        locals.push(Local {
            name: name.into(),
            ty: Type::U32,
            len: None,
        });
        LocalId(locals.len() as u32 - 1)
    };
    let (load, spare) = (fresh("before"), fresh("spare"));
    let atomic = |op, value, expected, result| Node::Atomic {
        op,
        buffer,
        index: index.clone(),
        value,
        expected,
        result,
    };
    let bind = |local, value| Node::Let {
        local,
        value,
        mutable: false,
    };
    let before = |local| Expr::local(local, Type::U32);
    let after = |x: Expr| match op {
        AtomicOp::Add => x + value.clone(),
        AtomicOp::Or => x | value.clone(),
        AtomicOp::And => x & value.clone(),
        AtomicOp::Xor => x ^ value.clone(),
        AtomicOp::Min => x.min(value.clone()),
        AtomicOp::Max => x.max(value.clone()),
        AtomicOp::CompareExchange => {
            let same = x.clone().equals(expected.clone().expect("what it expects"));
            same.select(value.clone(), x)
        }
        _ => value.clone(),
    };
    let loaded = atomic(AtomicOp::Or, Expr::u32(0), None, load);
    match breakage {
        Breakage::LoadStore => {
            let element = Expr {
                ty: Type::U32,
                kind: ExprKind::Load(buffer, Box::new(index.clone())),
            };
            let store = Node::Store {
                buffer,
                index: index.clone(),
                value: after(before(result)),
            };
            vec![bind(result, element), store]
        }
        Breakage::LoadExchange => {
            let exchange = atomic(AtomicOp::Exchange, after(before(load)), None, spare);
            vec![loaded, exchange, bind(result, before(load))]
        }
        Breakage::NoRetry => {
            let (value, expected) = (after(before(load)), Some(before(load)));
            let exchange = atomic(AtomicOp::CompareExchange, value, expected, spare);
            vec![loaded, exchange, bind(result, before(load))]
        }
        Breakage::LeaderExchange => {
            let exchange = atomic(AtomicOp::Exchange, after(before(load)), None, spare);
            let kept = fresh("kept");
            let keep = |value| Node::Assign { local: kept, value };
            let whole = fresh("whole");
            let right = match step {
                Node::Atomic { .. } => atomic(op, value.clone(), expected.clone(), whole),
                _ => unreachable!("an atomic step"),
            };
            vec![
                Node::Let {
                    local: kept,
                    value: Expr::u32(0),
                    mutable: true,
                },
                Node::If {
                    condition: Expr::local_id(Axis::X).equals(0),
                    then: vec![loaded, exchange, keep(before(load))],
                    otherwise: vec![right, keep(before(whole))],
                },
                bind(result, before(kept)),
            ]
        }
        _ => {
            let whole = atomic(op, value.clone(), expected.clone(), spare);
            vec![loaded, whole, bind(result, before(load))]
        }
    }
}

/// True if a check on the interpreter catches the mutant.
fn is_caught(id: &'static str, breakage: Breakage, place: usize) -> bool {
    PLANTED.set(Some((id, breakage, place)));
    let declared = original(id).invariants.iter().copied();
    // The race detector and the schedules detect most.
    let mut checks = vec![Check::Invariant(Invariant::Deterministic)];
    checks.extend(declared.map(Check::Invariant));
    checks.push(Check::Reference);
    // Most need a few elements, some a second tile or workgroup.
    [5, 6, 12].into_iter().any(|inputs| {
        let verdicts = check_plan_on(inputs, id, planted, &checks);
        let actual = |verdict: &ClaimOutcome| {
            matches!(
                verdict,
                ClaimOutcome::Broken(_) | ClaimOutcome::Stopped { .. }
            )
        };
        verdicts.iter().any(actual)
    })
}

/// Engines with the ways to break each, in all places. The table omits mutants that are equivalent to the engine, such
/// as a barrier moved by one node that touches no memory.
const BROKEN: &[(&str, &[Breakage])] = &[
    ("engine::atomic_add", &ATOMICS),
    ("engine::atomic_or", &ATOMICS),
    ("engine::atomic_and", &ATOMICS),
    ("engine::atomic_xor", &ATOMICS),
    ("engine::atomic_min", &ATOMICS),
    ("engine::atomic_max", &ATOMICS),
    ("engine::atomic_exchange", &ATOMICS),
    ("engine::atomic_compare_exchange", &ATOMICS),
    ("engine::bfs_step", &ATOMICS),
    ("engine::histogram", &ATOMICS),
    ("engine::barrier_isolation", &BARRIERS),
    ("engine::barrier_visibility", &BARRIERS),
    ("engine::barrier_uniform_flow", &[Breakage::NoBarrier]),
    ("engine::reduce", &[Breakage::NoBarrier]),
    ("engine::matmul_fma_chain_tiled", &[Breakage::NoBarrier]),
    ("engine::matmul_strict_tiled", &[Breakage::NoBarrier]),
];

/// Oracle: the documentation of each way: it removes the ordering of two accesses.
#[test]
#[ignore = "a long run: seconds"]
fn every_broken_order_is_caught_on_the_interpreter() {
    let (mut caught, mut survivors) = (0, vec![]);
    for (id, ways) in BROKEN {
        for way in *ways {
            for place in 0..places(id, *way) {
                if is_caught(id, *way, place) {
                    caught += 1
                } else {
                    survivors.push(format!("{id} {way:?} {place}"))
                }
            }
        }
    }
    let survivors = survivors.join("\n");
    assert!(survivors.is_empty(), "{caught} caught, not:\n{survivors}");
    assert!(caught >= 60, "{caught}");
}
