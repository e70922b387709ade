//! First manifests: the check accepts them as far as declarations tell.

use crate::{SCAN_KERNEL, checked, contract, rules};
use vyre_conform_contract::skeleton;
use vyre_conform_import::KernelSource;

fn written(kernel: &str) -> String {
    let source = KernelSource::parse("kernel.wgsl", kernel.as_bytes()).expect("a kernel");
    skeleton(&source, "kernel.wgsl").expect("a manifest")
}

/// Oracle: the declarations of the text.
#[test]
fn a_first_manifest_is_accepted_and_checked() {
    let text = written(SCAN_KERNEL);
    for line in [
        "kernel = \"kernel.wgsl\"",
        "[buffers.input]",
        "type = \"u32\"",
        "output = \"same_every_run\"",
        "workgroups = [\"ceil(n / 64)\"]",
    ] {
        assert!(text.contains(line), "no `{line}` in {text}");
    }
    let small = text.replace("# sizes = [1, 64, 1000]", "sizes = [1, 64]");
    let report = checked(SCAN_KERNEL, &small, &[]);
    assert_eq!(rules(&report), Vec::<&str>::new(), "{report:#?}");
}

/// Oracle: structs, overrides, atomics and uniforms of a text, by hand.
#[test]
fn declarations_of_all_kinds_have_tables() {
    let kernel = "
        struct Params { num_items: u32, scale: f32 }
        struct List { count: atomic<u32>, items: array<vec2<f32>> }
        @id(7) override LIMIT: u32;
        override FAST: bool = true;
        @group(0) @binding(0) var<uniform> params: Params;
        @group(0) @binding(1) var<storage, read> points: array<vec2<f32>>;
        @group(0) @binding(2) var<storage, read_write> list: List;
        @compute @workgroup_size(16) fn select_points(@builtin(global_invocation_id) id: vec3u) {
            if (id.x >= params.num_items || !FAST) { return; }
            if (points[id.x].x * params.scale > f32(LIMIT)) {
                let at = atomicAdd(&list.count, 1u);
                list.items[at] = points[id.x];
            }
        }";
    let text = written(kernel);
    for line in [
        "\"7\" = 1",
        "# \"FAST\" = 1",
        "\"num_items\" = \"n\", \"scale\" = 1.0",
        "type = \"vec2<f32>\"",
        "input = \"floats(signed)\"",
        "input = \"zeros\"",
        "workgroups = [\"ceil(n / 16)\"]",
    ] {
        assert!(text.contains(line), "no `{line}` in {text}");
    }
    checked(
        kernel,
        &text.replace("# sizes = [1, 64, 1000]", "sizes = [1, 17]"),
        &[],
    );
    let source = KernelSource::parse("none.wgsl", b"fn f() {}").expect("a module");
    assert!(
        skeleton(&source, "none.wgsl")
            .is_err_and(|error| error.to_string().contains("no compute entry point"))
    );
}

/// Oracle: kernels of the kinds that the world has parse as contracts; textures alone have no manifest.
#[test]
fn every_kernel_has_a_first_manifest() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../import/tests/kernels");
    let mut refused = vec![];
    let mut accepted = 0;
    for entry in std::fs::read_dir(folder).expect("the kernels") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("a kernel");
        let source = KernelSource::parse("kernel.wgsl", text.as_bytes()).expect("a kernel");
        match skeleton(&source, "kernel.wgsl") {
            Ok(manifest) => {
                let contract = contract(&text, &manifest, &[]);
                contract.unwrap_or_else(|error| panic!("{}: {error}\n{manifest}", path.display()));
                accepted += 1;
            }
            Err(_) => refused.push(path.file_stem().expect("a name").to_owned()),
        }
    }
    assert_eq!(refused, ["blur_texture"]);
    assert!(accepted >= 39, "{accepted}");
}
