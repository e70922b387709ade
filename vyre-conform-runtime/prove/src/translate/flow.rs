//! Nodes: branches, loops, and their exits.

use super::state::{Frame, Machine, State};
use super::{MAX_ROUNDS, Untranslatable};
use crate::term::TermId;
use vyre_conform_ir::{Expr, Node};

impl Machine<'_> {
    /// The state after some nodes.
    pub(super) fn run(
        &mut self,
        frame: &mut Frame<'_>,
        mut state: State,
        nodes: &[Node],
    ) -> Result<State, Untranslatable> {
        for node in nodes {
            if self.never(state.is_reached) {
                break;
            }
            state = self.step(frame, state, node)?;
            self.checked()?;
        }
        Ok(state)
    }

    /// The state after one node.
    fn step(
        &mut self,
        frame: &mut Frame<'_>,
        mut state: State,
        node: &Node,
    ) -> Result<State, Untranslatable> {
        match node {
            Node::Let { local, value, .. } | Node::Assign { local, value } => {
                let value = self.value(frame, &state, value)?;
                state.locals[local.0 as usize] = vec![value];
            }
            Node::Declare { local } => {
                let declared = &frame.function.locals[local.0 as usize];
                let zero = self.terms.constant(declared.ty.bits(), 0);
                state.locals[local.0 as usize].fill(zero);
            }
            Node::StoreElement {
                array,
                index,
                value,
            } => {
                let index = self.value(frame, &state, index)?;
                let value = self.value(frame, &state, value)?;
                self.store(&mut state.locals[array.0 as usize], index, value);
            }
            Node::If {
                condition,
                then,
                otherwise,
            } => return self.branch(frame, state, condition, [then, otherwise]),
            Node::Loop { .. } => return self.counted_loop(frame, state, node),
            Node::While { .. } => return self.while_loop(frame, state, node),
            Node::Break => self.wait(&mut state, frame.loop_exits.last_mut()),
            Node::Continue => self.wait(&mut state, frame.next.last_mut()),
            Node::Call {
                function,
                args,
                results,
            } => {
                let arguments = self.values(frame, &state, args)?;
                let values = self.call(*function, arguments, state.is_reached)?;
                for (local, value) in results.iter().zip(values) {
                    state.locals[local.0 as usize] = vec![value];
                }
            }
            Node::Block(nodes) => return self.run(frame, state, nodes),
            Node::Return(values) => {
                let results = self.values(frame, &state, values)?;
                frame.returned.push((state.is_reached, results));
                state.is_reached = self.terms.bool(false);
            }
            Node::Store { .. } | Node::Atomic { .. } | Node::Barrier => {
                return Err(Untranslatable::Kernel);
            }
        }
        Ok(state)
    }

    /// The values of some expressions, in order.
    fn values(
        &mut self,
        frame: &Frame<'_>,
        state: &State,
        expressions: &[Expr],
    ) -> Result<Vec<TermId>, Untranslatable> {
        let values = expressions.iter().map(|e| self.value(frame, state, e));
        values.collect()
    }

    /// The state after an `if` with these branches.
    fn branch(
        &mut self,
        frame: &mut Frame<'_>,
        state: State,
        condition: &Expr,
        [then, otherwise]: [&[Node]; 2],
    ) -> Result<State, Untranslatable> {
        let condition = self.condition(frame, &state, condition)?;
        let before = state.is_reached;
        let [yes, no] = self.split(state, condition);
        let prefix = [yes.is_reached, no.is_reached];
        let mut yes = self.run(frame, yes, then)?;
        let mut no = self.run(frame, no, otherwise)?;
        if [yes.is_reached, no.is_reached] == prefix {
            // No path left, so the condition alone distinguishes the two.
            let inverse = self.terms.not(condition);
            (yes.is_reached, no.is_reached) = (condition, inverse);
            let joined = self.join(yes, no);
            return Ok(State {
                is_reached: before,
                ..joined
            });
        }
        Ok(self.join(yes, no))
    }

    /// The state after a loop whose counter runs through a range.
    fn counted_loop(
        &mut self,
        frame: &mut Frame<'_>,
        mut state: State,
        node: &Node,
    ) -> Result<State, Untranslatable> {
        let Node::Loop {
            counter,
            from,
            to,
            body,
        } = node
        else {
            unreachable!("a counted loop");
        };
        let mut at = self.value(frame, &state, from)?;
        let to = self.value(frame, &state, to)?;
        self.enter(frame);
        loop {
            let continues = self.terms.less(at, to);
            let [inside, outside] = self.split(state, continues);
            if let Some(left) = frame.loop_exits.last_mut() {
                left.push(outside);
            }
            state = inside;
            if self.never(state.is_reached) {
                break;
            }
            self.round()?;
            state.locals[counter.0 as usize] = vec![at];
            state = self.body(frame, state, body)?;
            let one = self.terms.constant(32, 1);
            at = self.terms.add(at, one);
        }
        Ok(self.behind(frame, state))
    }

    /// The state after a bounded `while` loop, which faults above its bound.
    fn while_loop(
        &mut self,
        frame: &mut Frame<'_>,
        mut state: State,
        node: &Node,
    ) -> Result<State, Untranslatable> {
        let Node::While {
            bound,
            head,
            condition,
            body,
            step,
        } = node
        else {
            unreachable!("a `while` loop");
        };
        self.enter(frame);
        let mut rounds = 0;
        loop {
            state = self.run(frame, state, head)?;
            let continues = self.condition(frame, &state, condition)?;
            let [inside, outside] = self.split(state, continues);
            if let Some(left) = frame.loop_exits.last_mut() {
                left.push(outside);
            }
            state = inside;
            if self.never(state.is_reached) {
                break;
            }
            if rounds == *bound {
                self.fault = self.terms.or(self.fault, state.is_reached);
                state.is_reached = self.terms.bool(false);
                break;
            }
            rounds += 1;
            self.round()?;
            state = self.body(frame, state, body)?;
            state = self.run(frame, state, step)?;
        }
        Ok(self.behind(frame, state))
    }

    /// A condition as one bit.
    fn condition(
        &mut self,
        frame: &Frame<'_>,
        state: &State,
        condition: &Expr,
    ) -> Result<TermId, Untranslatable> {
        let value = self.value(frame, state, condition)?;
        Ok(self.truth(value))
    }

    /// Splits a path by a condition.
    fn split(&mut self, state: State, condition: TermId) -> [State; 2] {
        let inverse = self.terms.not(condition);
        let mut other = state.clone();
        other.is_reached = self.terms.and(state.is_reached, inverse);
        let is_reached = self.terms.and(state.is_reached, condition);
        [
            State {
                is_reached,
                ..state
            },
            other,
        ]
    }

    fn enter(&mut self, frame: &mut Frame<'_>) {
        frame.loop_exits.push(vec![]);
        frame.next.push(vec![]);
    }

    fn round(&mut self) -> Result<(), Untranslatable> {
        self.rounds += 1;
        if self.rounds > MAX_ROUNDS {
            Err(Untranslatable::Rounds)
        } else {
            Ok(())
        }
    }

    /// The state after an iteration: paths that reached its end, and those that continued.
    fn body(
        &mut self,
        frame: &mut Frame<'_>,
        state: State,
        nodes: &[Node],
    ) -> Result<State, Untranslatable> {
        let mut state = self.run(frame, state, nodes)?;
        let waiting = frame.next.last_mut().map(std::mem::take);
        for other in waiting.into_iter().flatten() {
            state = self.join(other, state);
        }
        Ok(state)
    }

    /// The state after a loop: all paths that left it.
    fn behind(&mut self, frame: &mut Frame<'_>, mut state: State) -> State {
        frame.next.pop();
        for other in frame.loop_exits.pop().into_iter().flatten() {
            state = self.join(other, state);
        }
        state
    }

    fn wait(&mut self, state: &mut State, at: Option<&mut Vec<State>>) {
        if let Some(at) = at {
            at.push(state.clone());
        }
        state.is_reached = self.terms.bool(false);
    }
}
