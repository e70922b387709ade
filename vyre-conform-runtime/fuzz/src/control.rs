//! Random control flow: branches, loops, and exits from them.

use super::statement::{FunctionContext, is_left};
use super::trace::of_vector;
use vyre_conform_ir::{BinaryOp, Expr, LocalId, Node, Type};

impl FunctionContext<'_> {
    pub(super) fn branch(&mut self, nodes: &mut Vec<Node>, depth: u32, together: bool) {
        if self.draw.percent(15) {
            let inner = self.block(depth, together, 3);
            return nodes.push(Node::Block(inner));
        }
        let together = together && self.draw.percent(60);
        let condition = if together {
            self.uniform(2)
        } else {
            self.condition(1)
        };
        let then = self.block(depth, together, 4);
        let otherwise = if self.draw.percent(50) {
            self.block(depth, together, 3)
        } else {
            vec![]
        };
        nodes.push(Node::If {
            condition,
            then,
            otherwise,
        });
    }

    pub(super) fn repeat(&mut self, nodes: &mut Vec<Node>, depth: u32, together: bool) {
        let together = together && self.draw.percent(75);
        let (scope, arrays) = (self.scope.len(), self.arrays.len());
        // If a barrier may be in the body, no invocation leaves the loop by itself.
        let uses = together.then(|| self.uses());
        let outer = (
            std::mem::replace(&mut self.may_leave, !together),
            std::mem::replace(&mut self.loop_uses, uses),
        );
        if self.draw.percent(55) {
            self.count(nodes, depth, together)
        } else {
            self.repeat_while(nodes, depth, together)
        }
        (self.may_leave, self.loop_uses) = outer;
        self.scope.truncate(scope);
        self.arrays.truncate(arrays);
        if self.draw.percent(40) {
            self.mix_any(nodes);
        }
    }

    fn count(&mut self, nodes: &mut Vec<Node>, depth: u32, together: bool) {
        let counter = self.builder.local("i", Type::U32);
        let (from, to) = self.range(together);
        let body = self.body(counter, depth, together);
        nodes.push(Node::Loop {
            counter,
            from,
            to,
            body,
        });
    }

    /// The body of a loop with this counter, which is usually mixed into the trace.
    fn body(&mut self, counter: LocalId, depth: u32, together: bool) -> Vec<Node> {
        self.know(counter, Type::U32, false);
        if together {
            self.uniform_local(counter);
        }
        self.counters.push(counter);
        let mut body = vec![];
        if self.draw.percent(70) {
            self.mix_local(&mut body, counter, Type::U32);
        }
        let before = self.uses();
        let (scope, arrays) = (self.scope.len(), self.arrays.len());
        self.statements(&mut body, depth, together, 2);
        if !is_left(&body) {
            self.turns(&mut body, depth, together);
        }
        self.return_to(&before, &mut body);
        self.scope.truncate(scope);
        self.arrays.truncate(arrays);
        self.counters.pop();
        body
    }

    /// Typical statements of a loop: values of this iteration and of the previous one, and an exit.
    fn turns(&mut self, body: &mut Vec<Node>, depth: u32, together: bool) {
        if self.draw.percent(60) {
            self.leave(body, together);
        }
        match self.draw.below(8) {
            0 => self.declare(body),
            1 | 2 => self.array(body),
            3 | 4 if together => {
                self.bind(body);
                self.barrier(body);
            }
            3 => self.bind(body),
            5 if depth > 0 => self.repeat(body, depth - 1, together),
            _ => self.samples(body, 1),
        }
        if self.draw.percent(30) {
            self.leave(body, together);
        }
    }

    fn repeat_while(&mut self, nodes: &mut Vec<Node>, depth: u32, together: bool) {
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
        if self.draw.percent(60) {
            self.beside_body(|making| {
                let before = making.uses();
                if together || making.draw.percent(50) {
                    making.bind(&mut head);
                }
                making.statements(&mut head, depth.min(1), together, 2);
                making.return_to(&before, &mut head);
            });
        }
        if !together && self.draw.percent(40) {
            let also = self.expr(Type::Bool, 2);
            condition = Expr::binary(BinaryOp::And, condition, also);
        }
        let body = self.body(n, depth, together);
        let mut step = vec![];
        if self.draw.percent(70) {
            step = self.beside_body(|making| {
                making.counters.push(n);
                let step = making.block(depth.min(1), together, 2);
                making.counters.pop();
                step
            });
        }
        step.push(Node::Assign {
            local: n,
            value: Expr::binary(BinaryOp::Add, read, Expr::u32(1)),
        });
        let bound = u64::from(bound);
        nodes.push(Node::While {
            bound,
            head,
            condition,
            body,
            step,
        });
        // The effect of an abandoned iteration.
        if self.draw.percent(50) {
            self.mix_local(nodes, n, Type::U32);
        }
    }

    /// Makes the head or the step of a loop, which must not contain exits.
    fn beside_body<T>(&mut self, make: impl FnOnce(&mut Self) -> T) -> T {
        let before = (
            std::mem::replace(&mut self.may_leave, false),
            self.loop_uses.take(),
            std::mem::replace(&mut self.may_return, false),
            std::mem::replace(&mut self.may_return_together, false),
        );
        let built = make(self);
        (
            self.may_leave,
            self.loop_uses,
            self.may_return,
            self.may_return_together,
        ) = before;
        built
    }

    /// The bounds of a counted loop with at most five iterations.
    fn range(&mut self, together: bool) -> (Expr, Expr) {
        if self.draw.percent(30) {
            return self.any_range(together);
        }
        // Sometimes the counter passes 2^31.
        let base = self.draw.of(&[0, 0, 0, 1, 3, 0x7fff_fffe, 0xffff_fff0]);
        let turns = match together {
            true => self.uniform(1),
            false if self.draw.percent(40) => self.traced_word(),
            false => self.expr(Type::U32, 1),
        };
        let turns = Expr::binary(BinaryOp::And, turns, Expr::u32(3));
        let to = Expr::binary(
            BinaryOp::Add,
            turns,
            Expr::u32(base + 1 + self.draw.below(2)),
        );
        (Expr::u32(base), to)
    }

    /// Bounds in any order.
    fn any_range(&mut self, together: bool) -> (Expr, Expr) {
        let [from, to] = [(); 2].map(|()| {
            if together {
                self.uniform(1)
            } else {
                self.expr(Type::U32, 1)
            }
        });
        let from = Expr::binary(BinaryOp::And, from, Expr::u32(3));
        (from, Expr::binary(BinaryOp::Rem, to, Expr::u32(5)))
    }

    /// Ends an iteration, a loop, or the function, usually with an effect before and after it.
    pub(super) fn leave(&mut self, nodes: &mut Vec<Node>, together: bool) {
        let alone = !together;
        let mut ways = vec![];
        if self.may_leave && alone || self.loop_uses.is_some() && together {
            ways.extend([Node::Break, Node::Continue, Node::Continue]);
        }
        let returns = if together {
            // Either all return, or none.
            self.memory.is_some() && self.may_return_together && self.draw.percent(15)
        } else {
            self.may_return
        };
        if returns {
            ways.push(Node::Return(vec![]));
        }
        if ways.is_empty() {
            return self.samples(nodes, 1);
        }
        let position = self.draw.below(ways.len() as u32) as usize;
        let exit = ways.swap_remove(position);
        let condition = self.turn(together);
        let uses = self.uses();
        let (scope, arrays) = (self.scope.len(), self.arrays.len());
        let mut then = vec![];
        match self.draw.below(5) {
            0 | 1 => self.samples(&mut then, 1),
            2 => self.assign(&mut then),
            3 => self.store(&mut then),
            _ => {}
        }
        let exit = match exit {
            Node::Return(_) => {
                self.store_trace(&mut then);
                self.give()
            }
            exit => {
                if let (true, Some(before)) = (together, self.loop_uses.clone()) {
                    self.return_to(&before, &mut then);
                    self.set_uses(&uses);
                }
                exit
            }
        };
        then.push(exit);
        self.scope.truncate(scope);
        self.arrays.truncate(arrays);
        nodes.push(Node::If {
            condition,
            then,
            otherwise: vec![],
        });
        if self.draw.percent(60) {
            self.mix_any(nodes);
        }
    }

    /// A condition that usually differs between iterations of the innermost loop.
    pub(super) fn turn(&mut self, together: bool) -> Expr {
        let Some(counter) = self.counters.last().copied() else {
            return match together {
                true => self.uniform(2),
                false if self.draw.percent(30) => self.condition(1),
                false => of_vector(Type::Bool, self.traced()),
            };
        };
        if self.draw.percent(20) && !together {
            return self.condition(1);
        }
        let counter = Expr::local(counter, Type::U32);
        let other = match together {
            true => self.uniform(1),
            false if self.draw.percent(40) => self.traced_word(),
            false => self.leaf(Type::U32),
        };
        let two = Expr::binary(BinaryOp::And, other, Expr::u32(1));
        let sum = Expr::binary(BinaryOp::Add, counter, two);
        let op = self.draw.of(&[BinaryOp::Eq, BinaryOp::Ne]);
        let within = Expr::binary(BinaryOp::And, sum, Expr::u32(self.draw.of(&[1, 1, 3])));
        Expr::binary(op, within, Expr::u32(self.draw.below(2)))
    }

    /// The return of this function.
    pub(super) fn give(&mut self) -> Node {
        let results = self.results.clone();
        let values = results.iter().enumerate().map(|(k, ty)| match (k, ty) {
            (0, Type::U32) => {
                let other = self.expr(Type::U32, 1);
                Expr::binary(BinaryOp::Xor, self.traced_word(), other)
            }
            _ => self.expr(*ty, 1),
        });
        Node::Return(values.collect())
    }
}
