//! Control flow: the blocks, loops and switches that an invocation is in.

use super::machine::{Interruption, Machine};
use naga::{Block, Expression, Handle, Span, SwitchCase, SwitchValue};

/// A block in execution.
#[derive(Debug)]
pub(super) struct Cursor<'m> {
    pub(super) block: &'m Block,
    /// The next statement.
    pub(super) at: usize,
    kind: CursorKind<'m>,
}

/// The construct that a block belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) enum CursorKind<'m> {
    Plain,
    Loop {
        body: &'m Block,
        continuing: &'m Block,
        break_if: Option<Handle<Expression>>,
        in_continuing: bool,
        turn: u32,
        span: Span,
    },
    /// A case, with the cases that it falls through to.
    Switch {
        rest: &'m [SwitchCase],
        falls: bool,
    },
}

impl<'m> Cursor<'m> {
    pub(super) const fn new(block: &'m Block, kind: CursorKind<'m>) -> Self {
        Self { block, at: 0, kind }
    }

    /// The part of a loop that the block is, counted over all iterations.
    pub(super) const fn iteration(&self) -> u32 {
        match self.kind {
            CursorKind::Loop {
                turn,
                in_continuing,
                ..
            } => turn.saturating_mul(2).saturating_add(in_continuing as u32),
            _ => 0,
        }
    }

    /// The place of the most recent statement.
    pub(super) fn span(&self) -> Span {
        let mut spans = self.block.span_iter();
        let last = spans.nth(self.at.saturating_sub(1));
        last.map_or(Span::UNDEFINED, |(_, span)| *span)
    }
}

impl<'m> Machine<'_, 'm> {
    /// Leaves a block at its end, or begins the next part of its construct.
    pub(super) fn end_of_block(&mut self) -> Result<(), Interruption> {
        let Some(cursor) = self.frame().cursors.pop() else {
            return Ok(());
        };
        match cursor.kind {
            CursorKind::Plain => {}
            CursorKind::Switch { rest, falls } => {
                if let (true, [next, rest @ ..]) = (falls, rest) {
                    let falls = next.fall_through;
                    self.push(&next.body, CursorKind::Switch { rest, falls });
                }
            }
            CursorKind::Loop {
                body,
                continuing,
                break_if,
                in_continuing,
                turn,
                span,
            } => {
                let kind = |in_continuing, turn| CursorKind::Loop {
                    body,
                    continuing,
                    break_if,
                    in_continuing,
                    turn,
                    span,
                };
                if !in_continuing {
                    self.push(continuing, kind(true, turn));
                    return Ok(());
                }
                let ends = match break_if {
                    Some(condition) => self.value(condition)?.first() != 0,
                    None => false,
                };
                if !ends {
                    self.push(body, kind(false, turn.saturating_add(1)));
                }
            }
        }
        Ok(())
    }

    /// Enters the case of a selector.
    pub(super) fn switch(&mut self, cases: &'m [SwitchCase], word: u32) {
        let is_taken = |case: &SwitchCase| match case.value {
            SwitchValue::I32(value) => value as u32 == word,
            SwitchValue::U32(value) => value == word,
            SwitchValue::Default => false,
        };
        let is_default = |case: &SwitchCase| case.value == SwitchValue::Default;
        let taken = cases.iter().position(is_taken);
        let Some(taken) = taken.or_else(|| cases.iter().position(is_default)) else {
            return;
        };
        let case = &cases[taken];
        let kind = CursorKind::Switch {
            rest: &cases[taken + 1..],
            falls: case.fall_through,
        };
        self.push(&case.body, kind);
    }

    /// Leaves the innermost loop or switch.
    pub(super) fn break_out(&mut self) {
        while let Some(cursor) = self.frame().cursors.pop() {
            if !matches!(cursor.kind, CursorKind::Plain) {
                return;
            }
        }
    }

    /// Continues with the innermost loop's `continuing` block.
    pub(super) fn continue_on(&mut self) {
        while let Some(cursor) = self.frame().cursors.pop() {
            if let CursorKind::Loop {
                body,
                continuing,
                break_if,
                turn,
                span,
                ..
            } = cursor.kind
            {
                let kind = CursorKind::Loop {
                    body,
                    continuing,
                    break_if,
                    in_continuing: true,
                    turn,
                    span,
                };
                self.push(continuing, kind);
                return;
            }
        }
    }

    /// The place of the innermost enclosing loop, in any call.
    pub(super) fn innermost_loop(&self) -> Span {
        let frames = self.invocation.frames.iter().rev();
        let mut cursors = frames.flat_map(|frame| frame.cursors.iter().rev());
        let found = cursors.find_map(|cursor| match cursor.kind {
            CursorKind::Loop { span, .. } => Some(span),
            _ => None,
        });
        found.unwrap_or(Span::UNDEFINED)
    }
}
