//! Certificates of kernels: issued, verified, issued again, and forged.

use crate::{SCAN, SCAN_KERNEL, contract};
use serde_json::{Value, json};
use vyre_conform_contract::{
    Contract, ContractOptions, KernelCertificate, KernelCertifyError, certify_kernel, verify_kernel,
};
use vyre_conform_wgpu::required;

fn options() -> ContractOptions {
    ContractOptions::default()
}

fn issued(contract: &Contract<'_>) -> KernelCertificate {
    certify_kernel(contract, &required(), &options()).unwrap_or_else(|error| panic!("{error}"))
}

/// A sum of floats whose tolerance shows in its certificate.
const SUM_KERNEL: &str = "
    @group(0) @binding(0) var<storage, read> values: array<f32>;
    @group(0) @binding(1) var<storage, read_write> output: array<f32>;
    @compute @workgroup_size(1) fn total() {
        var sum = 0.0;
        for (var k = 0u; k < arrayLength(&values); k++) { sum += values[k]; }
        output[0] = sum;
    }";
const SUM: &str = "kernel = \"kernel.wgsl\"\nsizes = [2, 100]\n[buffers.values]\nlength = \"n\"\n\
    input = \"floats(unit)\"\n[buffers.output]\nlength = 1\noutput = \"order_free\"\n[[dispatch]]\nworkgroups = [1]\n\
    [reference]\nsum = \"values\"\n";

/// Oracle: a second issue on the same devices, and the counts of the contract.
#[test]
fn certificate_verifies_and_is_reproducible() {
    for (kernel, manifest) in [(SCAN_KERNEL, SCAN), (SUM_KERNEL, SUM)] {
        let contract = contract(kernel, manifest, &[]).expect("a contract");
        let first = issued(&contract);
        assert_eq!(first.text(), issued(&contract).text());
        let verified = verify_kernel(&first.text(), &contract, &options());
        assert_eq!(verified.as_ref(), Ok(&first));
        assert_eq!(first.adapters.len(), required().len());
        let cases = first.claims.cases.len();
        assert!(first.adapters.iter().all(|a| a.runs.cases.len() == cases));
        assert_eq!(first.track, "foreign");
        assert!(first.mutants.caught > 0);
        let facts = first.issuer_word();
        for adapter in &first.adapters {
            let (slug, driver) = (&adapter.slug, &adapter.driver);
            let named = facts
                .iter()
                .filter(|fact| fact.contains(&format!("`{slug}` (")));
            let named: Vec<&String> = named.collect();
            assert!(named.len() == 1 && named[0].contains(driver), "{facts:?}");
        }
        let seed = ContractOptions::default().seed;
        assert_eq!(first.claims.cases[0].id.seed, seed);
    }
}

/// Oracle: the reference, and the words of the errors.
#[test]
fn no_certificate_of_a_wrong_kernel_or_without_a_device() {
    let wrong = SCAN_KERNEL.replace("workgroupBarrier(); // second", "");
    let contract = contract(&wrong, SCAN, &[]).expect("a contract");
    let refuted = certify_kernel(&contract, &required(), &options());
    assert!(
        matches!(refuted, Err(KernelCertifyError::Refuted(_))),
        "{refuted:?}"
    );
    let nowhere = certify_kernel(&contract, &[], &options());
    assert_eq!(nowhere, Err(KernelCertifyError::NoAdapter));
}

/// The value at a path of JSON pointers.
fn set(certificate: &mut Value, path: &str, value: Value) {
    *certificate
        .pointer_mut(path)
        .unwrap_or_else(|| panic!("no {path}")) = value;
}

fn number(certificate: &Value, path: &str) -> u64 {
    let found = certificate.pointer(path).and_then(Value::as_u64);
    found.unwrap_or_else(|| panic!("no {path}"))
}

