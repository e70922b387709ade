//! An op that one certificate refutes, beside a certificate that omits it: merging, comparing and showing both names it.

use super::issued::{right_certificate, wrong_certificate};
use vyre_conform_certificate::certificate::{Certificate, Shards, derive, diff, merge};
use vyre_conform_tests::sandbox::Sandbox;

/// The refuted op.
const OP: &str = "cert::sum";

/// The certificate of a right device without the op, sealed anew.
fn less() -> Certificate {
    let mut evidence = right_certificate().evidence.clone();
    evidence.ops.retain(|op| op.id != OP);
    evidence.skipped.retain(|part| !part.id.starts_with(OP));
    derive(&mut evidence);
    Certificate::seal(evidence, right_certificate().run.clone())
}

/// The certificate as a shard of two.
fn shard(certificate: &Certificate, number: u64) -> (String, Certificate) {
    let mut evidence = certificate.evidence.clone();
    evidence.shards = Shards {
        of: 2,
        have: vec![number],
    };
    let shard = Certificate::seal(evidence, certificate.run.clone());
    (format!("{number}.json"), shard)
}

/// Oracle: the shards, one of which lists fewer ops.
#[test]
fn a_shard_without_a_refuted_op_does_not_merge() {
    let less = less();
    for shards in [
        [shard(wrong_certificate(), 1), shard(&less, 2)],
        [shard(&less, 1), shard(wrong_certificate(), 2)],
    ] {
        let refusal = merge(&shards).expect_err("one omits an op").to_string();
        let expected = "2.json belongs to another run: its list of parts is";
        assert!(refusal.starts_with(expected), "{refusal}");
    }
    // Equal lists pass this check; both shards have all cases.
    let equal = [shard(wrong_certificate(), 1), shard(wrong_certificate(), 2)];
    let refusal = merge(&equal).expect_err("doubled cases").to_string();
    assert!(refusal.contains("do not add up"), "{refusal}");
}

/// Oracle: the certificates.
#[test]
fn a_comparison_says_that_an_omitted_op_is_refuted() {
    let less = less();
    for (report, place) in [
        (diff(wrong_certificate(), &less), "first"),
        (diff(&less, wrong_certificate()), "second"),
    ] {
        let contains = |line: &str| report.iter().any(|item| item == line);
        assert!(
            contains(&format!("{OP}: only in the {place}")),
            "{report:?}"
        );
        let message = format!(
            "part {OP}::parity::<backend>::witnessed: only in the {place}, which refutes it"
        );
        assert!(contains(&message), "{report:?}");
        let passes = format!("part {OP}::table: only in the {place}");
        assert!(contains(&passes), "{report:?}");
    }
}

/// Oracle: the certificates, which are of one device.
#[test]
fn a_page_of_both_shows_the_omitted_op_as_refuted() {
    let sandbox = Sandbox::bare(env!("CARGO_BIN_EXE_vyre-defective"));
    sandbox.write("wrong.json", wrong_certificate());
    sandbox.write("less.json", &less());
    let page = |files: &[&str]| {
        let arguments = [&["report", "-o", "page.html", "--force"], files].concat();
        let output = sandbox.run(&arguments);
        // They are about another library than that of the program.
        assert_eq!(output.code, Some(1), "{}", output.stderr);
        std::fs::read_to_string(sandbox.path("page.html")).expect("a page")
    };
    for files in [["wrong.json", "less.json"], ["less.json", "wrong.json"]] {
        let page = page(&files);
        let (_, section) = page.split_once("id=\"refuted\"").expect("a section");
        let (section, _) = section.split_once("</section>").expect("its end");
        assert!(section.contains(OP), "{section}");
        assert!(page.contains("1 refuted") && page.contains("refuted by 1"));
    }
    let alone = page(&["less.json"]);
    assert!(alone.contains("Nothing that ran was refuted."));
    assert!(!alone.contains("refuted by"));
}
