//! Texts and files of strangers.

use crate::sample::{certificate, many, op, refute, witnessed};
use crate::support::Place;
use vyre_conform_certificate::certificate::{Certificate, Skipped};

const SCRIPT: &str = "<script>alert(1)</script>";
const IMAGE: &str = "\"><img src=x onerror=alert(1)>";
const CLOSING: &str = "</title></style></script><b id=maps>";

/// Every text that a certificate has, as a stranger might write it.
pub(crate) fn hostile() -> Certificate {
    let mut evil = op(&format!("u32::{SCRIPT}"));
    refute(witnessed(&mut evil), IMAGE);
    evil.laws[0].text = format!("{CLOSING}{SCRIPT}");
    evil.operands = vec![SCRIPT.into()];
    let mut evidence = certificate(vec![evil]).evidence;
    evidence.track = "approximate".into();
    evidence.backend.device = CLOSING.into();
    evidence.backend.driver = IMAGE.into();
    evidence.backend.features = vec![SCRIPT.into()];
    evidence.backend.limits.insert(IMAGE.into(), 1);
    evidence.settings.filter = Some(SCRIPT.into());
    evidence.skipped.push(Skipped {
        id: IMAGE.into(),
        kind: SCRIPT.into(),
        reason: CLOSING.into(),
    });
    let mut run = many(1).run;
    run.host = SCRIPT.into();
    Certificate::seal(evidence, run)
}

/// Oracle: counting: the page has one script, and no element of a
/// stranger's making.
#[test]
fn every_text_is_escaped() {
    let place = Place::bare();
    place.write("evil.json", &hostile());
    let ran = place.run(&["report", "evil.json", "-o", "evil.html"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let page = std::fs::read_to_string(place.path("evil.html")).expect("a page");
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
    assert!(page.contains("approximate"), "the track is told");
    for address in ["http://", "https://", "url(", "@import", "src="] {
        let ours = page.replace("&quot;&gt;&lt;img src=x", "");
        assert!(!ours.contains(address), "the page asks for {address}");
    }
}

/// Oracle: what each file is.
#[test]
fn unusable_files_get_their_message_and_nothing_is_overwritten() {
    let place = Place::bare();
    place.write("a.json", &many(2));
    let text = std::fs::read(place.path("a.json")).expect("a file");
    let write = |name: &str, bytes: &[u8]| {
        std::fs::write(place.path(name), bytes).expect("written");
    };
    write("cut.json", &text[..text.len() / 2]);
    write("encoding.json", &[b'{', 0xff, 0xfe]);
    write("empty.json", &[]);
    let edited = String::from_utf8(text)
        .expect("UTF-8")
        .replacen("op_1", "op_2", 1);
    write("edited.json", edited.as_bytes());
    // A hole of a file: large, and no space is used.
    let huge = std::fs::File::create(place.path("huge.json")).expect("a file");
    huge.set_len(300 << 20).expect("a hole");
    for (name, word) in [
        ("cut.json", "truncated"),
        ("encoding.json", "no UTF-8"),
        ("empty.json", "truncated"),
        ("edited.json", "digest does not fit"),
        ("huge.json", "no certificate has more"),
        ("none.json", "none.json"),
        (".", "."),
    ] {
        let ran = place.run(&["report", "a.json", name, "-o", "out.html"]);
        let code = if name == "edited.json" { 1 } else { 4 };
        assert_eq!(ran.code, Some(code), "{name}: {}", ran.stderr);
        assert!(ran.stderr.contains(word), "{name}: {}", ran.stderr);
        assert!(!place.path("out.html").exists(), "{name}");
    }
    write("out.html", b"mine");
    let report = |more: &[&str]| {
        let mut arguments = vec!["report", "a.json", "-o", "out.html"];
        arguments.extend(more);
        place.run(&arguments)
    };
    let kept = report(&[]);
    assert_eq!(kept.code, Some(4), "{}", kept.stderr);
    assert!(kept.stderr.contains("--force"), "{}", kept.stderr);
    assert_eq!(
        std::fs::read(place.path("out.html")).expect("a file"),
        b"mine"
    );
    assert_eq!(report(&["--force"]).code, Some(1), "no run issued it");
    assert!(std::fs::read(place.path("out.html")).expect("a file").len() > 1000);
}

/// Oracle: the first version: what it does not say is not made up.
#[test]
fn a_certificate_of_the_first_version_has_its_report() {
    let place = Place::bare();
    place.write("old.json", &crate::sample::first());
    let ran = place.run(&["report", "old.json", "-o", "old.html"]);
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    let page = std::fs::read_to_string(place.path("old.html")).expect("a page");
    assert!(page.contains("format 1") && page.contains("u32::bit_not"));
    assert!(page.contains("another op library"));
}
