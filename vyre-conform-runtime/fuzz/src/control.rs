//! Random control: branches, loops, and ways out of them.

use super::statement::Making;
use vyre_conform_ir::{BinaryOp, Expr, Node, Type};

impl Making<'_> {
    pub(super) fn branch(&mut self, nodes: &mut Vec<Node>, depth: u32, together: bool) {
        if self.draw.percent(15) {
            let inner = self.block(depth, together, 3);
            return nodes.push(Node::Block(inner));
        }
        let together = together && self.draw.percent(60);
        let condition = if together {
            self.uniform(2)
        } else {
            self.condition(2)
        };
        let then = self.block(depth, together, 4);
        let otherwise = match self.draw.percent(50) {
            true => self.block(depth, together, 3),
            false => vec![],
        };
        nodes.push(Node::If {
            condition,
            then,
            otherwise,
        });
    }

    pub(super) fn repeat(&mut self, nodes: &mut Vec<Node>, depth: u32, together: bool) {
        let together = together && self.draw.percent(60);
        let scope = self.scope.len();
        // Where a barrier may stand in the body, nobody leaves the loop alone.
        let loops = if together { 0 } else { self.loops + 1 };
        let outer = std::mem::replace(&mut self.loops, loops);
        if self.draw.percent(60) {
            let counter = self.builder.local("i", Type::U32);
            let (from, to) = self.range(together);
            self.know(counter, Type::U32, false);
            if together {
                self.uniform_local(counter);
            }
            let body = self.block(depth, together, 4);
            nodes.push(Node::Loop {
                counter,
                from,
                to,
                body,
            });
        } else {
            let n = self.builder.local("n", Type::U32);
            let bound = 1 + self.draw.below(4);
            nodes.push(Node::Let {
                local: n,
                value: Expr::u32(0),
                mutable: true,
            });
            let read = Expr::local(n, Type::U32);
            let mut condition = Expr::binary(BinaryOp::Lt, read.clone(), Expr::u32(bound));
            let mut head = vec![];
            if !together {
                self.bind(&mut head);
                let also = self.expr(Type::Bool, 2);
                condition = Expr::binary(BinaryOp::And, condition, also);
            }
            let body = self.block(depth, together, 4);
            let step = vec![Node::Assign {
                local: n,
                value: Expr::binary(BinaryOp::Add, read, Expr::u32(1)),
            }];
            let bound = u64::from(bound);
            nodes.push(Node::While {
                bound,
                head,
                condition,
                body,
                step,
            });
        }
        self.loops = outer;
        self.scope.truncate(scope);
    }

    /// The bounds of a counted loop of at most four rounds.
    fn range(&mut self, together: bool) -> (Expr, Expr) {
        let from = if together {
            self.uniform(1)
        } else {
            self.expr(Type::U32, 1)
        };
        let from = Expr::binary(BinaryOp::And, from, Expr::u32(3));
        let to = if together {
            self.uniform(1)
        } else {
            self.expr(Type::U32, 1)
        };
        (from, Expr::binary(BinaryOp::Rem, to, Expr::u32(5)))
    }

    /// The end of a round, of a loop, or of the function.
    pub(super) fn leave(&mut self, nodes: &mut Vec<Node>) {
        let mut ways = vec![];
        if self.loops > 0 {
            ways.extend([0, 1]);
        }
        if self.may_return {
            ways.push(2);
        }
        if ways.is_empty() {
            return self.bind(nodes);
        }
        let way = match self.draw.of(&ways) {
            0 => Node::Break,
            1 => Node::Continue,
            _ => self.give(),
        };
        let condition = self.condition(2);
        nodes.push(Node::If {
            condition,
            then: vec![way],
            otherwise: vec![],
        });
    }

    /// The return of this function.
    pub(super) fn give(&mut self) -> Node {
        let results = self.results.clone();
        Node::Return(results.iter().map(|ty| self.expr(*ty, 2)).collect())
    }
}
