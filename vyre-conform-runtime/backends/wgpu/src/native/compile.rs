//! Strict compilation of WGSL with floats to SPIR-V, with the layout of its bindings.

use super::controls::Controls;
use super::strict::{instructions, opcode, strict};
use naga::back::spv;
use naga::proc::{BoundsCheckPolicies, BoundsCheckPolicy};
use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{AddressSpace, GlobalVariable, ShaderStage, StorageAccess};
use spirv::{Capability, Op};
use std::sync::LazyLock;
use vyre_conform_lower::ENTRY_POINT;

/// SPIR-V version that every device with Vulkan 1.1 supports.
const VERSION: (u8, u8) = (1, 3);

/// All capabilities except those for sums of byte products.
static WITHOUT_PRODUCTS: LazyLock<naga::FastHashSet<Capability>> = LazyLock::new(|| {
    // The capabilities of SPIR-V are below this number.
    let all = (0..1 << 13).filter_map(Capability::from_u32);
    let kept = all.filter(|one| {
        !matches!(
            one,
            Capability::DotProduct | Capability::DotProductInput4x8BitPacked
        )
    });
    kept.collect()
});

/// A compute shader in SPIR-V for direct use by a device.
pub(in super::super) struct SpirvShader {
    /// The module.
    pub(in super::super) words: Vec<u32>,
    /// The buffers of its one bind group, in the order of their bindings, because no layout is derived from such a
    /// module.
    pub(in super::super) layout: Vec<wgpu::BindGroupLayoutEntry>,
    /// Workgroup size along each axis.
    pub(in super::super) workgroup: [u32; 3],
}

fn writer_options(controls: &Controls, binding_map: spv::BindingMap) -> spv::Options<'static> {
    spv::Options {
        lang_version: VERSION,
        flags: spv::WriterFlags::empty(),
        fake_missing_bindings: false,
        // 16-bit values enter and leave a compute shader only through buffers.
        use_storage_input_output_16: false,
        binding_map,
        capabilities: if controls.packed_products {
            None
        } else {
            Some(WITHOUT_PRODUCTS.clone())
        },
        zero_initialize_workgroup_memory: if controls.zeroed_memory {
            spv::ZeroInitializeWorkgroupMemoryMode::Native
        } else {
            spv::ZeroInitializeWorkgroupMemoryMode::Polyfill
        },
        bounds_check_policies: BoundsCheckPolicies {
            index: BoundsCheckPolicy::Restrict,
            buffer: BoundsCheckPolicy::Restrict,
            ..BoundsCheckPolicies::default()
        },
        ..spv::Options::default()
    }
}

