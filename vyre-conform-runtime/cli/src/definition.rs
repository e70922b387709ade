//! The command line for clap: arguments with examples and exit codes.

use super::{Arguments, exit};
use clap::CommandFactory;

/// Examples of each command, by its path; a test parses each. The text behind `#` describes it.
pub(super) const EXAMPLES: &[(&[&str], &str)] = &[
    (
        &["list"],
        "vyre-conform list u32::\n\
         vyre-conform list ::law::commutative --json   # what declares the law",
    ),
    (
        &["show"],
        "vyre-conform show u32::add\n\
         vyre-conform show popcount --wgsl\n\
         vyre-conform show engine::reduce --json",
    ),
    (
        &["adapters"],
        "vyre-conform adapters\n\
         vyre-conform adapters --json",
    ),
    (
        &["new"],
        "vyre-conform new ../my-ops\n\
         vyre-conform new kernels --name gpu-kernels --checkout ../vyre-conform",
    ),
    (
        &["fuzz"],
        "vyre-conform fuzz --programs 5000 --seed 7 --save found",
    ),
    (
        &["check"],
        "vyre-conform check u32::add\n\
         vyre-conform check ::law:: --skip ::exhaustive_u8 --adapter llvmpipe\n\
         vyre-conform check u32::add --adapter llvmpipe,c11\n\
         vyre-conform -q check u32::                   # only what fails, and the result\n\
         vyre-conform check --cases 1e8 --json         # a JSON value a line",
    ),
    (
        &["replay"],
        "vyre-conform replay 'u32::add::parity::llvmpipe::edges=0x00000001, 0xffffffff'\n\
         vyre-conform replay 'u32::add#1' --json\n\
         vyre-conform replay regressions/u32.add.toml",
    ),
    (
        &["run"],
        "vyre-conform run model.onnx --input x.npy --adapter all -o outputs\n\
         vyre-conform run model.onnx --explain\n\
         vyre-conform run model.onnx --input ids=ids.npy --order 'fc1=SplitK(4)' --json",
    ),
    (
        &["compare"],
        "vyre-conform compare u32::add engine::reduce --adapter all\n\
         vyre-conform compare u32:: --adapter llvmpipe,c11 -o compared.html\n\
         vyre-conform compare --witnesses 1000000 --json",
    ),
    (
        &["regressions"],
        "vyre-conform regressions\n\
         vyre-conform regressions --root ../my-ops",
    ),
    (
        &["prove"],
        "vyre-conform prove\n\
         vyre-conform prove u32::add u32::div::LeftMonotone --time 1m\n\
         vyre-conform prove u32::popcount -v --keep-proofs proofs\n\
         vyre-conform prove --budget 5m --resume decided.laws   # repeat it to continue",
    ),
    (
        &["emit"],
        "vyre-conform emit u32::mul_hi f32::exp --target wgsl --prefix math_ -o ops.wgsl\n\
         vyre-conform emit f32::exp --target c --on-floats\n\
         vyre-conform emit u32::mul_hi --target cuda --evidence all.json",
    ),
    (
        &["laws"],
        "vyre-conform laws\n\
         vyre-conform laws u32::popcount u32::min --time 1m\n\
         vyre-conform laws u32::ctz --json",
    ),
    (
        &["mutate"],
        "vyre-conform mutate\n\
         vyre-conform mutate u32::add u64::shl -v\n\
         vyre-conform mutate --least 90 --json",
    ),
    (&["kernel"], "vyre-conform kernel inspect scan.wgsl"),
    (
        &["kernel", "inspect"],
        "vyre-conform kernel inspect scan.wgsl\n\
         vyre-conform kernel inspect sort.wgsl --entry scatter --override BLOCK=256 --length 1000\n\
         vyre-conform kernel inspect kernels/*.wgsl --adapter none --sarif findings.sarif",
    ),
    (&["kernel", "new"], "vyre-conform kernel new scan.wgsl"),
    (
        &["kernel", "check"],
        "vyre-conform kernel check\n\
         vyre-conform kernel check kernels/scan.toml --adapter llvmpipe --json",
    ),
    (
        &["kernel", "mutate"],
        "vyre-conform kernel mutate kernels/scan.toml --adapter none",
    ),
    (
        &["kernel", "replay"],
        "vyre-conform kernel replay kernels/scan.toml --adapter llvmpipe",
    ),
    (
        &["kernel", "certify"],
        "vyre-conform kernel certify kernels/scan.toml -o scan.json --adapter llvmpipe",
    ),
    (
        &["kernel", "verify"],
        "vyre-conform kernel verify scan.json --manifest kernels/scan.toml --rerun",
    ),
    (&["regressions", "list"], "vyre-conform regressions list"),
    (
        &["regressions", "retire"],
        "vyre-conform regressions retire 'u32::add#2' --reason 'the law was never meant'\n\
         vyre-conform regressions retire 'u32::add#2' --root ../my-ops --reason 'it takes two operands now'",
    ),
    (
        &["kit"],
        "vyre-conform kit -o kit --seed fresh\n\
         vyre-conform kit u32:: engine::reduce -o kit   # then: certify --answers answers.json -o friend.json",
    ),
    (&["kit", "serve"], "vyre-conform kit serve kit"),
    (
        &["certify"],
        "vyre-conform certify -o all.json --adapter llvmpipe --level L2\n\
         vyre-conform certify u32::add -o add.json --cases 1e6\n\
         vyre-conform certify -o full.json --adapter h200 --level L4\n\
         vyre-conform certify -o shard-1.json --shard 1/4 --resume-if-any",
    ),
    (
        &["verdicts"],
        "vyre-conform verdicts\n\
         vyre-conform verdicts export passed.verdicts   # for `import` on another machine with this driver",
    ),
    (&["verdicts", "list"], "vyre-conform verdicts list --json"),
    (
        &["verdicts", "prune"],
        "vyre-conform verdicts prune --max-size 1000000",
    ),
    (
        &["verdicts", "export"],
        "vyre-conform verdicts export passed.verdicts",
    ),
    (
        &["verdicts", "import"],
        "vyre-conform verdicts import passed.verdicts",
    ),
    (
        &["verify"],
        "vyre-conform verify all.json --level L2\n\
         vyre-conform verify one.json two.json --json\n\
         vyre-conform verify -                         # standard input\n\
         vyre-conform verify all.json --rerun 5% --require-all",
    ),
    (
        &["merge"],
        "vyre-conform merge shard-1.json shard-2.json -o whole.json",
    ),
    (
        &["report"],
        "vyre-conform report all.json other.json -o report.html",
    ),
    (
        &["diff"],
        "vyre-conform diff all.json other.json\n\
         vyre-conform diff all.json other.json --json",
    ),
    (
        &["serve"],
        "vyre-conform serve --adapter c11   # as the command of a variable VYRE_BACKEND_WALLED, then: check --adapter \
         process-walled",
    ),
    (
        &["serve-check"],
        "vyre-conform serve-check -- python3 backend.py",
    ),
    (
        &["completions"],
        "vyre-conform completions bash   # into ~/.local/share/bash-completion/completions/vyre-conform\n\
         vyre-conform completions zsh    # into a folder of $fpath, as _vyre-conform\n\
         vyre-conform completions fish   # into ~/.config/fish/completions/vyre-conform.fish",
    ),
    (
        &["man"],
        "vyre-conform man ~/.local/share/man/man1\n\
         vyre-conform man",
    ),
];

