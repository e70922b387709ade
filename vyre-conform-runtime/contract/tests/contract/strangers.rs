//! Kernels in the style of people who do not know this project, each with faults: the right one keeps its contract, and
//! each fault is reported by its rule.

use crate::{CATALOG, rules};
use serde::Deserialize;
use std::path::{Path, PathBuf};
use vyre_conform_contract::{Contract, ContractOptions, ContractReport, Manifest, check};
use vyre_conform_wgpu::{WgpuBackend, required};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Faults {
    fault: Vec<Fault>,
}

/// A change of a kernel, and the rule that reports it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fault {
    name: String,
    from: String,
    to: String,
    rule: String,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kernels")
}

fn text(name: &str) -> String {
    let path = folder().join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of the kernels.
fn names() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).expect("the kernels");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut names: Vec<String> = names
        .filter_map(|name| {
            name.to_str()?
                .strip_suffix(".faults.toml")
                .map(str::to_owned)
        })
        .collect();
    names.sort();
    names
}

/// The report on a kernel of this text.
fn report(name: &str, kernel: &str, adapters: &[&WgpuBackend]) -> ContractReport {
    let manifest = Manifest::parse(&text(&format!("{name}.toml")));
    let manifest = manifest.unwrap_or_else(|error| panic!("{name}: {error}"));
    let own = format!("{name}.wgsl");
    let contract = Contract::new(manifest, &CATALOG, &|file| {
        if file == own {
            Ok(kernel.as_bytes().to_vec())
        } else {
            std::fs::read(folder().join(file))
        }
    });
    let contract = contract.unwrap_or_else(|error| panic!("{name}: {error}"));
    let report = check(&contract, adapters, &ContractOptions::default());
    report.unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Oracle: references of other texts and engines of the library; the devices.
#[test]
fn right_kernels_keep_their_contracts() {
    let adapters = required();
    let names = names();
    assert!(names.len() >= 12, "{names:?}");
    let mut wrong = vec![];
    for name in &names {
        let report = report(name, &text(&format!("{name}.wgsl")), &adapters);
        wrong.extend(
            report
                .faults
                .iter()
                .map(|fault| format!("{name}: {fault:?}")),
        );
        wrong.extend(
            report
                .omissions
                .iter()
                .map(|omission| format!("{name}: {omission}")),
        );
        assert_eq!(report.parties.len(), 1 + adapters.len(), "{name}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: the rule of each change, by hand.
#[test]
fn every_fault_of_a_kernel_is_reported_by_its_rule() {
    let mut wrong = vec![];
    for name in names() {
        let right = text(&format!("{name}.wgsl"));
        let faults: Faults = toml::from_str(&text(&format!("{name}.faults.toml")))
            .unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!(faults.fault.len() >= 3, "{name}");
        for fault in faults.fault {
            let found = right.matches(&fault.from).count();
            assert!(found >= 1, "{name}, {}: `{}`", fault.name, fault.from);
            let changed = right.replacen(&fault.from, &fault.to, 1);
            let rules = rules(&report(&name, &changed, &[]));
            if !rules.contains(&&fault.rule[..]) {
                wrong.push(format!(
                    "{name}, {}: {rules:?}, not {}",
                    fault.name, fault.rule
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
