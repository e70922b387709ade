//! Invocations of an imported kernel over tracked values.

use super::value::Tracked;
use super::world::World;
use vyre_conform_ir::{Expr, Function, LocalId, Node, Program};

/// The reason why no bound is known.
pub(super) type Cause = String;

/// A list of nodes under way.
#[derive(Debug)]
struct Level<'p> {
    nodes: &'p [Node],
    next: usize,
    after: Continuation<'p>,
}

/// The continuation behind a list of nodes.
#[derive(Debug)]
enum Continuation<'p> {
    Leave,
    Count {
        counter: LocalId,
        at: u32,
        to: u32,
    },
    While {
        node: &'p Node,
        part: Part,
        runs: u64,
    },
}

/// A part of a `While`.
#[derive(Clone, Copy, Debug)]
enum Part {
    Head,
    Body,
    Step,
}

/// One invocation.
#[derive(Debug)]
pub(super) struct Invocation<'p> {
    levels: Vec<Level<'p>>,
    pub(super) locals: Vec<Vec<Tracked>>,
    pub(super) local: [u32; 3],
    pub(super) workgroup: [u32; 3],
}

impl<'p> Invocation<'p> {
    pub(super) fn new(entry: &'p Function, local: [u32; 3], workgroup: [u32; 3]) -> Self {
        let locals = entry.locals.iter();
        let locals = locals.map(|l| vec![Tracked::exact(0); l.len.unwrap_or(1) as usize]);
        Self {
            levels: vec![Level {
                nodes: &entry.body,
                next: 0,
                after: Continuation::Leave,
            }],
            locals: locals.collect(),
            local,
            workgroup,
        }
    }

    pub(super) fn has_ended(&self) -> bool {
        self.levels.is_empty()
    }
}

/// An invocation with the memory that it shares.
pub(super) struct Machine<'m, 'p> {
    pub(super) program: &'p Program,
    pub(super) world: &'m mut World<'p>,
    pub(super) invocation: &'m mut Invocation<'p>,
}

