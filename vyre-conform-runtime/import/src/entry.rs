//! Entry points: the kernels of a module, with the memory that each uses.

use crate::{BindingSpace, DataLayout, KernelSource, ScalarType, SourcePlace};
use naga::valid::GlobalUse;
use naga::{AddressSpace, Expression, GlobalVariable, Handle, Literal, Module, ShaderStage, Span};
use serde::Serialize;

/// A kernel of a module.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EntryPoint {
    /// The name.
    pub name: String,
    /// Invocations of a workgroup along x, y and z; 0 for an axis that an override determines.
    pub workgroup_size: [u32; 3],
    /// The bindings that the kernel uses, ascending by group and binding.
    pub bindings: Vec<KernelBinding>,
    /// The workgroup variables that the kernel uses, in the order of the source.
    pub workgroup_variables: Vec<WorkgroupVariable>,
    /// The overrides of the module, in the order of the source.
    pub overrides: Vec<Override>,
    /// The place of the kernel's name, if the source has a text.
    pub place: Option<SourcePlace>,
}

/// A binding of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KernelBinding {
    /// The bind group.
    pub group: u32,
    /// The number in the group.
    pub binding: u32,
    /// The name in the source.
    pub name: String,
    /// The address space with the access.
    pub space: BindingSpace,
    /// The layout of the data.
    pub layout: DataLayout,
    /// Bytes of the fixed part, the minimum length of the buffer.
    pub bytes: u32,
    /// Bytes of an element of the runtime-sized array at the end; `None` if the length is fixed.
    pub stride: Option<u32>,
    /// True if the kernel loads from it, atomically or not.
    pub is_read: bool,
    /// True if the kernel stores to it, atomically or not.
    pub is_written: bool,
    /// The place of its declaration.
    pub place: Option<SourcePlace>,
}

/// A variable in workgroup memory.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorkgroupVariable {
    /// The name in the source.
    pub name: String,
    /// The layout of the data.
    pub layout: DataLayout,
    /// The number of bytes.
    pub bytes: u32,
    /// The place of its declaration.
    pub place: Option<SourcePlace>,
}

/// A constant whose value the host may override.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Override {
    /// The name in the source, or the number of `@id` if it has one: the key in
    /// [`ImportOptions::overrides`](crate::ImportOptions::overrides).
    pub key: String,
    /// The name in the source.
    pub name: String,
    /// The type.
    #[serde(rename = "ty")]
    pub scalar: ScalarType,
    /// True if a value is optional.
    pub has_default: bool,
    /// The default, if it is a literal.
    pub default: Option<f64>,
    /// The place of its declaration.
    pub place: Option<SourcePlace>,
}

/// The compute entry points of a module.
pub(crate) fn entry_points(source: &KernelSource) -> Vec<EntryPoint> {
    let module = &source.module;
    let overrides = overrides(source);
    let points = (0..).zip(&module.entry_points);
    let kernels = points.filter(|(_, point)| point.stage == ShaderStage::Compute);
    let kernels = kernels.map(|(k, point)| {
        let used = |handle: Handle<GlobalVariable>| source.info.get_entry_point(k)[handle];
        let mut bindings = vec![];
        let mut workgroup_variables = vec![];
        for (handle, variable) in module.global_variables.iter() {
            let usage = used(handle);
            if usage.is_empty() {
                continue;
            }
            let place = source.place(module.global_variables.get_span(handle));
            let layout = DataLayout::new(module, variable.ty);
            let name = variable.name.clone().unwrap_or_default();
            if variable.binding.is_some() {
                bindings.extend(bound(source, handle, usage));
            } else if variable.space == AddressSpace::WorkGroup {
                workgroup_variables.push(WorkgroupVariable {
                    name,
                    bytes: layout.bytes(),
                    layout,
                    place,
                });
            }
        }
        bindings.sort_by_key(|b| (b.group, b.binding));
        let decided = point.workgroup_size_overrides.unwrap_or_default();
        EntryPoint {
            name: point.name.clone(),
            workgroup_size: [0, 1, 2].map(|axis| match decided[axis] {
                Some(_) => 0,
                None => point.workgroup_size[axis],
            }),
            bindings,
            workgroup_variables,
            overrides: overrides.clone(),
            place: name_place(source, &point.name),
        }
    });
    kernels.collect()
}

