//! The stack of frames: where every local of every running function lives.

use super::stop::{Array, Stop};
use super::words;
use crate::ir::{LocalId, Module};

/// Where the locals of a function lie in its frame.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) at: Vec<usize>,
    pub(super) size: usize,
}

/// The stack of frames. A frame holds the bits of every local of one call.
#[derive(Debug)]
pub(super) struct Frames<'a> {
    pub(super) module: &'a Module,
    pub(super) strict: bool,
    pub(super) layouts: Vec<Layout>,
    pub(super) stack: Vec<u64>,
    /// Start of the current frame.
    pub(super) base: usize,
    /// The function that runs in it.
    pub(super) function: usize,
    /// Functions running, this one included.
    pub(super) depth: usize,
    /// Results of the last function that returned.
    pub(super) results: Vec<u64>,
    /// What happened, where somebody wants to know.
    pub(super) steps: Option<Vec<super::Step>>,
}

impl<'a> Frames<'a> {
    pub(super) fn new(module: &'a Module) -> Self {
        let layouts = module.functions.iter().map(|function| {
            let mut size = 0;
            let at = function.locals.iter().map(|local| {
                let start = size;
                size += local.len.map_or(1, |n| n as usize);
                start
            });
            Layout {
                at: at.collect(),
                size,
            }
        });
        Self {
            module,
            strict: false,
            layouts: layouts.collect(),
            stack: vec![],
            base: 0,
            function: module.entry.0 as usize,
            depth: 1,
            results: vec![],
            steps: None,
        }
    }

    /// Makes the frame of the op and puts the operands into it.
    pub(super) fn enter(&mut self, operands: &[u32]) {
        self.base = 0;
        self.depth = 1;
        self.function = self.module.entry.0 as usize;
        self.results.clear();
        let entry = self.module.entry();
        let layout = &self.layouts[self.function];
        if self.stack.len() < layout.size {
            self.stack.resize(layout.size, 0);
        }
        let mut rest = operands;
        for param in &entry.params {
            let ty = entry.locals[param.0 as usize].ty;
            let (own, others) = rest.split_at(words(ty));
            rest = others;
            let bits = match own {
                [low, high] => u64::from(*low) | u64::from(*high) << 32,
                _ => own[0].into(),
            };
            let bits = if ty.mask() == 1 {
                u64::from(bits != 0)
            } else {
                bits
            };
            self.stack[layout.at[param.0 as usize]] = bits;
        }
    }

    /// The results of the op, in words.
    pub(super) fn leave(&self, out: &mut [u32]) {
        let mut rest = out;
        for (bits, ty) in self.results.iter().zip(&self.module.entry().results) {
            let (own, others) = std::mem::take(&mut rest).split_at_mut(words(*ty));
            rest = others;
            for (k, word) in own.iter_mut().enumerate() {
                *word = (bits >> (32 * k)) as u32;
            }
        }
    }

    pub(super) fn function(&self) -> &'a crate::ir::Function {
        &self.module.functions[self.function]
    }

    pub(super) fn slot(&mut self, local: LocalId) -> &mut u64 {
        let at = self.base + self.layouts[self.function].at[local.0 as usize];
        &mut self.stack[at]
    }

    pub(super) fn array(&self, local: LocalId) -> std::ops::Range<usize> {
        let start = self.base + self.layouts[self.function].at[local.0 as usize];
        let len = self.function().locals[local.0 as usize].len.unwrap_or(1);
        start..start + len as usize
    }

    /// The place of an element; `None` where it is out of bounds.
    pub(super) fn element(&self, local: LocalId, index: u64) -> Result<Option<usize>, Stop> {
        let array = self.array(local);
        if index < array.len() as u64 {
            return Ok(Some(array.start + index as usize));
        }
        self.out_of_bounds(Array::Local(local), index)
            .map(|()| None)
    }

    pub(super) fn out_of_bounds(&self, array: Array, index: u64) -> Result<(), Stop> {
        let function = self.function;
        match self.strict {
            true => Err(Stop::OutOfBounds {
                function,
                array,
                index,
            }),
            false => Ok(()),
        }
    }
}
