//! Reduction of cases.

use super::Case;
use super::edit::{
    blocks, contents, expressions, simpler, without_buffer, without_callee, without_unused,
};
use vyre_conform_ir::{Access, Expr, Node, Program};

/// A reduced case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReducedCase {
    /// The smallest case found.
    pub case: Case,
    /// The number of cases tried.
    pub tried: usize,
}

/// Reduces a case while `shows` returns true, trying at most `max` cases. `shows` must return false
/// for invalid and racing cases, which it also receives.
pub fn shrink(case: &Case, max: usize, reproduces: &mut dyn FnMut(&Case) -> bool) -> ReducedCase {
    let mut shrinking = Shrinking {
        best: case.clone(),
        tried: 0,
        max_cases: max,
        reproduces,
    };
    loop {
        let before = shrinking.best.clone();
        shrinking.nodes();
        shrinking.dispatch();
        shrinking.parts();
        shrinking.values();
        shrinking.words();
        if shrinking.best == before || shrinking.tried >= max {
            break;
        }
    }
    ReducedCase {
        case: shrinking.best,
        tried: shrinking.tried,
    }
}

struct Shrinking<'a> {
    best: Case,
    tried: usize,
    max_cases: usize,
    reproduces: &'a mut dyn FnMut(&Case) -> bool,
}

impl Shrinking<'_> {
    /// Adopts a case as the best one if `shows` accepts it.
    fn take(&mut self, case: Case) -> bool {
        if case == self.best || self.tried >= self.max_cases {
            return false;
        }
        self.tried += 1;
        let better = (self.reproduces)(&case);
        if better {
            self.best = case;
        }
        better
    }

    fn take_program(&mut self, program: Program) -> bool {
        let case = Case {
            program,
            ..self.best.clone()
        };
        self.take(case)
    }

    /// The best program with block `number` changed.
    fn with_block(&self, number: usize, change: impl Fn(&mut Vec<Node>)) -> Program {
        let mut program = self.best.program.clone();
        let mut n = 0;
        blocks(&mut program, &mut |block| {
            if n == number {
                change(block);
            }
            n += 1;
        });
        program
    }

    /// The nodes of block `number`, if there is one.
    fn block(&self, number: usize) -> Option<Vec<Node>> {
        let mut program = self.best.program.clone();
        let (mut n, mut disagreement) = (0, None);
        blocks(&mut program, &mut |block| {
            if n == number {
                disagreement = Some(block.clone());
            }
            n += 1;
        });
        disagreement
    }

    /// Removes runs of nodes, long ones first, from the end, because bindings precede their uses. Then
    /// replaces nodes by their contents.
    fn nodes(&mut self) {
        let mut number = 0;
        while let Some(block) = self.block(number) {
            let mut length = block.len().next_power_of_two();
            while length > 0 {
                let mut end = self.block(number).map_or(0, |block| block.len());
                while end > 0 {
                    let begin = end.saturating_sub(length);
                    let program = self.with_block(number, |block| {
                        block.drain(begin..end.min(block.len()));
                    });
                    self.take_program(program);
                    end = begin;
                }
                length /= 2;
            }
            let mut position = 0;
            while let Some(node) = self.block(number).and_then(|b| b.get(position).cloned()) {
                for inner in contents(&node) {
                    let program = self.with_block(number, |block| {
                        block.splice(position..position + 1, inner.clone());
                    });
                    if self.take_program(program) {
                        break;
                    }
                }
                position += 1;
            }
            number += 1;
        }
    }

    /// Reduces the number and size of workgroups.
    fn dispatch(&mut self) {
        for axis in 0..3 {
            for count in [1, self.best.workgroups[axis] / 2] {
                let mut case = self.best.clone();
                case.workgroups[axis] = count.max(1);
                self.take(case);
            }
            for count in [1, self.best.program.workgroup_size[axis] / 2] {
                let mut case = self.best.clone();
                case.program.workgroup_size[axis] = count.max(1);
                self.take(case);
            }
        }
    }

    /// Removes callees, buffers and locals.
    fn parts(&mut self) {
        for k in (0..self.best.program.callees.len()).rev() {
            let program = without_callee(&self.best.program, k);
            self.take_program(program);
        }
        for k in (0..self.best.program.buffers.len()).rev() {
            let mut case = self.best.clone();
            let bound = case.program.bound();
            let slot = bound.iter().position(|(id, _)| id.0 as usize == k);
            if let Some(slot) = slot.filter(|slot| *slot < case.buffers.len()) {
                case.buffers.remove(slot);
            }
            case.program = without_buffer(&self.best.program, k);
            self.take(case);
        }
        let program = without_unused(&self.best.program);
        self.take_program(program);
    }

    /// Simplifies expressions.
    fn values(&mut self) {
        let mut number = 0;
        'places: while let Some(expr) = self.expression(number) {
            for simple in simpler(&expr) {
                let mut program = self.best.program.clone();
                let mut n = 0;
                expressions(&mut program, &mut |expr| {
                    if n == number {
                        *expr = simple.clone();
                    }
                    n += 1;
                });
                if self.take_program(program) {
                    // The replacement may be simplified again.
                    continue 'places;
                }
            }
            number += 1;
        }
    }

    fn expression(&self, number: usize) -> Option<Expr> {
        let mut program = self.best.program.clone();
        let (mut n, mut disagreement) = (0, None);
        expressions(&mut program, &mut |expr| {
            if n == number {
                disagreement = Some(expr.clone());
            }
            n += 1;
        });
        disagreement
    }

    /// Shortens and zeroes buffers.
    fn words(&mut self) {
        for slot in 0..self.best.buffers.len() {
            let mut case = self.best.clone();
            case.buffers[slot].fill(0);
            self.take(case);
            let bound = self.best.program.bound();
            let Some((id, decl)) = bound.get(slot).map(|(id, decl)| (*id, (*decl).clone())) else {
                continue;
            };
            let words = decl.element.words();
            for elements in [1, self.best.buffers[slot].len() / words / 2] {
                let mut case = self.best.clone();
                case.buffers[slot].truncate(elements.max(1) * words);
                let sized = decl.count.is_some() && decl.access != Access::Workgroup;
                if sized {
                    case.program.buffers[id.0 as usize].count = Some(elements.max(1) as u32);
                }
                self.take(case);
            }
        }
    }
}
