//! Answers of a device become its certificate.

use crate::place::{Place, summed};
use serde_json::Value;
use std::thread;
use std::time::{Duration, Instant};
use vyre_conform_certificate::certificate::{Certificate, DigestProfile};
use vyre_conform_kit::SENDERS_WORD;
use vyre_conform_tests::tint::Tint;

/// Ops, an engine and programs, few of each.
const SOME: &[&str] = &[
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
    let place = Place::new(&tint);
    place.kit("kit", SOME);
    place.answer("kit", "answers.json");
    place
        .certify(&["answers.json"], &[])
        .with(0, &["by its sender's word"]);
    let own = ["certify", "-o", "own.json", "--adapter", "swiftshader"];
    place.run(&[&own, SOME].concat()).with(0, &[]);
    let levels = place.levels("kit.certificate.json");
    assert_eq!(levels, place.levels("own.json"));
    assert!(
        levels.iter().any(|(_, level)| level.is_some()),
        "{levels:?}"
    );
    let backend = place.certificate("kit.certificate.json").evidence.backend;
    assert_eq!(backend.kind, "kit-dawn");
    assert!(backend.driver.contains(SENDERS_WORD), "{}", backend.driver);
    place.run(&["verify", "kit.certificate.json"]).with(0, &[]);
    states_its_digests(&place);
    // A column a device.
    let files = ["kit.certificate.json", "own.json"];
    let words = ["report", files[0], files[1], "-o", "report.html"];
    place.run(&words).with(0, &[]);
    let report = place.read("report.html");
    assert!(report.contains("sender") && report.contains("digests of 64 bits"));
    for slug in files.map(|file| place.certificate(file).evidence.backend.slug) {
        assert!(report.contains(&slug), "no column of {slug}");
    }
}

/// The certificate, its verification and the book state the digests that the kit asks for.
fn states_its_digests(place: &Place) {
    let Certificate {
        mut evidence, run, ..
    } = place.certificate("kit.certificate.json");
    let stated = &evidence.profile.digests;
    let block = place.requests("kit")["block"].as_u64().expect("a number");
    assert_eq!((stated.block_cases, stated.bits), (block, 64));
    assert!(stated.soundness.contains("2^-64"), "{}", stated.soundness);
    let book = include_str!("../../../docs/book/kit.md").replace(',', "");
    let book = book.split_whitespace().collect::<Vec<_>>().join(" ");
    let words = format!("{}-bit digests of {block} results", stated.bits);
    assert!(book.contains(&words), "kit.md has no `{words}`");
    evidence.profile.digests = DigestProfile::of_this_suite();
    let forged = Certificate::seal(evidence, run);
    place.write("strong.json", &forged.text());
    place
        .run(&["verify", "strong.json"])
        .with(1, &["its description of digests"]);
}

/// Oracle: the interpreter, which needs minutes for the inputs of this engine.
pub(crate) fn engines_are_planned_without_the_interpreter(tint: Tint) {
    let place = Place::new(&tint);
    let start = Instant::now();
    place.kit("kit", &["engine::attention_lanes_256::parity"]);
    let elapsed = start.elapsed();
    assert!(elapsed < Duration::from_secs(60), "{elapsed:?}");
}

/// Oracle: the same device out of process, and the limit of a kit. Dawn has known faults, so that not every part passes.
pub(crate) fn the_whole_library_gives_the_levels_of_its_device(tint: Tint) {
    let place = Place::new(&tint);
    place.kit("kit", &[]);
    let bytes = place.read("kit/index.html").len();
    assert!(bytes < 19_000_000, "{bytes} bytes");
    place.answer("kit", "answers.json");
    let answered = place.certify(&["answers.json"], &[]);
    assert!(
        answered.text.contains("kit.certificate.json"),
        "{}",
        answered.text
    );
    place.on_dawn(&["certify", "-o", "own.json", "--adapter", "process-dawn"]);
    assert_eq!(
        place.levels("kit.certificate.json"),
        place.levels("own.json")
    );
}

/// Oracle: the answers of an undisturbed run.
pub(crate) fn gaps_are_completed_by_a_further_kit(tint: Tint) {
    let place = Place::new(&tint);
    place.kit("kit", &["u32::add", "--cases", "5000"]);
    place.answer("kit", "answers.json");
    let mut cut: Value = place.json("answers.json");
    let results = cut["results"].as_array_mut().expect("a list");
    for result in results.iter_mut().step_by(3) {
        result.as_array_mut().expect("a list").truncate(1);
    }
    place.write("cut.json", &summed(cut));
    let refused = place.certify(&["cut.json"], &[]);
    refused.with(1, &["u32::add: a request did not run", "--next FOLDER"]);
    place
        .certify(&["cut.json"], &["--next", "next"])
        .with(1, &["Let the device run next"]);
    place.answer("next", "rest.json");
    let count = |kit| place.requests(kit)["requests"].as_array().map(Vec::len);
    assert!(count("next") < count("kit"));
    place.certify(&["cut.json", "rest.json"], &[]).with(0, &[]);
    let completed = place.levels("kit.certificate.json");
    place.certify(&["answers.json"], &[]).with(0, &[]);
    assert_eq!(place.levels("kit.certificate.json"), completed);
}

/// Oracle: the messages, hand-written.
pub(crate) fn what_does_not_fit_is_refused(tint: Tint) {
    let place = Place::new(&tint);
    place.kit("kit", &["u32::add", "--cases", "1000"]);
    place.answer("kit", "answers.json");
    place.kit("other", &["u32::add", "--cases", "1000", "--seed", "7"]);
    place.answer("other", "other.json");
    let answers = place.read("answers.json");
    let whole: Value = place.json("answers.json");
    let refused = |text: &str, words: &[&str]| {
        place.write("wrong.json", text);
        place.certify(&["wrong.json"], &[]).with(4, words);
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
    place.write(
        "device.json",
        &edited(&|v| v["device"]["device"] = "another".into()),
    );
    place
        .certify(&["answers.json", "device.json"], &[])
        .with(4, &["a certificate is of one device"]);
    place
        .certify(&["answers.json", "other.json"], &[])
        .with(4, &["kits for different runs"]);
    place
        .certify(&["answers.json", "answers.json"], &[])
        .with(0, &[]);
    place
        .certify(&["answers.json"], &["--seed", "8"])
        .with(2, &["--seed comes from the kit"]);
    place
        .certify(&["answers.json"], &["u32::add"])
        .with(2, &["comes from the kit"]);
    place
        .run(&["certify", "-o", "x.json", "--next", "n"])
        .with(2, &["--next follows --answers"]);
    place.write("full/file", "not a kit");
    place
        .run(&["kit", "u32::add", "-o", "full"])
        .with(4, &["is not empty and no kit"]);
}

/// Oracle: the answers of an undisturbed run.
pub(crate) fn a_run_that_ends_continues(tint: Tint) {
    let place = Place::new(&tint);
    place.kit("kit", &["u32::add,u32::mul", "--cases", "100000"]);
    place.answer("kit", "whole.json");
    for wait in [700, 1100, 1500] {
        let mut child = place
            .node("kit", "parts.json")
            .spawn()
            .expect("node starts");
        thread::sleep(Duration::from_millis(wait));
        child.kill().expect("it ends");
        child.wait().expect("it ended");
    }
    place.answer("kit", "parts.json");
    let results = |name| place.json(name)["results"].clone();
    assert_eq!(results("parts.json"), results("whole.json"));
    assert!(!place.path("parts.json.part").exists());
}
