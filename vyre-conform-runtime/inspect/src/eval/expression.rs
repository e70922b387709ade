//! Expressions: constants, accesses, conversions.

use super::event::{Event, EventKind};
use super::machine::{Interruption, Machine};
use super::operators;
use super::value::{Memory, OutOfBoundsIndex, Pointer, Value, Words, scalar_of};
use naga::{ArraySize, Expression, GlobalVariable, Handle, Literal, ScalarKind, Span, TypeInner};

impl<'m> Machine<'_, 'm> {
    /// The value of an expression from its last evaluation, or from a first one now.
    pub(super) fn value(&mut self, handle: Handle<Expression>) -> Result<Value, Interruption> {
        if let Some(value) = &self.frame().values[handle.index()] {
            return Ok(value.clone());
        }
        let value = self.compute(handle)?;
        self.keep(handle, value.clone());
        Ok(value)
    }

    /// The type of an expression.
    pub(super) fn ty(&mut self, handle: Handle<Expression>) -> &'m TypeInner {
        let types = self.world.types;
        let info = self.frame().info;
        types.resolved(&info[handle].ty)
    }

    /// The place of an expression.
    pub(super) fn span_of(&mut self, handle: Handle<Expression>) -> Span {
        self.frame().function.expressions.get_span(handle)
    }

    pub(super) fn unsupported<T>(
        &mut self,
        handle: Handle<Expression>,
        what: &str,
    ) -> Result<T, Interruption> {
        Err(Interruption::Unsupported {
            span: self.span_of(handle),
            what: what.to_owned(),
        })
    }

    /// Evaluates an expression.
    pub(super) fn compute(&mut self, handle: Handle<Expression>) -> Result<Value, Interruption> {
        let function = self.frame().function;
        let words = match &function.expressions[handle] {
            Expression::Literal(literal) => return self.literal(handle, *literal),
            Expression::Constant(constant) => {
                let init = self.module().constants[*constant].init;
                return self.constant(handle, init);
            }
            Expression::ZeroValue(ty) => {
                let types = self.world.types;
                Words::from_elem(0, types.scalars(types.inner(*ty)))
            }
            Expression::Compose { components, .. } => {
                let mut words = Words::new();
                for component in components {
                    words.extend_from_slice(self.value(*component)?.words());
                }
                words
            }
            Expression::Splat { size, value } => {
                Words::from_elem(self.value(*value)?.first(), *size as usize)
            }
            Expression::Swizzle {
                size,
                vector,
                pattern,
            } => {
                let vector = self.value(*vector)?;
                let picked = pattern.iter().take(*size as usize);
                picked.map(|c| vector.words()[*c as usize]).collect()
            }
            Expression::Load { pointer } => {
                let place = self.pointer(*pointer)?;
                let (ty, span) = (self.pointee(*pointer), self.span_of(handle));
                let before = self.world.events.0.len();
                let words = self.world.load(self.invocation, place, &ty, span)?;
                if self.world.events.0.len() > before && self.is_choice(handle) {
                    self.world.events.forget_unwritten(before);
                }
                words
            }
            Expression::ArrayLength(pointer) => {
                let place = self.pointer(*pointer)?;
                let pointee = self.pointee(*pointer);
                Words::from_elem(self.length(&pointee, place).unwrap_or(0), 1)
            }
            other => return self.place(handle, other),
        };
        Ok(Value::Words(words))
    }

    /// True if an expression is a choice of a `select`, which may drop its value.
    fn is_choice(&mut self, handle: Handle<Expression>) -> bool {
        let mut all = self.frame().function.expressions.iter();
        all.any(|(_, expression)| match expression {
            Expression::Select { accept, reject, .. } => [*accept, *reject].contains(&handle),
            _ => false,
        })
    }

    /// Evaluates an access, a variable, or an operation.
    fn place(
        &mut self,
        handle: Handle<Expression>,
        expression: &Expression,
    ) -> Result<Value, Interruption> {
        match expression {
            Expression::Access { base, index } => {
                let signed = scalar_of(self.ty(*index)).kind == ScalarKind::Sint;
                let index = self.value(*index)?.first();
                let index = if signed {
                    i64::from(index as i32)
                } else {
                    i64::from(index)
                };
                self.access(handle, *base, index)
            }
            Expression::AccessIndex { base, index } => {
                self.access(handle, *base, i64::from(*index))
            }
            Expression::FunctionArgument(k) => Ok(self.frame().arguments[*k as usize].clone()),
            Expression::GlobalVariable(global) => Ok(start(Memory::Global(global.index()))),
            Expression::LocalVariable(local) => Ok(start(Memory::Local {
                depth: self.invocation.frames.len() - 1,
                variable: local.index(),
            })),
            other => self.operation(handle, other),
        }
    }

    fn literal(
        &mut self,
        handle: Handle<Expression>,
        literal: Literal,
    ) -> Result<Value, Interruption> {
        Ok(Value::word(match literal {
            Literal::U32(value) => value,
            Literal::I32(value) => value as u32,
            Literal::F32(value) => value.to_bits(),
            Literal::Bool(value) => value.into(),
            Literal::F16(value) => value.to_f32().to_bits(),
            _ => return self.unsupported(handle, "literals of 64 bits"),
        }))
    }

    /// The value of a constant of the module, at an expression that names it.
    pub(super) fn constant(
        &mut self,
        at: Handle<Expression>,
        init: Handle<Expression>,
    ) -> Result<Value, Interruption> {
        let module = self.module();
        let words = match &module.global_expressions[init] {
            Expression::Literal(literal) => return self.literal(at, *literal),
            Expression::Constant(constant) => {
                return self.constant(at, module.constants[*constant].init);
            }
            Expression::ZeroValue(ty) => {
                let types = self.world.types;
                Words::from_elem(0, types.scalars(types.inner(*ty)))
            }
            Expression::Compose { components, .. } => {
                let mut words = Words::new();
                for component in components {
                    words.extend_from_slice(self.constant(at, *component)?.words());
                }
                words
            }
            Expression::Splat { size, value } => {
                Words::from_elem(self.constant(at, *value)?.first(), *size as usize)
            }
            _ => return self.unsupported(at, "this constant expression"),
        };
        Ok(Value::Words(words))
    }

    /// The value of an expression that is a pointer.
    pub(super) fn pointer(&mut self, handle: Handle<Expression>) -> Result<Pointer, Interruption> {
        match self.value(handle)? {
            Value::Pointer(pointer) => Ok(pointer),
            Value::Words(_) => self.unsupported(handle, "this pointer"),
        }
    }

    /// Elements of what a pointer points to, if it has elements.
    fn length(&mut self, pointee: &TypeInner, pointer: Pointer) -> Option<u32> {
        match pointee {
            TypeInner::Vector { size, .. } => Some(*size as u32),
            TypeInner::Matrix { columns, .. } => Some(*columns as u32),
            TypeInner::Array {
                size: ArraySize::Constant(n),
                ..
            } => Some(n.get()),
            TypeInner::Array { stride, .. } => {
                let bytes = self.world.len(self.invocation, pointer.memory);
                Some(bytes.saturating_sub(pointer.offset) / stride)
            }
            _ => None,
        }
    }

    /// A component, of a value or behind a pointer.
    fn access(
        &mut self,
        handle: Handle<Expression>,
        base: Handle<Expression>,
        index: i64,
    ) -> Result<Value, Interruption> {
        let types = self.world.types;
        match self.value(base)? {
            Value::Pointer(pointer) => {
                let pointee = self.pointee(base);
                let (mut index, mut outside) = (index, pointer.outside);
                if let (TypeInner::Array { size, .. }, Memory::Global(k)) =
                    (&*pointee, pointer.memory)
                    && *size == ArraySize::Dynamic
                {
                    let reach = &mut self.world.max_index[k];
                    *reach = (*reach).max(Some(index));
                }
                if let Some(len) = self.length(&pointee, pointer)
                    && !(0..i64::from(len)).contains(&index)
                {
                    outside = outside.or(Some(OutOfBoundsIndex { index, len }));
                    index = i64::from(len.saturating_sub(1));
                }
                Ok(Value::Pointer(Pointer {
                    memory: pointer.memory,
                    offset: pointer.offset + types.offset(&pointee, index as u32),
                    outside,
                }))
            }
            Value::Words(words) => {
                let ty = self.ty(base);
                let (_, each) = types.component(ty, 0);
                let len = words.len() / each.max(1);
                let is_struct = matches!(ty, TypeInner::Struct { .. });
                let inside = is_struct || (0..len as i64).contains(&index);
                if !inside {
                    let span = self.span_of(handle);
                    self.note(
                        EventKind::ReadOutOfBounds,
                        span,
                        format!("index {index} of a value of {len} elements"),
                    );
                }
                let index = if inside { index as usize } else { len - 1 };
                let (before, count) = types.component(ty, index);
                let found = words.get(before..before + count).unwrap_or(&[]);
                Ok(Value::Words(found.into()))
            }
        }
    }

    /// Initialises a private variable.
    pub(super) fn begin_private(
        &mut self,
        variable: Handle<GlobalVariable>,
        init: Handle<Expression>,
    ) -> Result<(), Interruption> {
        let words = self.constant(init, init)?;
        let Value::Pointer(pointer) = start(Memory::Global(variable.index())) else {
            return Ok(());
        };
        let types = self.world.types;
        let ty = types.inner(self.module().global_variables[variable].ty);
        self.world
            .store(self.invocation, pointer, ty, words.words(), Span::UNDEFINED)
    }

    /// Records a fault of this invocation.
    pub(super) fn note(&mut self, kind: EventKind, span: Span, words: String) {
        let invocation = self.invocation.global;
        self.world.events.add(Event {
            kind,
            span,
            other: None,
            both_write: false,
            words,
            invocation,
        });
    }

    /// Records floats out of the range of an integer type.
    fn check_range(&mut self, handle: Handle<Expression>, to: ScalarKind, words: &[u32]) {
        let range = match to {
            ScalarKind::Uint => -1.0..4_294_967_296.0,
            ScalarKind::Sint => -2_147_483_904.0..2_147_483_648.0,
            _ => return,
        };
        let mut floats = words.iter().map(|word| f32::from_bits(*word));
        // A fraction below 0 is truncated to 0.
        let is_outside = |x: &f32| !(range.contains(x) && *x > range.start);
        if let Some(float) = floats.find(is_outside) {
            let span = self.span_of(handle);
            self.note(
                EventKind::ConversionOutOfRange,
                span,
                format!("the float is {float}"),
            );
        }
    }

    /// A conversion or a reinterpretation of bits.
    pub(super) fn cast(
        &mut self,
        handle: Handle<Expression>,
        argument: Handle<Expression>,
        to: ScalarKind,
        convert: Option<u8>,
    ) -> Result<Words, Interruption> {
        let from = scalar_of(self.ty(argument));
        let value = self.value(argument)?;
        let to_width = convert.unwrap_or(from.width);
        let is_known = |kind, width| {
            kind == ScalarKind::Bool || width == 4 || kind == ScalarKind::Float && width == 2
        };
        if !is_known(to, to_width) || !is_known(from.kind, from.width) {
            return self.unsupported(handle, "conversions from or to 64 bits");
        }
        if convert.is_some() && from.kind == ScalarKind::Float {
            self.check_range(handle, to, value.words());
        }
        let words = value.words().iter();
        Ok(match convert {
            Some(_) => words
                .map(|w| operators::convert(from.kind, to, *w))
                .collect(),
            None => words.copied().collect(),
        })
    }
}

fn start(memory: Memory) -> Value {
    Value::Pointer(Pointer {
        memory,
        offset: 0,
        outside: None,
    })
}