impl<'p> Machine<'_, 'p> {
    /// Runs until a barrier or the end.
    pub(super) fn run(&mut self) -> Result<(), Cause> {
        while let Some(level) = self.invocation.levels.last_mut() {
            self.world.step()?;
            let nodes: &'p [Node] = level.nodes;
            match nodes.get(level.next) {
                Some(Node::Barrier) => {
                    level.next += 1;
                    return Ok(());
                }
                Some(node) => {
                    level.next += 1;
                    self.node(node)?;
                }
                None => self.end_of_list()?,
            }
        }
        Ok(())
    }

    fn begin(&mut self, nodes: &'p [Node], after: Continuation<'p>) {
        self.invocation.levels.push(Level {
            nodes,
            next: 0,
            after,
        });
    }

    fn node(&mut self, node: &'p Node) -> Result<(), Cause> {
        match node {
            Node::Let { local, value, .. } | Node::Assign { local, value } => {
                let value = self.value(value);
                self.set(*local, value);
            }
            Node::Declare { local } => {
                self.invocation.locals[local.0 as usize].fill(Tracked::exact(0));
            }
            Node::StoreElement {
                array,
                index,
                value,
            } => {
                let at = self.index(index)?;
                let value = self.value(value);
                if let Some(place) = self.invocation.locals[array.0 as usize].get_mut(at) {
                    *place = value;
                }
            }
            Node::If {
                condition,
                then,
                otherwise,
            } => {
                let taken = self.condition(condition)?;
                self.begin(if taken { then } else { otherwise }, Continuation::Leave);
            }
            Node::Loop {
                counter,
                from,
                to,
                body,
            } => {
                let (at, to) = (self.index(from)? as u32, self.index(to)? as u32);
                if at < to {
                    self.set(*counter, Tracked::exact(at.into()));
                    let counter = *counter;
                    self.begin(body, Continuation::Count { counter, at, to });
                }
            }
            Node::While { head, .. } => {
                let (part, runs) = (Part::Head, 0);
                self.begin(head, Continuation::While { node, part, runs });
            }
            Node::Break => {
                self.leave_blocks();
                self.invocation.levels.pop();
            }
            Node::Continue => {
                self.leave_blocks();
                if let Some(body) = self.invocation.levels.last_mut() {
                    body.next = body.nodes.len();
                }
            }
            Node::Block(nodes) => self.begin(nodes, Continuation::Leave),
            Node::Return(_) => self.invocation.levels.clear(),
            other => self.effect(other)?,
        }
        Ok(())
    }

    /// A node with an effect on memory, or a call.
    fn effect(&mut self, node: &'p Node) -> Result<(), Cause> {
        match node {
            Node::Call {
                function,
                args,
                results,
            } => {
                let operands: Vec<Tracked> = args.iter().map(|arg| self.value(arg)).collect();
                let value = self.world.op(*function, &operands)?;
                if let [result] = results[..] {
                    self.set(result, value);
                }
            }
            Node::Store {
                buffer,
                index,
                value,
            } => {
                let at = self.index(index)?;
                let value = self.value(value);
                self.world.store(*buffer, at, value);
            }
            Node::Atomic {
                op,
                buffer,
                index,
                value,
                expected,
                result,
            } => {
                let at = self.index(index)?;
                let operand = self.value(value);
                let expected = expected.as_ref().map(|e| self.value(e));
                let before = self.world.atomic(*op, *buffer, at, operand, expected);
                self.set(*result, before);
            }
            _ => {}
        }
        Ok(())
    }

    fn leave_blocks(&mut self) {
        while let Some(Level {
            after: Continuation::Leave,
            ..
        }) = self.invocation.levels.last()
        {
            self.invocation.levels.pop();
        }
    }

    fn end_of_list(&mut self) -> Result<(), Cause> {
        let Some(level) = self.invocation.levels.last_mut() else {
            return Ok(());
        };
        match &mut level.after {
            Continuation::Leave => _ = self.invocation.levels.pop(),
            Continuation::Count { counter, at, to } => {
                *at += 1;
                if at < to {
                    level.next = 0;
                    let (counter, at) = (*counter, *at);
                    self.set(counter, Tracked::exact(at.into()));
                } else {
                    self.invocation.levels.pop();
                }
            }
            Continuation::While { .. } => self.next_part()?,
        }
        Ok(())
    }

    fn next_part(&mut self) -> Result<(), Cause> {
        let Some(Level {
            after: Continuation::While { node, part, runs },
            ..
        }) = self.invocation.levels.pop()
        else {
            return Ok(());
        };
        let Node::While {
            bound,
            head,
            condition,
            body,
            step,
        } = node
        else {
            return Ok(());
        };
        let (nodes, part, runs) = match part {
            Part::Head => {
                if !self.condition(condition)? {
                    return Ok(());
                }
                if runs == *bound {
                    return Err(format!("a loop turns more than {bound} times"));
                }
                (body, Part::Body, runs + 1)
            }
            Part::Body => (step, Part::Step, runs),
            Part::Step => (head, Part::Head, runs),
        };
        self.begin(nodes, Continuation::While { node, part, runs });
        Ok(())
    }

    fn set(&mut self, local: LocalId, value: Tracked) {
        if let Some(place) = self.invocation.locals[local.0 as usize].first_mut() {
            *place = value;
        }
    }

    /// An index or a bound, which rounding must not decide.
    fn index(&mut self, expr: &Expr) -> Result<usize, Cause> {
        let value = self.value(expr);
        if value.is_exact() {
            Ok(value.bits as u32 as usize)
        } else {
            Err("rounding decides an index or the bound of a loop".to_owned())
        }
    }

    fn condition(&mut self, expr: &Expr) -> Result<bool, Cause> {
        let value = self.value(expr);
        if value.is_exact() {
            Ok(value.bits != 0)
        } else {
            Err("rounding decides a branch".to_owned())
        }
    }
}
