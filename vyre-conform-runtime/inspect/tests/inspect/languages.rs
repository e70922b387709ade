//! The same kernel in WGSL, GLSL and SPIR-V: the same findings, with places if the language has them.

use crate::inspect;
use naga::back::spv;
use naga::valid::{Capabilities, ValidationFlags, Validator};
use vyre_conform_import::KernelSource;
use vyre_conform_inspect::{FindingLevel, InspectOptions};
use vyre_conform_wgpu::required;

const WGSL: &str = "
@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read_write> b: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if (id.x < arrayLength(&b)) {
        b[id.x] = 1000u / a[id.x] + id.x;
    }
}
";

const GLSL: &str = "#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) readonly buffer A { uint a[]; };
layout(set = 0, binding = 1) buffer B { uint b[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    if (i < uint(b.length())) {
        b[i] = 1000u / a[i] + i;
    }
}
";

/// The WGSL kernel as SPIR-V bytes.
fn spirv() -> Vec<u8> {
    let module = naga::front::wgsl::parse_str(WGSL).expect("valid WGSL");
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    let info = validator.validate(&module).expect("valid WGSL");
    let words = spv::write_vec(&module, &info, &spv::Options::default(), None);
    let words = words.expect("SPIR-V");
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// Oracle: the line of the division in each text; SPIR-V without debug information has none. Its writer
/// computes the quotient by a function that tests the divisor, so there is no division by zero.
#[test]
fn languages_have_the_same_findings() {
    let spirv = spirv();
    for (file, bytes, expected) in [
        (
            "k.wgsl",
            WGSL.as_bytes(),
            vec![("division-by-zero", Some(7))],
        ),
        (
            "k.comp",
            GLSL.as_bytes(),
            vec![("division-by-zero", Some(8))],
        ),
        ("k.spv", &spirv[..], vec![]),
    ] {
        let source = KernelSource::parse(file, bytes).unwrap_or_else(|e| panic!("{file}: {e}"));
        let adapters = required();
        let inspection = inspect(&source, &InspectOptions::default(), &adapters);
        let inspection = inspection.unwrap_or_else(|e| panic!("{file}: {e}"));
        let found = inspection.findings.iter();
        let found = found.filter(|f| f.level != FindingLevel::Note);
        let found = found.map(|f| (f.rule.id(), f.place.as_ref().map(|p| p.line)));
        let found: Vec<_> = found.collect();
        assert_eq!(found, expected, "{file}: {:?}", inspection.findings);
        let entry = &inspection.entries[0];
        assert!(
            entry.interpreted > 10 && entry.imported > 5,
            "{file}: {entry:?}"
        );
        assert_eq!(entry.dispatched.len(), adapters.len(), "{file}");
        assert!(
            entry.dispatched.iter().all(|(_, n)| *n > 10),
            "{file}: {entry:?}"
        );
    }
}

/// Oracle: changed SPIR-V words are an error or a module, and cause no panic.
#[test]
fn changed_spirv_does_not_panic() {
    let right = spirv();
    let mut options = InspectOptions::default();
    (options.lengths, options.budget) = (vec![2], 1000);
    let mut state = 7_u32;
    let mut random = move |n: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % n
    };
    let mut refused = 0;
    for _ in 0..500 {
        let mut bytes = right.clone();
        let at = 4 * (1 + random(bytes.len() / 4 - 1));
        bytes[at] = random(256) as u8;
        match KernelSource::parse("x.spv", &bytes) {
            Ok(source) => drop(inspect(&source, &options, &[])),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 100, "{refused}");
}
