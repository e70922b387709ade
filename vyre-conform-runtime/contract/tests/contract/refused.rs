//! Kernels that must be refused: each is wrong in a way that its author does not see on one device with one input.

use crate::{SCAN, SCAN_KERNEL, checked, manifest, refused, rules};
use vyre_conform_wgpu::required;

/// Oracle: the WGSL specification gives workgroups no order and no concurrency
/// (<https://www.w3.org/TR/WGSL/#collective-operations>).
#[test]
fn a_sort_that_works_only_where_all_workgroups_run_at_once() {
    let kernel = "
        @group(0) @binding(0) var<storage, read_write> keys: array<atomic<u32>>;
        @group(0) @binding(1) var<storage, read_write> arrived: array<atomic<u32>>;
        const GROUPS = 4u;
        // every workgroup waits for all others between the passes
        fn grid_barrier(pass_number: u32, l: u32) {
            workgroupBarrier();
            if (l == 0u) {
                atomicAdd(&arrived[0], 1u);
                while (atomicLoad(&arrived[0]) < GROUPS * (pass_number + 1u)) {}
            }
            workgroupBarrier();
        }
        @compute @workgroup_size(8)
        fn sort(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) l: u32) {
            let n = arrayLength(&keys);
            for (var p = 0u; p < n; p++) {
                let k = 2u * id.x + (p & 1u);
                if (k + 1u < n) {
                    let a = atomicLoad(&keys[k]);
                    let b = atomicLoad(&keys[k + 1u]);
                    if (a > b) { atomicStore(&keys[k], b); atomicStore(&keys[k + 1u], a); }
                }
                grid_barrier(p, l);
            }
        }";
    let manifest = r#"
        kernel = "kernel.wgsl"
        sizes = [40, 64]
        loop_bound = 2000
        [buffers.keys]
        length = "n"
        input = "words"
        output = "exact"
        [buffers.arrived]
        length = "1"
        input = "zeros"
        [[dispatch]]
        workgroups = [4]
        [reference]
        engine = "engine::bitonic_sort"
        columns = ["keys", "keys"]
        outputs = { keys = 0 }
    "#;
    let report = refused(kernel, manifest, &["endless"]);
    // No adapter is given a kernel that does not end.
    let with = checked(kernel, manifest, &required());
    assert!(
        with.omissions
            .iter()
            .any(|o| o.contains("`--dispatch-anyway`")),
        "{with:?}"
    );
    assert_eq!(with.parties, report.parties);
}

/// Oracle: the two accesses of a race, by hand.
#[test]
fn a_scan_without_its_second_barrier() {
    let line = "        workgroupBarrier(); // second\n";
    assert!(SCAN_KERNEL.contains(line));
    let report = refused(&SCAN_KERNEL.replace(line, ""), SCAN, &["race"]);
    let race = report
        .faults
        .iter()
        .find(|f| f.rule.id() == "race")
        .expect("a race");
    let lines = [race.place, race.related].map(|place| place.expect("a place").line);
    assert!(lines.contains(&14) && lines.contains(&16), "{lines:?}");
}

/// Oracle: a subgroup has any size from 4 to 128 in WebGPU.
#[test]
fn a_reduction_that_assumes_32_lanes() {
    let kernel = "
        @group(0) @binding(0) var<storage, read> values: array<u32>;
        @group(0) @binding(1) var<storage, read_write> output: array<u32>;
        var<workgroup> tile: array<u32, 64>;
        @compute @workgroup_size(64)
        fn reduce(@builtin(local_invocation_index) i: u32) {
            tile[i] = select(0u, values[min(i, arrayLength(&values) - 1u)], i < arrayLength(&values));
            workgroupBarrier();
            if (i < 32u) { tile[i] += tile[i + 32u]; }
            workgroupBarrier();
            // the last warp needs no barriers
            if (i < 16u) { tile[i] += tile[i + 16u]; }
            if (i < 8u) { tile[i] += tile[i + 8u]; }
            if (i < 4u) { tile[i] += tile[i + 4u]; }
            if (i < 2u) { tile[i] += tile[i + 2u]; }
            if (i == 0u) { output[0] = tile[0] + tile[1]; }
        }";
    refused(kernel, &sum(), &["race", "differs"]);
}

