//! The lock file of a crate: the packages of its build.

use std::path::Path;

/// The packages in a crate's lock file that come from a registry or repository, one per line with checksum or revision.
/// `None` without a lock file, and if a package of this project comes from a folder although the harness does not: its
/// content is unknown.
pub(super) fn packages(root: &Path, is_checkout: bool) -> Option<String> {
    let text = root
        .ancestors()
        .find_map(|folder| std::fs::read_to_string(folder.join("Cargo.lock")).ok())?;
    let lock: toml::Table = text.parse().ok()?;
    let packages = lock.get("package")?.as_array()?;
    let mut lines = vec![];
    for package in packages {
        let field = |name: &str| {
            package
                .get(name)
                .and_then(toml::Value::as_str)
                .unwrap_or("")
        };
        let (name, source) = (field("name"), field("source"));
        if source.is_empty() && name.starts_with("vyre-conform-") && !is_checkout {
            return None;
        }
        if !source.is_empty() {
            lines.push(format!(
                "{name} {} {source} {}\n",
                field("version"),
                field("checksum")
            ));
        }
    }
    lines.sort_unstable();
    Some(lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOCK: &str = "
        [[package]]
        name = \"naga\"
        version = \"30.0.0\"
        source = \"registry+https://example.org\"
        checksum = \"abc\"
        [[package]]
        name = \"vyre-conform-spec\"
        version = \"0.1.0\"
        [[package]]
        name = \"my-ops\"
        version = \"0.1.0\"
    ";

    /// Oracle: the documentation of [`packages`], on a hand-written lock file.
    #[test]
    fn packages_of_registries_count_and_folders_do_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let inside = folder.path().join("ops");
        std::fs::create_dir(&inside).expect("made");
        std::fs::write(folder.path().join("Cargo.lock"), LOCK).expect("written");
        let line = "naga 30.0.0 registry+https://example.org abc\n";
        assert_eq!(packages(&inside, true).as_deref(), Some(line));
        assert_eq!(packages(&inside, false), None);
        std::fs::write(folder.path().join("Cargo.lock"), LOCK.replace("abc", "abd"))
            .expect("written");
        assert_ne!(packages(&inside, true).as_deref(), Some(line));
        std::fs::write(folder.path().join("Cargo.lock"), "no lock file").expect("written");
        assert_eq!(packages(&inside, true), None);
    }
}
