//! Shards: disjoint, complete, and together the same evidence.

use vyre_conform_certificate::certificate::COMPRESSED_ENDING;
use vyre_conform_tests::sandbox::Sandbox;

/// An op with few obligations of all kinds, and random programs.
const FILTER: &str = "u32::bit_not::,programs::";
const OPTIONS: &[&str] = &["--cases", "20000", "--programs", "32"];

fn arguments_with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [OPTIONS, more].concat()
}

/// Oracle: the digest of the undivided run.
#[test]
#[ignore = "a long run: seconds"]
fn shards_merge_to_the_digest_of_the_whole() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let whole = sandbox.certify(FILTER, "whole.json", OPTIONS);
    assert_eq!(whole.code, Some(0), "{}", whole.stderr);
    let expected = sandbox.read("whole.json");
    // The digest is the same with and without compression.
    for (of, ending) in [(2, ".json"), (5, COMPRESSED_ENDING)] {
        let mut merge = vec!["merge".to_owned()];
        for k in (1..=of).rev() {
            let (shard, file) = (format!("{k}/{of}"), format!("{k}-of-{of}{ending}"));
            let output = sandbox.certify(FILTER, &file, &arguments_with(&["--shard", &shard]));
            assert_eq!(output.code, Some(0), "{}", output.stderr);
            assert_ne!(sandbox.read(&file).digest, expected.digest);
            assert_eq!(
                sandbox.run(&["verify", &file]).code,
                Some(0),
                "a shard verifies as one"
            );
            merge.push(file);
        }
        let file = format!("merged-{of}{ending}");
        merge.extend(["-o".to_owned(), file.clone()]);
        let arguments: Vec<&str> = merge.iter().map(String::as_str).collect();
        let merged = sandbox.run(&arguments);
        assert_eq!(merged.code, Some(0), "{}", merged.stderr);
        let actual = sandbox.read(&file);
        assert_eq!(actual.digest, expected.digest, "{of} shards");
        let starts = std::fs::read(sandbox.path(&file)).expect("a file")[0];
        assert_eq!(starts != b'{', ending == COMPRESSED_ENDING);
        assert_eq!(actual.evidence, expected.evidence);
        assert_eq!(sandbox.run(&["verify", &file]).code, Some(0));
    }
    let same = sandbox.run(&["diff", "whole.json", "merged-2.json"]);
    assert_eq!(
        (same.code, same.stdout.starts_with("the same")),
        (Some(0), true)
    );

    let refused = |files: &[&str], word: &str| {
        let arguments = [&["merge"], files, &["-o", "refused.json"]].concat();
        let output = sandbox.run(&arguments);
        assert_eq!(output.code, Some(1), "{files:?}");
        assert!(output.stderr.contains(word), "{}", output.stderr);
        assert!(!sandbox.path("refused.json").exists());
    };
    refused(&["1-of-2.json"], "missing: 2");
    let mut many = sandbox.read("1-of-2.json");
    many.evidence.shards.of = 1000;
    many.digest = many.due_digest();
    sandbox.write("many.json", &many);
    refused(&["many.json"], ", 100, 101 and 899 more");
    refused(
        &["1-of-2.json", "1-of-2.json", "2-of-2.json"],
        "occurs twice",
    );
    refused(
        &["1-of-2.json", "2-of-5.json.zst"],
        "belongs to another run: its number of shards",
    );
    refused(&["whole.json", "whole.json"], "is not a shard");
    let other = sandbox.certify(
        FILTER,
        "other.json",
        &["--cases", "20001", "--programs", "32", "--shard", "2/2"],
    );
    assert_eq!(other.code, Some(0), "{}", other.stderr);
    // The differing setting.
    refused(
        &["1-of-2.json", "other.json"],
        "belongs to another run: its settings is {\"witnesses\":20001}",
    );
    let mut version = sandbox.read("2-of-2.json");
    version.evidence.suite_version = "0.0.9".into();
    version.digest = version.due_digest();
    std::fs::write(sandbox.path("version.json"), version.text()).expect("written");
    refused(
        &["1-of-2.json", "version.json"],
        "belongs to another run: its suite version",
    );
    let there = sandbox.run(&["merge", "1-of-2.json", "2-of-2.json", "-o", "whole.json"]);
    assert_eq!(there.code, Some(4), "nothing is overwritten");
    assert!(there.stderr.contains("--force"), "{}", there.stderr);
    let differ = sandbox.run(&["diff", "whole.json", "1-of-2.json"]);
    assert_eq!(differ.code, Some(1));
    assert!(
        differ.stdout.contains("shards: 1 of 1 -> 1 of 2"),
        "{}",
        differ.stdout
    );
    assert!(
        differ.stdout.contains(": passed -> not run\n"),
        "{}",
        differ.stdout
    );
}