/// The contract of a sum of words.
fn sum() -> String {
    manifest(
        "length = \"n\"\ninput = \"words\"",
        "length = 1\noutput = \"exact\"",
        "sizes = [1, 33, 64]\n[[dispatch]]\nworkgroups = [1]\n[reference]\nengine = \"engine::reduce\"\ncolumns = \
         [\"values\"]",
    )
}

/// Oracle: as of the sort; the first workgroup may run last.
#[test]
fn a_look_back_without_a_fallback() {
    let kernel = "
        @group(0) @binding(0) var<storage, read> values: array<u32>;
        @group(0) @binding(1) var<storage, read_write> output: array<u32>;
        @group(0) @binding(2) var<storage, read_write> flags: array<atomic<u32>>;
        @group(0) @binding(3) var<storage, read_write> sums: array<atomic<u32>>;
        @compute @workgroup_size(1)
        fn chained_scan(@builtin(workgroup_id) w: vec3u) {
            var before = 0u;
            if (w.x > 0u) {
                while (atomicLoad(&flags[w.x - 1u]) == 0u) {}
                before = atomicLoad(&sums[w.x - 1u]);
            }
            let own = before + values[w.x];
            atomicStore(&sums[w.x], own);
            atomicStore(&flags[w.x], 1u);
            output[w.x] = own;
        }";
    let rest = "sizes = [1, 6]\nloop_bound = 2000\n[[dispatch]]\nworkgroups = [\"n\"]\n[reference]\nengine = \
                \"engine::scan_inclusive\"\ncolumns = [\"values\"]\noutputs = { output = 1 }\n[buffers]\nflags = { length = \
                \"n\", input = \"zeros\" }\nsums = { length = \"n\", input = \"zeros\" }";
    let text = manifest(
        "length = \"n\"\ninput = \"words\"",
        "length = \"n\"\noutput = \"exact\"",
        rest,
    );
    refused(kernel, &text, &["endless"]);
}

/// Oracle: 255 of one byte and one more is 0.
#[test]
fn a_histogram_that_overflows_its_shared_counters() {
    let kernel = "
        @group(0) @binding(0) var<storage, read> values: array<u32>;
        @group(0) @binding(1) var<storage, read_write> output: array<atomic<u32>>;
        var<workgroup> packed: array<atomic<u32>, 4>;
        // four counters of eight bits in a word
        @compute @workgroup_size(64)
        fn histogram(@builtin(local_invocation_index) i: u32) {
            for (var k = i; k < arrayLength(&values); k += 64u) {
                let bin = values[k];
                atomicAdd(&packed[bin / 4u], 1u << (8u * (bin % 4u)));
            }
            workgroupBarrier();
            if (i < 16u) {
                atomicAdd(&output[i], (atomicLoad(&packed[i / 4u]) >> (8u * (i % 4u))) & 0xffu);
            }
        }";
    let text = manifest(
        "length = \"n\"\ninput = \"below(16)\"",
        "length = 16\ninput = \"zeros\"\noutput = \"exact\"",
        "sizes = [1, 64, 300]\n[[dispatch]]\nworkgroups = [1]\n[reference]\nengine = \"engine::histogram\"\ncolumns = \
         [\"values\", [16]]\noutputs = { output = 1 }",
    );
    let report = refused(kernel, &text, &["differs"]);
    // 256 words of one bin are the smallest input.
    let fault = &report.faults[0];
    assert_eq!(
        fault.case.as_ref().map(|case| case.pattern),
        Some(vyre_conform_contract::InputPattern::Equal)
    );
    let wide = kernel
        .replace("array<atomic<u32>, 4>", "array<atomic<u32>, 16>")
        .replace(
            "&packed[bin / 4u], 1u << (8u * (bin % 4u))",
            "&packed[bin], 1u",
        )
        .replace(
            "(atomicLoad(&packed[i / 4u]) >> (8u * (i % 4u))) & 0xffu",
            "atomicLoad(&packed[i])",
        );
    assert_eq!(rules(&checked(&wide, &text, &[])), Vec::<&str>::new());
}

