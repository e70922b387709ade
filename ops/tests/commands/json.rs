//! `--json`: one value on stdout, equivalent to the text output, with the same exit code.

use serde_json::Value;
use std::io::Write;
use std::process::Stdio;
use vyre_conform_certificate::certificate::OutcomeName;
use vyre_conform_tests::sandbox::{CommandOutput, Sandbox, command_output};

/// The one value in the command's output.
fn value(count: &CommandOutput) -> Value {
    assert_eq!(count.stdout.lines().count(), 1, "{}", count.stdout);
    serde_json::from_str(&count.stdout).unwrap_or_else(|e| panic!("{e}: {}", count.stdout))
}

fn texts(json: &Value) -> Vec<&str> {
    let all = json.as_array().expect("a list").iter();
    all.map(|text| text.as_str().expect("text")).collect()
}

fn ids(json: &Value) -> Vec<&str> {
    let all = json.as_array().expect("a list").iter();
    all.map(|entry| entry["id"].as_str().expect("an id"))
        .collect()
}

/// Oracle: the lines of the same command without `--json`, and of `check --list` for the filter.
#[test]
fn ops_and_engines_are_listed_by_the_language_of_check() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let listed = |more: &[&str]| {
        let words = sandbox.run(&[&["list"], more].concat());
        let json = sandbox.run(&[&["list", "--json"], more].concat());
        assert_eq!(
            (words.code, json.code),
            (Some(0), Some(0)),
            "{}",
            words.stderr
        );
        let value = value(&json);
        let mut all = ids(&value["ops"]);
        all.extend(ids(&value["engines"]));
        let lines: Vec<&str> = words.stdout.lines().collect();
        let first = lines.iter().filter(|line| !line.starts_with(' '));
        let first: Vec<&str> = first.filter_map(|line| line.split(' ').next()).collect();
        assert_eq!(first, all);
        all.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let all = listed(&[]);
    assert!(all.len() > 200 && all.iter().any(|id| id == "engine::reduce"));
    let sample = listed(&["::law::commutative"]);
    assert!(sample.iter().any(|id| id == "u32::add"), "{sample:?}");
    assert!(sample.iter().all(|id| !id.ends_with("::sub")), "{sample:?}");
    let u32s = listed(&["u32::", "--skip", "u32::a"]);
    // The filter matches names of trials: `i32::cast_u32::gates` contains it as well.
    let named = |id: &String| format!("{id}::").contains("u32::") && !id.contains("u32::a");
    assert!(u32s.len() > 20 && u32s.iter().all(named), "{u32s:?}");
    assert_eq!(listed(&["u32::add", "--exact"]), ["u32::add"]);
    assert_eq!(listed(&["u32::add::gates", "--exact"]), ["u32::add"]);
    let none = sandbox.run(&["list", "no such trial", "--json"]);
    assert_eq!((none.code, none.stdout.as_str()), (Some(3), ""));
    assert!(none.stderr.contains("check --list"), "{}", none.stderr);
}

/// Oracle: the definitions in `ops/src`, by hand.
#[test]
fn json_lists_an_op_and_an_engine_by_field() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let op = value(&sandbox.run(&["show", "u32::add", "--json"]));
    assert_eq!(op["kind"], "op");
    assert_eq!(texts(&op["operands"]), ["u32", "u32"]);
    assert_eq!(op["result"], "u32");
    let laws = op["laws"].as_array().expect("laws");
    assert!(
        laws.iter().any(|law| law["text"] == "Commutative"),
        "{laws:?}"
    );
    assert!(op["wgsl"].as_str().expect("text").starts_with("fn f_add("));
    assert!(!op["rows"].as_array().expect("rows").is_empty());
    let engine = value(&sandbox.run(&["show", "engine::reduce", "--json"]));
    assert_eq!(engine["kind"], "engine");
    assert!(!ids_of_programs(&engine).is_empty());
    let unknown = sandbox.run(&["show", "u32::nonesuch", "--json"]);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(3), ""));
    assert!(unknown.stderr.starts_with("error: "), "{}", unknown.stderr);
    assert_eq!(
        sandbox.run(&["show", "u32::add", "--json", "--wgsl"]).code,
        Some(2)
    );
}

