//! Output files of certificates: checked before any work is done, and never partially written.

use super::Arguments;
use crate::exit::Failure;
use crate::files::read;
use std::io::Write;
use std::path::{Path, PathBuf};
use vyre_conform_certificate::certificate::{COMPRESSED_ENDING, Certificate, compress};
use vyre_conform_harness::regressions::sync_folder;
use vyre_conform_suite::backend::Backend;

/// Treatment of an existing file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Existing {
    /// It is kept, which is an error.
    Keep,
    /// It is replaced.
    Replace,
}

/// One file per backend: the given name for one, with the adapter's name before the extension for several.
pub(super) fn paths(path: &Path, backends: &[&'static dyn Backend]) -> Vec<PathBuf> {
    if let [_] = backends {
        return vec![path.into()];
    }
    let name = |backend: &&'static dyn Backend| {
        let slug = backend
            .identity()
            .slug
            .replace(|c: char| !c.is_alphanumeric(), "-");
        let file = path.file_name().and_then(|name| name.to_str());
        if let Some(stem) = file.and_then(|name| name.strip_suffix(COMPRESSED_ENDING)) {
            return path.with_file_name(format!("{stem}.{slug}{COMPRESSED_ENDING}"));
        }
        let extension = path.extension().and_then(|e| e.to_str()).unwrap_or("json");
        path.with_extension(format!("{slug}.{extension}"))
    };
    backends.iter().map(name).collect()
}

/// Refuses equal names: the second certificate would replace the first.
pub(super) fn distinct(paths: &[PathBuf]) -> Result<(), Failure> {
    let again = |(k, path): &(usize, &PathBuf)| paths[..*k].contains(path);
    match paths.iter().enumerate().find(again) {
        None => Ok(()),
        Some((_, path)) => Err(Failure::usage(format!(
            "two backends would write the same certificate {}: certify one at a time, with --adapter",
            path.display()
        ))),
    }
}

/// Refuses a path that could not be written at the end, by writing beside it now.
pub(super) fn check(path: &Path, existing: Existing) -> Result<(), Failure> {
    occupied(path, existing)?;
    let beside = beside(path);
    let tried = std::fs::write(&beside, b"\n").and_then(|()| std::fs::remove_file(&beside));
    tried.map_err(|e| Failure::io(format!("{}: {e}; nothing was run", path.display())))
}

/// Refuses a journal whose file is one of the certificates, under whatever name.
pub(super) fn apart(certificates: &[PathBuf], journal: &Path) -> Result<(), Failure> {
    let journal_place = place(journal);
    let same = |path: &&PathBuf| {
        place(path) == journal_place || same_file::is_same_file(path, journal).unwrap_or(false)
    };
    match certificates.iter().find(same) {
        None => Ok(()),
        Some(path) => Err(Failure::io(format!(
            "{} and the journal {} are one file, and a finished run deletes its journal: name another one with \
             --journal; nothing was run",
            path.display(),
            journal.display()
        ))),
    }
}

/// The resolved path, whether or not the file exists.
fn place(path: &Path) -> PathBuf {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    let there = path.canonicalize();
    there.unwrap_or_else(|_| match (folder.canonicalize(), path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    })
}

fn occupied(path: &Path, existing: Existing) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return Err(Failure::io(
            "`-` is not standard output here; name a file, or write ./- for a file of this name",
        ));
    }
    if path.is_dir() {
        return Err(Failure::io(format!(
            "{} is a folder; name a file",
            path.display()
        )));
    }
    if path.metadata().is_ok_and(|there| !there.is_file()) {
        return Err(Failure::io(format!(
            "{} is a device or a pipe; name a file",
            path.display()
        )));
    }
    if existing == Existing::Keep && path.exists() {
        Err(Failure::io(format!(
            "{} exists already; name another file, or replace it with --force",
            path.display()
        )))
    } else {
        Ok(())
    }
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.part", std::process::id()));
    name.into()
}

/// Writes a certificate. A resumed run may find the one it wrote before it died.
pub(super) fn keep(
    path: &Path,
    certificate: &Certificate,
    arguments: &Arguments,
) -> Result<(), Failure> {
    let there = || read(path).is_ok_and(|found| found.digest == certificate.digest);
    if arguments.goes_on() && path.exists() && there() {
        return Ok(());
    }
    let existing = if arguments.force {
        Existing::Replace
    } else {
        Existing::Keep
    };
    write_certificate(path, certificate, existing)
}

/// Writes a certificate, compressed if its name says so, which other programs rely on.
pub(crate) fn write_certificate(
    path: &Path,
    certificate: &Certificate,
    existing: Existing,
) -> Result<(), Failure> {
    let text = certificate.text();
    if path.extension().is_some_and(|extension| extension == "zst") {
        write_new(path, &compress(text.as_bytes()), existing)
    } else {
        write_new(path, text.as_bytes(), existing)
    }
}

/// Writes a file atomically: beside its place, flushed, renamed.
pub(crate) fn write_new(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), Failure> {
    occupied(path, existing)?;
    let beside = beside(path);
    let write = || -> std::io::Result<()> {
        let mut file = std::fs::File::create(&beside)?;
        file.write_all(bytes)?;
        file.sync_all()?;
        std::fs::rename(&beside, path)?;
        // The journal is removed next: the name must reach the disk before that.
        sync_folder(path)
    };
    write().map_err(|e| {
        // The rest of an incomplete file is useless.
        let _ = std::fs::remove_file(&beside);
        Failure::io(format!("{}: {e}", path.display()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_suite::backend::{BackendError, Identity, LoadedOp, OpCode};

    struct NamedBackend(Identity);

    impl Backend for NamedBackend {
        fn identity(&self) -> &Identity {
            &self.0
        }
        fn load<'a>(&'a self, _: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
            Err(BackendError::Other("it runs nothing".into()))
        }
    }

    /// Oracle: the documentation of `--output`: a file each, and the two characters of slugs that are one in a name.
    #[test]
    fn two_backends_never_share_a_file() {
        let named = |slugs: [&str; 2]| {
            let backend =
                |slug| Box::leak(Box::new(NamedBackend(Identity::named(slug)))) as &dyn Backend;
            paths(Path::new("a.json.zst"), &slugs.map(backend))
        };
        let apart = named(["mine", "mine#2"]);
        assert_eq!(
            apart,
            ["a.mine.json.zst", "a.mine-2.json.zst"].map(PathBuf::from)
        );
        assert_eq!(distinct(&apart), Ok(()));
        let refused = distinct(&named(["my_card", "my-card"])).expect_err("one name");
        assert!(
            refused.message.contains("a.my-card.json.zst"),
            "{refused:?}"
        );
    }
}
