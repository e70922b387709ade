//! Bounds the nesting depth before any recursion: subtrees deeper than [`MAX_NESTING`] are cut off.
//!
//! Walks, clones and drops of a tree recurse, so none of them must see a tree of hostile depth. [`cut`]
//! leaves one level more than is allowed, which rule V018 reports, and dismantles the rest without
//! recursion. [`measure`] is the read-only variant for a module that must not change.

use crate::{Expr, ExprKind, Function, MAX_NESTING, Module, Node};

/// Cuts off subtrees that nest too deeply in a function, and counts the nodes above the cut.
pub(super) fn cut(function: &mut Function) -> usize {
    let mut cutter = Cutter::default();
    cutter.block(&mut function.body, 1);
    cutter.dismantle();
    cutter.count
}

#[derive(Default)]
struct Cutter {
    count: usize,
    nodes: Vec<Node>,
    exprs: Vec<Expr>,
}

impl Cutter {
    fn block(&mut self, nodes: &mut Vec<Node>, depth: usize) {
        self.count += nodes.len();
        if depth > MAX_NESTING {
            if !nodes.is_empty() {
                self.nodes.append(nodes);
                nodes.push(Node::Block(vec![]));
            }
            return;
        }
        for node in nodes {
            node.for_each_expr_mut(|expr| self.expr(expr, 1));
            node.for_each_block_mut(|block| self.block(block, depth + 1));
        }
    }

    fn expr(&mut self, expr: &mut Expr, depth: usize) {
        if depth >= MAX_NESTING {
            expr.for_each_operand_mut(|operand| self.exprs.push(replace_with_leaf(operand)));
        } else {
            expr.for_each_operand_mut(|operand| self.expr(operand, depth + 1));
        }
    }

    /// Drops the removed subtrees without recursion.
    fn dismantle(&mut self) {
        let (nodes, exprs) = (&mut self.nodes, &mut self.exprs);
        while let Some(mut node) = nodes.pop() {
            node.for_each_expr_mut(|expr| exprs.push(replace_with_leaf(expr)));
            node.for_each_block_mut(|block| nodes.append(block));
        }
        while let Some(mut expr) = exprs.pop() {
            expr.for_each_operand_mut(|operand| exprs.push(replace_with_leaf(operand)));
        }
    }
}

/// Takes the expression and leaves a leaf of its type, which is all that its parents depend on.
fn replace_with_leaf(expr: &mut Expr) -> Expr {
    let kind = std::mem::replace(&mut expr.kind, ExprKind::Literal(0));
    Expr { ty: expr.ty, kind }
}

/// Measurements of a module before it is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Measure {
    /// Number of nodes of all functions.
    pub(super) nodes: usize,
    /// True if blocks or expressions nest more than [`MAX_NESTING`] deep.
    pub(super) is_too_deep: bool,
    /// True if a call names a function that does not exist.
    pub(super) has_dangling_calls: bool,
}

/// Measures a module without recursion.
pub(super) fn measure(module: &Module) -> Measure {
    let mut measure = Measure {
        nodes: 0,
        is_too_deep: false,
        has_dangling_calls: false,
    };
    let mut blocks: Vec<(&[Node], usize)> = vec![];
    let mut exprs: Vec<(&Expr, usize)> = vec![];
    blocks.extend(module.functions.iter().map(|f| (&f.body[..], 1)));
    while let Some((nodes, depth)) = blocks.pop() {
        measure.nodes += nodes.len();
        measure.is_too_deep |= depth > MAX_NESTING && !nodes.is_empty();
        for node in nodes {
            if let Node::Call { function, .. } = node {
                measure.has_dangling_calls |= function.0 as usize >= module.functions.len();
            }
            node.for_each_part(
                |expr| exprs.push((expr, 1)),
                |block| blocks.push((block, depth + 1)),
            );
            while let Some((expr, depth)) = exprs.pop() {
                measure.is_too_deep |= depth > MAX_NESTING;
                expr.for_each_operand(|operand| exprs.push((operand, depth + 1)));
            }
        }
    }
    measure
}

#[cfg(test)]
mod tests {
    use super::measure;
    use crate::valid::testing::{done, kernel};
    use crate::valid::{Limits, validate, validate_program};
    use crate::{BinaryOp, Expr, FunctionBuilder, Module, Node, Operand, Program, Type, UnaryOp};

