//! Answers of a device become its certificate.

use crate::sandbox::{Sandbox, summed};
use serde_json::Value;
use std::thread;
use std::time::{Duration, Instant};
use vyre_conform_certificate::certificate::{Certificate, DigestProfile};
use vyre_conform_kit::SENDERS_WORD;
use vyre_conform_tests::tint::Tint;

/// Ops, an engine and programs, few of each.
const REQUESTED: &[&str] = &[
    "u32::mul_hi",
    "f16::add",
    "engine::reduce",
    "::random",
    "--cases",
    "5000",
    "--programs",
    "4",
];

/// Oracle: the same adapter through wgpu, another way to the same driver.
pub(crate) fn a_kit_gives_the_levels_of_its_device(tint: Tint) {
    let sandbox = Sandbox::new(&tint);
    sandbox.kit("kit", REQUESTED);
    sandbox.answer("kit", "answers.json");
    sandbox
        .certify(&["answers.json"], &[])
        .with(0, &["by its sender's word"]);
    let own = ["certify", "-o", "own.json", "--adapter", "swiftshader"];
    sandbox.run(&[&own, REQUESTED].concat()).with(0, &[]);
    let levels = sandbox.levels("kit.certificate.json");
    assert_eq!(levels, sandbox.levels("own.json"));
    assert!(
        levels.iter().any(|(_, level)| level.is_some()),
        "{levels:?}"
    );
    let backend = sandbox.certificate("kit.certificate.json").evidence.backend;
    assert_eq!(backend.kind, "kit-dawn");
    assert!(backend.driver.contains(SENDERS_WORD), "{}", backend.driver);
    sandbox
        .run(&["verify", "kit.certificate.json"])
        .with(0, &[]);
    states_its_digests(&sandbox);
    // A column a device.
    let files = ["kit.certificate.json", "own.json"];
    let words = ["report", files[0], files[1], "-o", "report.html"];
    sandbox.run(&words).with(0, &[]);
    let report = sandbox.read("report.html");
    assert!(report.contains("sender") && report.contains("digests of 64 bits"));
    for slug in files.map(|file| sandbox.certificate(file).evidence.backend.slug) {
        assert!(report.contains(&slug), "no column of {slug}");
    }
}

/// The certificate, its verification and the book state the digests that the kit asks for.
fn states_its_digests(sandbox: &Sandbox) {
    let Certificate {
        mut evidence, run, ..
    } = sandbox.certificate("kit.certificate.json");
    let stated = &evidence.profile.digests;
    let block = sandbox.requests("kit")["block"].as_u64().expect("a number");
    assert_eq!((stated.block_cases, stated.bits), (block, 64));
    assert!(stated.soundness.contains("2^-64"), "{}", stated.soundness);
    let book = include_str!("../../../docs/book/kit.md").replace(',', "");
    let book = book.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = format!("{}-bit digests of {block} results", stated.bits);
    assert!(book.contains(&words), "the page on kits has no `{words}`");
    evidence.profile.digests = DigestProfile::of_this_suite();
    let forged = Certificate::seal(evidence, run);
    sandbox.write("strong.json", &forged.text());
    sandbox
        .run(&["verify", "strong.json"])
        .with(1, &["its description of digests"]);
}

/// Oracle: the interpreter, which needs minutes for the inputs of this engine.
pub(crate) fn engines_are_planned_without_the_interpreter(tint: Tint) {
    let sandbox = Sandbox::new(&tint);
    let start = Instant::now();
    sandbox.kit("kit", &["engine::attention_lanes_256::parity"]);
    let elapsed = start.elapsed();
    assert!(elapsed < Duration::from_secs(60), "{elapsed:?}");
}

/// Oracle: the same device out of process, and the limit of a kit. Dawn has known faults, so that not every part passes.
pub(crate) fn the_whole_library_gives_the_levels_of_its_device(tint: Tint) {
    let sandbox = Sandbox::new(&tint);
    sandbox.kit("kit", &[]);
    let bytes = sandbox.read("kit/index.html").len();
    assert!(bytes < 19_000_000, "{bytes} bytes");
    sandbox.answer("kit", "answers.json");
    let answered = sandbox.certify(&["answers.json"], &[]);
    assert!(
        answered.text.contains("kit.certificate.json"),
        "{}",
        answered.text
    );
    sandbox.on_dawn(&["certify", "-o", "own.json", "--adapter", "process-dawn"]);
    assert_eq!(
        sandbox.levels("kit.certificate.json"),
        sandbox.levels("own.json")
    );
}

