//! `new`: a crate with one op whose suite passes.

mod backends;
mod name;

use crate::exit::{Failure, Status};
use backends::Extra;
use clap::Args;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use vyre_conform_certificate::escape::plain;

/// Arguments of `new`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The folder of the crate; it must be empty or not exist.
    folder: PathBuf,
    /// The name of the crate; the name of the folder by default.
    #[arg(long)]
    name: Option<String>,
    /// The checkout of vyre-conform that the crate depends on by path. By default the checkout that contains this
    /// program or the current folder, else the published version.
    #[arg(long, value_name = "FOLDER")]
    checkout: Option<PathBuf>,
    /// Link this backend into the test of the crate; a run selects it by name. Without this option `Cargo.toml` has the
    /// lines as comments.
    #[arg(long = "backend", value_name = "NAME", value_delimiter = ',')]
    backends: Vec<Extra>,
}

/// The files of the crate: path and text.
const FILES: [(&str, &str); 6] = [
    ("Cargo.toml", include_str!("template/Cargo.toml.txt")),
    ("src/lib.rs", include_str!("template/lib.rs.txt")),
    (
        "tests/conformance.rs",
        include_str!("template/conformance.rs.txt"),
    ),
    (
        ".github/workflows/conformance.yml",
        include_str!("template/ci.yml.txt"),
    ),
    ("README.md", include_str!("template/README.md.txt")),
    (".gitignore", include_str!("template/gitignore.txt")),
];

/// Comment in the workflow if the packages are paths.
const ELSEWHERE: &str = "\
# It passes where the packages of vyre-conform are, and Cargo.toml names them by paths of one machine: take them from \
git or from a
# registry there before this runs elsewhere.
";

/// The same note for the README.
const MOVED: &str = "\
`Cargo.toml` names the packages of vyre-conform by paths of the machine on which this crate was made. Before it is \
built elsewhere, as by the
workflow in `.github`, take them from git, `vyre-conform-runtime = \
{ git = \"https://github.com/vyre-conform/vyre-conform\" }` and
`vyre-conform-harness` likewise, or from a registry once they are there.

";

/// Creates the crate.
///
/// # Errors
///
/// An invalid name, a folder that is not empty, an invalid checkout, a file that cannot be written.
pub(super) fn new(arguments: &Arguments) -> Result<Status, Failure> {
    let folder = &arguments.folder;
    let name = name::crate_name(arguments.name.as_deref(), folder).map_err(Failure::usage)?;
    must_be_empty(folder)?;
    let checkout = match &arguments.checkout {
        Some(given) => Some(checkout(given)?),
        None => own_checkout(),
    };
    let source = |package: &str, inside: &str| match &checkout {
        // A JSON string is a TOML string.
        Some(at) => format!("path = {}", json!(at.join(inside).display().to_string())),
        None => format!(
            "version = {:?}, package = {package:?}",
            env!("CARGO_PKG_VERSION")
        ),
    };
    let runtime = source("vyre-conform-runtime", "vyre-conform-runtime");
    let harness = source("vyre-conform-harness", "vyre-conform-runtime/harness");
    let extras = &arguments.backends;
    let dependencies = backends::dependencies(extras, source);
    let (uses, request) = (backends::uses(extras), backends::asked(extras));
    let is_local = checkout.is_some();
    for (file, text) in FILES {
        let text = text
            .replace("@name@", &name)
            .replace("@elsewhere@", if is_local { ELSEWHERE } else { "" })
            .replace("@moved@", if is_local { MOVED } else { "" })
            .replace("@crate@", &name.replace('-', "_"))
            .replace("@runtime@", &runtime)
            .replace("@harness@", &harness)
            .replace("@backends@\n", &dependencies)
            .replace("@uses@", &uses)
            .replace("@asked@", &request);
        let path = folder.join(file);
        let parent = path.parent().expect("a file in a folder");
        let written = fs::create_dir_all(parent).and_then(|()| fs::write(&path, text));
        written.map_err(|e| Failure::io(format!("{} cannot be written: {e}", path.display())))?;
    }
    let from = match &checkout {
        Some(at) => format!(
            "from the checkout {}, which are on no other machine: take them from git or a registry before its workflow \
             runs elsewhere",
            plain(&at.display().to_string())
        ),
        None => format!(
            "of version {} from a registry: if the registry lacks them, name a checkout with `--checkout`",
            env!("CARGO_PKG_VERSION")
        ),
    };
    say!(
        "{}: a crate with one op. `cargo test` in it runs the conformance suite\nit depends on packages {from}\n",
        plain(&folder.display().to_string())
    );
    Ok(Status::Success)
}

/// Checks that writing into the folder loses nothing.
fn must_be_empty(folder: &Path) -> Result<(), Failure> {
    match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(Failure::usage(format!(
                "{} holds files already: name a folder that does not exist",
                folder.display()
            ))),
        },
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => Ok(()),
        Err(e) => Err(Failure::io(format!(
            "{} cannot be read: {e}",
            folder.display()
        ))),
    }
}

/// The absolute folder of a checkout.
fn checkout(given: &Path) -> Result<PathBuf, Failure> {
    let at = given.canonicalize().ok();
    at.filter(|at| is_checkout(at)).ok_or_else(|| {
        Failure::usage(format!(
            "{} is not a checkout of vyre-conform: it has no vyre-conform-runtime/harness/Cargo.toml",
            given.display()
        ))
    })
}

fn is_checkout(folder: &Path) -> bool {
    folder
        .join("vyre-conform-runtime/harness/Cargo.toml")
        .is_file()
}

/// The checkout that contains this program, which Cargo puts into `target` there; otherwise the checkout that contains
/// the current folder, for another `CARGO_TARGET_DIR`.
fn own_checkout() -> Option<PathBuf> {
    let above = |path: std::io::Result<PathBuf>| {
        let path = path.and_then(|path| path.canonicalize()).ok()?;
        let found = path.ancestors().find(|folder| is_checkout(folder));
        found.map(Path::to_owned)
    };
    above(std::env::current_exe()).or_else(|| above(std::env::current_dir()))
}
