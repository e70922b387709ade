//! V120: one call takes at most [`MAX_WORK`] steps, whatever its operands.
//!
//! Every node except a block and every expression is a step, a loop counts its bound times the steps of
//! its body, a call counts those of its callee, and of two branches the longer one counts. A
//! [`Node::Loop`] whose ends are not literals, which no translated body has, counts as one run.

use super::{Check, Rule};
use crate::{
    Expr, ExprKind, FunctionId, MAX_CALL_DEPTH, MAX_NESTING, MAX_WORK, Module, Node, callees,
};

pub(super) const RULE: Rule = Rule {
    id: "V120",
    remedy: "lower the bound to what the loop really needs, such as `bound!(32);` where each run takes \
             one bit, or make the op one step of the loop",
    checks: &[Check::Module(|linked, report| {
        let module = linked.module;
        // A kernel is not an op: no trial calls it a hundred thousand times.
        if linked.program.is_some() {
            return;
        }
        let mut counting = Counting {
            module,
            work_by_function: vec![(Work::default(), 0); module.functions.len()],
            too_deep: false,
        };
        for id in module.callees_first() {
            counting.function(id.0 as usize);
        }
        let entry = module.entry.0 as usize;
        let work = counting
            .work_by_function
            .get(entry)
            .map_or(Work::default(), |k| k.0);
        if work.steps > MAX_WORK && !counting.too_deep {
            let (function, of) = match work.longest {
                Some(l) => (
                    l.function,
                    format!(": a loop runs {} times, {} steps a time", l.runs, l.steps),
                ),
                None => (entry, String::new()),
            };
            let steps = work.steps;
            report(
                function,
                format!("one call takes up to {steps} steps; the limit is {MAX_WORK}{of}"),
            );
        }
    })],
};

/// Number of steps of some nodes, and their longest loop.
#[derive(Clone, Copy, Debug, Default)]
struct Work {
    steps: u64,
    longest: Option<Longest>,
}

#[derive(Clone, Copy, Debug)]
struct Longest {
    function: usize,
    runs: u64,
    /// Number of steps of one run.
    steps: u64,
}

impl Longest {
    fn total(self) -> u64 {
        self.runs.saturating_mul(self.steps)
    }
}

impl Work {
    fn steps(steps: u64) -> Self {
        let longest = None;
        Self { steps, longest }
    }

    /// Sequential composition.
    fn followed_by(self, next: Self) -> Self {
        let both = [self.longest, next.longest].into_iter().flatten();
        Self {
            steps: self.steps.saturating_add(next.steps),
            longest: both.max_by_key(|l| l.total()),
        }
    }

    /// The one with more steps; this one if they are equal.
    fn longer(self, other: Self) -> Self {
        if self.steps < other.steps {
            other
        } else {
            self
        }
    }

    /// Repetition.
    fn repeated(self, function: usize, runs: u64) -> Self {
        let steps = self.steps;
        let own = Longest {
            function,
            runs,
            steps,
        };
        Self {
            steps: own.total(),
            longest: Some(own),
        }
    }
}

/// The runs of a loop between literals; 1 if a bound is not a literal.
fn literal_runs(from: &Expr, to: &Expr) -> u64 {
    match (&from.kind, &to.kind) {
        (ExprKind::Literal(from), ExprKind::Literal(to)) => to.saturating_sub(*from),
        _ => 1,
    }
}

struct Counting<'a> {
    module: &'a Module,
    /// For every function its work, and the number of functions on its longest chain of calls.
    work_by_function: Vec<(Work, usize)>,
    /// True if blocks nest too deeply, which rule V018 reports.
    too_deep: bool,
}

