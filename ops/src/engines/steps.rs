//! The longest path through a program: what `Termination` holds an engine to.

use super::folds;
use vyre_conform_runtime::ir::{Callee, Node, Program};
#[cfg(test)]
use vyre_conform_runtime::ir::{ExprKind, FunctionId, Module};

/// Ops that engines call and do not fold with, and the most steps of a call on the interpreter, or of one whose parts did not return:
/// certificates are about these numbers, so that a body may keep the larger one until the next are issued.
pub(super) const CALLED: &[(&str, u64)] = &[
    ("f32::mul_add", 135),
    ("f32::sub", 83),
    ("f32::div", 131),
    ("f32::sqrt", 372),
    ("f32::exp", 563),
    ("u32::xxh32_round", 2),
    ("u32::xxh32_avalanche", 4),
    ("u64::xxh64_round", 2),
    ("u64::xxh64_avalanche", 4),
    ("u32::sha256_ch", 2),
    ("u32::sha256_maj", 2),
    ("u32::sha256_big_sigma0", 2),
    ("u32::sha256_big_sigma1", 2),
    ("u32::sha256_small_sigma0", 2),
    ("u32::sha256_small_sigma1", 2),
    ("f32::log", 440),
    ("f32::neg", 5),
    ("f32::lt", 27),
    ("f32::gt", 30),
    ("f32::eq", 27),
    ("f32::is_nan", 5),
    ("f32::to_i32_nearest", 50),
    ("i32::to_f32", 40),
    ("f16::add", 216),
    ("f16::sub", 219),
    ("f16::mul", 233),
    ("f16::div", 267),
    ("f16::min", 165),
    ("f16::max", 165),
    ("bf16::add", 107),
    ("bf16::sub", 110),
    ("bf16::mul", 124),
    ("bf16::div", 158),
    ("bf16::min", 56),
    ("bf16::max", 56),
    ("f16::to_f32", 57),
    ("bf16::to_f32", 9),
    ("u32::dot4_i8", 16),
    ("u32::dot4_u8", 4),
];

/// The most steps of a call of an op.
///
/// # Panics
/// Panics if it is neither here nor an op to fold with.
fn of_op(id: &str) -> u64 {
    let known = CALLED.iter().find(|(op, _)| *op == id);
    known.map_or_else(|| folds::steps(id), |(_, steps)| *steps)
}

/// The most steps an invocation can take if no loop runs its body more often than `trips` says, one
/// number a loop in the order of the program's text.
///
/// A node is a step, and so is the end of a list of nodes: an `If` costs itself, its longer branch
/// and the branch's end; a loop itself and, for each run, its body and the body's end; a call itself and
/// what [`folds::FOLDS`] or [`CALLED`] says of the op.
///
/// # Panics
/// Panics if there is not one number a loop, or if the program calls anything but these ops.
pub(super) fn longest(program: &Program, trips: &[u64]) -> u64 {
    let mut trips = trips.iter().copied();
    let call = |function: usize| match &program.callees[function] {
        Callee::Op(id) => of_op(id),
        _ => panic!("the engines bring no function along"),
    };
    let steps = list(&program.entry.body, &mut trips, &call);
    assert_eq!(trips.next(), None, "more trips than loops");
    steps
}

/// The most steps of a call of the module's entry, whose loops run as often as their ends or their bounds say.
#[cfg(test)]
pub(super) fn of_call(module: &Module) -> u64 {
    of_function(module, module.entry)
}

#[cfg(test)]
fn of_function(module: &Module, function: FunctionId) -> u64 {
    let call = |function: usize| of_function(module, FunctionId(function as u32));
    let body = &module.functions[function.0 as usize].body;
    let mut runs = vec![];
    constant_runs(body, &mut runs);
    list(body, &mut runs.into_iter(), &call)
}

/// How often the loops run, in the order of the text, which no argument decides.
#[cfg(test)]
fn constant_runs(nodes: &[Node], runs: &mut Vec<u64>) {
    for node in nodes {
        match node {
            Node::If {
                then, otherwise, ..
            } => {
                constant_runs(then, runs);
                constant_runs(otherwise, runs);
            }
            Node::Loop { from, to, body, .. } => {
                let (ExprKind::Literal(from), ExprKind::Literal(to)) = (&from.kind, &to.kind)
                else {
                    panic!("the ends of a loop of an op are literals")
                };
                runs.push(to - from);
                constant_runs(body, runs);
            }
            Node::While {
                bound,
                head,
                body,
                step,
                ..
            } => {
                runs.push(*bound);
                for nodes in [head, body, step] {
                    constant_runs(nodes, runs);
                }
            }
            Node::Block(body) => constant_runs(body, runs),
            _ => {}
        }
    }
}

