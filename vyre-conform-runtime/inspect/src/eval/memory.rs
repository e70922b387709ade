//! The memory of a run: buffers, workgroup variables, and race detection.

use super::event::{Event, EventKind, Events};
use super::machine::{Interruption, Invocation};
use super::shadow::{AccessKind, Shadow, SharedAccess};
use super::value::{Memory, OutOfBoundsIndex, Pointer, Types, Words};
use crate::layout::Shape;
use crate::target::Target;
use naga::{AddressSpace, Barrier, Scalar, ScalarKind, Span, TypeInner};

/// The memory that invocations share.
#[derive(Debug)]
pub(super) struct World<'m> {
    pub(super) types: Types<'m>,
    /// Bytes of each variable of the module, by index; private variables are in the invocations.
    pub(super) variables: Vec<Vec<u8>>,
    spaces: Vec<AddressSpace>,
    names: Vec<String>,
    shapes: Vec<Option<Shape>>,
    /// The words of workgroup variables that have been written.
    written: Vec<Vec<bool>>,
    shadow: Shadow,
    pub(super) events: Events,
    pub(super) workgroup: u32,
    /// Number of barriers that the workgroup passed: for workgroup memory, for storage, for any.
    phases: [u32; 3],
    /// Invocations of a subgroup.
    lanes: u32,
    /// True if a subgroup operation ran.
    pub(super) used_subgroups: bool,
    /// The largest index into each variable that is or ends in a runtime-sized array.
    pub(super) max_index: Vec<Option<i64>>,
}

impl<'m> World<'m> {
    pub(super) fn new(target: &'m Target<'_>, buffers: &[Vec<u8>], lanes: u32) -> Self {
        let types = Types(&target.module);
        let globals = || target.module.global_variables.iter();
        let mut variables: Vec<Vec<u8>> = globals()
            .map(|(_, global)| match global.space {
                AddressSpace::WorkGroup => vec![0; types.bytes(types.inner(global.ty)) as usize],
                _ => vec![],
            })
            .collect();
        for (binding, bytes) in target.buffers.iter().zip(buffers) {
            variables[binding.global.index()].clone_from(bytes);
        }
        let written = variables.iter().map(|v| vec![false; v.len() / 2 + 1]);
        Self {
            types,
            written: written.collect(),
            variables,
            spaces: globals().map(|(_, global)| global.space).collect(),
            names: globals()
                .map(|(_, global)| global.name.clone().unwrap_or_default())
                .collect(),
            shapes: globals()
                .map(|(_, global)| Shape::from_type(&target.module, global.ty))
                .collect(),
            shadow: Shadow::default(),
            events: Events::default(),
            workgroup: 0,
            phases: [0; 3],
            max_index: vec![None; globals().count()],
            lanes,
            used_subgroups: false,
        }
    }

    /// Resets the state of a workgroup.
    pub(super) fn begin_workgroup(&mut self, number: u32) {
        self.workgroup = number;
        self.phases = [0; 3];
        for (k, space) in self.spaces.iter().enumerate() {
            if *space == AddressSpace::WorkGroup {
                self.variables[k].fill(0);
                self.written[k].fill(false);
            }
        }
        let spaces = &self.spaces;
        self.shadow.forget(|k| spaces[k] == AddressSpace::WorkGroup);
    }

    /// Counts a barrier that the workgroup passed.
    pub(super) fn pass_barrier(&mut self, kinds: Barrier) {
        self.phases[0] += u32::from(kinds.contains(Barrier::WORK_GROUP));
        self.phases[1] += u32::from(kinds.contains(Barrier::STORAGE));
        self.phases[2] += 1;
    }

    pub(super) fn name(&self, invocation: &Invocation<'_>, memory: Memory) -> String {
        match memory {
            Memory::Global(k) => self.names[k].clone(),
            Memory::Local { depth, variable } => {
                let function = invocation.frames[depth].function;
                let mut locals = function.local_variables.iter();
                let local = locals
                    .nth(variable)
                    .and_then(|(_, local)| local.name.clone());
                local.unwrap_or_default()
            }
        }
    }