/// The overrides of a module, in the order of the source.
pub(crate) fn overrides(source: &KernelSource) -> Vec<Override> {
    let module = &source.module;
    let each = module.overrides.iter();
    each.map(|(handle, of)| declared(source, of, module.overrides.get_span(handle)))
        .collect()
}

/// A binding of a kernel with this usage.
fn bound(
    source: &KernelSource,
    handle: Handle<GlobalVariable>,
    usage: GlobalUse,
) -> Option<KernelBinding> {
    let module = &source.module;
    let variable = &module.global_variables[handle];
    let binding = variable.binding?;
    let layout = DataLayout::new(module, variable.ty);
    Some(KernelBinding {
        group: binding.group,
        binding: binding.binding,
        name: variable.name.clone().unwrap_or_default(),
        space: space(variable.space),
        bytes: layout.bytes(),
        stride: layout.runtime_stride(),
        layout,
        is_read: usage.intersects(GlobalUse::READ | GlobalUse::QUERY | GlobalUse::ATOMIC),
        is_written: usage.intersects(GlobalUse::WRITE | GlobalUse::ATOMIC),
        place: source.place(module.global_variables.get_span(handle)),
    })
}

/// The address space of a binding with its access.
pub(crate) fn space(space: AddressSpace) -> BindingSpace {
    match space {
        AddressSpace::Uniform => BindingSpace::Uniform,
        AddressSpace::Storage { access } if access.contains(naga::StorageAccess::STORE) => {
            BindingSpace::Storage
        }
        AddressSpace::Storage { .. } => BindingSpace::ReadOnlyStorage,
        AddressSpace::Function
        | AddressSpace::Private
        | AddressSpace::WorkGroup
        | AddressSpace::Handle
        | AddressSpace::Immediate
        | AddressSpace::TaskPayload
        | AddressSpace::RayPayload
        | AddressSpace::IncomingRayPayload => BindingSpace::Opaque,
    }
}

/// The place of a function's name in a text.
fn name_place(source: &KernelSource, name: &str) -> Option<SourcePlace> {
    let text = source.text();
    let found = text.match_indices(name).find(|(at, _)| {
        let before = text[..*at].trim_end();
        let after = text[at + name.len()..].trim_start();
        (before.ends_with("fn") || before.ends_with("void")) && after.starts_with('(')
    });
    let (at, _) = found?;
    source.place(Span::new(at as u32, (at + name.len()) as u32))
}

fn declared(source: &KernelSource, of: &naga::Override, span: Span) -> Override {
    let module: &Module = &source.module;
    let name = of.name.clone().unwrap_or_default();
    let scalar = module.types[of.ty].inner.scalar();
    let literal = of.init.map(|init| &module.global_expressions[init]);
    Override {
        key: of.id.map_or(name.clone(), |id| id.to_string()),
        name,
        scalar: scalar.map_or(ScalarType::U32, ScalarType::new),
        has_default: of.init.is_some(),
        default: match literal {
            Some(Expression::Literal(literal)) => number(*literal),
            _ => None,
        },
        place: source.place(span),
    }
}

/// The value of a literal as a number for the host.
fn number(literal: Literal) -> Option<f64> {
    Some(match literal {
        Literal::F64(value) | Literal::AbstractFloat(value) => value,
        Literal::F32(value) => value.into(),
        Literal::F16(value) => value.into(),
        Literal::U16(value) => value.into(),
        Literal::I16(value) => value.into(),
        Literal::U32(value) => value.into(),
        Literal::I32(value) => value.into(),
        Literal::Bool(value) => f64::from(u8::from(value)),
        Literal::U64(_) | Literal::I64(_) | Literal::AbstractInt(_) => return None,
    })
}