fn ids_of_programs(engine: &Value) -> Vec<&str> {
    let programs = engine["plan"]["programs"].as_array().expect("programs");
    programs.iter().filter_map(|p| p["wgsl"].as_str()).collect()
}

/// Oracle: the text output of the same command.
#[test]
fn json_lists_adapters_by_field() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let words = sandbox.run(&["adapters"]).stdout;
    let value = value(&sandbox.run(&["adapters", "--json"]));
    let adapters = value["adapters"].as_array().expect("a list");
    let names: Vec<&str> = adapters.iter().filter_map(|a| a["name"].as_str()).collect();
    let expected: Vec<&str> = words.lines().filter(|line| !line.contains(' ')).collect();
    assert_eq!(names, expected, "absent: {}", value["absent"]);
    for adapter in adapters {
        let device = format!("  device    {}", adapter["device"].as_str().expect("text"));
        assert!(words.contains(&device), "{device}");
        let name = adapter["name"].as_str().expect("a name");
        // With or without a profile.
        let device = name.split('+').next().unwrap_or_default();
        let is_other =
            name == "cpu+kernel-rust" || vyre_conform_tests::sandbox::OTHERS.contains(&device);
        assert!(adapter["limits"]["max_buffer_size"].is_u64() || is_other);
    }
}

/// Oracle: addition is commutative and exact; a row of the table that does not hold is neither.
#[test]
fn json_lists_a_replayed_case_by_field() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let output = sandbox.run(&[
        "replay",
        "--json",
        "f32::add::parity::cpu+kernel-rust::edges=0x1, 0x2",
    ]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let actual = value(&output);
    assert_eq!(actual["fails"], false);
    let case = &actual["cases"][0];
    let results = case["results"].as_array().expect("results");
    let on: Vec<&str> = results.iter().filter_map(|r| r["on"].as_str()).collect();
    assert!(
        on.contains(&"reference") && on.contains(&"cpu+kernel-rust"),
        "{on:?}"
    );
    assert!(
        results.iter().all(|r| r["outcome"] == "agrees"),
        "{results:?}"
    );
    assert!(
        results[0]["said"]
            .as_str()
            .expect("a value")
            .contains("0x0000_0003")
    );
    let nonsense = sandbox.run(&["replay", "--json", "nonsense"]);
    assert_eq!((nonsense.code, nonsense.stdout.as_str()), (Some(2), ""));
    let quiet = sandbox.run(&["-q", "replay", "u32::add=1, 2"]);
    assert_eq!(quiet.stdout, "0 of 1 cases fail\n");
}

/// A folder with two certificates that verify, an edited one, and a file that is not a certificate.
fn certified() -> Sandbox {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    for (filter, file) in [
        ("u32::bit_not::gates", "a.json"),
        ("u32::add::gates", "b.json"),
    ] {
        let output = sandbox.certify(filter, file, &[]);
        assert_eq!(output.code, Some(0), "{}", output.stderr);
    }
    let text = std::fs::read_to_string(sandbox.path("a.json")).expect("a file");
    let edited = text.replacen("\"engine_inputs\": 16", "\"engine_inputs\": 17", 1);
    assert!(edited != text, "nothing was edited");
    std::fs::write(sandbox.path("edited.json"), edited).expect("written");
    std::fs::write(sandbox.path("none.json"), "[]").expect("written");
    sandbox
}