/// Oracle: the answers of an undisturbed run.
pub(crate) fn gaps_are_completed_by_a_further_kit(tint: Tint) {
    let sandbox = Sandbox::new(&tint);
    sandbox.kit("kit", &["u32::add", "--cases", "5000"]);
    sandbox.answer("kit", "answers.json");
    let mut cut: Value = sandbox.json("answers.json");
    let results = cut["results"].as_array_mut().expect("a list");
    for result in results.iter_mut().step_by(3) {
        result.as_array_mut().expect("a list").truncate(1);
    }
    sandbox.write("cut.json", &summed(cut));
    let refused = sandbox.certify(&["cut.json"], &[]);
    refused.with(1, &["u32::add: a request did not run", "--next FOLDER"]);
    sandbox
        .certify(&["cut.json"], &["--next", "next"])
        .with(1, &["Let the device run next"]);
    sandbox.answer("next", "rest.json");
    let count = |kit| sandbox.requests(kit)["requests"].as_array().map(Vec::len);
    assert!(count("next") < count("kit"));
    sandbox
        .certify(&["cut.json", "rest.json"], &[])
        .with(0, &[]);
    let completed = sandbox.levels("kit.certificate.json");
    sandbox.certify(&["answers.json"], &[]).with(0, &[]);
    assert_eq!(sandbox.levels("kit.certificate.json"), completed);
}

/// Oracle: the messages, hand-written.
pub(crate) fn what_does_not_fit_is_refused(tint: Tint) {
    let sandbox = Sandbox::new(&tint);
    sandbox.kit("kit", &["u32::add", "--cases", "1000"]);
    sandbox.answer("kit", "answers.json");
    sandbox.kit("other", &["u32::add", "--cases", "1000", "--seed", "7"]);
    sandbox.answer("other", "other.json");
    let answers = sandbox.read("answers.json");
    let whole: Value = sandbox.json("answers.json");
    let refused = |text: &str, words: &[&str]| {
        sandbox.write("wrong.json", text);
        sandbox.certify(&["wrong.json"], &[]).with(4, words);
    };
    refused(
        &answers.replacen("swiftshader", "swiftshaper", 1),
        &["was cut or edited"],
    );
    refused(&answers[..answers.len() / 2], &["was cut or edited"]);
    refused(&"junk ".repeat(1_000_000), &["is not a file of answers"]);
    refused("", &["is not a file of answers"]);
    let edited = |edit: &dyn Fn(&mut Value)| {
        let mut value = whole.clone();
        edit(&mut value);
        summed(value)
    };
    refused(
        &edited(&|v| v["kit"]["version"] = "9.9.9".into()),
        &["of vyre-conform 9.9.9", "send a new kit"],
    );
    refused(
        &edited(&|v| v["kit"]["settings"]["seed"] = "0x7".into()),
        &["does not have the requests"],
    );
    refused(
        &edited(&|v| v["results"] = serde_json::json!([])),
        &["does not have the requests"],
    );
    let twice = edited(&|v| {
        let first = v["results"][0].clone();
        v["results"].as_array_mut().expect("a list").push(first);
    });
    refused(&twice, &["does not have the requests"]);
    refused(
        &edited(&|v| v["results"][0][1] = serde_json::json!({"d": ["?"]})),
        &["an answer that no kit gives"],
    );
    refused(
        &edited(&|v| v["began"] = "L4 established".into()),
        &["its times are not those of a run of a kit"],
    );
    refused(
        &edited(&|v| v["device"]["device"] = "".into()),
        &["its device is not one that a kit names"],
    );
    sandbox.write(
        "unsupported.json",
        &edited(&|v| {
            v["results"][0][1] = serde_json::json!({"error": ["unsupported", "it is late"]});
        }),
    );
    sandbox.certify(&["unsupported.json"], &[]).with(
        1,
        &["no certificate is written, because it would not verify"],
    );
    sandbox.write(
        "device.json",
        &edited(&|v| v["device"]["device"] = "another".into()),
    );
    sandbox
        .certify(&["answers.json", "device.json"], &[])
        .with(4, &["a certificate is of one device"]);
    sandbox
        .certify(&["answers.json", "other.json"], &[])
        .with(4, &["kits for different runs"]);
    sandbox
        .certify(&["answers.json", "answers.json"], &[])
        .with(0, &[]);
    sandbox
        .certify(&["answers.json"], &["--seed", "8"])
        .with(2, &["--seed is taken from the answered kit"]);
    sandbox
        .certify(&["answers.json"], &["u32::add"])
        .with(2, &["is taken from the answered kit"]);
    sandbox
        .run(&["certify", "-o", "x.json", "--next", "n"])
        .with(2, &["--next needs --answers"]);
    sandbox.write("full/file", "not a kit");
    sandbox
        .run(&["kit", "u32::add", "-o", "full"])
        .with(4, &["is not empty and no kit"]);
}

/// Oracle: the answers of an undisturbed run.
pub(crate) fn a_run_that_ends_continues(tint: Tint) {
    let sandbox = Sandbox::new(&tint);
    sandbox.kit("kit", &["u32::add,u32::mul", "--cases", "100000"]);
    sandbox.answer("kit", "whole.json");
    for wait in [700, 1100, 1500] {
        let mut child = sandbox
            .node("kit", "parts.json")
            .spawn()
            .expect("node starts");
        thread::sleep(Duration::from_millis(wait));
        child.kill().expect("it ends");
        child.wait().expect("it ended");
    }
    sandbox.answer("kit", "parts.json");
    let results = |name| sandbox.json(name)["results"].clone();
    assert_eq!(results("parts.json"), results("whole.json"));
    assert!(!sandbox.path("parts.json.part").exists());
}
