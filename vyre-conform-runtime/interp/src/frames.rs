//! The state of a running function and its callers: locals and control.

use super::stop::StopReason;
use std::ops::Range;
use vyre_conform_ir::{Function, FunctionId, LocalId, Module, Node};

/// A module with the layout of its frames.
#[derive(Debug)]
pub(super) struct FrameLayouts<'a> {
    pub(super) module: &'a Module,
    layouts: Vec<Layout>,
}

/// The frame layout of a function: a single value is in the slot of its index, which makes access
/// direct, and the elements of arrays follow all of those.
#[derive(Debug)]
struct Layout {
    arrays: Vec<(usize, usize)>,
    size: usize,
}

impl<'a> FrameLayouts<'a> {
    pub(super) fn new(module: &'a Module) -> Self {
        let layouts = module.functions.iter().map(|function| {
            let mut size = function.locals.len();
            let arrays = function.locals.iter().map(|local| {
                let start = size;
                size += local.len.map_or(0, |n| n as usize);
                (start, size)
            });
            Layout {
                arrays: arrays.collect(),
                size,
            }
        });
        Self {
            module,
            layouts: layouts.collect(),
        }
    }

    pub(super) fn function(&self, id: FunctionId) -> &'a Function {
        &self.module.functions[id.0 as usize]
    }

    /// Number of slots in the frame of a function.
    pub(super) fn frame(&self, id: FunctionId) -> usize {
        self.layouts[id.0 as usize].size
    }

    /// The slots of an array in the frame of a function.
    pub(super) fn elements(&self, id: FunctionId, array: LocalId) -> Range<usize> {
        let (start, end) = self.layouts[id.0 as usize].arrays[array.0 as usize];
        start..end
    }
}

/// A list of nodes in execution.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockFrame<'a> {
    pub(super) nodes: &'a [Node],
    /// The next node.
    pub(super) next: usize,
    pub(super) after: Continuation<'a>,
}

/// The continuation after a list of nodes.
#[derive(Clone, Copy, Debug)]
pub(super) enum Continuation<'a> {
    /// Continues after the node that contains the list.
    Leave,
    /// Continues with the next iteration of a counted loop; `at` is the current value of the counter.
    Count { counter: LocalId, at: u32, to: u32 },
    /// Continues with the next part of a `While`, which has begun `runs` bodies so far.
    While {
        node: &'a Node,
        part: Part,
        runs: u64,
    },
    /// Returns to the caller, whose frame begins at `base`.
    Caller {
        node: &'a Node,
        base: usize,
        function: FunctionId,
    },
}

/// A part of a `While`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Head,
    Body,
    Step,
}

/// One invocation, or one evaluation of an op.
#[derive(Clone, Debug)]
pub(super) struct Thread<'a> {
    /// The lists in execution, innermost last; empty after the end.
    pub(super) levels: Vec<BlockFrame<'a>>,
    /// The frames in sequence: the bits of every local.
    pub(super) stack: Vec<u128>,
    /// Start of the current frame.
    pub(super) base: usize,
    /// The current function.
    pub(super) function: FunctionId,
    /// Number of active functions, the current one included.
    pub(super) depth: usize,
    /// Results of the last function that returned.
    pub(super) results: Vec<u128>,
    /// The reason why it must stop.
    pub(super) stop: Option<StopReason>,
}

impl<'a> Thread<'a> {
    pub(super) fn new(code: &FrameLayouts<'a>) -> Self {
        let mut thread = Self {
            levels: vec![],
            stack: vec![],
            base: 0,
            function: code.module.entry,
            depth: 1,
            results: vec![],
            stop: None,
        };
        thread.restart(code);
        thread
    }

    /// Resets the thread to the first node of the entry.
    pub(super) fn restart(&mut self, code: &FrameLayouts<'a>) {
        self.base = 0;
        self.depth = 1;
        self.function = code.module.entry;
        self.results.clear();
        self.stop = None;
        self.levels.clear();
        self.levels.push(BlockFrame {
            nodes: &code.module.entry().body,
            next: 0,
            after: Continuation::Leave,
        });
        self.reserve(code.frame(self.function));
    }

    /// Grows the stack to at least this length.
    pub(super) fn reserve(&mut self, slots: usize) {
        if self.stack.len() < slots {
            self.stack.resize(slots, 0);
        }
    }

    /// Stores the operands of an op in its frame.
    pub(super) fn enter(&mut self, code: &FrameLayouts<'a>, operands: &[u32]) {
        self.restart(code);
        let entry = code.module.entry();
        let mut rest = operands;
        for param in &entry.params {
            let ty = entry.locals[param.0 as usize].ty;
            let (own, others) = rest.split_at(ty.words());
            rest = others;
            let bits = join(own);
            self.stack[param.0 as usize] = match ty.bits() {
                1 => u128::from(bits != 0),
                _ => bits,
            };
        }
    }

    /// The results of the op, in words.
    pub(super) fn leave(&self, code: &FrameLayouts<'a>, out: &mut [u32]) {
        let mut rest = out;
        for (bits, ty) in self.results.iter().zip(&code.module.entry().results) {
            let (own, others) = std::mem::take(&mut rest).split_at_mut(ty.words());
            rest = others;
            split(*bits, own);
        }
    }

    /// True if both threads are at the same place of the program, in the same iteration of every loop.
    pub(super) fn same_place(&self, other: &Self) -> bool {
        let here = |level: &BlockFrame<'a>| {
            let iteration = match level.after {
                Continuation::Count { at, .. } => u64::from(at),
                Continuation::While { runs, .. } => runs,
                Continuation::Leave | Continuation::Caller { .. } => 0,
            };
            (level.nodes.as_ptr(), level.next, iteration)
        };
        self.levels
            .iter()
            .map(here)
            .eq(other.levels.iter().map(here))
    }
}

/// The bits of a value from its words, low first.
pub(super) fn join(words: &[u32]) -> u128 {
    let shifted = (0..).zip(words).map(|(k, w)| u128::from(*w) << (32 * k));
    shifted.fold(0, |bits, word| bits | word)
}

/// The words of a value, low first.
pub(super) fn split(bits: u128, words: &mut [u32]) {
    for (k, word) in (0..).zip(words) {
        *word = (bits >> (32 * k)) as u32;
    }
}