/// The most steps of a list of nodes; `call` gives those of a function.
fn list(nodes: &[Node], trips: &mut dyn Iterator<Item = u64>, call: &dyn Fn(usize) -> u64) -> u64 {
    let each = nodes.iter().map(|node| match node {
        Node::If {
            then, otherwise, ..
        } => {
            let then = list(then, trips, call);
            then.max(list(otherwise, trips, call))
        }
        Node::Loop { body, .. } => {
            let runs = trips.next().expect("a trip count for each loop");
            runs.saturating_mul(list(body, trips, call))
        }
        Node::While {
            head, body, step, ..
        } => {
            let runs = trips.next().expect("a trip count for each loop");
            let head = list(head, trips, call);
            let again = list(body, trips, call) + list(step, trips, call) + head;
            head.saturating_add(runs.saturating_mul(again))
        }
        Node::Block(body) => list(body, trips, call),
        Node::Call { function, .. } => call(function.0 as usize),
        _ => 0,
    });
    each.fold(1, |sum, inside| {
        sum.saturating_add(1).saturating_add(inside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_runtime::catalog::Catalog;
    use vyre_conform_runtime::ir::{Kernel, Operand, Type};

    /// Oracle: counting by hand from the documentation of [`longest`].
    #[test]
    fn counts_nodes_and_ends_of_lists() {
        let mut k = Kernel::new("k", [1, 1, 1]);
        let out = k.read_write("out", Type::U32);
        let n = k.variable("n", out.len());
        k.count("i", 0, n, |k, i| k.store(out, i, 1));
        k.repeat_while(9, n.greater(0), |k| k.assign(n, n - 1));
        k.when(n.equals(0), |k| {
            k.store(out, 0, 1);
            k.store(out, 1, 1);
        });
        // Let 1; loop 1 + 5 * 2; while 1 + head 1 + 7 * (body 2 + step 1 + head 1); if 1 + 3; end 1.
        assert_eq!(longest(&k.finish(), &[5, 7]), 1 + 11 + 30 + 4 + 1);
    }

    /// The most steps of a path through these nodes that leaves the function, and of one that comes to their end.
    fn paths(module: &Module, nodes: &[Node]) -> [Option<u64>; 2] {
        let call = |function: usize| of_function(module, FunctionId(function as u32));
        let mut leaving = None;
        let mut steps = 0;
        for node in nodes {
            steps += 1;
            let before = steps;
            match node {
                Node::Return(_) => return [leaving.max(Some(before)), None],
                Node::If {
                    then, otherwise, ..
                } => {
                    let [a, b] = [then, otherwise].map(|nodes| paths(module, nodes));
                    leaving = leaving.max(a[0].max(b[0]).map(|inside| before + inside));
                    let Some(inside) = a[1].max(b[1]) else {
                        return [leaving, None];
                    };
                    steps += inside;
                }
                Node::Call { function, .. } => {
                    steps += of_paths(module, *function);
                }
                node => {
                    let node = std::slice::from_ref(node);
                    let mut runs = vec![];
                    constant_runs(node, &mut runs);
                    // Of these one step is the node's and one the end of this list.
                    steps += list(node, &mut runs.into_iter(), &call) - 2;
                }
            }
        }
        [leaving, Some(steps + 1)]
    }

    /// The most steps of a path through a function.
    fn of_paths(module: &Module, function: FunctionId) -> u64 {
        let body = &module.functions[function.0 as usize].body;
        let [leaving, through] = paths(module, body);
        leaving.max(through).expect("a path")
    }

    /// Ops that are counted with their returns; the others as if no part of them returned.
    const RETURNING: &[&str] = &["f32::mul_add"];

    /// Oracle: the bodies of the ops, as the interpreter runs them: their longest path as if no part of it returned, and with its returns.
    #[test]
    fn a_call_takes_as_many_steps_as_the_table_says() {
        let catalog = Catalog::linked().expect("the library");
        for (id, said) in CALLED {
            let op = catalog.find(id).expect("an op of the library");
            let module = op.module().as_ref().expect("a body").module();
            let [longest, whole] = [of_paths(module, module.entry), of_call(module)];
            assert!(longest <= *said, "{id}: {longest}");
            let due = if RETURNING.contains(id) {
                longest
            } else {
                whole
            };
            assert_eq!(*said, due, "{id}");
        }
    }
}
