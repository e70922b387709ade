//! Shells and terminals: completions, manual pages, verbosity, and loader messages.

use vyre_conform_certificate::certificate::{OutcomeName, Part};
use vyre_conform_tests::sandbox::{Sandbox, command_output};

/// Every command in the help text.
fn commands(sandbox: &Sandbox) -> Vec<String> {
    let help = sandbox.run(&["--help"]).stdout;
    let (_, all) = help.split_once("Commands:\n").expect("commands");
    let lines = all.lines().take_while(|line| line.starts_with("  "));
    let names = lines.filter_map(|line| line.split_whitespace().next());
    let names = names.filter(|name| *name != "help");
    names.map(str::to_owned).collect()
}

/// Oracle: the commands in the help text, and bash for the script.
#[test]
fn completions_name_every_command() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let commands = commands(&sandbox);
    assert!(commands.len() >= 14, "{commands:?}");
    for shell in ["bash", "zsh", "fish"] {
        let script = sandbox.run(&["completions", shell]);
        assert_eq!(script.code, Some(0), "{}", script.stderr);
        for command in &commands {
            assert!(
                script.stdout.contains(command.as_str()),
                "{shell}: {command}"
            );
        }
        assert!(script.stdout.contains("require-all"), "{shell}");
        assert!(script.stdout.contains("vyre-conform"), "{shell}");
        let file = sandbox.path(shell);
        std::fs::write(&file, script.stdout).expect("written");
    }
    let bash = command_output(sandbox.here("bash".as_ref()).args(["-n", "bash"]).output());
    assert_eq!((bash.code, bash.stderr.as_str()), (Some(0), ""));
    // bash completes `vyre-conform ve` from the script.
    let asked = "source ./bash; COMP_WORDS=(vyre-conform ve); COMP_CWORD=1; \
                 read -ra how <<<\"$(complete -p vyre-conform)\"; \
                 for k in \"${!how[@]}\"; do [ \"${how[k]}\" = -F ] && f=${how[k+1]}; done; \
                 \"$f\" vyre-conform ve vyre-conform; echo \"${COMPREPLY[@]}\"";
    let offered = command_output(sandbox.here("bash".as_ref()).args(["-c", asked]).output());
    assert_eq!(
        offered.stdout.trim(),
        "verdicts verify",
        "{}",
        offered.stderr
    );
    assert_eq!(sandbox.run(&["completions", "cmd"]).code, Some(2));
}

/// Oracle: the commands in the help text, and the macros of `man`.
#[test]
fn every_command_has_a_manual_page() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let output = sandbox.run(&["man", "pages"]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    for command in commands(&sandbox) {
        let page = sandbox
            .path("pages")
            .join(format!("vyre-conform-{command}.1"));
        let text = std::fs::read_to_string(&page).unwrap_or_else(|e| panic!("{page:?}: {e}"));
        assert!(
            text.contains(".TH ") && text.contains("Examples:"),
            "{text}"
        );
    }
    let whole = sandbox.run(&["man"]).stdout;
    let page = std::fs::read_to_string(sandbox.path("pages/vyre-conform.1"));
    assert_eq!(whole, page.expect("a page"));
    assert!(whole.contains("Exit codes:"), "{whole}");
    std::fs::write(sandbox.path("file"), "").expect("written");
    assert_eq!(sandbox.run(&["man", "file/inside"]).code, Some(4));
}

/// Oracle: the documentation of `--quiet` and `--verbose`.
#[test]
#[ignore = "a long run: seconds"]
fn quiet_and_verbose_control_the_output() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let filter = "u32::bit_not::law::involution";
    let quiet = sandbox.check(filter, &["-q", "--cases", "1000"]);
    assert_eq!(quiet.code, Some(0), "{}", quiet.stderr);
    assert_eq!(quiet.stdout.lines().count(), 1, "{}", quiet.stdout);
    assert!(quiet.stdout.starts_with("result: ok. "), "{}", quiet.stdout);
    let verbose = sandbox.check(filter, &["-v", "--cases", "1000"]);
    let trials = verbose.stdout.lines().filter(|l| l.starts_with("trial "));
    for line in trials {
        assert!(
            line.contains(" cases in ") && line.contains("by the declared law"),
            "{line}"
        );
    }
    let certified = sandbox.certify(filter, "a.json", &["-q", "--cases", "1000"]);
    assert_eq!(certified.code, Some(0), "{}", certified.stderr);
    assert_eq!(certified.stderr, "");
    let digest = sandbox.read("a.json").digest;
    assert_eq!(certified.stdout, format!("{digest}\na.json\n"));
    let certified = sandbox.certify(filter, "b.json", &["-v", "--cases", "1000"]);
    let matches = |id: &str| certified.stderr.lines().any(|line| line.starts_with(id));
    let certificate = sandbox.read("b.json");
    let passed = |part: &&Part| part.outcome == OutcomeName::Passed;
    for part in certificate.parts().filter(passed) {
        assert!(matches(&part.id), "{}: {}", part.id, certified.stderr);
    }
    assert_eq!(sandbox.run(&["-q", "list", "-v"]).code, Some(2));
}

/// Oracle: the filter of the run; every other trial is excluded, and one line reports that.
#[test]
fn filtered_trials_are_reported_in_one_line() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let output = sandbox.check("u32::bit_not::law::involution", &["--cases", "1000"]);
    let about = |line: &&str| line.contains("not fully run");
    let lines: Vec<&str> = output.stdout.lines().filter(about).collect();
    let [line] = lines[..] else {
        panic!("{}", output.stdout)
    };
    let filtered = output.stdout.lines().last().expect("a result");
    let (before, _) = filtered.split_once(" filtered out").expect("a count");
    let left = before.rsplit(' ').next().expect("a count").parse::<u64>();
    let left = left.expect("a number").to_string();
    assert_eq!(
        line.replace(',', "").split(": ").nth(1),
        Some(&*format!("{left} trials left out"))
    );
    assert!(!output.stdout.contains("was not run"), "{}", output.stdout);
    assert!(
        !output.stdout.contains("missing: L1: bool"),
        "{}",
        output.stdout
    );
}

/// Oracle: a terminal without a window system: it shows the command's output, and nothing from a loader.
#[test]
fn no_loader_writes_beside_the_command() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let mut command = sandbox.command(&["adapters"]);
    for name in [
        "XDG_RUNTIME_DIR",
        "NODEVICE_SELECT",
        "MESA_VK_DEVICE_SELECT",
        "VYRE_ADAPTER",
    ] {
        command.env_remove(name);
    }
    let output = command_output(command.output());
    assert!(
        !output.stderr.contains("XDG_RUNTIME_DIR"),
        "{}",
        output.stderr
    );
}
