//! V017: no function calls itself, directly or through others, and no chain of calls is longer than
//! [`MAX_CALL_DEPTH`] functions.

use super::{Check, Rule};
use crate::MAX_CALL_DEPTH;
use crate::{Module, Node};

pub(super) const RULE: Rule = Rule {
    id: "V017",
    remedy: "write recursion as a loop, and a long chain of calls out",
    checks: &[Check::Module(|linked, report| {
        let module = linked.module;
        let mut heights = vec![Height::Unknown; module.functions.len()];
        for k in 0..module.functions.len() {
            height(module, k, 1, &mut heights, report);
        }
    })],
};

/// State of the search for a function's longest chain of calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Height {
    Unknown,
    Open,
    Known(usize),
}

/// Number of functions on the longest chain of calls from `k`, itself included. After a report for a
/// chain that is too long the function counts as height 1, so that its callers are not reported as
/// well.
fn height(
    module: &Module,
    k: usize,
    depth: usize,
    heights: &mut [Height],
    report: &mut dyn FnMut(usize, String),
) -> usize {
    if let Height::Known(known) = heights[k] {
        return known;
    }
    heights[k] = Height::Open;
    let mut called = vec![];
    calls(&module.functions[k].body, 0, &mut called);
    called.sort_unstable();
    called.dedup();
    let mut max = 1;
    for callee in called.into_iter().filter(|c| *c < module.functions.len()) {
        if heights[callee] == Height::Open {
            let name = &module.functions[callee].name;
            report(k, format!("calling `{name}` here is recursion"));
            continue;
        }
        let below = if depth > 2 * MAX_CALL_DEPTH {
            // Already too deep: the report follows on return.
            MAX_CALL_DEPTH
        } else {
            height(module, callee, depth + 1, heights, report)
        };
        max = max.max(1 + below);
    }
    if max > MAX_CALL_DEPTH {
        report(
            k,
            format!("a chain of calls from here is longer than {MAX_CALL_DEPTH} functions"),
        );
        max = 1;
    }
    heights[k] = Height::Known(max);
    max
}

fn calls(nodes: &[Node], depth: usize, into: &mut Vec<usize>) {
    if depth > crate::MAX_NESTING {
        return;
    }
    for node in nodes {
        match node {
            Node::Call { function, .. } => into.push(function.0 as usize),
            Node::If {
                then, otherwise, ..
            } => {
                calls(then, depth + 1, into);
                calls(otherwise, depth + 1, into);
            }
            Node::Loop { body, .. } | Node::Block(body) => calls(body, depth + 1, into),
            Node::While {
                head, body, step, ..
            } => {
                calls(head, depth + 1, into);
                calls(body, depth + 1, into);
                calls(step, depth + 1, into);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks};
    use crate::{FunctionBuilder, FunctionId, Module, Node, Type};

    /// `count` functions, each returning the result of function `callee(k)`.
    fn chain(count: u32, callee: impl Fn(u32) -> Option<u32>) -> Module {
        let function = |k| {
            let mut f = FunctionBuilder::new(&format!("f{k}"), vec![Type::U32]);
            let x = f.local("x", Type::U32);
            let node = match callee(k) {
                Some(callee) => Node::Call {
                    function: FunctionId(callee),
                    args: vec![],
                    results: vec![x],
                },
                None => Node::Declare { local: x },
            };
            let read = f.read(x);
            f.finish(vec![node, Node::Return(vec![read])])
        };
        Module {
            functions: (0..count).map(function).collect(),
            entry: FunctionId(0),
        }
    }

    /// Oracle: V017.
    #[test]
    fn recursion_is_refused() {
        breaks("V017", 1, chain(1, Some));
        breaks("V017", 1, chain(3, |k| Some((k + 1) % 3)));
        assert_valid(chain(3, |k| (k < 2).then_some(k + 1)));
    }

    /// Oracle: V017: 32 functions are the most.
    #[test]
    fn long_chains_are_refused() {
        breaks("V017", 1, chain(33, |k| (k < 32).then_some(k + 1)));
        assert_valid(chain(32, |k| (k < 31).then_some(k + 1)));
    }
}
