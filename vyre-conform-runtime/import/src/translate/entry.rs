//! Translation of entry points: overrides, buffers, variables and builtin values, then the body.

use super::calls::Frame;
use super::pointer::Root;
use super::shape::{Packing, Shape};
use super::statements::{SpannedStatement, Tail};
use super::subgroups::is_size;
use super::{Data, Remedy, Translator, Value};
use crate::source::{chain, isolated};
use crate::{
    BoundBuffer, HiddenBuffer, HiddenPurpose, ImportOptions, ImportedKernel, KernelSource, Refusal,
};
use naga::back::pipeline_constants::process_overrides;
use naga::{AddressSpace, Binding, BuiltIn, EntryPoint, ShaderStage, TypeInner};
use std::rc::Rc;
use vyre_conform_ir::{Access, Axis, BufferDecl, BufferId, Expr, ExprKind, Program, Type};

/// Translates an entry point.
pub(crate) fn import(
    source: &KernelSource,
    options: &ImportOptions,
) -> Result<ImportedKernel, Vec<Refusal>> {
    let name = chosen(source, &options.entry).map_err(|refusal| vec![refusal])?;
    let translated = isolated(|| Ok(translated(source, options, &name)));
    translated.unwrap_or_else(|error| Err(vec![refusal("the importer", &error.message)]))
}

fn refusal(construct: &str, remedy: &str) -> Refusal {
    Refusal {
        place: None,
        construct: construct.to_owned(),
        remedy: remedy.to_owned(),
    }
}

/// The name of the entry point selected by the options.
fn chosen(source: &KernelSource, wanted: &str) -> Result<String, Refusal> {
    let points = source.module.entry_points.iter();
    let kernels: Vec<&str> = points
        .filter(|point| point.stage == ShaderStage::Compute)
        .map(|point| &*point.name)
        .collect();
    match (wanted, &kernels[..]) {
        (_, []) => Err(refusal(
            "a module without compute entry points",
            "write a function with `@compute`",
        )),
        ("", [only]) => Ok((*only).to_owned()),
        ("", _) => Err(refusal(
            "a module with several entry points",
            &format!("name one of {}", kernels.join(", ")),
        )),
        (wanted, _) if kernels.contains(&wanted) => Ok(wanted.to_owned()),
        (wanted, _) => Err(refusal(
            &format!("the entry point `{wanted}`"),
            &format!(
                "the module has none of this name: name one of {}",
                kernels.join(", ")
            ),
        )),
    }
}

fn translated(
    source: &KernelSource,
    options: &ImportOptions,
    name: &str,
) -> Result<ImportedKernel, Vec<Refusal>> {
    if let Some(size) = options.subgroup_size
        && !is_size(size)
    {
        let remedy = "state a power of two from 4 to 128";
        return Err(vec![refusal(&format!("the subgroup size {size}"), remedy)]);
    }
    let values = options
        .overrides
        .iter()
        .map(|(key, value)| (key.clone(), *value));
    let values = values.collect();
    let wanted = Some((ShaderStage::Compute, name));
    let processed = process_overrides(&source.module, &source.info, wanted, &values);
    let (module, info) = processed.map_err(|error| {
        let remedy = format!(
            "{}: give each override that has no default a value of its type",
            chain(&error)
        );
        vec![refusal("the values of overrides", &remedy)]
    })?;
    let points = module.entry_points.iter().enumerate();
    let mut points = points.filter(|(_, p)| p.stage == ShaderStage::Compute && p.name == name);
    let Some((number, point)) = points.next() else {
        return Err(vec![refusal(
            "the entry point",
            "naga removed it: report the source",
        )]);
    };
    let mut translator = Translator::new(source, &module, &info, options.loop_bound);
    translator.workgroup_size = point.workgroup_size;
    let bindings = translator.bind_buffers(number);
    translator.add_hidden(number, point, options.probes);
    translator.declare_variables(number);
    if let Some(size) = options.subgroup_size.filter(|_| source.uses_subgroups()) {
        translator.enter_subgroup(size);
    }
    translator.kernel(number, point);
    translator.finish(name, bindings)
}

