//! The call graph, without recursion: the call depth of an unvalidated module may equal its number of
//! functions.

use super::{FunctionId, Module, Node};

/// The functions that nodes call, in order, one entry per call. Blocks may nest as deeply as validation
/// allows.
pub fn callees(nodes: &[Node]) -> Vec<FunctionId> {
    let mut ids = vec![];
    collect(nodes, &mut ids);
    ids
}

fn collect(nodes: &[Node], callees: &mut Vec<FunctionId>) {
    for node in nodes {
        if let Node::Call { function, .. } = node {
            callees.push(*function);
        }
        node.for_each_part(|_| {}, |block| collect(block, callees));
    }
}

impl Module {
    /// The entry and all its callees, each after the functions that it calls; recursive calls do not
    /// affect the order. Calls of missing functions are ignored.
    pub fn callees_first(&self) -> Vec<FunctionId> {
        let below = |id: FunctionId| {
            let function = self.functions.get(id.0 as usize);
            function.map_or(vec![], |f| callees(&f.body)).into_iter()
        };
        let mut visited = vec![false; self.functions.len()];
        let mut order = vec![];
        let mut open = vec![];
        let mut next = Some(self.entry);
        loop {
            if let Some(id) = next.take()
                && let Some(visited) = visited.get_mut(id.0 as usize)
                && !std::mem::replace(visited, true)
            {
                open.push((id, below(id)));
            }
            let Some((id, rest)) = open.last_mut() else {
                return order;
            };
            next = rest.next();
            if next.is_none() {
                order.push(*id);
                open.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{FunctionBuilder, FunctionId, Module, Node};

    fn module(calls: &[&[u32]]) -> Module {
        let function = |callees: &&[u32]| {
            let call = |callee: &u32| Node::Call {
                function: FunctionId(*callee),
                args: vec![],
                results: vec![],
            };
            let body = callees.iter().map(|c| Node::Block(vec![call(c)]));
            FunctionBuilder::new("f", vec![]).finish(body.collect())
        };
        Module {
            functions: calls.iter().map(function).collect(),
            entry: FunctionId(0),
        }
    }

    /// Oracle: the order, worked out by hand: each function once, after its callees, in the order of
    /// the calls.
    #[test]
    fn callees_come_first() {
        let order = |calls: &[&[u32]]| {
            let order = module(calls).callees_first().into_iter();
            order.map(|id| id.0).collect::<Vec<_>>()
        };
        assert_eq!(order(&[&[2, 1, 9], &[3], &[3, 2], &[], &[0]]), [3, 2, 1, 0]);
        assert_eq!(order(&[&[1], &[0]]), [1, 0]);
    }

    /// Oracle: a stack that recursion at this depth overflows.
    #[test]
    fn chains_of_any_length_are_followed() {
        let calls: Vec<[u32; 1]> = (1..=100_000).map(|k| [k]).collect();
        let calls: Vec<&[u32]> = calls.iter().map(|c| &c[..]).collect();
        let module = module(&calls);
        let thread = std::thread::Builder::new().stack_size(512 << 10);
        let order = thread.spawn(move || module.callees_first().len());
        assert_eq!(order.expect("a thread").join().ok(), Some(100_000));
    }
}
