//! The longest path through a program or a function, in steps of the interpreter.
//!
//! Each node that runs is one step, and so is the end of each list of nodes. A loop counts once, plus its body for
//! every iteration; a call counts once, plus the longest path through the function.

use crate::{Callee, ExprKind, FunctionId, Module, Node, Program};
use std::cell::RefCell;
use std::collections::HashMap;

/// The reason why a program has no longest path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// The trip counts do not match the loops.
    #[error(
        "`{program}` has {loops} loops and {trips} trip counts: give one trip count a loop, in the order of the text"
    )]
    TripCounts {
        /// The program.
        program: String,
        /// The number of loops.
        loops: usize,
        /// The number of trip counts.
        trips: usize,
    },
    /// A loop of a called function runs up to a value that is not a literal.
    #[error(
        "a loop of the function `{function}` has an end that is not a literal: bound it with `bound!` or inline it"
    )]
    OpenLoop {
        /// The function.
        function: String,
    },
    /// An op that the program calls is missing or has no body.
    #[error("the program calls `{op}`, which has no body here: {reason}")]
    Op {
        /// The id of the op.
        op: String,
        /// The reason.
        reason: String,
    },
    /// A function calls itself.
    #[error("the function `{function}` calls itself")]
    Recursion {
        /// The function.
        function: String,
    },
}

/// Steps of an op, by its id.
pub type OpSteps<'a> = &'a dyn Fn(&str) -> Result<u64, PathError>;

/// The most steps of one invocation of a program. `trips` holds the most iterations of each loop of the entry, in the
/// order of the text. Saturates at `u64::MAX`.
///
/// # Errors
/// The number of trip counts is wrong, or a called function has no longest path.
pub fn longest_path(program: &Program, trips: &[u64], op: OpSteps<'_>) -> Result<u64, PathError> {
    let loops = count_loops(&program.entry.body);
    if loops != trips.len() {
        return Err(PathError::TripCounts {
            program: program.name.clone(),
            loops,
            trips: trips.len(),
        });
    }
    let callees = Callees {
        steps: RefCell::default(),
        callees: &program.callees,
        op,
    };
    let mut trips = trips.iter().copied();
    let mut count = Count {
        trips: &mut |_| Ok(trips.next().unwrap_or_default()),
        call: &|function| callees.steps(function),
    };
    Ok(count.list(&program.entry.body)?.longest())
}

/// The most steps of one call of the entry of a module.
///
/// # Errors
/// A loop ends at a value that is not a literal, or a function calls itself.
pub fn longest_call(module: &Module) -> Result<u64, PathError> {
    let callees = module.functions.iter().cloned().map(Callee::Function);
    let callees: Vec<Callee> = callees.collect();
    let callees = Callees {
        steps: RefCell::default(),
        callees: &callees,
        op: &|op| {
            let (op, reason) = (op.to_owned(), "a module calls functions alone".to_owned());
            Err(PathError::Op { op, reason })
        },
    };
    callees.steps(module.entry)
}

/// The functions that a program calls, with the steps that are known; `None` for a function in progress.
struct Callees<'a> {
    steps: RefCell<HashMap<FunctionId, Option<u64>>>,
    callees: &'a [Callee],
    op: OpSteps<'a>,
}

impl Callees<'_> {
    fn steps(&self, id: FunctionId) -> Result<u64, PathError> {
        let function = match self.callees.get(id.0 as usize) {
            Some(Callee::Op(op)) => return (self.op)(op),
            Some(Callee::Function(function)) => function,
            None => {
                let (op, reason) = (format!("function {}", id.0), "no such callee".to_owned());
                return Err(PathError::Op { op, reason });
            }
        };
        let cached = self.steps.borrow().get(&id).copied();
        match cached {
            Some(Some(steps)) => return Ok(steps),
            Some(None) => {
                let function = function.name.clone();
                return Err(PathError::Recursion { function });
            }
            None => _ = self.steps.borrow_mut().insert(id, None),
        }
        let mut count = Count {
            trips: &mut |node| {
                constant_trips(node).ok_or_else(|| PathError::OpenLoop {
                    function: function.name.clone(),
                })
            },
            call: &|function| self.steps(function),
        };
        let steps = count.list(&function.body)?.longest();
        self.steps.borrow_mut().insert(id, Some(steps));
        Ok(steps)
    }
}

/// The most iterations of a loop that no argument decides.
fn constant_trips(node: &Node) -> Option<u64> {
    match node {
        Node::While { bound, .. } => Some(*bound),
        Node::Loop { from, to, .. } => match (&from.kind, &to.kind) {
            (ExprKind::Literal(from), ExprKind::Literal(to)) => Some(to.saturating_sub(*from)),
            _ => None,
        },
        _ => None,
    }
}

/// The longest paths through a list of nodes; `None` where there is no such path.
#[derive(Clone, Copy, Default)]
struct Paths {
    /// To a `return`.
    returning: Option<u64>,
    /// To the end of the list, that step included.
    through: Option<u64>,
}