/// The strict module of a text with floats and these controls; `None` for a text without float values, which needs no
/// strictness. The buffers are those that the text uses; for a program they are `bound`, the bindings of its layout,
/// ascending, used or not.
///
/// # Errors
///
/// Messages of the front end, the validator or the writer.
pub(in super::super) fn compile(
    text: &str,
    controls: &Controls,
    bound: Option<&[u32]>,
) -> Result<Option<SpirvShader>, String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|e| e.emit_to_string(text))?;
    let missing = if controls.double {
        Capabilities::empty()
    } else {
        Capabilities::FLOAT64
    };
    let capabilities = Capabilities::all() - missing;
    let mut validator = Validator::new(ValidationFlags::all(), capabilities);
    let info = validator.validate(&module);
    let info = info.map_err(|e| e.emit_to_string(text))?;
    let used = info.get_entry_point(0);
    let mut buffers: Vec<(naga::ResourceBinding, &GlobalVariable)> = module
        .global_variables
        .iter()
        .filter(|(handle, _)| bound.is_some() || !used[*handle].is_empty())
        .filter_map(|(_, variable)| Some((variable.binding?, variable)))
        .collect();
    buffers.sort_by_key(|(index, _)| index.binding);
    // The driver sees the bindings of a layout numbered from 0 without gaps.
    let bindings = buffers
        .iter()
        .map(|(index, _)| index.binding)
        .collect::<Vec<_>>();
    let bindings = bound.unwrap_or(&bindings);
    let numbers = buffers.iter().filter_map(|(index, _)| {
        let number = bindings
            .iter()
            .position(|binding| *binding == index.binding)?;
        let info = spv::BindingInfo {
            descriptor_set: index.group,
            binding: number as u32,
            binding_array_size: None,
        };
        Some((*index, info))
    });
    let options = writer_options(controls, numbers.collect());
    let entry = spv::PipelineOptions {
        shader_stage: ShaderStage::Compute,
        entry_point: ENTRY_POINT.to_owned(),
    };
    let words = spv::write_vec(&module, &info, &options, Some(&entry));
    let words = words.map_err(|e| e.to_string())?;
    if !instructions(&words).any(|i| opcode(i) == Op::TypeFloat as u32) {
        return Ok(None);
    }
    let layout = buffers
        .iter()
        .map(|(index, variable)| entry_of(index, variable));
    let entries = module.entry_points.iter();
    let workgroup = entries.map(|entry| entry.workgroup_size).next();
    Ok(Some(SpirvShader {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: SPIR-V, section 3.31: the capability of the instruction, which a device without it does not take.
    #[test]
    fn sums_of_products_use_the_dot_product_instruction() {
        let text = "@group(0) @binding(0) var<storage, read_write> v: array<u32>;
            @compute @workgroup_size(1) fn vyre_main() {
                v[0] = bitcast<u32>(bitcast<f32>(v[1]) * 2.0) + dot4U8Packed(v[2], v[3]);
            }";
        for packed_products in [false, true] {
            let controls = Controls {
                packed_products,
                ..Controls::default()
            };
            let compiled = compile(text, &controls, None).expect("it compiles");
            let words = compiled.expect("a float").words;
            let matches = |op: Op, one: Capability| {
                let mut all = instructions(&words);
                all.any(|i| opcode(i) == op as u32 && i.get(1) == Some(&(one as u32)))
            };
            for capability in [
                Capability::DotProduct,
                Capability::DotProductInput4x8BitPacked,
            ] {
                assert_eq!(
                    matches(Op::Capability, capability),
                    packed_products,
                    "{capability:?}"
                );
            }
            let dot = instructions(&words).any(|i| opcode(i) == Op::UDot as u32);
            assert_eq!(dot, packed_products);
        }
    }

    /// Oracle: SPIR-V, section 3.49.8: a variable whose initializer is a null constant begins with zeros, and needs no
    /// store; and the feature of the device, without which no 64-bit float is declared.
    #[test]
    fn memory_starts_zeroed_and_binary64_follows_the_device_feature() {
        let text = "@group(0) @binding(0) var<storage, read_write> v: array<u32>;
            var<workgroup> kept: array<f32, 100>;
            @compute @workgroup_size(1) fn vyre_main() {
                kept[v[0]] = 1.5;
                v[1] = u32(kept[v[2]]);
            }";
        for zeroed_memory in [false, true] {
            let controls = Controls {
                zeroed_memory,
                ..Controls::default()
            };
            let compiled = compile(text, &controls, None).expect("it compiles");
            let words = compiled.expect("a float").words;
            let shared = spirv::StorageClass::Workgroup as u32;
            let mut variables =
                instructions(&words).filter(|i| opcode(i) == Op::Variable as u32 && i[3] == shared);
            let initialized = variables.next().map(|variable| variable.len() == 5);
            assert_eq!(initialized, Some(zeroed_memory));
        }
        let text = text.replace("1.5", "f32(f64(v[3]) * 1.5lf)");
        for double in [false, true] {
            let controls = Controls {
                double,
                ..Controls::default()
            };
            assert_eq!(compile(&text, &controls, None).is_ok(), double);
        }
    }
}
