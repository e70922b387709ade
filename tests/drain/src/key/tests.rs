//! Changes that keys cover, and changes that they ignore.

use super::*;

/// The digest of a folder with these files.
fn digest(files: &[(&str, &str)]) -> blake3::Hash {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("created");
        fs::write(path, text).expect("written");
    }
    folder_digest(folder.path(), &HashSet::from([folder.path().join("other")])).expect("readable")
}

/// Oracle: the table of the module.
#[test]
fn comments_layout_and_names_of_files_do_not_count() {
    let base = digest(&[("a.rs", "fn f() -> u32 { 1 }"), ("b.txt", "one")]);
    let same: [&[(&str, &str)]; 4] = [
        &[
            ("a.rs", "// why\nfn f() -> u32 {\n    1\n}\n"),
            ("b.txt", "one"),
        ],
        &[("a.rs", "/// How.\nfn f() -> u32 { 1 }"), ("b.txt", "one")],
        &[("c/d.rs", "fn f() -> u32 { 1 }"), ("b.txt", "one")],
        &[
            ("a.rs", "fn f() -> u32 { 1 }"),
            ("b.txt", "one"),
            ("other/x.rs", "fn g() {}"),
            ("target/y", ""),
        ],
    ];
    for files in same {
        assert_eq!(digest(files), base, "{files:?}");
    }
}

/// Oracle: the table of the module.
#[test]
fn tokens_and_data_count() {
    let base = digest(&[("a.rs", "fn f() -> u32 { 1 }"), ("b.txt", "one")]);
    let others: [&[(&str, &str)]; 5] = [
        &[("a.rs", "fn f() -> u32 { 2 }"), ("b.txt", "one")],
        &[("a.rs", "#[inline] fn f() -> u32 { 1 }"), ("b.txt", "one")],
        &[("a.rs", "fn f() -> u32 { 1 }"), ("b.txt", "two")],
        &[("a.rs", "fn f() -> u32 { 1 }")],
        &[("a.rs", "fn f() -> u32 { (1) }"), ("b.txt", "one")],
    ];
    for files in others {
        assert_ne!(digest(files), base, "{files:?}");
    }
}
