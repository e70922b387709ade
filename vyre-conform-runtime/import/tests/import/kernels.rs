//! Typical application kernels: those that import completely, and the reasons for the others.

use crate::common::validated;
use std::fs;
use std::path::PathBuf;
use vyre_conform_import::{ImportOptions, KernelSource, import};

pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/kernels")
}

pub(crate) fn text(name: &str) -> String {
    fs::read_to_string(folder().join(name)).expect("the kernel is readable")
}

/// Kernels that are refused, with a part of the reason.
const REFUSED: &[(&str, &str)] = &[
    ("blur_texture.wgsl", "textureLoad"),
    ("reduce_subgroup.wgsl", "subgroup"),
    ("reduce_two_levels.wgsl", "subgroup"),
    ("scan_decoupled_subgroups.wgsl", "subgroup"),
];

/// Oracle: the hand-made table of refused kernels; every other one imports and is valid.
#[test]
fn most_kernels_import_whole() {
    let files = fs::read_dir(folder()).expect("a folder");
    let mut names: Vec<String> = files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .into_string()
                .expect("UTF-8")
        })
        .collect();
    names.sort();
    assert!(names.len() >= 38, "{}", names.len());
    let mut refused = vec![];
    for name in &names {
        let source = KernelSource::parse_wgsl(&text(name));
        let source = source.unwrap_or_else(|error| panic!("{name}: {error}"));
        for point in source.entry_points() {
            let options = ImportOptions {
                entry: point.name.clone(),
                ..ImportOptions::default()
            };
            match import(&source, &options) {
                Ok(kernel) => drop(validated(&kernel)),
                Err(refusals) => refused.push((name.clone(), refusals)),
            }
        }
    }
    let found: Vec<&str> = refused.iter().map(|(name, _)| &**name).collect();
    let expected: Vec<&str> = REFUSED.iter().map(|(name, _)| *name).collect();
    assert_eq!(found, expected, "{refused:?}");
    for ((_, refusals), (name, reason)) in refused.iter().zip(REFUSED) {
        assert!(
            refusals.iter().any(|r| r.to_string().contains(reason)),
            "{name}: {refusals:?}"
        );
    }
}