    /// The name of the scalar at a byte of a variable, as in the text.
    fn element(&self, variable: usize, at: u32) -> String {
        let path = self.shapes[variable]
            .as_ref()
            .and_then(|shape| shape.path(at));
        format!("{}{}", self.names[variable], path.unwrap_or_default())
    }

    /// Bytes of a variable.
    pub(super) fn len(&self, invocation: &Invocation<'_>, memory: Memory) -> u32 {
        match memory {
            Memory::Global(k) if self.spaces[k] != AddressSpace::Private => {
                self.variables[k].len() as u32
            }
            _ => 0,
        }
        .max(
            invocation
                .bytes(memory)
                .map_or(0, |bytes| bytes.len() as u32),
        )
    }

    /// Reads a value of a type.
    pub(super) fn load(
        &mut self,
        invocation: &Invocation<'_>,
        pointer: Pointer,
        ty: &TypeInner,
        span: Span,
    ) -> Result<Words, Interruption> {
        if let Some(outside) = pointer.outside {
            self.outside(
                invocation,
                pointer,
                outside,
                EventKind::ReadOutOfBounds,
                span,
            );
        }
        let atomic = matches!(ty, TypeInner::Atomic(_));
        let kind = if atomic {
            AccessKind::AtomicRead
        } else {
            AccessKind::Read
        };
        let mut places: smallvec::SmallVec<[(u32, Scalar); 4]> = smallvec::smallvec![];
        self.types.each(ty, pointer.offset, &mut |at, scalar| {
            places.push((at, scalar))
        });
        let mut words = Words::with_capacity(places.len());
        for (at, scalar) in places {
            check_width(scalar, span)?;
            // The element that replaces one out of bounds is accidental, and no race is reported for
            // it.
            if pointer.outside.is_none() {
                self.touch(invocation, pointer.memory, at, kind, span);
            }
            let bytes = self.bytes(invocation, pointer.memory);
            let word = read(bytes, at, scalar.width);
            words.push(match scalar {
                Scalar::F16 => half::f16::from_bits(word as u16).to_f32().to_bits(),
                _ => word,
            });
        }
        Ok(words)
    }

    /// Writes a value of a type.
    pub(super) fn store(
        &mut self,
        invocation: &mut Invocation<'_>,
        pointer: Pointer,
        ty: &TypeInner,
        words: &[u32],
        span: Span,
    ) -> Result<(), Interruption> {
        if let Some(outside) = pointer.outside {
            self.outside(
                invocation,
                pointer,
                outside,
                EventKind::WriteOutOfBounds,
                span,
            );
            return Ok(());
        }
        let atomic = matches!(ty, TypeInner::Atomic(_));
        let kind = if atomic {
            AccessKind::AtomicWrite
        } else {
            AccessKind::Write
        };
        let mut places: smallvec::SmallVec<[(u32, Scalar); 4]> = smallvec::smallvec![];
        self.types.each(ty, pointer.offset, &mut |at, scalar| {
            places.push((at, scalar))
        });
        for ((at, scalar), word) in places.into_iter().zip(words) {
            check_width(scalar, span)?;
            self.touch(invocation, pointer.memory, at, kind, span);
            let bytes = match invocation.bytes_mut(pointer.memory) {
                Some(bytes) => bytes,
                None => self.shared_mut(pointer.memory),
            };
            let (from, width) = (at as usize, scalar.width as usize);
            let word = match scalar {
                Scalar::F16 => half::f16::from_f32(f32::from_bits(*word)).to_bits().into(),
                _ => *word,
            };
            if let Some(place) = bytes.get_mut(from..from + width) {
                place.copy_from_slice(&word.to_le_bytes()[..width]);
            }
        }
        Ok(())
    }

    fn shared_mut(&mut self, memory: Memory) -> &mut [u8] {
        match memory {
            Memory::Global(k) => &mut self.variables[k],
            Memory::Local { .. } => &mut [],
        }
    }

