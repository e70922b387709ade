//! Running a function: nodes in order, one frame a call.

use super::{Fault, arithmetic, words};
use crate::ir::{Expr, ExprKind, LocalId, Module, Node};

/// Why a run stopped, without names.
#[derive(Clone, Copy, Debug)]
pub(super) enum Stop {
    Bound {
        function: usize,
        bound: u64,
    },
    OutOfBounds {
        function: usize,
        array: Array,
        index: u64,
    },
}

#[derive(Clone, Copy, Debug)]
pub(super) enum Array {
    Local(LocalId),
    Table(u32),
}

impl Stop {
    pub(super) fn fault(self, module: &Module) -> Fault {
        match self {
            Self::Bound { function, bound } => Fault::BoundExceeded {
                function: module.functions[function].name.clone(),
                bound,
            },
            Self::OutOfBounds {
                function,
                array,
                index,
            } => {
                let function = &module.functions[function];
                let (array, len) = match array {
                    Array::Local(local) => {
                        let local = &function.locals[local.0 as usize];
                        (&local.name, local.len.unwrap_or(1).into())
                    }
                    Array::Table(table) => {
                        let table = &function.tables[table as usize];
                        (&table.name, table.data.len() as u64)
                    }
                };
                Fault::IndexOutOfBounds {
                    function: function.name.clone(),
                    array: array.clone(),
                    index,
                    len,
                }
            }
        }
    }
}

/// Where nodes lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    Next,
    Break,
    Continue,
    Return,
}

/// Where the locals of a function lie in its frame.
#[derive(Debug)]
struct Layout {
    at: Vec<usize>,
    size: usize,
}

/// The stack of frames. A frame holds the bits of every local of one call.
#[derive(Debug)]
pub(super) struct Frames<'a> {
    pub(super) module: &'a Module,
    pub(super) strict: bool,
    layouts: Vec<Layout>,
    stack: Vec<u64>,
    /// Start of the current frame.
    base: usize,
    /// The function that runs in it.
    function: usize,
    /// Functions running, this one included.
    pub(super) depth: usize,
    /// Results of the last function that returned.
    results: Vec<u64>,
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

    pub(super) fn run_entry(&mut self) -> Result<(), Stop> {
        self.nodes(&self.module.entry().body).map(|_| ())
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

    fn slot(&mut self, local: LocalId) -> &mut u64 {
        let at = self.base + self.layouts[self.function].at[local.0 as usize];
        &mut self.stack[at]
    }

    fn array(&self, local: LocalId) -> std::ops::Range<usize> {
        let start = self.base + self.layouts[self.function].at[local.0 as usize];
        let len = self.function().locals[local.0 as usize].len.unwrap_or(1);
        start..start + len as usize
    }

    /// The place of an element; `None` where it is out of bounds.
    fn element(&self, local: LocalId, index: u64) -> Result<Option<usize>, Stop> {
        let array = self.array(local);
        if index < array.len() as u64 {
            return Ok(Some(array.start + index as usize));
        }
        self.out_of_bounds(Array::Local(local), index)
            .map(|()| None)
    }

    fn out_of_bounds(&self, array: Array, index: u64) -> Result<(), Stop> {
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
        })
    }
}
