//! SPIR-V and GLSL.

use crate::common::run_kernel;
use vyre_conform_import::{ImportOptions, KernelSource, SourceLanguage, import};

/// Oracle: by hand.
#[test]
fn glsl_is_imported() {
    let text = "#version 450
layout(local_size_x = 4) in;
layout(std430, set = 0, binding = 0) buffer Data { uint data[]; };
uint twice(uint x) { if (x > 5u) { return 0u; } return x * 2u; }
void main() {
    uint i = gl_GlobalInvocationID.x;
    for (uint k = 0u; k < 3u; ++k) { data[i] += twice(k); }
}";
    let source = KernelSource::parse_glsl(text).expect("it is valid");
    assert_eq!(source.language(), SourceLanguage::Glsl);
    let kernel = import(&source, &ImportOptions::default()).expect("it imports");
    assert_eq!(
        run_kernel(&kernel, [1, 1, 1], vec![vec![1, 2, 3, 4]])[0],
        [7, 8, 9, 10]
    );
    let error =
        KernelSource::parse_glsl("#version 450\nvoid main() { x = 1; }").expect_err("it is wrong");
    assert_eq!(error.place.expect("a place").line, 2, "{error}");
}

/// Oracle: the same kernel in WGSL, converted to SPIR-V by naga.
#[test]
fn spirv_is_imported() {
    let text = "struct Pair { a: u32, b: vec3<f32> }
        @group(0) @binding(0) var<storage, read_write> data: array<Pair>;
        var<workgroup> shared_words: array<u32, 8>;
        fn pick(x: u32) -> u32 { switch x { case 1u, 2u: { return 5u; } case 3u: { return 6u; } default: {} }
            return x; }
        @compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
            shared_words[i] = pick(i) + data[i].a; workgroupBarrier();
            var sum = 0u; for (var k = 0u; k < 4u; k++) { if k == i { continue; } sum += shared_words[k]; }
            data[i].a = sum; data[i].b = vec3<f32>(f32(sum)) * data[i].b; }";
    let module = naga::front::wgsl::parse_str(text).expect("it parses");
    let flags = naga::valid::ValidationFlags::all();
    let mut validator = naga::valid::Validator::new(flags, naga::valid::Capabilities::all());
    let info = validator.validate(&module).expect("it is valid");
    let options = naga::back::spv::Options {
        lang_version: (1, 3),
        ..naga::back::spv::Options::default()
    };
    let words = naga::back::spv::write_vec(&module, &info, &options, None).expect("SPIR-V");
    let source = KernelSource::parse_spirv(&words).expect("it is valid");
    let kernel = import(&source, &ImportOptions::default()).expect("it imports");
    let element = |k: u32| [k, 0, 0, 0, 1.0_f32.to_bits(), 2.0_f32.to_bits(), 0, 0];
    let data: Vec<u32> = (0..4).flat_map(element).collect();
    let found = run_kernel(&kernel, [1, 1, 1], vec![data.clone()]);
    let source = KernelSource::parse_wgsl(text).expect("it is valid");
    let kernel = import(&source, &ImportOptions::default()).expect("it imports");
    assert_eq!(found, run_kernel(&kernel, [1, 1, 1], vec![data]));
    // 0, 5 + 1, 5 + 2 and 6 + 3, each excluding its own.
    assert_eq!(
        [found[0][0], found[0][8], found[0][16], found[0][24]],
        [22, 16, 15, 13]
    );
}
