//! The commands in the book: the output of each, and the reference of all.

use std::fmt::Write;
use std::path::Path;
use vyre_conform_contract::{ContractRule, MANIFEST_KEYS, accuracy_table};
use vyre_conform_tests::book::{CodeBlock, blocks, check_blocks, generated, pages, root};
use vyre_conform_tests::sandbox::{Sandbox, command_output};

/// A command's output in a folder: standard output, followed by standard error.
fn shell_output(sandbox: &Sandbox, command: &str) -> String {
    let script = command.replace("vyre-conform ", &format!("{} ", crate::BINARY));
    let output = command_output(
        sandbox
            .here(Path::new("sh"))
            .args(["-c", &script])
            .env_remove("VYRE_ADAPTER")
            .output(),
    );
    output.stdout + &output.stderr
}

/// A folder with the kernel that pages run.
fn place_of_a_page() -> Sandbox {
    let sandbox = Sandbox::bare(crate::BINARY);
    let example = root().join("vyre-conform-runtime/contract/example");
    for name in ["scan.wgsl", "scan.toml"] {
        std::fs::copy(example.join(name), sandbox.path(name)).expect("a writable folder");
    }
    sandbox
}

/// Oracle: the commands themselves. `VYRE_BLESS=1` writes the blocks that contain no `..`. The blocks of a page run in
/// one folder, in their order; none of them needs an adapter.
#[test]
fn book_shows_the_output_of_commands() {
    let folders: Vec<_> = pages()
        .into_iter()
        .map(|(_, text)| (text, place_of_a_page()))
        .collect();
    check_blocks("run", &|block: &CodeBlock| {
        let here = folders.iter().find(|(page, _)| {
            let actual = blocks(page).into_iter();
            actual
                .filter(|one| one.kind == "run")
                .any(|one| one == *block)
        });
        let (_, place) = here.expect("its page");
        // Comments are not rendered: the first line shows the command to the reader.
        let (command, written) = (&block.argument, shell_output(place, &block.argument));
        Some(format!("$ {command}\n{written}"))
    });
}

/// The lines of help, without trailing blanks.
fn help(sandbox: &Sandbox, path: &[&str]) -> String {
    let words = [path, &["--help"]].concat();
    let output = sandbox.run(&words);
    assert_eq!(output.code, Some(0), "{words:?}: {}", output.stderr);
    let lines = output
        .stdout
        .lines()
        .map(|line| format!("{}\n", line.trim_end()));
    // The common end of every command's help is printed once, at the top of the page.
    let text: String = lines.collect();
    let (before, _) = text.split_once("\nExit codes:").unwrap_or((&text, ""));
    before.trim_end().to_owned() + "\n"
}

/// The names of the commands in a help text.
fn below(help: &str) -> Vec<String> {
    let Some((_, list)) = help.split_once("\nCommands:\n") else {
        return vec![];
    };
    let lines = list.lines().take_while(|line| line.starts_with("  "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    names
        .filter(|name| *name != "help")
        .map(str::to_owned)
        .collect()
}

/// Oracle: the help of every command, which derives from the definition of its arguments. `VYRE_BLESS=1` writes the
/// page.
#[test]
fn commands_in_the_book_match_the_command_line() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let whole = help(&sandbox, &[]);
    let codes = sandbox.run(&["check", "--help"]).stdout;
    let (_, codes) = codes.split_once("Exit codes:\n").expect("exit codes");
    let mut text = format!(
        "# Commands\n\nGenerated from the help of `vyre-conform`, which a terminal shows with `--help`. [The command line](docs/spec/command-line.md) has \
         the JSON of each command.\n\n## Exit codes\n\n```text\n{}\n```\n\n## vyre-conform\n\n```text\n{whole}```\n",
        codes.trim_end()
    );
    let names = below(&whole);
    assert!(names.len() > 15, "{names:?}");
    for name in &names {
        let own = help(&sandbox, &[name]);
        write!(text, "\n## {name}\n\n```text\n{own}```\n").expect("text");
        for inner in below(&own) {
            let own = help(&sandbox, &[name, &inner]);
            write!(text, "\n### {name} {inner}\n\n```text\n{own}```\n").expect("text");
        }
    }
    generated(
        "docs/book/reference/commands.md",
        &text,
        "cargo test --workspace --test commands -- book",
    );
}

/// Oracle: the tables of the package. `VYRE_BLESS=1` writes the page.
#[test]
fn manifest_in_the_book_matches_the_package() {
    let mut text = "# The manifest of a kernel\n\nGenerated. `kernel check` reads `vyre-kernel.toml`; \
                    [the chapter](docs/book/contract.md) has a whole one.\n\n| key | value |\n|---|---|\n"
        .to_owned();
    for (key, value) in MANIFEST_KEYS {
        writeln!(text, "| {key} | {value} |").expect("a string");
    }
    text += "\n## Faults\n\n| fault | meaning | remedy |\n|---|---|---|\n";
    for rule in ContractRule::ALL {
        writeln!(
            text,
            "| `{}` | {} | {} |",
            rule.id(),
            rule.title(),
            rule.help()
        )
        .expect("a string");
    }
    text += "\n## Accuracy\n\n`bound` computes with the rows for f32 of [the accuracy table of WGSL]\
             (https://www.w3.org/TR/WGSL/#concrete-float-accuracy).\n\n| op | accuracy |\n|---|---|\n";
    for (op, cell) in accuracy_table() {
        writeln!(text, "| `{op}` | {} |", cell.replace('|', "\\|")).expect("a string");
    }
    generated(
        "docs/book/reference/manifest.md",
        &text,
        "cargo test --workspace --test commands -- book",
    );
}
