//! Execution of nodes in order.
//!
//! Control is a list of [`BlockFrame`]s instead of the host's stack, so neither nesting nor calls can
//! overflow it, and a run can pause after any node: at a barrier, or at the end of its turn. Only
//! expressions recurse, at most 64 levels deep (rule V018).

use super::environment::{AtomicUpdate, Environment, Event};
use super::frames::{BlockFrame, Continuation, FrameLayouts, Part, Thread};
use super::stop::{Array, StopReason};
use std::ops::Range;
use vyre_conform_ir::{Expr, LocalId, Node};

/// The reason why a run paused.
#[derive(Clone, Copy, Debug)]
pub(super) enum Pause {
    /// It has ended.
    Ended,
    /// It waits at a barrier.
    Barrier,
    /// The end of its turn.
    Turn,
    /// It must not continue.
    Stopped(StopReason),
}

/// A thread in execution.
pub(super) struct Machine<'r, 'a, E> {
    pub(super) code: &'r FrameLayouts<'a>,
    pub(super) thread: &'r mut Thread<'a>,
    pub(super) environment: &'r mut E,
}

impl<'a, E: Environment> Machine<'_, 'a, E> {
    /// Runs until the end of the node with this number of accesses to shared memory: other effects of a
    /// node are invisible to other invocations.
    pub(super) fn run(&mut self, accesses: u64) -> Pause {
        let last = self.environment.accesses().saturating_add(accesses);
        loop {
            let Some(level) = self.thread.levels.last_mut() else {
                return Pause::Ended;
            };
            if !self.environment.step() {
                return Pause::Stopped(StopReason::Steps);
            }
            match level.nodes.get(level.next) {
                Some(Node::Barrier) => {
                    level.next += 1;
                    return Pause::Barrier;
                }
                Some(node) => {
                    level.next += 1;
                    self.environment.visit(node);
                    self.node(node);
                }
                None => self.end_of_list(),
            }
            if let Some(stop) = self.thread.stop {
                return Pause::Stopped(stop);
            }
            if self.environment.accesses() >= last {
                return Pause::Turn;
            }
        }
    }

    #[inline]
    fn node(&mut self, node: &'a Node) {
        match node {
            Node::Let { local, value, .. } | Node::Assign { local, value } => {
                let bits = self.value(value);
                self.set(*local, bits);
                self.observe(Event::Local(*local, value, bits));
            }
            Node::Declare { local } => self.declare(*local),
            Node::StoreElement {
                array,
                index,
                value,
            } => self.store_element(*array, index, value),
            Node::If {
                condition,
                then,
                otherwise,
            } => {
                let bits = self.value(condition);
                self.observe(Event::Condition(condition, bits));
                self.begin(
                    if bits != 0 { then } else { otherwise },
                    Continuation::Leave,
                );
            }
            Node::Loop { .. } => self.count(node),
            Node::While { head, .. } => {
                let (part, runs) = (Part::Head, 0);
                self.begin(head, Continuation::While { node, part, runs });
            }
            Node::Break => {
                self.leave_blocks();
                self.thread.levels.pop();
            }
            Node::Continue => {
                self.leave_blocks();
                if let Some(body) = self.thread.levels.last_mut() {
                    body.next = body.nodes.len();
                }
            }
            Node::Call { .. } => self.call(node),
            Node::Block(nodes) => self.begin(nodes, Continuation::Leave),
            Node::Return(values) => self.return_values(values),
            Node::Store {
                buffer,
                index,
                value,
            } => {
                let position = self.value(index) as u32;
                let bits = self.value(value);
                self.environment.store(*buffer, position, bits);
            }
            Node::Atomic { .. } => self.atomic(node),
            Node::Barrier => unreachable!("a run pauses at a barrier"),
        }
    }

    fn store_element(&mut self, array: LocalId, index: &'a Expr, value: &'a Expr) {
        let position = self.value(index) as u32;
        let bits = self.value(value);
        if let Some(place) = self.element(array, position) {
            self.thread.stack[place] = bits;
            self.observe(Event::Element(array, position, value, bits));
        }
    }

    /// Begins a `Loop`, unless it has no run.
    fn count(&mut self, node: &'a Node) {
        let Node::Loop {
            counter,
            from,
            to,
            body,
        } = node
        else {
            return;
        };
        let (from, to) = (self.value(from) as u32, self.value(to) as u32);
        if from < to {
            self.set(*counter, from.into());
            let counter = *counter;
            self.begin(
                body,
                Continuation::Count {
                    counter,
                    at: from,
                    to,
                },
            );
        }
    }

    fn return_values(&mut self, values: &'a [Expr]) {
        // The caller has taken the results of an earlier call at its end.
        self.thread.results.clear();
        for value in values {
            let bits = self.value(value);
            self.thread.results.push(bits);
            self.observe(Event::Result(value, bits));
        }
        self.return_to_caller();
    }

    fn atomic(&mut self, node: &'a Node) {
        let Node::Atomic {
            op,
            buffer,
            index,
            value,
            expected,
            result,
        } = node
        else {
            return;
        };
        let position = self.value(index) as u32;
        let change = AtomicUpdate {
            op: *op,
            value: self.value(value) as u32,
            expected: expected.as_ref().map_or(0, |e| self.value(e) as u32),
        };
        let before = self.environment.atomic(*buffer, position, change);
        self.set(*result, before.into());
    }

    fn begin(&mut self, nodes: &'a [Node], after: Continuation<'a>) {
        self.thread.levels.push(BlockFrame {
            nodes,
            next: 0,
            after,
        });
    }

    /// Leaves all lists inside the body of the innermost loop.
    fn leave_blocks(&mut self) {
        while let Some(BlockFrame {
            after: Continuation::Leave,
            ..
        }) = self.thread.levels.last()
        {
            self.thread.levels.pop();
        }
    }

    fn end_of_list(&mut self) {
        let Some(level) = self.thread.levels.last_mut() else {
            return;
        };
        match &mut level.after {
            Continuation::Leave => _ = self.thread.levels.pop(),
            Continuation::Count { counter, at, to } => {
                *at += 1;
                if at < to {
                    level.next = 0;
                    let (counter, at) = (*counter, *at);
                    self.set(counter, at.into());
                } else {
                    self.thread.levels.pop();
                }
            }
            Continuation::While { .. } => self.next_part(),
            Continuation::Caller { .. } => self.return_to_caller(),
        }
    }

    /// Continues a `While`: head, condition, body, step, and again.
    fn next_part(&mut self) {
        let Some(BlockFrame {
            after: Continuation::While { node, part, runs },
            ..
        }) = self.thread.levels.pop()
        else {
            return;
        };
        let Node::While {
            bound,
            head,
            condition,
            body,
            step,
        } = node
        else {
            return;
        };
        let (nodes, part, runs) = match part {
            Part::Head => {
                self.environment.visit(node);
                let bits = self.value(condition);
                if bits == 0 {
                    return;
                }
                if runs == *bound {
                    self.thread.stop = Some(StopReason::Bound {
                        function: self.thread.function,
                        bound: *bound,
                    });
                }
                (body, Part::Body, runs + 1)
            }
            Part::Body => (step, Part::Step, runs),
            Part::Step => (head, Part::Head, runs),
        };
        self.begin(nodes, Continuation::While { node, part, runs });
    }

    fn call(&mut self, node: &'a Node) {
        let Node::Call {
            function: callee,
            args,
            ..
        } = node
        else {
            return;
        };
        let caller = Continuation::Caller {
            node,
            base: self.thread.base,
            function: self.thread.function,
        };
        let frame = self.thread.base + self.code.frame(self.thread.function);
        self.thread.reserve(frame + self.code.frame(*callee));
        let function = self.code.function(*callee);
        for (arg, param) in args.iter().zip(&function.params) {
            let bits = self.value(arg);
            self.thread.stack[frame + param.0 as usize] = bits;
        }
        (self.thread.base, self.thread.function) = (frame, *callee);
        self.thread.depth += 1;
        self.begin(&function.body, caller);
    }

    /// Leaves all lists of the current function, and passes its results to the caller.
    fn return_to_caller(&mut self) {
        while let Some(level) = self.thread.levels.pop() {
            let Continuation::Caller {
                node,
                base,
                function,
            } = level.after
            else {
                continue;
            };
            let callee = self.thread.function;
            (self.thread.base, self.thread.function) = (base, function);
            self.thread.depth -= 1;
            if let Node::Call { args, results, .. } = node {
                for (k, local) in results.iter().enumerate() {
                    let bits = self.thread.results.get(k).copied().unwrap_or(0);
                    self.set(*local, bits);
                    self.observe(Event::Call(callee, args, *local, bits));
                }
            }
            return;
        }
    }

    fn observe(&mut self, event: Event<'_>) {
        let place = (self.thread.function, self.thread.depth);
        self.environment.observe(self.code, place, event);
    }

    /// The slot of a single value.
    #[inline]
    pub(super) fn place(&self, local: LocalId) -> usize {
        self.thread.base + local.0 as usize
    }

    fn set(&mut self, local: LocalId, bits: u128) {
        let place = self.place(local);
        self.thread.stack[place] = bits;
    }

    /// Zeroes a local each time its declaration runs: the slot may contain values of an earlier
    /// iteration, an earlier call or another invocation.
    fn declare(&mut self, local: LocalId) {
        self.set(local, 0);
        // A single value has no elements.
        let elements = self.array(local);
        self.thread.stack[elements].fill(0);
    }

    fn array(&self, local: LocalId) -> Range<usize> {
        let elements = self.code.elements(self.thread.function, local);
        self.thread.base + elements.start..self.thread.base + elements.end
    }

    /// The slot of an element; `None` out of bounds.
    pub(super) fn element(&mut self, local: LocalId, index: u32) -> Option<usize> {
        let array = self.array(local);
        if (index as usize) < array.len() {
            return Some(array.start + index as usize);
        }
        self.out_of_bounds(Array::Local(local), index);
        None
    }

    /// Records the first out-of-bounds access, which ends a strict run after its node.
    pub(super) fn out_of_bounds(&mut self, array: Array, index: u32) {
        if self.environment.is_strict() && self.thread.stop.is_none() {
            self.thread.stop = Some(StopReason::OutOfBounds {
                function: self.thread.function,
                array,
                index,
            });
        }
    }
}
