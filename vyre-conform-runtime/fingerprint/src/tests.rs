use super::*;

/// The digest of a package with these files.
fn digest(files: &[(&str, &str)]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
        std::fs::write(path, text).expect("written");
    }
    PackageSource::read(folder.path()).expect("Rust").digest()
}

const LIB: &str = "
    mod inner;
    use inner::twice;
    /// Doubles, then adds one.
    pub fn answer(a: u32) -> u32 { more(twice(a)) }
    fn more(a: u32) -> u32 { a + 1 }
    fn less(a: u32) -> u32 { a - 1 }
    pub struct Number { pub value: u32 }
    impl Number {
        pub fn get(&self) -> u32 { less(self.value) }
        fn set(&mut self, value: u32) { self.value = value; }
    }
";
const INNER: &str = "pub(crate) fn twice(a: u32) -> u32 { a * 2 }";

fn changed(from: &str, to: &str) -> String {
    let files = [("lib.rs", LIB), ("inner.rs", INNER)];
    assert!(files.iter().any(|(_, text)| text.contains(from)), "{from}");
    let edited = files.map(|(name, text)| (name, text.replace(from, to)));
    digest(&[(edited[0].0, &edited[0].1), (edited[1].0, &edited[1].1)])
}

/// Oracle: the documentation of the package, on edits that do not change behaviour.
#[test]
fn layout_order_and_private_names_do_not_count() {
    let same = digest(&[("lib.rs", LIB), ("inner.rs", INNER)]);
    for (from, to) in [
        ("/// Doubles, then adds one.", "// A comment."),
        ("more", "increased"),
        ("twice", "doubled"),
        ("set", "replace_value"),
        (
            "(a: u32) -> u32 { a + 1 }",
            "(\n    a: u32,\n) -> u32 {\n    a + 1\n}",
        ),
        ("use inner::twice;", ""),
        ("more(twice(a))", "more(crate::inner::twice(a))"),
        (
            "mod inner;",
            "mod inner;\n#[cfg(test)] mod tests { fn wrong() -> u32 { 7 } }",
        ),
    ] {
        assert_eq!(changed(from, to), same, "{from} -> {to}");
    }
    let (head, tail) = LIB.split_once("pub struct").expect("a type");
    let reordered = format!("pub struct{tail} {head}");
    assert_eq!(digest(&[("lib.rs", &reordered), ("inner.rs", INNER)]), same);
    let moved = LIB
        .replace("mod inner;", "mod other;")
        .replace("inner::", "other::inner::");
    let files = [
        ("lib.rs", moved.as_str()),
        ("other/mod.rs", "pub(crate) mod inner;"),
        ("other/inner.rs", INNER),
    ];
    assert_eq!(digest(&files), same);
}

/// Oracle: edits after which the package gives other results, or has another interface.
#[test]
fn edits_with_an_effect_change_the_digest() {
    let same = digest(&[("lib.rs", LIB), ("inner.rs", INNER)]);
    for (from, to) in [
        ("a + 1", "a + 2"),
        ("a * 2", "2 * a"),
        ("more(twice(a))", "less(twice(a))"),
        ("more(twice(a))", "twice(more(a))"),
        ("answer", "reply"),
        ("pub value", "value"),
        ("self.value = value;", ""),
        ("u32) -> u32 { a - 1 }", "u32) -> u32 { a.wrapping_sub(1) }"),
        ("fn more", "#[cold] fn more"),
    ] {
        assert_ne!(changed(from, to), same, "{from} -> {to}");
    }
    let with_text = [
        ("lib.rs", LIB),
        ("inner.rs", INNER),
        ("a.wgsl", "fn f() {}"),
    ];
    assert_ne!(digest(&with_text), same);
}

/// Oracle: two programs; one calls `a` where the other calls `b`, through an intermediate function.
#[test]
fn a_call_of_another_item_counts_behind_a_function() {
    let text = |called: &str| {
        format!(
            "fn a() -> u32 {{ 1 }} fn b() -> u32 {{ 2 }} fn between() -> u32 {{ {called}() }} pub fn f() -> u32 \
             {{ between() + a() + b() }}"
        )
    };
    assert_ne!(
        digest(&[("lib.rs", &text("a"))]),
        digest(&[("lib.rs", &text("b"))])
    );
}

/// Oracle: the message of the build script, which names the file.
#[test]
fn a_file_that_is_not_rust_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("lib.rs"), "fn f( {").expect("written");
    let error = PackageSource::read(folder.path()).expect_err("no Rust");
    assert!(error.to_string().contains("lib.rs"), "{error}");
}
