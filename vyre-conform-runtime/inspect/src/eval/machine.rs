//! Invocations: their calls, and the execution of statements.

use super::control::{Cursor, CursorKind};
use super::memory::World;
use super::subgroup::LaneArrival;
use super::value::{Memory, Pointer, Value, Words};
use crate::target::Target;
use naga::valid::FunctionInfo;
use naga::{Barrier, Block, Expression, Function, Handle, Module, Span, Statement, TypeInner};
use std::borrow::Cow;

/// Maximum bytes of the variables of a function.
pub(super) const MAX_LOCAL_BYTES: usize = 1 << 18;

/// The reason why an invocation stops.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Interruption {
    /// The interpreter does not support this.
    Unsupported { span: Span, what: String },
    /// The invocation exceeded its limit of statements.
    Budget { span: Span },
}

/// The effect of one statement on its invocation.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Next,
    Barrier(Arrival),
    Subgroup,
    Ended,
}

/// An invocation at a barrier.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    pub(super) kinds: Barrier,
    pub(super) span: Span,
}

/// A call in execution.
#[derive(Debug)]
pub(super) struct Frame<'m> {
    pub(super) function: &'m Function,
    pub(super) info: &'m FunctionInfo,
    pub(super) values: Vec<Option<Value>>,
    pub(super) arguments: Vec<Value>,
    pub(super) locals: Vec<Vec<u8>>,
    pub(super) cursors: Vec<Cursor<'m>>,
    /// The expression of the caller that receives the result.
    pub(super) result: Option<Handle<Expression>>,
}

/// An invocation.
#[derive(Debug)]
pub(super) struct Invocation<'m> {
    pub(super) frames: Vec<Frame<'m>>,
    /// Private variables, by their index in the module.
    pub(super) private: Vec<(usize, Vec<u8>)>,
    /// Its index in the workgroup.
    pub(super) lane: u32,
    /// Its global id.
    pub(super) global: [u32; 3],
    /// Number of statements that it executed.
    pub(super) steps: u64,
    /// The subgroup operation that it waits at.
    pub(super) meeting: Option<LaneArrival<'m>>,
    /// Number of barriers of its subgroup that it passed.
    pub(super) subgroup_phase: u32,
    /// Number of barriers of the current uniform load that it passed.
    pub(super) load_stage: u8,
}

impl Invocation<'_> {
    /// The bytes of its own variable.
    pub(super) fn bytes(&self, memory: Memory) -> Option<&Vec<u8>> {
        match memory {
            Memory::Global(k) => self.private.iter().find(|(p, _)| *p == k).map(|(_, b)| b),
            Memory::Local { depth, variable } => self.frames.get(depth)?.locals.get(variable),
        }
    }

    pub(super) fn bytes_mut(&mut self, memory: Memory) -> Option<&mut Vec<u8>> {
        match memory {
            Memory::Global(k) => {
                let mut private = self.private.iter_mut();
                private.find(|(p, _)| *p == k).map(|(_, bytes)| bytes)
            }
            Memory::Local { depth, variable } => {
                self.frames.get_mut(depth)?.locals.get_mut(variable)
            }
        }
    }
}

/// An invocation with its environment.
pub(super) struct Machine<'a, 'm> {
    pub(super) target: &'m Target<'m>,
    pub(super) world: &'a mut World<'m>,
    pub(super) invocation: &'a mut Invocation<'m>,
    /// Maximum number of statements of the invocation.
    pub(super) budget: u64,
}