impl<'a> Translator<'a> {
    /// The buffers that the host binds, ascending by group and binding.
    fn bind_buffers(&mut self, number: usize) -> Vec<BoundBuffer> {
        let module = self.module;
        let used = self.info.get_entry_point(number);
        let variables = module.global_variables.iter();
        let mut bound: Vec<_> = variables
            .filter(|(handle, _)| !used[*handle].is_empty())
            .filter_map(|(handle, variable)| Some((variable.binding?, handle, variable)))
            .collect();
        bound.sort_by_key(|(binding, ..)| (binding.group, binding.binding));
        let one_group = bound.iter().all(|(binding, ..)| binding.group == 0);
        let mut bindings = vec![];
        for ((place, handle, variable), k) in bound.into_iter().zip(0..) {
            self.at(module.global_variables.get_span(handle));
            let access = match variable.space {
                AddressSpace::Uniform => Access::Uniform,
                AddressSpace::Storage { access } if access.contains(naga::StorageAccess::STORE) => {
                    Access::ReadWrite
                }
                AddressSpace::Storage { .. } => Access::ReadOnly,
                _ => {
                    let _ = self.shape(variable.ty);
                    continue;
                }
            };
            let shape = self.shape(variable.ty);
            let packing = if shape.has(Type::F16) {
                Packing::Halves
            } else {
                Packing::Host
            };
            let program_binding = if one_group { place.binding } else { k };
            let name = variable
                .name
                .clone()
                .unwrap_or_else(|| format!("binding_{program_binding}"));
            let count = match shape.runtime(packing) {
                Some(_) => None,
                None => Some(shape.words(packing).clamp(1, u32::MAX.into()) as u32),
            };
            let buffer = self.buffer(&name, access, count, program_binding);
            let root = match packing {
                Packing::Halves => Root::Halves(buffer),
                Packing::Host | Packing::Dense => Root::Host(buffer),
            };
            self.globals.insert(handle, (root, shape));
            bindings.push(BoundBuffer {
                group: place.group,
                binding: place.binding,
                buffer,
                program_binding,
            });
        }
        bindings
    }

    /// A buffer of words with a unique name.
    pub(super) fn buffer(
        &mut self,
        name: &str,
        access: Access,
        count: Option<u32>,
        binding: u32,
    ) -> BufferId {
        let mut name = name.to_owned();
        while self.buffers.iter().any(|b| b.name == name) {
            name.push('_');
        }
        self.buffers.push(BufferDecl {
            name,
            binding,
            access,
            element: Type::U32,
            count,
        });
        BufferId(self.buffers.len() as u32 - 1)
    }

    /// A buffer after the host-bound ones.
    fn hidden(&mut self, name: &str, access: Access, count: Option<u32>) -> BufferId {
        let bound = self
            .buffers
            .iter()
            .filter(|b| b.access != Access::Workgroup);
        let binding = bound.map(|b| b.binding + 1).max().unwrap_or(0);
        self.buffer(name, access, count, binding)
    }

    /// Adds the buffers for the number of workgroups and for probes, if needed.
    fn add_hidden(&mut self, number: usize, point: &EntryPoint, probes: bool) {
        let module = self.module;
        let builtin =
            |binding: &Option<Binding>| *binding == Some(Binding::BuiltIn(BuiltIn::NumWorkGroups));
        let asks = point.function.arguments.iter().any(|argument| {
            let members = match &module.types[argument.ty].inner {
                TypeInner::Struct { members, .. } => &members[..],
                _ => &[],
            };
            builtin(&argument.binding) || members.iter().any(|m| builtin(&m.binding))
        });
        if asks || self.has_shared_atomics(number) {
            self.counts = Some(self.hidden("workgroup_counts", Access::Uniform, Some(3)));
        }
        if probes {
            self.probe_buffer = Some(self.hidden("probes", Access::ReadWrite, None));
        }
    }

    fn has_shared_atomics(&mut self, number: usize) -> bool {
        let module = self.module;
        let used = self.info.get_entry_point(number);
        let variables = module.global_variables.iter();
        let shared: Vec<_> = variables
            .filter(|(handle, v)| v.space == AddressSpace::WorkGroup && !used[*handle].is_empty())
            .map(|(_, variable)| variable.ty)
            .collect();
        shared.into_iter().any(|ty| self.shape(ty).has_atomic())
    }

    /// Declares variables in workgroup and private memory.
    fn declare_variables(&mut self, number: usize) {
        let module = self.module;
        let used = self.info.get_entry_point(number);
        for (handle, variable) in module.global_variables.iter() {
            if used[handle].is_empty() || variable.binding.is_some() {
                continue;
            }
            self.at(module.global_variables.get_span(handle));
            let name = variable.name.as_deref().unwrap_or("variable");
            let shape = self.shape(variable.ty);
            let root = match variable.space {
                AddressSpace::WorkGroup => self.shared(name, &shape),
                AddressSpace::Private => {
                    let init = variable.init.map(|init| self.constant(init));
                    let few = shape.count() == 1;
                    self.variable(name, &shape, init, few)
                }
                _ => {
                    self.refuse(format!("the address space of `{name}`"), Remedy::Resource);
                    Root::Nowhere
                }
            };
            self.globals.insert(handle, (root, shape));
        }
    }