impl Paths {
    fn longest(self) -> u64 {
        self.returning.max(self.through).unwrap_or_default()
    }
}

/// Counts the steps of lists of nodes.
struct Count<'a> {
    /// The trip count of the next loop.
    trips: &'a mut dyn FnMut(&Node) -> Result<u64, PathError>,
    /// The steps of a called function.
    call: &'a dyn Fn(FunctionId) -> Result<u64, PathError>,
}

impl Count<'_> {
    fn list(&mut self, nodes: &[Node]) -> Result<Paths, PathError> {
        let mut returning = None;
        // The steps up to the next node, `None` behind a return.
        let mut before = Some(0_u64);
        for node in nodes {
            // Nodes behind a return still have trip counts.
            let inside = self.node(node)?;
            let index = before.map(|steps| steps.saturating_add(1));
            let after = |steps: Option<u64>| Some(index?.saturating_add(steps?));
            returning = returning.max(after(inside.returning));
            before = after(inside.through);
        }
        Ok(Paths {
            returning,
            through: before.map(|steps| steps.saturating_add(1)),
        })
    }

    /// The paths inside of a node, its own step excluded.
    fn node(&mut self, node: &Node) -> Result<Paths, PathError> {
        let through = match node {
            Node::Return(_) => {
                return Ok(Paths {
                    returning: Some(0),
                    through: None,
                });
            }
            Node::If {
                then, otherwise, ..
            } => {
                let (then, otherwise) = (self.list(then)?, self.list(otherwise)?);
                return Ok(Paths {
                    returning: then.returning.max(otherwise.returning),
                    through: then.through.max(otherwise.through),
                });
            }
            Node::Block(body) => return self.list(body),
            Node::Loop { body, .. } => {
                let trips = (self.trips)(node)?;
                trips.saturating_mul(self.list(body)?.longest())
            }
            Node::While {
                head, body, step, ..
            } => {
                let trips = (self.trips)(node)?;
                let head = self.list(head)?.longest();
                let body = self.list(body)?.longest();
                let step = self.list(step)?.longest();
                let again = body.saturating_add(step).saturating_add(head);
                head.saturating_add(trips.saturating_mul(again))
            }
            Node::Call { function, .. } => (self.call)(*function)?,
            _ => 0,
        };
        // A path that returns from a loop is no longer than one through all of its iterations.
        Ok(Paths {
            returning: None,
            through: Some(through),
        })
    }
}

/// The number of loops in a list of nodes, at any depth.
fn count_loops(nodes: &[Node]) -> usize {
    let inside = |node: &Node| match node {
        Node::If {
            then, otherwise, ..
        } => count_loops(then) + count_loops(otherwise),
        Node::Loop { body, .. } => 1 + count_loops(body),
        Node::While {
            head, body, step, ..
        } => 1 + count_loops(head) + count_loops(body) + count_loops(step),
        Node::Block(body) => count_loops(body),
        _ => 0,
    };
    nodes.iter().map(inside).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kernel, Operand, Type};

    /// Oracle: counting by hand from the documentation of this module.
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
        let program = k.finish();
        let no_op = |op: &str| -> Result<u64, PathError> { panic!("{op} is called") };
        // Let 1; loop 1 + 5 * 2; while 1 + head 1 + 7 * (body 2 + step 1 + head 1); if 1 + 3; end 1.
        let expected = 1 + 11 + 30 + 4 + 1;
        assert_eq!(longest_path(&program, &[5, 7], &no_op), Ok(expected));
        for trips in [&[][..], &[5], &[5, 7, 1]] {
            let error = longest_path(&program, trips, &no_op).expect_err("two loops");
            assert!(error.to_string().contains("has 2 loops"), "{error}");
        }
        assert_eq!(longest_path(&program, &[u64::MAX; 2], &no_op), Ok(u64::MAX));
    }

    /// Oracle: the two paths, counted by hand: `if` 1, store 1, return 1; and `if` 1, the end of its empty branch 1,
    /// four stores, the end of the entry 1.
    #[test]
    fn a_return_ends_its_path() {
        let mut k = Kernel::new("k", [1, 1, 1]);
        let out = k.read_write("out", Type::U32);
        k.when(out.len().equals(0), |k| k.store(out, 0, 1));
        for i in 0..4 {
            k.store(out, i, 1);
        }
        let mut program = k.finish();
        let Node::If { then, .. } = &mut program.entry.body[0] else {
            panic!("the first node is the branch")
        };
        let no_op = |op: &str| -> Result<u64, PathError> { panic!("{op} is called") };
        then.push(Node::Return(vec![]));
        assert_eq!(longest_path(&program, &[], &no_op), Ok(7));
        // Without the return the branch goes on: its end is one step more than that of the empty one.
        let Node::If { then, .. } = &mut program.entry.body[0] else {
            panic!("the first node is the branch")
        };
        then.truncate(1);
        assert_eq!(longest_path(&program, &[], &no_op), Ok(8));
    }
}
