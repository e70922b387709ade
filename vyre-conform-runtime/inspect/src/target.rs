//! An entry point with its overrides resolved: the buffers that it binds, and the parts that are not
//! inspected.

use crate::error::InspectError;
use crate::layout::Shape;
use naga::back::pipeline_constants::{PipelineConstantError, process_overrides};
use naga::valid::{FunctionInfo, GlobalUse, ModuleInfo};
use naga::{AddressSpace, Binding, BuiltIn, GlobalVariable, Handle, Module, ShaderStage};
use naga::{Expression, Span, TypeInner};
use std::borrow::Cow;
use vyre_conform_import::KernelSource;
use vyre_conform_wgpu::KernelSlot;

/// An entry point that can be run.
#[derive(Debug)]
pub(crate) struct Target<'s> {
    pub(crate) name: String,
    pub(crate) module: Cow<'s, Module>,
    pub(crate) info: Cow<'s, ModuleInfo>,
    /// Its position among the module's entry points.
    pub(crate) entry: usize,
    pub(crate) workgroup_size: [u32; 3],
    pub(crate) buffers: Vec<BufferBinding>,
    pub(crate) overrides: Vec<(String, f64)>,
}

/// A buffer that an entry point uses.
#[derive(Clone, Debug)]
pub(crate) struct BufferBinding {
    pub(crate) global: Handle<GlobalVariable>,
    pub(crate) name: String,
    pub(crate) slot: KernelSlot,
    pub(crate) shape: Shape,
    /// Size of the type in bytes, with one element of a runtime-sized array.
    pub(crate) least_bytes: u32,
    pub(crate) uniform: bool,
    pub(crate) is_read: bool,
    pub(crate) is_written: bool,
}

impl<'s> Target<'s> {
    /// The entry point of this name with these values of overrides.
    pub(crate) fn new(
        source: &'s KernelSource,
        name: &str,
        overrides: &[(String, f64)],
    ) -> Result<Self, InspectError> {
        let declared = |wanted: &str| {
            let all = source.module().overrides.iter();
            let mut named = all.map(|(_, o)| override_key(o));
            named.any(|key| key == wanted)
        };
        // Other entry points may use the remaining overrides.
        let given = overrides.iter().filter(|(name, _)| declared(name));
        let given: Vec<(String, f64)> = given.cloned().collect();
        let constants = given.iter().cloned().collect();
        let stage = Some((ShaderStage::Compute, name));
        let processed = process_overrides(source.module(), source.info(), stage, &constants);
        let (module, info) = processed.map_err(|error| match error {
            PipelineConstantError::MissingValue(key) => {
                let all = source.module().overrides.iter();
                let open = all
                    .filter(|(_, o)| o.init.is_none())
                    .map(|(_, o)| override_key(o));
                let others = open.filter(|other| *other != key && !constants.contains_key(other));
                InspectError::OverrideWithoutValue {
                    entry: name.to_owned(),
                    names: std::iter::once(key.clone()).chain(others).collect(),
                }
            }
            other => InspectError::Override {
                entry: name.to_owned(),
                why: reasons(&other),
            },
        })?;
        let mut entries = module.entry_points.iter();
        let entry = entries.position(|entry| entry.name == name);
        let entry = entry.unwrap_or(0);
        let function = info.get_entry_point(entry);
        let buffers = buffers(&module, function);
        Ok(Self {
            name: name.to_owned(),
            entry,
            workgroup_size: module.entry_points[entry].workgroup_size,
            buffers,
            module,
            info,
            overrides: given,
        })
    }

    /// Invocations of a workgroup.
    pub(crate) fn invocations(&self) -> u32 {
        let product: u64 = self.workgroup_size.iter().map(|n| u64::from(*n)).product();
        u32::try_from(product).unwrap_or(u32::MAX)
    }

    /// True if an argument of the entry point is one of these built-in values.
    fn uses(&self, wanted: &[BuiltIn]) -> bool {
        let is_wanted = |binding: &Option<Binding>| match binding {
            Some(Binding::BuiltIn(builtin)) => wanted.contains(builtin),
            _ => false,
        };
        let function = &self.module.entry_points[self.entry].function;
        function.arguments.iter().any(|argument| {
            is_wanted(&argument.binding)
                || match &self.module.types[argument.ty].inner {
                    TypeInner::Struct { members, .. } => {
                        members.iter().any(|m| is_wanted(&m.binding))
                    }
                    _ => false,
                }
        })
    }