/// Oracle: element (r, c) of a tile beyond the edge is not part of the product.
#[test]
fn a_matmul_that_reads_beyond_a_ragged_edge() {
    let kernel = "
        struct Size { n: u32 }
        @group(0) @binding(0) var<storage, read> a: array<f32>;
        @group(0) @binding(1) var<storage, read> b: array<f32>;
        @group(0) @binding(2) var<storage, read_write> c: array<f32>;
        @group(0) @binding(3) var<uniform> size: Size;
        var<workgroup> ta: array<array<f32, 4>, 4>;
        var<workgroup> tb: array<array<f32, 4>, 4>;
        @compute @workgroup_size(4, 4)
        fn matmul(@builtin(global_invocation_id) g: vec3u, @builtin(local_invocation_id) l: vec3u) {
            let n = size.n;
            var acc = 0.0;
            for (var t = 0u; t < (n + 3u) / 4u; t++) {
                ta[l.y][l.x] = a[g.y * n + 4u * t + l.x];
                tb[l.y][l.x] = b[(4u * t + l.y) * n + g.x];
                workgroupBarrier();
                for (var k = 0u; k < 4u; k++) { acc = fma(ta[l.y][k], tb[k][l.x], acc); }
                workgroupBarrier();
            }
            if (g.x < n && g.y < n) { c[g.y * n + g.x] = acc; }
        }";
    let text = r#"
        kernel = "kernel.wgsl"
        sizes = [4, 5, 8, 9]
        [buffers]
        a = { length = "n * n", input = "floats(signed)" }
        b = { length = "n * n", input = "floats(signed)" }
        c = { length = "n * n", output = "absolute(1e-5)" }
        size = { values = { n = "n" } }
        [[dispatch]]
        workgroups = ["ceil(n / 4)", "ceil(n / 4)"]
        [reference]
        engine = "engine::matmul_fma_chain"
        columns = [["n", "n", "n"], "a", "b"]
        outputs = { c = 2 }
    "#;
    let report = refused(kernel, text, &["out-of-bounds"]);
    let case = report.faults[0].case.as_ref();
    assert_eq!(case.map(|case| case.n), Some(5), "{report:?}");
    let guarded = kernel
        .replace(
            "a[g.y * n + 4u * t + l.x]",
            "select(0.0, a[min(g.y * n + 4u * t + l.x, n * n - 1u)], 4u * t + l.x < n)",
        )
        .replace(
            "b[(4u * t + l.y) * n + g.x]",
            "select(0.0, b[min((4u * t + l.y) * n + g.x, n * n - 1u)], 4u * t + l.y < n)",
        );
    assert_eq!(
        rules(&checked(&guarded, text, &required())),
        Vec::<&str>::new()
    );
}

/// Oracle: e^89 is beyond the floats of 32 bits.
#[test]
fn a_softmax_without_its_maximum() {
    let kernel = "
        @group(0) @binding(0) var<storage, read> values: array<f32>;
        @group(0) @binding(1) var<storage, read_write> output: array<f32>;
        @compute @workgroup_size(1) fn softmax() {
            let n = arrayLength(&values);
            var top = MAXIMUM;
            var sum = 0.0;
            for (var k = 0u; k < n; k++) { sum += exp(values[k] - top); }
            for (var k = 0u; k < n; k++) { output[k] = exp(values[k] - top) / sum; }
        }";
    let text = manifest(
        "length = \"n\"\ninput = \"floats(large)\"",
        "length = \"n\"\noutput = \"absolute(1e-5)\"",
        "sizes = [2, 9]\n[[dispatch]]\nworkgroups = [1]\n[reference]\nengine = \"engine::softmax\"\ncolumns = [[1, \"n\"], \
         \"values\"]\noutputs = { output = 2 }",
    );
    refused(&kernel.replace("MAXIMUM", "0.0"), &text, &["differs"]);
    let right = kernel.replace("MAXIMUM", "values[0]").replace(
        "var sum = 0.0;",
        "var sum = 0.0; for (var k = 0u; k < n; k++) { top = max(top, values[k]); }",
    );
    assert_eq!(
        rules(&checked(&right, &text, &required())),
        Vec::<&str>::new()
    );
}
