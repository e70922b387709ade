//! WGSL with floats to SPIR-V that is strict about them, and the layout of its bindings.

use super::controls::Controls;
use super::strict::{instructions, opcode, strict};
use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, GlobalVariable, ShaderStage, StorageAccess};
use spirv::Op;
use vyre_conform_lower::ENTRY_POINT;

/// Version of SPIR-V: one that every device with Vulkan 1.1 takes.
const VERSION: (u8, u8) = (1, 3);

/// A compute shader of a device that takes SPIR-V as it is.
pub(in super::super) struct Compiled {
    /// The module.
    pub(in super::super) words: Vec<u32>,
    /// The buffers of its one bind group, in the order of their bindings: nothing reads a layout out of a
    /// module that is taken as it is.
    pub(in super::super) layout: Vec<wgpu::BindGroupLayoutEntry>,
    /// Invocations of a workgroup along each axis.
    pub(in super::super) workgroup: [u32; 3],
}

/// The module of a text with floats, with these controls. `None` of a text in which no value is a float:
/// there is nothing to be strict about. The buffers are those that the text uses; of a program they are `bound`, the
/// bindings of its layout, ascending, used or not.
///
/// # Errors
/// What the front end, the validator or the writer says.
pub(in super::super) fn compile(
    text: &str,
    controls: &Controls,
    bound: Option<&[u32]>,
) -> Result<Option<Compiled>, String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|e| e.emit_to_string(text))?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    let info = validator.validate(&module);
    let info = info.map_err(|e| e.emit_to_string(text))?;
    let used = info.get_entry_point(0);
    let mut buffers: Vec<(naga::ResourceBinding, &GlobalVariable)> = module
        .global_variables
        .iter()
        .filter(|(handle, _)| bound.is_some() || !used[*handle].is_empty())
        .filter_map(|(_, variable)| Some((variable.binding?, variable)))
        .collect();
    buffers.sort_by_key(|(at, _)| at.binding);
    // The driver sees the bindings of a layout numbered from 0 without gaps.
    let bindings = buffers.iter().map(|(at, _)| at.binding).collect::<Vec<_>>();
    let bindings = bound.unwrap_or(&bindings);
    let numbers = buffers.iter().filter_map(|(at, _)| {
        let number = bindings.iter().position(|binding| *binding == at.binding)?;
        let info = spv::BindingInfo {
            descriptor_set: at.group,
            binding: number as u32,
            binding_array_size: None,
        };
        Some((*at, info))
    });
    let options = spv::Options {
        lang_version: VERSION,
        flags: spv::WriterFlags::empty(),
        fake_missing_bindings: false,
        // No value of 16 bits goes in or out of a compute shader but by its buffers.
        use_storage_input_output_16: false,
        binding_map: numbers.collect(),
        bounds_check_policies: BoundsCheckPolicies {
            index: BoundsCheckPolicy::Restrict,
            buffer: BoundsCheckPolicy::Restrict,
            ..BoundsCheckPolicies::default()
        },
        ..spv::Options::default()
    };
    let entry = spv::PipelineOptions {
        shader_stage: ShaderStage::Compute,
        entry_point: ENTRY_POINT.to_owned(),
    };
    let words = spv::write_vec(&module, &info, &options, Some(&entry));
    let words = words.map_err(|e| e.to_string())?;
    if !instructions(&words).any(|i| opcode(i) == Op::TypeFloat as u32) {
        return Ok(None);
    }
    let layout = buffers.iter().map(|(at, variable)| entry_of(at, variable));
    let entries = module.entry_points.iter();
    let workgroup = entries.map(|entry| entry.workgroup_size).next();
    Ok(Some(Compiled {
        words: strict(&words, controls),
        layout: layout.collect(),
        workgroup: workgroup.unwrap_or([1; 3]),
    }))
}

fn entry_of(at: &naga::ResourceBinding, variable: &GlobalVariable) -> wgpu::BindGroupLayoutEntry {
    let ty = match variable.space {
        AddressSpace::Storage { access } => wgpu::BufferBindingType::Storage {
            read_only: !access.contains(StorageAccess::STORE),
        },
        _ => wgpu::BufferBindingType::Uniform,
    };
    wgpu::BindGroupLayoutEntry {
        binding: at.binding,
        visibility: wgpu::ShaderStages::COMPUTE,
        ty: wgpu::BindingType::Buffer {
            ty,
            has_dynamic_offset: false,
            min_binding_size: None,
        },
        count: None,
    }
}