type Forgery = (&'static str, fn(&mut Value));

/// Changes of a certificate of a scan, each of which states something else.
const FORGERIES: &[Forgery] = &[
    ("another format", |c| {
        set(c, "/format", json!("vyre-conform-kernel/2"))
    }),
    ("the strict track", |c| set(c, "/track", json!("strict"))),
    ("another version", |c| set(c, "/version", json!("9.9.9"))),
    ("another kernel", |c| {
        set(c, "/claims/kernel", json!("other.wgsl"))
    }),
    ("another text", |c| {
        set(c, "/claims/files/kernel.wgsl", json!("0".repeat(64)))
    }),
    ("another manifest", |c| {
        set(c, "/claims/manifest", json!("0".repeat(64)))
    }),
    ("another reference", |c| {
        set(c, "/claims/reference", json!("engine::reduce version 1"))
    }),
    ("another seed", |c| set(c, "/claims/seed", json!(2))),
    ("a looser equality", |c| {
        set(c, "/claims/outputs/0/equality", json!("same_every_run"))
    }),
    ("another output", |c| {
        set(c, "/claims/outputs/0/buffer", json!("input"))
    }),
    ("a larger size", |c| {
        set(c, "/claims/cases/0/id/n", json!(4096))
    }),
    ("another seed of a case", |c| {
        set(c, "/claims/cases/0/id/seed", json!(77))
    }),
    ("another pattern", |c| {
        set(c, "/claims/cases/0/id/pattern", json!("extremes"))
    }),
    ("other words of the reference", |c| {
        set(c, "/claims/cases/0/expected/0", json!("0".repeat(64)));
        for k in 0..c["adapters"].as_array().map_or(0, Vec::len) {
            set(
                c,
                &format!("/adapters/{k}/runs/cases/0/outputs/0"),
                json!("0".repeat(64)),
            );
        }
    }),
    ("a case less", |c| {
        c["claims"]["cases"].as_array_mut().map(Vec::pop);
        for adapter in c["adapters"].as_array_mut().into_iter().flatten() {
            adapter["runs"]["cases"].as_array_mut().map(Vec::pop);
        }
    }),
    ("a case twice", |c| {
        let first = c["claims"]["cases"][0].clone();
        c["claims"]["cases"]
            .as_array_mut()
            .expect("cases")
            .push(first);
    }),
    ("no interpreter", |c| {
        let none = json!({ "state": "unavailable", "reasons": [] });
        set(c, "/claims/interpreter", none);
    }),
    ("fewer runs of the interpreter", |c| {
        set(c, "/claims/interpreter/runs/cases/0/launches", json!(1));
    }),
    ("no device", |c| set(c, "/adapters", json!([]))),
    ("a device twice", |c| {
        let first = c["adapters"][0].clone();
        c["adapters"]
            .as_array_mut()
            .expect("adapters")
            .insert(0, first);
    }),
    ("a device without a name", |c| {
        set(c, "/adapters/0/device", json!(" "))
    }),
    ("another output of a device", |c| {
        set(
            c,
            "/adapters/0/runs/cases/1/outputs/0",
            json!("f".repeat(64)),
        );
    }),
    ("a device that ran less", |c| {
        c["adapters"][0]["runs"]["cases"]
            .as_array_mut()
            .map(Vec::pop);
    }),
    ("fewer launches", |c| {
        set(c, "/adapters/0/runs/cases/0/launches", json!(1))
    }),
    ("more launches", |c| {
        set(c, "/adapters/0/runs/cases/0/launches", json!(3000))
    }),
    ("an output too many", |c| {
        let outputs = c["adapters"][0]["runs"]["cases"][0]["outputs"].as_array_mut();
        outputs.expect("outputs").push(json!("0".repeat(64)));
    }),
    ("a tolerance that the contract has not", |c| {
        let used = json!([{ "buffer": "output", "equality": "ulps(4)", "elements": 3, "largest": 0.0, "error": 0.0,
            "bound": 0.0, "above_half": 0, "nans": 0 }]);
        set(c, "/adapters/0/runs/tolerances", used);
    }),
    ("fewer mutants", |c| {
        let (all, caught) = (number(c, "/mutants/all"), number(c, "/mutants/caught"));
        set(c, "/mutants/all", json!(all - 1));
        set(c, "/mutants/caught", json!(caught - 1));
    }),
    ("more invalid mutants", |c| {
        set(c, "/mutants/invalid", json!(99))
    }),
    ("more caught mutants", |c| {
        let caught = number(c, "/mutants/caught");
        set(c, "/mutants/caught", json!(caught + 1));
    }),
    ("another survivor", |c| {
        set(c, "/mutants/survivors/0/line", json!(3))
    }),
    ("a survivor twice in place of another", |c| {
        let first = c["mutants"]["survivors"][0].clone();
        let caught = number(c, "/mutants/caught");
        set(c, "/mutants/caught", json!(caught - 1));
        c["mutants"]["survivors"]
            .as_array_mut()
            .expect("survivors")
            .push(first);
    }),
    ("every mutant caught", |c| {
        let all = number(c, "/mutants/all");
        set(c, "/mutants/caught", json!(all));
        set(c, "/mutants/survivors", json!([]));
    }),
    ("2^64 - 1 mutants caught", |c| {
        set(c, "/mutants/caught", json!(u64::MAX));
    }),
    ("2^64 - 1 launches", |c| {
        set(c, "/adapters/0/runs/cases/0/launches", json!(u64::MAX));
    }),
    ("another device", |c| {
        set(c, "/adapters/0/device", json!("NVIDIA H200"));
    }),
    ("a driver with a line feed and an escape", |c| {
        set(c, "/adapters/0/driver", json!("1\n\u{1b}[32mverified"));
    }),
    ("a driver without a letter", |c| {
        set(c, "/adapters/0/driver", json!("\u{200b}"));
    }),
    ("mutants by another party", |c| {
        set(c, "/mutants/parties", json!(["`llvmpipe`"]))
    }),
    ("an omission", |c| {
        set(c, "/omissions", json!(["the interpreter was not run"]))
    }),
];

/// The certificate of a changed value, with the digest that belongs to it.
fn signed(changed: Value) -> Option<KernelCertificate> {
    let mut certificate: KernelCertificate = serde_json::from_value(changed).ok()?;
    certificate.digest = certificate.own_digest();
    Some(certificate)
}

/// Oracle: the certificate that was issued. Whoever has the library can compute a digest, so each forgery has its own.
#[test]
fn forgeries_are_refused_with_and_without_a_digest_of_their_own() {
    let contract = contract(SCAN_KERNEL, SCAN, &[]).expect("a contract");
    let right = issued(&contract);
    assert!(FORGERIES.len() >= 30);
    for (name, forge) in FORGERIES {
        let mut value = serde_json::to_value(&right).expect("a value");
        forge(&mut value);
        let mut edited: KernelCertificate =
            serde_json::from_value(value.clone()).unwrap_or_else(|e| panic!("{name}: {e}"));
        edited.digest.clone_from(&right.digest);
        let refused = verify_kernel(&edited.text(), &contract, &options());
        assert!(refused.is_err(), "{name}, edited");
        let forged = signed(value).unwrap_or_else(|| panic!("{name}"));
        assert_ne!(forged, right, "{name} changes nothing");
        let refused = verify_kernel(&forged.text(), &contract, &options());
        assert!(refused.is_err(), "{name}, with a digest of its own");
    }
}

/// Oracle: the text of the certificate, and the bytes that `certify` writes.
#[test]
fn non_canonical_certificates_are_refused() {
    let contract = contract(SCAN_KERNEL, SCAN, &[]).expect("a contract");
    let text = issued(&contract).text();
    for changed in [
        text.replacen("\"track\"", "\"trick\"", 1),
        text.replacen("{\n", "{\n  \"more\": 1,\n", 1),
        text.replacen("  ", " ", 1),
        text.replacen("\"version\"", "\"version\": \"0\", \"version\"", 1),
        text[..text.len() / 2].to_owned(),
        String::new(),
        "[".repeat(100_000),
    ] {
        assert_ne!(changed, text);
        assert!(verify_kernel(&changed, &contract, &options()).is_err());
    }
    // The kernel that stands there now is another one.
    let other = SCAN_KERNEL.replace("let n =", "let  n =");
    let other = crate::contract(&other, SCAN, &[]).expect("a contract");
    let problems = verify_kernel(&text, &other, &options()).expect_err("another kernel");
    assert_eq!(problems[0].part, "claims.files.kernel.wgsl");
}

/// Oracle: arithmetic on the numbers of a tolerance.
#[test]
fn forged_tolerances_are_refused() {
    let contract = contract(SUM_KERNEL, SUM, &[]).expect("a contract");
    let right = issued(&contract);
    let changes: [fn(&mut Value); 8] = [
        |used| used["elements"] = json!(1),
        |used| used["largest"] = json!(1e-30),
        |used| used["error"] = json!(0.0),
        |used| used["bound"] = json!(1e30),
        |used| used["above_half"] = json!(1000),
        |used| (used["above_half"], used["nans"]) = (json!(u64::MAX), json!(u64::MAX)),
        |used| used["equality"] = json!("absolute(1)"),
        |used| used["buffer"] = json!("values"),
    ];
    for (k, change) in changes.into_iter().enumerate() {
        let mut value = serde_json::to_value(&right).expect("a value");
        change(&mut value["adapters"][0]["runs"]["tolerances"][0]);
        let forged = signed(value).expect("a certificate");
        assert_ne!(forged, right, "change {k} changes nothing");
        assert!(
            verify_kernel(&forged.text(), &contract, &options()).is_err(),
            "change {k}"
        );
    }
}
