//! Invalid arguments, missing things, and settings that would be ignored silently.

use vyre_conform_tests::sandbox::{Sandbox, command_output};

fn refused(sandbox: &Sandbox, arguments: &[&str], code: i32, words: &str) {
    let output = sandbox.run(arguments);
    assert_eq!(
        output.code,
        Some(code),
        "{arguments:?}: {}{}",
        output.stdout,
        output.stderr
    );
    assert!(
        output.stderr.contains(words),
        "{arguments:?}: {}",
        output.stderr
    );
    assert_eq!(output.stdout, "", "{arguments:?}");
}

/// Oracle: the documentation of the exit codes.
#[test]
fn missing_and_unusable_inputs_have_distinct_exit_codes() {
    let sandbox = Sandbox::bare(crate::BINARY);
    refused(
        &sandbox,
        &["show", "nosuch"],
        3,
        "there is no op or engine `nosuch`",
    );
    refused(
        &sandbox,
        &["show", "engine::reduce", "--wgsl"],
        2,
        "--wgsl is for ops",
    );
    refused(&sandbox, &["list", "nosuch"], 3, "no op or engine");
    refused(&sandbox, &["replay", "u32::add#7"], 3, "has 0 saved cases");
    for command in ["laws", "mutate"] {
        refused(&sandbox, &[command, "nosuch"], 3, "`nosuch` names no op");
    }
    refused(&sandbox, &["mutate", "f32::add"], 3, "it is about floats");
    refused(&sandbox, &["mutate", "--least", "101"], 2, "101");
    refused(
        &sandbox,
        &["replay", "nosuch=1"],
        2,
        "no op or engine has a trial",
    );
    refused(&sandbox, &["check", "--threads", "0"], 2, "a number from 1");
    for option in ["--threads", "--devices", "--workers"] {
        let arguments = ["certify", "-o", "a.json", option, "0"];
        refused(&sandbox, &arguments, 2, "a number from 1");
    }
}

/// Oracle: the documentation of the filter, which `certify` shares.
#[test]
fn a_filter_has_several_names() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let lines = |arguments: &[&str]| {
        let output = sandbox.run(arguments);
        assert_eq!(output.code, Some(0), "{arguments:?}: {}", output.stderr);
        output.stdout.lines().count()
    };
    assert_eq!(lines(&["list", "--exact", "u32::add, f32::neg"]), 2);
    let gates = "u32::add::gates,f32::neg::gates";
    let cpu = ["--adapter", "cpu+kernel-rust"];
    assert_eq!(lines(&[&["check", "--list", gates][..], &cpu].concat()), 2);
    refused(&sandbox, &["list", "u32::add::,nosuch"], 3, "`nosuch`");
    let idle = ["check", "u32::add::gates,nosuch"];
    refused(&sandbox, &[&idle[..], &cpu].concat(), 3, "`nosuch`");
}

/// Oracle: docs/spec/command-line.md#names: every command accepts several names, separate or with commas, and `=`
/// before one.
#[test]
fn every_command_reads_names_in_one_way() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let cpu = ["--adapter", "cpu+kernel-rust"];
    let certify = ["-o", "a.json", "--force", "--adapter", "cpu+kernel-rust"];
    let ends = |arguments: &[&str]| {
        let output = sandbox.run(arguments);
        assert_eq!(output.code, Some(0), "{arguments:?}: {}", output.stderr);
        output.stdout
    };
    for names in [
        &["u32::bit_not", "f32::neg"][..],
        &["u32::bit_not,f32::neg"],
        &["=u32::bit_not", "=f32::neg"],
    ] {
        assert_eq!(ends(&[&["list"], names].concat()).lines().count(), 2);
        let check = ends(&[&["check", "--list"], names, &cpu].concat());
        let matches = |id: &str| check.lines().any(|line| line.starts_with(id));
        assert!(
            matches("u32::bit_not::") && matches("f32::neg::"),
            "{check}"
        );
        let text = ends(&[&["emit", "--target", "c"], names].concat());
        assert!(text.contains("op_u32_bit_not(") && text.contains("op_f32_neg("));
        let compared = ends(&[&["compare", "--witnesses", "16"], names, &cpu].concat());
        assert!(
            compared.contains("2 ops and engines compared"),
            "{compared}"
        );
    }
    let gates = ["certify", "u32::bit_not::gates", "f32::neg::gates"];
    ends(&[&gates[..], &certify].concat());
    for (command, time) in [("laws", "0s"), ("prove", "1s"), ("mutate", "1s")] {
        let output = sandbox.run(&[command, "u32::bit_not,u32::bit_and", "--time", time, "-v"]);
        // Anything that is undecided within this time counts as a finding.
        assert!(
            matches!(output.code, Some(0 | 1)),
            "{command}: {}",
            output.stderr
        );
        let both = ["u32::bit_not", "u32::bit_and"];
        let matches = |id: &&str| output.stdout.contains(id);
        assert!(both.iter().all(matches), "{command}: {}", output.stdout);
    }
    // A name refers to ids: it does not select a trial that contains it elsewhere in its name.
    let average = ends(&[&["check", "--list", "average_bytes"][..], &cpu].concat());
    let other = average
        .lines()
        .find(|line| !line.contains("u32::average_bytes::"));
    assert_eq!(other, None);
    let none = [&["check", "--list", "=average_bytes"][..], &cpu].concat();
    refused(&sandbox, &none, 3, "no trial has this name");
}