/// Oracle: the exit codes in `docs/spec/certificates.md`, and the edited files.
#[test]
#[ignore = "a long run: seconds"]
fn several_certificates_are_verified_and_each_is_named() {
    let sandbox = certified();
    let output = sandbox.run(&["verify", "a.json", "b.json"]);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    for part in [
        "a.json:\n",
        "b.json:\n",
        "2 certificates: 2 verified, 0 refused",
    ] {
        assert!(output.stdout.contains(part), "{}", output.stdout);
    }
    let all = ["verify", "none.json", "a.json", "edited.json"];
    let words = sandbox.run(&all);
    assert_eq!(words.code, Some(1), "{}", words.stdout);
    assert!(
        words
            .stdout
            .contains("3 certificates: 1 verified, 1 refused, 1 unreadable")
    );
    assert!(words.stderr.contains("edited.json") && words.stderr.contains("none.json"));
    assert_eq!(
        sandbox.run(&["verify", "none.json", "a.json"]).code,
        Some(4)
    );
    let quiet = sandbox.run(&["-q", "verify", "a.json"]);
    assert_eq!(quiet.stdout, "a.json: verified\n");

    let json = sandbox.run(&[&all[..], &["--json"]].concat());
    assert_eq!(json.code, Some(1));
    let actual = value(&json);
    let verified = actual["files"].as_array().expect("files").iter();
    let verified: Vec<_> = verified
        .map(|f| (f["file"].as_str(), f["verified"].as_bool()))
        .collect();
    let expected = [
        ("none.json", false),
        ("a.json", true),
        ("edited.json", false),
    ];
    assert_eq!(
        verified,
        expected.map(|(file, well)| (Some(file), Some(well)))
    );
    let digest = sandbox.read("a.json").digest;
    assert_eq!(actual["files"][1]["certificate"]["digest"], digest.as_str());
    assert_eq!(
        actual["files"][0]["problems"].as_array().map(Vec::len),
        Some(1)
    );
    let level = value(&sandbox.run(&["verify", "a.json", "--level", "L2", "--json"]));
    assert_eq!(level["files"][0]["verified"], false);
    let second = [
        "verify", "a.json", "--rerun", "100%", "--seed", "1", "--json",
    ];
    let second = value(&sandbox.run(&second));
    assert_eq!(second["files"][0]["rerun"]["seed"], "0x1");
    assert_eq!(
        second["files"][0]["rerun"]["run"],
        second["files"][0]["rerun"]["of"]
    );
}

/// Oracle: the same file by its name.
#[test]
fn a_certificate_is_read_from_standard_input() {
    let sandbox = certified();
    let with = |file: &str| {
        let mut command = sandbox.command(&["verify", "-"]);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn().expect("it starts");
        let bytes = std::fs::read(sandbox.path(file)).expect("a file");
        child
            .stdin
            .take()
            .expect("piped")
            .write_all(&bytes)
            .expect("it reads");
        command_output(child.wait_with_output())
    };
    let well = with("a.json");
    assert_eq!(well.code, Some(0), "{}", well.stderr);
    assert!(well.stdout.contains(&sandbox.read("a.json").digest));
    let edited = with("edited.json");
    assert_eq!(edited.code, Some(1), "{}", edited.stdout);
    assert!(
        edited.stderr.contains("standard input"),
        "{}",
        edited.stderr
    );
    assert_eq!(sandbox.run(&["verify", "-", "-"]).code, Some(2));
}

/// Oracle: the files, one of which is a copy of the other.
#[test]
#[ignore = "a long run: seconds"]
fn json_lists_differences_and_merged_shards_by_field() {
    let sandbox = certified();
    let same = sandbox.run(&["diff", "a.json", "a.json", "--json"]);
    assert_eq!(same.code, Some(0), "{}", same.stderr);
    assert_eq!(value(&same)["same"], true);
    let other = sandbox.run(&["diff", "a.json", "b.json", "--json"]);
    assert_eq!(other.code, Some(1));
    let words = sandbox.run(&["diff", "a.json", "b.json"]).stdout;
    let lines: Vec<&str> = words.lines().collect();
    assert_eq!(texts(&value(&other)["differences"]), lines);
    for shard in ["1/2", "2/2"] {
        let file = format!("shard-{}.json", &shard[..1]);
        let output = sandbox.certify("u32::bit_not::gates", &file, &["--shard", shard]);
        assert_eq!(output.code, Some(0), "{}", output.stderr);
    }
    let merged = [
        "merge",
        "shard-1.json",
        "shard-2.json",
        "-o",
        "whole.json",
        "--json",
    ];
    let merged = sandbox.run(&merged);
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    let merged = value(&merged);
    assert_eq!(merged["shards"], 2);
    let whole = sandbox.read("whole.json");
    assert_eq!(merged["certificate"]["digest"], whole.digest.as_str());
    let passed = whole.parts().filter(|p| p.outcome == OutcomeName::Passed);
    assert_eq!(merged["certificate"]["parts"]["passed"], passed.count());
}