    /// A variable in workgroup memory. The representation has no atomics there, so a variable with
    /// atomics is part of a storage buffer that holds the memory of every workgroup.
    fn shared(&mut self, name: &str, shape: &Rc<Shape>) -> Root {
        let words = shape.words(Packing::Dense).clamp(1, u32::MAX.into()) as u32;
        if shape.has_atomic() {
            let buffer = self.hidden(&format!("{name}_of_workgroups"), Access::ReadWrite, None);
            let [x, y, z] = [0, 1, 2].map(|axis| Expr {
                ty: Type::U32,
                kind: ExprKind::WorkgroupId(Axis(axis)),
            });
            let [wide, high] = [0, 1].map(|axis| self.count(axis));
            let number = x + wide * (y + high * z);
            let first = self.draft.bind("first", number * words);
            return Root::Workgroup {
                buffer,
                element: Type::U32,
                first: Some(first),
            };
        }
        let element = shape.common().unwrap_or(Type::U32);
        let buffer = self.buffer(name, Access::Workgroup, Some(words), 0);
        self.buffers[buffer.0 as usize].element = element;
        Root::Workgroup {
            buffer,
            element,
            first: None,
        }
    }

    /// The number of workgroups along an axis.
    pub(super) fn count(&self, axis: u32) -> Expr {
        match self.counts {
            Some(counts) => Expr {
                ty: Type::U32,
                kind: ExprKind::Load(counts, Box::new(Expr::u32(axis))),
            },
            None => Expr::u32(1),
        }
    }

    fn kernel(&mut self, number: usize, point: &'a EntryPoint) {
        let mut arguments = vec![];
        for argument in &point.function.arguments {
            let data = match (&argument.binding, &self.module.types[argument.ty].inner) {
                (Some(binding), _) => self.builtin(binding),
                (None, TypeInner::Struct { members, .. }) => {
                    let bindings = members.iter().filter_map(|m| m.binding.as_ref());
                    let leaves = bindings.flat_map(|binding| self.builtin(binding).leaves);
                    let leaves = leaves.collect();
                    Data::new(self.shape(argument.ty), leaves)
                }
                (None, _) => Data::scalar(Expr::u32(0)),
            };
            arguments.push(Value::Data(self.named(data)));
        }
        let info = self.info.get_entry_point(number);
        self.frames
            .push(Frame::new(&point.function, info, arguments));
        self.declare_locals();
        let list: Vec<SpannedStatement<'a>> = point.function.body.span_iter().collect();
        self.statements(&list, Tail::default());
        self.frames.pop();
    }

    fn finish(
        mut self,
        name: &str,
        bindings: Vec<BoundBuffer>,
    ) -> Result<ImportedKernel, Vec<Refusal>> {
        if !self.refusals.is_empty() {
            self.refusals.sort_by_key(|refusal| refusal.place);
            return Err(self.refusals);
        }
        let is_bound = |id: BufferId| bindings.iter().any(|b| b.buffer == id);
        let hidden = (0..).map(BufferId).zip(&self.buffers);
        let hidden = hidden.filter(|(id, b)| b.access != Access::Workgroup && !is_bound(*id));
        let hidden = hidden.map(|(buffer, decl)| HiddenBuffer {
            purpose: match buffer {
                id if Some(id) == self.counts => HiddenPurpose::WorkgroupCounts,
                id if Some(id) == self.probe_buffer => HiddenPurpose::Probes,
                id => HiddenPurpose::WorkgroupMemory {
                    words: self.words_of(id),
                },
            },
            buffer,
            program_binding: decl.binding,
        });
        let hidden = hidden.collect();
        let (entry, callees, places) = self.draft.finish(name, &self.lines);
        Ok(ImportedKernel {
            program: Program {
                name: name.to_owned(),
                buffers: self.buffers,
                workgroup_size: self.workgroup_size,
                entry,
                callees,
            },
            bindings,
            hidden,
            probes: self.probes,
            subgroup_operations: self.subgroup_operations,
            places,
        })
    }

    /// The number of words of one workgroup in a buffer for all.
    fn words_of(&self, buffer: BufferId) -> u32 {
        let mut variables = self.globals.values();
        let of = variables
            .find(|(root, _)| matches!(root, Root::Workgroup { buffer: b, .. } if *b == buffer));
        of.map_or(1, |(_, shape)| shape.words(Packing::Dense).max(1) as u32)
    }
}
