//! Shell completions and manual pages, generated from the definition of the arguments.

use super::definition;
use super::exit::{Failure, Status};
use clap::Args;
use clap_complete::Shell;
use std::path::{Path, PathBuf};

/// Arguments of `completions`.
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell.
    shell: Shell,
}

/// Arguments of `man`.
#[derive(Debug, Args)]
pub(super) struct Man {
    /// The folder for one page of each command; without it one page of all commands goes to stdout.
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

/// Runs `completions`.
pub(super) fn completions(arguments: &Completions) -> Result<Status, Failure> {
    let mut command = definition::command();
    let mut script = vec![];
    clap_complete::generate(arguments.shell, &mut command, called(), &mut script);
    say!("{}", String::from_utf8_lossy(&script));
    Ok(Status::Success)
}

/// The name of this program as it was called: a library's own command line has another name.
fn called() -> String {
    let path = std::env::args_os().next().map(PathBuf::from);
    let name = path.as_deref().and_then(Path::file_stem);
    name.map_or("vyre-conform".into(), |n| n.to_string_lossy().into_owned())
}

/// Runs `man`.
pub(super) fn man(arguments: &Man) -> Result<Status, Failure> {
    // As clap_mangen does for a folder: `help` has no page.
    let command = definition::command().disable_help_subcommand(true);
    let Some(folder) = &arguments.folder else {
        let mut page = vec![];
        let man = clap_mangen::Man::new(command);
        man.render(&mut page).map_err(Failure::io)?;
        say!("{}", String::from_utf8_lossy(&page));
        return Ok(Status::Success);
    };
    let io = |e: std::io::Error| Failure::io(format!("{}: {e}", folder.display()));
    std::fs::create_dir_all(folder).map_err(io)?;
    clap_mangen::generate_to(command, folder).map_err(io)?;
    sayln!("{}", folder.display());
    Ok(Status::Success)
}
