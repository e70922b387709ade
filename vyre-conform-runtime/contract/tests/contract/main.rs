//! Contracts of kernels, each written in the style of somebody who does not know this project.

mod bounds;
mod certificates;
mod manifests;
mod mutants;
mod refused;
mod right;
mod saved;
mod skeletons;
mod strangers;
mod subgroups;
mod vacuous;

use std::sync::LazyLock;
use vyre_conform_contract::{Contract, ContractOptions, ContractReport, Manifest, ManifestError};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_wgpu::WgpuBackend;
use vyre_ops as _;

static CATALOG: LazyLock<Catalog> =
    LazyLock::new(|| Catalog::linked().expect("the library has a catalog"));

/// A contract of the kernel `kernel.wgsl` with these other files.
fn contract(
    kernel: &str,
    manifest: &str,
    files: &[(&str, &[u8])],
) -> Result<Contract<'static>, ManifestError> {
    let manifest = Manifest::parse(manifest)?;
    Contract::new(manifest, &CATALOG, &|path| match path {
        "kernel.wgsl" => Ok(kernel.as_bytes().to_vec()),
        _ => {
            let file = files.iter().find(|(name, _)| *name == path);
            file.map(|(_, bytes)| bytes.to_vec())
                .ok_or_else(|| std::io::Error::other("no such file"))
        }
    })
}

/// The report of a check on the interpreter and these adapters.
#[track_caller]
fn checked(kernel: &str, manifest: &str, adapters: &[&WgpuBackend]) -> ContractReport {
    let contract =
        contract(kernel, manifest, &[]).unwrap_or_else(|error| panic!("{error}\n{manifest}"));
    let report = vyre_conform_contract::check(&contract, adapters, &ContractOptions::default());
    report.unwrap_or_else(|error| panic!("{error}\n{manifest}"))
}

/// The rules of the faults of a report.
fn rules(report: &ContractReport) -> Vec<&'static str> {
    let mut rules: Vec<&str> = report.faults.iter().map(|fault| fault.rule.id()).collect();
    rules.sort_unstable();
    rules.dedup();
    rules
}

/// The contract of a prefix sum with workgroups of 64.
const SCAN: &str = r#"
kernel = "kernel.wgsl"
sizes = [1, 63, 64]

[buffers.input]
type = "u32"
length = "n"
input = "words"

[buffers.output]
type = "u32"
length = "n"
output = "exact"

[[dispatch]]
workgroups = [1]

[reference]
engine = "engine::scan_inclusive"
columns = ["input"]
outputs = { output = 1 }
"#;

/// Hillis and Steele in one workgroup; `B` and `C` are its barriers.
const SCAN_KERNEL: &str = "
@group(0) @binding(0) var<storage, read> input: array<u32>;
@group(0) @binding(1) var<storage, read_write> output: array<u32>;
var<workgroup> sums: array<u32, 64>;
@compute @workgroup_size(64)
fn scan(@builtin(local_invocation_index) i: u32) {
    let n = arrayLength(&input);
    var own = 0u;
    if (i < n) { own = input[i]; }
    sums[i] = own;
    workgroupBarrier();
    for (var step = 1u; step < 64u; step = step << 1u) {
        var other = 0u;
        if (i >= step) { other = sums[i - step]; }
        workgroupBarrier(); // first
        sums[i] = sums[i] + other;
        workgroupBarrier(); // second
    }
    if (i < n) { output[i] = sums[i]; }
}
";

/// A contract of `values` and `output` with this length, these tables of dispatches and this reference.
fn manifest(values: &str, output: &str, rest: &str) -> String {
    format!(
        "kernel = \"kernel.wgsl\"\n{rest}\n[buffers.values]\n{values}\n[buffers.output]\n{output}\n"
    )
}

#[track_caller]
fn refused(kernel: &str, manifest: &str, expected: &[&str]) -> ContractReport {
    let report = checked(kernel, manifest, &[]);
    let found = rules(&report);
    assert!(
        expected.iter().all(|rule| found.contains(rule)),
        "{expected:?} in {report:#?}"
    );
    report
}