/// Commands with an exit code of [`exit::CODES`] for their findings.
const WITH_CODES: &[&str] = &[
    "adapters", "check", "fuzz", "prove", "laws", "mutate", "replay", "run", "compare", "certify",
    "verify", "merge", "report", "diff",
];

/// The whole command line.
pub(super) fn command() -> clap::Command {
    let mut command = Arguments::command().after_help(exit::CODES);
    for (path, lines) in EXAMPLES {
        let lines: Vec<String> = lines.lines().map(|line| format!("\n  {line}")).collect();
        let mut text = format!("Examples:{}", lines.concat());
        if matches!(path, [name] if WITH_CODES.contains(name)) {
            text += &format!("\n\n{}", exit::CODES);
        }
        command = with(command, path, text);
    }
    command
}

/// Adds a text after the help of one of the command's subcommands.
fn with(command: clap::Command, path: &[&'static str], text: String) -> clap::Command {
    match path {
        [] => command.after_help(text),
        [first, rest @ ..] => command.mut_subcommand(*first, |found| with(found, rest, text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    /// The words of a line, without shell syntax.
    fn words(line: &str) -> Vec<String> {
        shlex::split(line).unwrap_or_else(|| panic!("a quotation mark is not closed: {line}"))
    }

    /// Adds the paths of all commands below one, including itself.
    fn paths(command: &clap::Command, path: &[String], into: &mut Vec<Vec<String>>) {
        for below in command.get_subcommands().filter(|c| c.get_name() != "help") {
            let path = [path, &[below.get_name().to_owned()]].concat();
            paths(below, &path, into);
            into.push(path);
        }
    }

    /// Oracle: the definition of the arguments, which takes every example, and as an example of that command.
    #[test]
    fn every_command_has_valid_examples() {
        let command = command();
        command.clone().debug_assert();
        let mut all = vec![];
        paths(&command, &[], &mut all);
        assert!(all.len() > 12, "{all:?}");
        for path in all {
            let found = EXAMPLES.iter().find(|(of, _)| *of == path);
            let (_, lines) = found.unwrap_or_else(|| panic!("{path:?} has no example"));
            let mut below = &command;
            for name in &path {
                below = below.find_subcommand(name).expect("it is there");
            }
            let help = below.clone().render_help().to_string();
            for line in lines.lines() {
                assert!(help.contains(line), "{help}");
                let words = words(line);
                let matches = command.clone().try_get_matches_from(&words);
                let mut matches = &matches.unwrap_or_else(|e| panic!("{line}: {e}"));
                for name in &path {
                    let (taken, inside) = matches.subcommand().expect("a command");
                    assert_eq!(taken, name, "{line}");
                    matches = inside;
                }
                assert!(Arguments::try_parse_from(&words).is_ok(), "{line}");
            }
        }
        for wrong in ["vyre-conform list --jsn", "vyre-conform verify"] {
            assert!(Arguments::try_parse_from(words(wrong)).is_err(), "{wrong}");
        }
    }

    /// The command lines of a page; those continued by a backslash are joined.
    fn lines(page: &str) -> Vec<String> {
        let blocks = page.split("<!-- typed -->\n```sh\n").skip(1);
        let blocks = blocks.filter_map(|rest| Some(rest.split_once("```")?.0));
        let joined = blocks.map(|block| block.replace("\\\n", " "));
        let lines = joined.flat_map(|block| block.lines().map(str::to_owned).collect::<Vec<_>>());
        lines.collect()
    }

    /// The commands of this program in a line: after environment variables or Cargo, and as a command that another
    /// program runs.
    fn own(line: &str) -> Vec<Vec<String>> {
        let words = words(line);
        let is_set = |word: &&String| {
            word.split_once('=')
                .is_some_and(|(name, _)| !name.contains('-'))
        };
        let command: Vec<&str> = words
            .iter()
            .skip_while(is_set)
            .map(String::as_str)
            .collect();
        let rest = match &command[..] {
            ["vyre-conform", rest @ ..] => Some(rest),
            [
                "cargo",
                "run",
                "--release",
                "-p",
                "vyre-ops",
                "--",
                rest @ ..,
            ]
            | ["cargo", "run", "-p", "vyre-ops", "--", rest @ ..] => Some(rest),
            _ => None,
        };
        let whole = |rest: &[&str]| {
            [&["vyre-conform"], rest]
                .concat()
                .into_iter()
                .map(str::to_owned)
                .collect()
        };
        let mut found: Vec<Vec<String>> = rest.map(whole).into_iter().collect();
        for word in &words {
            let value = word.split_once('=').map_or(&**word, |(_, value)| value);
            let of = [&**word, value]
                .into_iter()
                .find(|text| text.starts_with("vyre-conform "));
            found.extend(of.map(|text| self::words(text.trim_end_matches(')'))));
        }
        found
    }

    /// README, and the pages of book, specification and results.
    fn pages() -> Vec<String> {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mut pages = vec![root.join("README.md")];
        for folder in ["docs", "docs/book", "docs/spec", "docs/results"] {
            let entries = std::fs::read_dir(root.join(folder)).expect("the documentation");
            let paths = entries.map(|entry| entry.expect("an entry").path());
            pages.extend(paths.filter(|path| path.extension().is_some_and(|e| e == "md")));
        }
        let texts = pages.iter().map(std::fs::read_to_string);
        texts.map(|text| text.expect("a page")).collect()
    }

    /// Oracle: the definition of the arguments.
    #[test]
    fn commands_in_the_documentation_are_valid() {
        let lines: Vec<String> = pages().iter().flat_map(|page| lines(page)).collect();
        let typed: Vec<_> = lines.iter().flat_map(|line| own(line)).collect();
        assert!(typed.len() > 40, "{typed:?}");
        for words in typed {
            let taken = Arguments::try_parse_from(&words);
            taken.unwrap_or_else(|e| panic!("{words:?}: {e}"));
        }
    }

    /// Oracle: hand-written lines, each with one misspelt command.
    #[test]
    fn misspelt_command_is_detected() {
        let page = "<!-- typed -->\n```sh\ncd x\nvyre-conform \\\n    lst # all\n```\n```sh\nvyre-conform lst\n```\n";
        let found: Vec<_> = lines(page).iter().flat_map(|line| own(line)).collect();
        assert_eq!(found, [["vyre-conform", "lst"]]);
        for line in [
            "vyre-conform lst",
            "VYRE_ADAPTER=c11 vyre-conform lst",
            "cargo run --release -p vyre-ops -- lst",
            "export VYRE_BACKEND_WALLED=\"vyre-conform lst\"",
            "J=$(sbatch --wrap 'vyre-conform lst')",
        ] {
            let found = own(line);
            assert_eq!(found.len(), 1, "{line}: {found:?}");
            assert!(Arguments::try_parse_from(&found[0]).is_err(), "{line}");
        }
        assert!(own("cargo test -p vyre-ops -- lst").is_empty());
    }
}
