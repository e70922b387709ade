//! Running a function: nodes in order.

use super::arithmetic;
use super::frames::Frames;
use super::stop::{Array, Stop};
use crate::ir::{Expr, ExprKind, LocalId, Node};

/// Where nodes lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

impl<'a> Frames<'a> {
    pub(super) fn run_entry(&mut self) -> Result<(), Stop> {
        self.nodes(&self.module.entry().body).map(|_| ())
    }

    fn nodes(&mut self, nodes: &'a [Node]) -> Result<Flow, Stop> {
        for node in nodes {
            let flow = self.node(node)?;
            if flow != Flow::Next {
                return Ok(flow);
            }
        }
        Ok(Flow::Next)
    }

    fn node(&mut self, node: &'a Node) -> Result<Flow, Stop> {
        match node {
            Node::Let { local, value, .. } | Node::Assign { local, value } => {
                let bits = self.value(value)?;
                *self.slot(*local) = bits;
                self.record_local(*local, value, bits);
            }
            Node::Declare { local } => {
                let array = self.array(*local);
                self.stack[array].fill(0);
            }
            Node::StoreElement {
                array,
                index,
                value,
            } => {
                let at = self.value(index)?;
                let bits = self.value(value)?;
                if let Some(place) = self.element(*array, at)? {
                    self.stack[place] = bits;
                    self.record_element(*array, at, value, bits);
                }
            }
            Node::If {
                condition,
                then,
                otherwise,
            } => {
                let bits = self.value(condition)?;
                self.record_condition(condition, bits);
                return self.nodes(if bits != 0 { then } else { otherwise });
            }
            Node::Loop {
                counter,
                from,
                to,
                body,
            } => {
                let (from, to) = (self.value(from)?, self.value(to)?);
                for n in from..to {
                    *self.slot(*counter) = n;
                    match self.nodes(body)? {
                        Flow::Next | Flow::Continue => {}
                        Flow::Break => break,
                        Flow::Return => return Ok(Flow::Return),
                    }
                }
            }
            Node::While {
                bound,
                head,
                condition,
                body,
                step,
            } => return self.while_loop(*bound, head, condition, body, step),
            Node::Break => return Ok(Flow::Break),
            Node::Continue => return Ok(Flow::Continue),
            Node::Call {
                function,
                args,
                results,
            } => self.call(function.0 as usize, args, results)?,
            Node::Block(nodes) => return self.nodes(nodes),
            Node::Return(values) => {
                // The results of an earlier call were taken when that call ended.
                self.results.clear();
                for value in values {
                    let bits = self.value(value)?;
                    self.results.push(bits);
                    self.record_result(value, bits);
                }
                return Ok(Flow::Return);
            }
            Node::Store { .. } | Node::Atomic { .. } | Node::Barrier => {
                unreachable!("rule V110: only kernels touch buffers")
            }
        }
        Ok(Flow::Next)
    }

    fn while_loop(
        &mut self,
        bound: u64,
        head: &'a [Node],
        condition: &'a Expr,
        body: &'a [Node],
        step: &'a [Node],
    ) -> Result<Flow, Stop> {
        let mut runs = 0;
        loop {
            if self.nodes(head)? == Flow::Return {
                return Ok(Flow::Return);
            }
            if self.value(condition)? == 0 {
                return Ok(Flow::Next);
            }
            if runs == bound {
                let function = self.function;
                return Err(Stop::Bound { function, bound });
            }
            runs += 1;
            match self.nodes(body)? {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                Flow::Return => return Ok(Flow::Return),
            }
            if self.nodes(step)? == Flow::Return {
                return Ok(Flow::Return);
            }
        }
    }

    fn call(
        &mut self,
        callee: usize,
        args: &'a [Expr],
        results: &'a [LocalId],
    ) -> Result<(), Stop> {
        let frame = self.base + self.layouts[self.function].size;
        let end = frame + self.layouts[callee].size;
        if self.stack.len() < end {
            self.stack.resize(end, 0);
        }
        for (arg, param) in args.iter().zip(&self.module.functions[callee].params) {
            let bits = self.value(arg)?;
            let at = frame + self.layouts[callee].at[param.0 as usize];
            self.stack[at] = bits;
        }
        let caller = (self.base, self.function);
        (self.base, self.function) = (frame, callee);
        self.depth += 1;
        self.nodes(&self.module.functions[callee].body)?;
        self.depth -= 1;
        (self.base, self.function) = caller;
        for (k, local) in results.iter().enumerate() {
            let bits = self.results.get(k).copied().unwrap_or(0);
            *self.slot(*local) = bits;
            self.record_call(callee, args, *local, bits);
        }
        Ok(())
    }

    /// The bits of an expression. Operands are evaluated left to right, all of them.
    fn value(&self, expr: &Expr) -> Result<u64, Stop> {
        Ok(match &expr.kind {
            ExprKind::Literal(bits) => *bits,
            ExprKind::Local(local) => {
                let at = self.base + self.layouts[self.function].at[local.0 as usize];
                self.stack[at]
            }
            ExprKind::Element(array, index) => {
                let index = self.value(index)?;
                match self.element(*array, index)? {
                    Some(place) => self.stack[place],
                    None => 0,
                }
            }
            ExprKind::TableElement(table, index) => {
                let index = self.value(index)?;
                let data = &self.function().tables[*table as usize].data;
                match usize::try_from(index).ok().and_then(|k| data.get(k)) {
                    Some(bits) => *bits,
                    None => {
                        self.out_of_bounds(Array::Table(*table), index)?;
                        0
                    }
                }
            }
            ExprKind::Unary(op, a) => arithmetic::unary(*op, a.ty, self.value(a)?),
            ExprKind::Binary(op, a, b) => {
                let (left, right) = (self.value(a)?, self.value(b)?);
                arithmetic::binary(*op, a.ty, left, right)
            }
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.value(condition)?;
                let (then, otherwise) = (self.value(then)?, self.value(otherwise)?);
                if condition != 0 { then } else { otherwise }
            }
            ExprKind::Cast(a) => arithmetic::cast(a.ty, expr.ty, self.value(a)?),
            _ => unreachable!("rule V110: only kernels touch buffers"),
        })
    }
}