    fn bytes<'b>(&'b self, invocation: &'b Invocation<'_>, memory: Memory) -> &'b [u8] {
        match (invocation.bytes(memory), memory) {
            (Some(bytes), _) => bytes,
            (None, Memory::Global(k)) => &self.variables[k],
            (None, Memory::Local { .. }) => &[],
        }
    }

    fn outside(
        &mut self,
        invocation: &Invocation<'_>,
        pointer: Pointer,
        outside: OutOfBoundsIndex,
        kind: EventKind,
        span: Span,
    ) {
        let name = self.name(invocation, pointer.memory);
        let OutOfBoundsIndex { index, len } = outside;
        let elements = if len == 1 {
            "1 element"
        } else {
            &format!("{len} elements")
        };
        self.events.add(Event {
            kind,
            span,
            other: None,
            both_write: false,
            words: format!("index {index} of `{name}`, which has {elements} there"),
            invocation: invocation.global,
        });
    }

    /// Records an access to shared memory.
    fn touch(
        &mut self,
        invocation: &Invocation<'_>,
        memory: Memory,
        at: u32,
        kind: AccessKind,
        span: Span,
    ) {
        let Memory::Global(variable) = memory else {
            return;
        };
        let space = self.spaces[variable];
        let phase = match space {
            AddressSpace::WorkGroup => self.phases[0],
            AddressSpace::Storage { .. } => self.phases[1],
            _ => return,
        };
        if space == AddressSpace::WorkGroup {
            self.unwritten(invocation, variable, at, kind, span);
        }
        let access = SharedAccess {
            kind,
            lane: invocation.lane,
            workgroup: self.workgroup,
            phase,
            any_phase: self.phases[2],
            subgroup: (invocation.lane / self.lanes, invocation.subgroup_phase),
            span,
        };
        let Some((kind, other)) = self.shadow.touch(variable, at, access) else {
            return;
        };
        let verb = |kind| match kind {
            AccessKind::Read => "reads",
            AccessKind::Write => "writes",
            AccessKind::AtomicRead => "atomically reads",
            AccessKind::AtomicWrite => "atomically writes",
        };
        let name = self.element(variable, at);
        let words = format!(
            "lane {} of workgroup {} {} `{name}`; lane {} of workgroup {} {} it",
            access.lane,
            access.workgroup,
            verb(access.kind),
            other.lane,
            other.workgroup,
            verb(other.kind),
        );
        self.events.add(Event {
            kind,
            span,
            other: Some(other.span),
            both_write: access.kind == AccessKind::Write && other.kind == AccessKind::Write,
            words,
            invocation: invocation.global,
        });
    }

    /// Records a read of an unwritten word of workgroup memory. Atomics may start from the zero that
    /// WGSL guarantees.
    fn unwritten(
        &mut self,
        invocation: &Invocation<'_>,
        variable: usize,
        at: u32,
        kind: AccessKind,
        span: Span,
    ) {
        let written = &mut self.written[variable][at as usize / 2];
        if kind != AccessKind::Read {
            *written = true;
        } else if !*written {
            let name = self.element(variable, at);
            self.events.add(Event {
                kind: EventKind::UnwrittenRead,
                span,
                other: None,
                both_write: false,
                words: format!("`{name}`"),
                invocation: invocation.global,
            });
        }
    }
}

fn read(bytes: &[u8], at: u32, width: u8) -> u32 {
    let mut word = [0; 4];
    let (from, width) = (at as usize, width as usize);
    if let Some(found) = bytes.get(from..from + width) {
        word[..width].copy_from_slice(found);
    }
    u32::from_le_bytes(word)
}

/// Rejects scalar types that the interpreter does not support.
pub(super) fn check_width(scalar: Scalar, span: Span) -> Result<(), Interruption> {
    match (scalar.kind, scalar.width) {
        (ScalarKind::Bool, _) | (_, 4) | (ScalarKind::Float, 2) => Ok(()),
        (kind, width) => Err(Interruption::Unsupported {
            span,
            what: format!(
                "`{}` values",
                crate::layout::scalar_name(kind, width.into())
            ),
        }),
    }
}