impl<'m> Machine<'_, 'm> {
    pub(super) fn module(&self) -> &'m Module {
        &self.target.module
    }

    pub(super) fn frame(&mut self) -> &mut Frame<'m> {
        let last = self.invocation.frames.len() - 1;
        &mut self.invocation.frames[last]
    }

    /// Begins a call.
    pub(super) fn enter(
        &mut self,
        function: &'m Function,
        info: &'m FunctionInfo,
        arguments: Vec<Value>,
        result: Option<Handle<Expression>>,
    ) -> Result<(), Interruption> {
        let types = self.world.types;
        let locals = function.local_variables.iter();
        let sizes = locals.map(|(_, local)| types.bytes(types.inner(local.ty)) as usize);
        let sizes: Vec<usize> = sizes.collect();
        let bytes: usize = sizes.iter().copied().fold(0, usize::saturating_add);
        if bytes > MAX_LOCAL_BYTES {
            let first = function.local_variables.iter().next();
            return Err(Interruption::Unsupported {
                span: first.map_or(Span::UNDEFINED, |(handle, _)| {
                    function.local_variables.get_span(handle)
                }),
                what: format!("variables of a function of {bytes} bytes"),
            });
        }
        self.invocation.frames.push(Frame {
            function,
            info,
            values: vec![None; function.expressions.len()],
            arguments,
            locals: sizes.into_iter().map(|bytes| vec![0; bytes]).collect(),
            cursors: vec![Cursor::new(&function.body, CursorKind::Plain)],
            result,
        });
        let depth = self.invocation.frames.len() - 1;
        for (variable, local) in function.local_variables.iter() {
            let Some(init) = local.init else { continue };
            let value = self.value(init)?;
            let pointer = Pointer {
                memory: Memory::Local {
                    depth,
                    variable: variable.index(),
                },
                offset: 0,
                outside: None,
            };
            let ty = types.inner(local.ty);
            let span = function.local_variables.get_span(variable);
            self.world
                .store(self.invocation, pointer, ty, value.words(), span)?;
        }
        Ok(())
    }

    /// Executes one statement.
    pub(super) fn step(&mut self) -> Result<Step, Interruption> {
        self.invocation.steps += 1;
        if self.invocation.steps > self.budget {
            return Err(Interruption::Budget {
                span: self.innermost_loop(),
            });
        }
        let frame = self.frame();
        let Some(cursor) = frame.cursors.last_mut() else {
            return Ok(self.leave(None));
        };
        let Some(statement) = cursor.block.get(cursor.at) else {
            self.end_of_block()?;
            return Ok(Step::Next);
        };
        cursor.at += 1;
        self.execute(statement)
    }

    /// The place of the most recent statement.
    pub(super) fn span(&mut self) -> Span {
        let cursor = self.frame().cursors.last();
        cursor.map_or(Span::UNDEFINED, Cursor::span)
    }

    fn execute(&mut self, statement: &'m Statement) -> Result<Step, Interruption> {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    let value = self.compute(handle)?;
                    self.keep(handle, value);
                }
            }
            Statement::Return { value } => {
                let value = value.map(|value| self.value(value)).transpose()?;
                return Ok(self.leave(value));
            }
            Statement::Kill => {
                self.invocation.frames.clear();
                return Ok(Step::Ended);
            }
            Statement::ControlBarrier(kinds)
                if kinds.intersects(Barrier::WORK_GROUP | Barrier::STORAGE | Barrier::TEXTURE) =>
            {
                return Ok(self.barrier(*kinds));
            }
            Statement::MemoryBarrier(_) => {}
            Statement::ControlBarrier(_)
            | Statement::SubgroupBallot { .. }
            | Statement::SubgroupGather { .. }
            | Statement::SubgroupCollectiveOperation { .. } => return self.meet(statement),
            Statement::Store { pointer, value } => self.store(*pointer, *value)?,
            Statement::Atomic {
                pointer,
                fun,
                value,
                result,
            } => self.atomic(*pointer, fun, *value, *result)?,
            Statement::WorkGroupUniformLoad { pointer, result } => {
                return self.uniform_load(*pointer, *result);
            }
            Statement::Call {
                function,
                arguments,
                result,
            } => {
                let arguments = arguments.iter().map(|a| self.value(*a));
                let arguments = arguments.collect::<Result<_, _>>()?;
                let callee = &self.module().functions[*function];
                let info = &self.target.info[*function];
                self.enter(callee, info, arguments, *result)?;
            }
            other => self.control(other)?,
        }
        Ok(Step::Next)
    }

    /// Executes a statement of control flow.
    fn control(&mut self, statement: &'m Statement) -> Result<(), Interruption> {
        match statement {
            Statement::Block(block) => self.push(block, CursorKind::Plain),
            Statement::If {
                condition,
                accept,
                reject,
            } => {
                let taken = self.value(*condition)?.first() != 0;
                self.push(if taken { accept } else { reject }, CursorKind::Plain);
            }
            Statement::Switch { selector, cases } => {
                let word = self.value(*selector)?.first();
                self.switch(cases, word);
            }
            Statement::Loop {
                body,
                continuing,
                break_if,
            } => {
                let kind = CursorKind::Loop {
                    body,
                    continuing,
                    break_if: *break_if,
                    in_continuing: false,
                    turn: 0,
                    span: self.span(),
                };
                self.push(body, kind);
            }
            Statement::Break => self.break_out(),
            Statement::Continue => self.continue_on(),
            other => {
                return Err(Interruption::Unsupported {
                    span: self.span(),
                    what: unsupported(other).to_owned(),
                });
            }
        }
        Ok(())
    }

    pub(super) fn keep(&mut self, handle: Handle<Expression>, value: Value) {
        self.frame().values[handle.index()] = Some(value);
    }

    pub(super) fn push(&mut self, block: &'m Block, kind: CursorKind<'m>) {
        self.frame().cursors.push(Cursor::new(block, kind));
    }

    fn barrier(&mut self, kinds: Barrier) -> Step {
        let span = self.span();
        Step::Barrier(Arrival { kinds, span })
    }

    /// Ends a call, and the invocation if it was the outermost one.
    fn leave(&mut self, value: Option<Value>) -> Step {
        let ended = self.invocation.frames.pop();
        if self.invocation.frames.is_empty() {
            return Step::Ended;
        }
        if let (Some(result), Some(value)) = (ended.and_then(|f| f.result), value) {
            self.keep(result, value);
        }
        Step::Next
    }

    fn store(
        &mut self,
        pointer: Handle<Expression>,
        value: Handle<Expression>,
    ) -> Result<(), Interruption> {
        let words: Words = self.value(value)?.words().into();
        let place = self.pointer(pointer)?;
        let ty = self.pointee(pointer);
        let span = self.span();
        self.world.store(self.invocation, place, &ty, &words, span)
    }

    /// A uniform load: a barrier, the load, and another barrier.
    fn uniform_load(
        &mut self,
        pointer: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<Step, Interruption> {
        self.invocation.load_stage += 1;
        let again = |machine: &mut Self| {
            if let Some(cursor) = machine.frame().cursors.last_mut() {
                cursor.at -= 1;
            }
        };
        match self.invocation.load_stage {
            1 => {
                let arrived = self.barrier(Barrier::WORK_GROUP);
                again(self);
                Ok(arrived)
            }
            2 => {
                let place = self.pointer(pointer)?;
                let ty = self.pointee(pointer);
                let span = self.span();
                let words = self.world.load(self.invocation, place, &ty, span)?;
                self.keep(result, Value::Words(words));
                let arrived = self.barrier(Barrier::WORK_GROUP);
                again(self);
                Ok(arrived)
            }
            _ => {
                self.invocation.load_stage = 0;
                Ok(Step::Next)
            }
        }
    }

    /// The type that a pointer points to.
    pub(super) fn pointee(&mut self, pointer: Handle<Expression>) -> Cow<'m, TypeInner> {
        let types = self.world.types;
        let info = self.frame().info;
        match types.resolved(&info[pointer].ty) {
            TypeInner::Pointer { base, .. } => Cow::Borrowed(types.inner(*base)),
            TypeInner::ValuePointer { size, scalar, .. } => Cow::Owned(match size {
                Some(size) => TypeInner::Vector {
                    size: *size,
                    scalar: *scalar,
                },
                None => TypeInner::Scalar(*scalar),
            }),
            other => Cow::Borrowed(other),
        }
    }
}

/// The name of an unsupported statement.
const fn unsupported(statement: &Statement) -> &'static str {
    match statement {
        Statement::ImageStore { .. } | Statement::ImageAtomic { .. } => "textures",
        Statement::RayQuery { .. } | Statement::RayPipelineFunction(_) => "ray queries",
        Statement::CooperativeStore { .. } => "cooperative matrices",
        _ => "this statement",
    }
}
