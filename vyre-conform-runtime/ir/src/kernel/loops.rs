//! Loops of a kernel, and their exits.

use super::Kernel;
use crate::{Expr, Node, Type, Var};

impl Kernel {
    /// A block that runs for every number from `from` up to, but not including, `to`.
    pub fn count(
        &mut self,
        name: &str,
        from: impl Into<Expr>,
        to: impl Into<Expr>,
        body: impl FnOnce(&mut Self, Var),
    ) {
        let counter = self.function.local(name, Type::U32);
        let var = Var {
            local: counter,
            ty: Type::U32,
        };
        let body = self.inside(|k| body(k, var));
        self.push(Node::Loop {
            counter,
            from: from.into(),
            to: to.into(),
            body,
        });
    }

    /// A block that repeats while the condition is true, at most `bound` times.
    pub fn repeat_while(
        &mut self,
        bound: u64,
        condition: impl Into<Expr>,
        body: impl FnOnce(&mut Self),
    ) {
        let body = self.inside(body);
        self.push(Node::While {
            bound,
            head: vec![],
            condition: condition.into(),
            body,
            step: vec![],
        });
    }

    /// A general loop. Each iteration runs `head`, which returns the condition and any values that
    /// `body` and `step` need. If the condition is false the loop ends; otherwise `body` runs, then
    /// `step`, which also runs after [`next_round`](Self::next_round). It repeats at most `bound`
    /// times.
    ///
    /// ```
    /// use vyre_conform_ir::{Kernel, Operand, Type};
    /// use vyre_conform_ir::valid::{Limits, validate_program};
    ///
    /// // Writes every other number until one of the input is zero.
    /// let mut k = Kernel::new("until_zero", [1, 1, 1]);
    /// let data = k.read_only("data", Type::U32);
    /// let out = k.read_write("out", Type::U32);
    /// let i = k.variable("i", 0);
    /// k.repeat(
    ///     100,
    ///     |k| {
    ///         let word = k.bind("word", data.at(i));
    ///         (word.differs(0), word)
    ///     },
    ///     |k, word| {
    ///         k.when((i & 1).equals(1), |k| k.next_round());
    ///         k.store(out, i, word);
    ///     },
    ///     |k, _| k.assign(i, i + 1),
    /// );
    /// assert!(validate_program(k.finish(), &(), &Limits::WEBGPU).is_ok());
    /// ```
    pub fn repeat<C: Into<Expr>, T: Copy>(
        &mut self,
        bound: u64,
        head: impl FnOnce(&mut Self) -> (C, T),
        body: impl FnOnce(&mut Self, T),
        step: impl FnOnce(&mut Self, T),
    ) {
        self.blocks.push(vec![]);
        let (condition, known) = head(self);
        let head = self.blocks.pop().unwrap_or_default();
        let body = self.inside(|k| body(k, known));
        let step = self.inside(|k| step(k, known));
        self.push(Node::While {
            bound,
            head,
            condition: condition.into(),
            body,
            step,
        });
    }

    /// Continues with the next iteration of the innermost loop.
    pub fn next_round(&mut self) {
        self.push(Node::Continue);
    }

    /// Leaves the innermost loop.
    pub fn leave_loop(&mut self) {
        self.push(Node::Break);
    }
}