    const DEEP: usize = 100_000;

    /// Runs a test on a stack of 2 MiB, which recursion at this depth overflows.
    fn on_a_small_stack(test: fn()) {
        let thread = std::thread::Builder::new().stack_size(2 << 20);
        thread
            .spawn(test)
            .expect("a thread")
            .join()
            .expect("it ends");
    }

    fn nested(nodes: bool) -> Node {
        if nodes {
            let parts = |k: usize, node| match k % 4 {
                0 => Node::Block(vec![node]),
                1 => Node::If {
                    condition: Expr::bool(true),
                    then: vec![],
                    otherwise: vec![Node::Block(vec![]), node],
                },
                2 => Node::While {
                    bound: 1,
                    head: vec![node],
                    condition: Expr::bool(false),
                    body: vec![],
                    step: vec![],
                },
                _ => Node::Block(vec![Node::Block(vec![]), node, Node::Block(vec![])]),
            };
            (0..DEEP).fold(Node::Block(vec![]), |node, k| parts(k, node))
        } else {
            let parts = |k: usize, expr: Expr| match k % 4 {
                0 => expr.unary(UnaryOp::Not),
                1 => Expr::u32(1).binary(BinaryOp::Add, expr),
                2 => Expr::bool(true).select(1, expr),
                _ => Expr::compose(vec![Expr::u32(1), expr]).lane(0),
            };
            let value = (0..DEEP).fold(Expr::u32(0), |expr, k| parts(k, expr));
            Node::Return(vec![value])
        }
    }

    fn module(nodes: bool) -> Module {
        let f = FunctionBuilder::new("f", vec![Type::U32]);
        f.module(vec![nested(nodes), done()])
    }

    fn program(nodes: bool) -> Program {
        let mut k = kernel();
        let node = match nested(nodes) {
            Node::Return(values) => Node::If {
                condition: values.into_iter().next().expect("one value"),
                then: vec![],
                otherwise: vec![],
            },
            node => node,
        };
        k.push(node);
        k.finish()
    }

    fn refused<T>(result: Result<T, Vec<crate::valid::Invalid>>) {
        let violations = result.err().expect("it nests too deep");
        let rules: Vec<_> = violations.iter().map(|i| i.rule).collect();
        assert_eq!(rules, ["V018"], "{violations:?}");
    }

    /// Oracle: V018, on a stack that recursion would overflow.
    #[test]
    fn modules_of_hostile_depth_are_refused() {
        on_a_small_stack(|| refused(validate(module(true))));
        on_a_small_stack(|| refused(validate(module(false))));
    }

    /// Oracle: V018, on a stack that recursion would overflow.
    #[test]
    fn programs_of_hostile_depth_are_refused() {
        on_a_small_stack(|| refused(validate_program(program(true), &(), &Limits::WEBGPU)));
        on_a_small_stack(|| refused(validate_program(program(false), &(), &Limits::WEBGPU)));
        on_a_small_stack(|| {
            let mut k = kernel();
            k.function(module(true).functions.remove(0));
            refused(validate_program(k.finish(), &(), &Limits::WEBGPU));
        });
    }

    /// Oracle: counted by hand; a module of hostile depth is measured on a small stack.
    #[test]
    fn module_size_is_measured() {
        let f = FunctionBuilder::new("f", vec![Type::U32]);
        let flat = f.module(vec![Node::Block(vec![done()]), done()]);
        let known = measure(&flat);
        assert_eq!(
            (known.nodes, known.is_too_deep, known.has_dangling_calls),
            (3, false, false)
        );
        on_a_small_stack(|| {
            for nodes in [true, false] {
                let mut deep = module(nodes);
                assert!(measure(&deep).is_too_deep);
                deep.functions.iter_mut().for_each(|f| _ = super::cut(f));
            }
        });
    }

    /// Oracle: the remaining subtree is reported once, together with every other violation.
    #[test]
    fn other_violations_are_reported_as_well() {
        let mut module = module(true);
        module.functions[0].body.push(Node::Break);
        let violations = validate(module).expect_err("two violations");
        let rules: Vec<_> = violations.iter().map(|i| i.rule).collect();
        assert_eq!(rules, ["V018", "V103"]);
    }
}
