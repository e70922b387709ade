//! Untrusted texts and files.

use crate::sample::{certificate, hostile, op, refute, sample_certificate, witnessed};
use vyre_conform_certificate::certificate::Certificate;
use vyre_conform_tests::sandbox::Sandbox;

/// Oracle: counting: the page has one script, and no element from an untrusted text.
#[test]
fn every_text_is_escaped() {
    let sandbox = Sandbox::bare(crate::BINARY);
    sandbox.write("evil.json", &hostile());
    let output = sandbox.run(&["report", "evil.json", "-o", "evil.html"]);
    assert_eq!(output.code, Some(1), "{}", output.stderr);
    let page = std::fs::read_to_string(sandbox.path("evil.html")).expect("a page");
    assert!(
        page.contains("not verified: evil.json"),
        "it does not verify"
    );
    assert_eq!(page.matches("<script").count(), 1);
    assert_eq!(page.matches("</script").count(), 1);
    assert_eq!(page.matches("<style").count(), 1);
    for element in ["<img", "<b ", "</title></style>"] {
        assert!(!page.contains(element), "{element}");
    }
    assert!(page.contains("u32::&lt;script&gt;alert(1)&lt;/script&gt;"));
    assert!(page.contains("approximate"), "the track is reported");
    for address in ["http://", "https://", "url(", "@import", "src="] {
        let ours = page.replace("&quot;&gt;&lt;img src=x", "");
        assert!(!ours.contains(address), "the page asks for {address}");
    }
}

/// Oracle: the bidirectional algorithm of Unicode, and counting: no untrusted text or file name adds a character that
/// reverses or hides its surroundings.
#[test]
fn bidirectional_controls_are_escaped() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let evil = "2026\u{202e}gpj\u{2066}\u{1b}[32m\u{7}\u{200b}";
    let mut certificate = sample_certificate(3);
    let name = "a\u{202e}nosj.json";
    certificate.run.started = evil.into();
    certificate.run.host = evil.into();
    certificate.run.absent = vec![evil.into()];
    let mut evidence = certificate.evidence;
    evidence.backend.slug = evil.into();
    evidence.backend.driver = evil.into();
    evidence.ops[0].laws[0].text = evil.into();
    witnessed(&mut evidence.ops[1]).reason = Some(evil.into());
    sandbox.write(name, &Certificate::seal(evidence, certificate.run));
    let output = sandbox.run(&["report", name, "-o", "evil.html"]);
    assert_eq!(output.code, Some(1), "{}", output.stderr);
    let page = std::fs::read_to_string(sandbox.path("evil.html")).expect("a page");
    let turns = |c: &char| {
        (c.is_control() && *c != '\n')
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
    };
    assert_eq!(page.chars().find(turns), None);
    assert!(
        page.matches("\\u{202e}").count() > 4,
        "they are reported as what they are"
    );
}

/// Oracle: the contents of each file.
#[test]
#[ignore = "a long run: seconds"]
fn unusable_files_get_their_message_and_nothing_is_overwritten() {
    let sandbox = Sandbox::bare(crate::BINARY);
    sandbox.write("a.json", &sample_certificate(2));
    let text = std::fs::read(sandbox.path("a.json")).expect("a file");
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(sandbox.path(name), bytes).expect("written");
    };
    write("cut.json", &text[..text.len() / 2]);
    write("encoding.json", &[b'{', 0xff, 0xfe]);
    write("empty.json", &[]);
    let edited = String::from_utf8(text)
        .expect("UTF-8")
        .replacen("op_1", "op_2", 1);
    write("edited.json", edited.as_bytes());
    // A sparse file: large, without using space.
    let huge = std::fs::File::create(sandbox.path("huge.json")).expect("a file");
    huge.set_len(300 << 20).expect("a hole");
    for (name, word) in [
        ("cut.json", "truncated"),
        ("encoding.json", "not UTF-8"),
        ("empty.json", "truncated"),
        ("edited.json", "digest does not match"),
        ("huge.json", "no certificate has more"),
        ("none.json", "none.json"),
        (".", "."),
    ] {
        let run = sandbox.run(&["report", "a.json", name, "-o", "out.html"]);
        let code = if name == "edited.json" { 1 } else { 4 };
        assert_eq!(run.code, Some(code), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(word), "{name}: {}", run.stderr);
        assert!(!sandbox.path("out.html").exists(), "{name}");
    }
    write("out.html", b"mine");
    let report = |more: &[&str]| {
        let mut arguments = vec!["report", "a.json", "-o", "out.html"];
        arguments.extend(more);
        sandbox.run(&arguments)
    };
    let kept = report(&[]);
    assert_eq!(kept.code, Some(4), "{}", kept.stderr);
    assert!(kept.stderr.contains("--force"), "{}", kept.stderr);
    assert_eq!(
        std::fs::read(sandbox.path("out.html")).expect("a file"),
        b"mine"
    );
    assert_eq!(report(&["--force"]).code, Some(1), "no run issued it");
    // The page would replace the certificate.
    let before = std::fs::read(sandbox.path("a.json")).expect("a file");
    for command in ["report", "merge"] {
        for output in ["a.json", "./a.json"] {
            let run = sandbox.run(&[command, "a.json", "-o", output, "--force"]);
            assert_eq!(run.code, Some(4), "{}", run.stderr);
            assert!(
                run.stderr.contains("would be overwritten"),
                "{}",
                run.stderr
            );
        }
    }
    assert_eq!(
        std::fs::read(sandbox.path("a.json")).expect("a file"),
        before
    );
    assert!(
        std::fs::read(sandbox.path("out.html"))
            .expect("a file")
            .len()
            > 1000
    );
}

/// Oracle: the kept certificate of two ops that this library lacks.
#[test]
fn a_certificate_of_another_library_has_its_report() {
    let sandbox = Sandbox::bare(crate::BINARY);
    sandbox.write("old.json", &crate::sample::first());
    let output = sandbox.run(&["report", "old.json", "-o", "old.html"]);
    assert_eq!(output.code, Some(1), "{}", output.stderr);
    let page = std::fs::read_to_string(sandbox.path("old.html")).expect("a page");
    assert!(page.contains("format 2") && page.contains("u32::bit_not"));
    assert!(page.contains("another op library"));
}

/// Oracle: the file beside the certificate.
#[test]
#[ignore = "a long run: seconds"]
fn unverified_signature_is_reported_as_unverified() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let mut one = op("u32::one");
    refute(witnessed(&mut one), "it differs");
    sandbox.write("a.json", &certificate(vec![one]));
    let page = |name: &str| {
        let output = sandbox.run(&["report", "a.json", "-o", name]);
        assert_eq!(output.code, Some(1), "{}", output.stderr);
        std::fs::read_to_string(sandbox.path(name)).expect("a page")
    };
    assert!(page("without.html").contains("signed: no"));
    std::fs::write(sandbox.path("a.json.sig"), "no signature").expect("written");
    assert!(page("with.html").contains("signed: yes, not checked"));
}