impl Counting<'_> {
    /// Counts a function whose callees are counted.
    fn function(&mut self, k: usize) {
        let body = &self.module.functions[k].body;
        let height = |id: FunctionId| self.work_by_function.get(id.0 as usize).map_or(0, |k| k.1);
        let below = callees(body).into_iter().map(height).max();
        let work = self.nodes(k, body, 0);
        self.work_by_function[k] = (work, 1 + below.unwrap_or(0));
    }

    /// The work of a callee. Recursion and call chains that are too long, which other rules report,
    /// count nothing.
    fn called(&self, k: usize) -> Work {
        match self.work_by_function.get(k) {
            Some((work, height)) if *height < MAX_CALL_DEPTH => *work,
            _ => Work::default(),
        }
    }

    fn nodes(&mut self, function: usize, nodes: &[Node], level: usize) -> Work {
        if level >= MAX_NESTING && !nodes.is_empty() {
            self.too_deep = true;
            return Work::default();
        }
        let each = nodes.iter().map(|node| self.node(function, node, level));
        each.fold(Work::default(), Work::followed_by)
    }

    fn node(&mut self, function: usize, node: &Node, level: usize) -> Work {
        let inside = level + 1;
        let own = Work::steps(1);
        match node {
            Node::Let { value, .. } | Node::Assign { value, .. } => own.followed_by(expr(value)),
            Node::StoreElement { index, value, .. } => {
                own.followed_by(expr(index)).followed_by(expr(value))
            }
            Node::If {
                condition,
                then,
                otherwise,
            } => {
                let then = self.nodes(function, then, inside);
                let otherwise = self.nodes(function, otherwise, inside);
                own.followed_by(expr(condition))
                    .followed_by(then.longer(otherwise))
            }
            Node::Loop { from, to, body, .. } => {
                let run = self.nodes(function, body, inside).followed_by(own);
                let runs = literal_runs(from, to);
                own.followed_by(expr(from))
                    .followed_by(expr(to))
                    .followed_by(run.repeated(function, runs))
            }
            Node::While {
                bound,
                head,
                condition,
                body,
                step,
            } => {
                let head = self
                    .nodes(function, head, inside)
                    .followed_by(expr(condition));
                let body = self.nodes(function, body, inside);
                let step = self.nodes(function, step, inside);
                let run = own.followed_by(head).followed_by(body).followed_by(step);
                own.followed_by(head)
                    .followed_by(run.repeated(function, *bound))
            }
            Node::Call { function, args, .. } => {
                let args = args.iter().map(expr).fold(own, Work::followed_by);
                args.followed_by(self.called(function.0 as usize))
            }
            Node::Block(nodes) => self.nodes(function, nodes, inside),
            Node::Return(values) => values.iter().map(expr).fold(own, Work::followed_by),
            Node::Store { index, value, .. } => {
                own.followed_by(expr(index)).followed_by(expr(value))
            }
            Node::Atomic {
                index,
                value,
                expected,
                ..
            } => {
                let operands = [Some(index), Some(value), expected.as_ref()];
                operands
                    .into_iter()
                    .flatten()
                    .map(expr)
                    .fold(own, Work::followed_by)
            }
            Node::Declare { .. } | Node::Break | Node::Continue | Node::Barrier => own,
        }
    }
}

fn expr(expr: &Expr) -> Work {
    Work::steps(count(expr, 0))
}

fn count(expr: &Expr, depth: usize) -> u64 {
    if depth > MAX_NESTING {
        return 0;
    }
    let operands = expr.operands().into_iter().map(|e| count(e, depth + 1));
    operands.fold(1, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use crate::valid::testing::{assert_valid, breaks, done};
    use crate::valid::validate;
    use crate::{Expr, FunctionBuilder, FunctionId, MAX_WORK, Module, Node, Type};

    fn repeat(bound: u64, body: Vec<Node>) -> Node {
        Node::While {
            bound,
            head: vec![],
            condition: Expr::bool(true),
            body,
            step: vec![],
        }
    }

    fn module(body: Vec<Node>) -> Module {
        let mut f = FunctionBuilder::new("f", vec![Type::U32]);
        f.param("a", Type::U32);
        let nodes = body.into_iter().chain([done()]).collect();
        f.module(nodes)
    }

    /// Oracle: counting by hand: a `while (true) { }` of n runs takes 1 + 1 + 2 n steps, the return 2.
    #[test]
    fn steps_are_counted() {
        let max = (MAX_WORK - 4) / 2;
        assert_valid(module(vec![repeat(max, vec![])]));
        breaks("V120", 1, module(vec![repeat(max + 1, vec![])]));
        breaks("V120", 1, module(vec![repeat(u64::MAX, vec![])]));
        let nested = |n| module(vec![repeat(n, vec![repeat(n, vec![])])]);
        assert_valid(nested(100));
        breaks("V120", 1, nested(1000));
        let violations = validate(nested(1000)).expect_err("a million runs");
        let text = violations[0].to_string();
        assert!(
            text.contains("runs 1000 times, 2004 steps a time"),
            "{text}"
        );
        // Only one of two branches runs.
        let half = repeat(max * 2 / 3, vec![]);
        let both = |then, otherwise| Node::If {
            condition: Expr::bool(true),
            then,
            otherwise,
        };
        assert_valid(module(vec![both(vec![half.clone()], vec![half.clone()])]));
        breaks("V120", 1, module(vec![half.clone(), half]));
    }

    /// Oracle: counting by hand: 64 times 64 times 64 runs in three functions, none of them heavy.
    #[test]
    fn calls_multiply() {
        let function = |callee: Option<u32>| {
            let mut f = FunctionBuilder::new("f", vec![Type::U32]);
            let i = f.local("i", Type::U32);
            let x = f.local("x", Type::U32);
            let body = callee.map(|k| Node::Call {
                function: FunctionId(k),
                args: vec![],
                results: vec![x],
            });
            let count = Node::Loop {
                counter: i,
                from: Expr::u32(0),
                to: Expr::u32(64),
                body: body.into_iter().collect(),
            };
            f.finish(vec![count, done()])
        };
        let module = |entry| Module {
            functions: vec![function(None), function(Some(0)), function(Some(1))],
            entry: FunctionId(entry),
        };
        assert_valid(module(1));
        breaks("V120", 1, module(2));
    }
}