    /// True if it reads neither its workgroup's id nor global ids, and so is intended for one
    /// workgroup.
    pub(crate) fn is_for_one_workgroup(&self) -> bool {
        !self.uses(&[BuiltIn::GlobalInvocationId, BuiltIn::WorkGroupId])
    }

    /// True if it reads the size of a subgroup or its place in one.
    pub(crate) fn knows_subgroups(&self) -> bool {
        self.uses(&[
            BuiltIn::NumSubgroups,
            BuiltIn::SubgroupId,
            BuiltIn::SubgroupSize,
            BuiltIn::SubgroupInvocationId,
        ])
    }

    /// True if some function of the module has a subgroup operation with a result.
    pub(crate) fn has_subgroup_operations(&self) -> bool {
        self.subgroup_operation().is_some()
    }

    /// The place of the first subgroup operation with a result.
    pub(crate) fn subgroup_operation(&self) -> Option<Span> {
        let entry = &self.module.entry_points[self.entry].function;
        let functions = self.module.functions.iter().map(|(_, function)| function);
        functions.chain([entry]).find_map(|function| {
            let mut all = function.expressions.iter();
            let is_result = |e: &Expression| {
                matches!(
                    e,
                    Expression::SubgroupBallotResult | Expression::SubgroupOperationResult { .. }
                )
            };
            let (handle, _) = all.find(|(_, expression)| is_result(expression))?;
            Some(function.expressions.get_span(handle))
        })
    }

    /// Names of resources other than buffers.
    pub(crate) fn foreign_resources(&self) -> Vec<String> {
        let function = self.info.get_entry_point(self.entry);
        let used = self.module.global_variables.iter();
        let used = used.filter(|(handle, _)| !function[*handle].is_empty());
        used.filter(|(_, global)| {
            global.binding.is_some() && Shape::from_type(&self.module, global.ty).is_none()
        })
        .map(|(_, global)| global.name.clone().unwrap_or_default())
        .collect()
    }

    /// Bytes of its workgroup variables.
    pub(crate) fn workgroup_bytes(&self) -> u32 {
        let function = self.info.get_entry_point(self.entry);
        let used = self.module.global_variables.iter();
        used.filter(|(h, g)| g.space == AddressSpace::WorkGroup && !function[*h].is_empty())
            .map(|(_, g)| self.module.types[g.ty].inner.size(self.module.to_ctx()))
            .sum()
    }

    /// True if a buffer ends in a runtime-sized array.
    pub(crate) fn has_runtime_array(&self) -> bool {
        self.buffers.iter().any(|b| b.shape.tail().is_some())
    }
}

/// An error with its causes, in one line.
fn reasons(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut cause = error.source();
    while let Some(inner) = cause {
        words = format!("{words}: {inner}");
        cause = inner.source();
    }
    words
}

/// The key of an override in WebGPU's pipeline constants.
pub(crate) fn override_key(o: &naga::Override) -> String {
    match o.id {
        Some(id) => id.to_string(),
        None => o.name.clone().unwrap_or_default(),
    }
}

fn buffers(module: &Module, function: &FunctionInfo) -> Vec<BufferBinding> {
    let used = module.global_variables.iter();
    let used = used.filter(|(handle, _)| !function[*handle].is_empty());
    let mut found: Vec<BufferBinding> = used
        .filter_map(|(handle, global)| {
            let binding = global.binding.as_ref()?;
            let usage = function[handle];
            Some(BufferBinding {
                global: handle,
                name: global.name.clone().unwrap_or_default(),
                slot: KernelSlot {
                    group: binding.group,
                    binding: binding.binding,
                },
                shape: Shape::from_type(module, global.ty)?,
                least_bytes: module.types[global.ty].inner.size(module.to_ctx()),
                uniform: global.space == AddressSpace::Uniform,
                is_read: usage.intersects(GlobalUse::READ | GlobalUse::ATOMIC),
                is_written: usage.intersects(GlobalUse::WRITE | GlobalUse::ATOMIC),
            })
        })
        .collect();
    found.sort_by_key(|buffer| buffer.slot);
    found
}