/// Oracle: docs/spec/command-line.md#names: `--adapter` accepts a list wherever it is an option.
#[test]
fn every_command_reads_adapters_in_one_way() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let list = "cpu+kernel-rust,c11";
    let check = ["check", "u32::bit_not::gates", "--adapter", list];
    let fuzz = ["fuzz", "--programs", "2", "--adapter", list];
    for arguments in [&check[..], &fuzz] {
        let output = sandbox.run(arguments);
        assert_eq!(output.code, Some(0), "{arguments:?}: {}", output.stderr);
    }
    let output = sandbox.run(&fuzz);
    assert!(output.stdout.contains("c11"), "{}", output.stdout);
    let nowhere = ["fuzz", "--programs", "2", "--adapter", "c11,nowhere"];
    refused(&sandbox, &nowhere, 3, "`nowhere`");
}

/// Oracle: the table of settings, which lacks this name and has a similar one.
#[test]
fn every_command_refuses_unknown_settings() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let files = ["verify", "none.json"];
    for command in [
        &["list"][..],
        &["adapters"],
        &["show", "u32::add"],
        &files,
        &["diff", "a", "b"],
    ] {
        for (name, words) in [
            ("NOSUCH", "unknown setting"),
            ("CSES", "did you mean VYRE_CASES?"),
        ] {
            let output = command_output(
                sandbox
                    .command(command)
                    .env(format!("VYRE_{name}"), "1")
                    .output(),
            );
            assert_eq!(output.code, Some(2), "{command:?}: {}", output.stderr);
            assert!(
                output.stderr.contains(words),
                "{command:?}: {}",
                output.stderr
            );
        }
    }
    let shell = command_output(
        sandbox
            .command(&["completions", "bash"])
            .env(format!("VYRE_{}", "NOSUCH"), "1")
            .output(),
    );
    assert_eq!(
        shell.code,
        Some(0),
        "what asks for nothing is written: {}",
        shell.stderr
    );
}

/// Oracle: the documentation of the exit codes: an invalid value of a setting is an invalid argument, for every
/// command.
#[test]
fn invalid_setting_gives_the_same_exit_code_everywhere() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let cpu = ["--adapter", "cpu+kernel-rust"];
    let check = [&["check", "u32::add::gates"][..], &cpu].concat();
    let certify = [&["certify", "u32::add::gates", "-o", "a.json"][..], &cpu].concat();
    let every = [&certify[..3], &["b.json", "--adapter", "all"]].concat();
    let settings = [("PATIENCE", "0"), ("LIMIT", "0"), ("SEED", "x")];
    for (command, looks) in [
        (&check[..], true),
        (&certify, true),
        (&every, true),
        (&["adapters"], true),
        (&["fuzz", "--programs", "1"], true),
        (&["list", "nothing_is_called_so"], true),
        (&["show", "u32::add"], false),
        (&["laws", "u32::add"], false),
        (&["replay", "u32::add::parity::nosuch::edges=1, 2"], false),
    ] {
        let adapter = looks.then_some(("ADAPTER", ","));
        for (name, value) in settings.into_iter().chain(adapter) {
            let name = format!("VYRE_{name}");
            let output = command_output(sandbox.command(command).env(&name, value).output());
            assert_eq!(
                output.code,
                Some(2),
                "{command:?} {name}: {}",
                output.stderr
            );
            assert!(
                output.stderr.contains(&name),
                "{command:?}: {}",
                output.stderr
            );
        }
    }
}

/// Oracle: the name in the case, which no adapter has.
#[test]
fn replay_lists_absent_adapters() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let message = "not run on nosuch, which the case names";
    for case in [
        "u32::add::parity::nosuch::edges=1, 2",
        "u32::add::law::commutative::nosuch::witnessed=1, 2",
        "programs::nosuch::random=0x1",
    ] {
        let output = sandbox.run(&["replay", case]);
        assert_eq!(
            output.code,
            Some(0),
            "{case}: {}{}",
            output.stdout,
            output.stderr
        );
        assert!(output.stdout.contains(message), "{case}: {}", output.stdout);
    }
    let json = sandbox.run(&["replay", "u32::add::parity::nosuch::edges=1, 2", "--json"]);
    let json: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(json["cases"][0]["missing"], "nosuch");
    for case in [
        "u32::add=1, 2",
        "u32::add::law::commutative::witnessed=1, 2",
    ] {
        let output = sandbox.run(&["replay", case]);
        assert!(
            !output.stdout.contains("not run on"),
            "{case}: {}",
            output.stdout
        );
    }
}

/// Oracle: the operating system: an endless file.
#[cfg(unix)]
#[test]
fn endless_file_is_reported_as_too_large() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let expected = "/dev/zero: the file has more than 67108864 bytes";
    refused(&sandbox, &["-q", "verify", "/dev/zero"], 4, expected);
    refused(&sandbox, &["diff", "/dev/zero", "/dev/zero"], 4, expected);
    std::os::unix::fs::symlink("/dev/zero", sandbox.path("endless.vir")).expect("linked");
    let expected = "endless.vir: it has more than 67108864 bytes";
    refused(&sandbox, &["show", "endless.vir"], 4, expected);
    let cpu = ["--adapter", "cpu+kernel-rust"];
    refused(
        &sandbox,
        &[&["replay", "endless.vir"][..], &cpu].concat(),
        4,
        expected,
    );
}
