//! The first screen of the page: the top, failures first, and nothing grey that ran.

use crate::browser::Browser;
use crate::page::Page;
use crate::sample::sample_certificate;
use serde_json::json;
use vyre_conform_certificate::certificate::{Certificate, OutcomeName, derive};

/// Colours of the light style in the browser's notation: red words, grey words.
const RED: &str = "rgb(163, 22, 33)";
const GREY: &str = "rgb(89, 97, 108)";

/// Twenty ops, two of them refuted (numbers 0 and 10), on a backend for which one is unsupported and another was not
/// run.
fn mixed() -> Certificate {
    let mut evidence = sample_certificate(20).evidence;
    for (k, outcome) in [(3, OutcomeName::Unsupported), (4, OutcomeName::NotRun)] {
        for part in &mut evidence.ops[k].parts {
            (part.outcome, part.cases, part.range, part.due) = (outcome, 0, None, None);
            part.reason = Some("for `this` reason".into());
        }
    }
    evidence.ops[3].unsupported = Some("a feature".into());
    derive(&mut evidence);
    Certificate::seal(evidence, sample_certificate(1).run)
}

/// Oracle: the sample: its device, driver, levels and outcomes, and that no run issued it.
pub(crate) fn top_shows_device_levels_refutations_signature_and_date(browser: Browser) {
    let sample = mixed();
    let page = Page::of(browser, std::slice::from_ref(&sample));
    let script = "(() => {
        const card = document.querySelector('.card');
        const chip = (word) => [...card.querySelectorAll('.chip')].find((c) => c.textContent.includes(word));
        return {
            text: card.innerText,
            bottom: card.getBoundingClientRect().bottom,
            levels: [...card.querySelectorAll('.big li strong')].map((e) => [e.textContent,
                parseFloat(getComputedStyle(e).fontSize) >= 20]),
            refuted: [chip('refuted').textContent, getComputedStyle(chip('refuted')).color],
            verified: [chip('verified').textContent, getComputedStyle(chip('verified')).color],
            fallen: [...card.querySelectorAll('.big li')].map((e) => getComputedStyle(e).color),
        };
    })()";
    let actual = page.value(script);
    let text = actual["text"].as_str().expect("a text");
    let backend = &sample.evidence.backend;
    let date = sample.run.finished.split('T').next().expect("a day");
    for part in [
        &backend.device,
        &backend.driver,
        &backend.slug,
        "signed: no",
        date,
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let levels: Vec<_> = sample
        .evidence
        .levels
        .iter()
        .map(|l| json!([l.level.name(), true]))
        .collect();
    assert_eq!(actual["levels"], json!(levels));
    assert_eq!(actual["refuted"], json!(["2 refuted", RED]));
    assert_eq!(actual["verified"], json!(["verified: no", RED]));
    // Ops that reached L1 and failed beyond it do not change L1.
    let colours = actual["fallen"].as_array().expect("a list");
    assert!(colours.contains(&json!(RED)), "{actual}");
    assert!(
        actual["bottom"].as_f64() < Some(900.0),
        "on the first screen: {actual}"
    );
}

/// Oracle: the sample's numbers: 0 and 10 are refuted, 3 is unsupported, 4 was not run.
pub(crate) fn refuted_ops_come_first_and_unrun_ops_are_grey(browser: Browser) {
    let sample = mixed();
    let page = Page::of(browser, &[sample.clone(), sample_certificate(2)]);
    let script = "(() => {
        const of = (all) => [...document.querySelectorAll(all)];
        const row = (tr) => [tr.querySelector('a').textContent,
            ...[...tr.cells].slice(1).map((td) => [td.textContent, getComputedStyle(td).color])];
        const at = (id) => document.getElementById(id).getBoundingClientRect().top;
        return {
            order: at('summary') < at('refuted') && at('refuted') < at('ops') && at('ops') < at('missing'),
            families: of('.matrix .family').map((e) => e.textContent),
            refuted: of('.matrix .refuted tr:not(.family)').map(row),
            listed: of('#refuted a').map((e) => [e.textContent, getComputedStyle(e).color]),
            others: of('.matrix tbody:not(.refuted) tr:not(.family)').map(row),
            items: of('.item').slice(0, 3).map((e) => [e.dataset.id, 'refuted' in e.dataset]),
            names: of('.item .name').slice(0, 3).map((e) => getComputedStyle(e).color),
            grey: [...new Set(of('.chip.open, td.open, .big .open').filter((e) => !e.closest('.legend'))
                .map((e) => e.textContent))].sort(),
            columns: of('.matrix thead th').map((e) => e.textContent),
        };
    })()";
    let actual = page.value(script);
    assert_eq!(actual["order"], true);
    let refuted = ["u32::op_0", "u64::op_10"];
    let slug = &sample.evidence.backend.slug;
    // Two certificates of one backend are one column.
    assert_eq!(actual["columns"], json!(["Op", slug]));
    let rows: Vec<_> = refuted
        .iter()
        .map(|id| json!([id, ["refuted", RED]]))
        .collect();
    assert_eq!(actual["refuted"], json!(rows));
    let listed: Vec<_> = refuted.iter().map(|id| json!([id, RED])).collect();
    assert_eq!(actual["listed"], json!(listed));
    let families: Vec<&str> = actual["families"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|f| f.as_str())
        .collect();
    assert_eq!(
        families,
        [
            "Refuted: 2 ops and engines",
            "cast: 5",
            "i32: 5",
            "u32: 4",
            "u64: 4"
        ]
    );
    assert_eq!(actual["items"][0], json!(["u32::op_0", true]));
    assert_eq!(actual["items"][1], json!(["u64::op_10", true]));
    assert_eq!(actual["items"][2][1], false);
    assert_eq!(
        (&actual["names"][0], &actual["names"][1]),
        (&json!(RED), &json!(RED))
    );
    for row in actual["others"].as_array().expect("a list") {
        let (name, cell) = (row[0].as_str().expect("a name"), &row[1]);
        match name {
            "op_3" => assert_eq!(*cell, json!(["unsupported", GREY])),
            "op_4" => assert_eq!(*cell, json!(["not run", GREY])),
            _ => assert!(
                cell[0].as_str().is_some_and(|w| w.starts_with("claims ")),
                "{row}"
            ),
        }
    }
    for word in actual["grey"].as_array().expect("a list") {
        let word = word.as_str().expect("a text");
        let fits = ["not run", "unsupported", "skipped", "none"].contains(&word);
        assert!(fits, "grey and not something that was not run: {word}");
    }
    let text = page.text();
    assert!(
        text.contains("for `\u{2026}` reason"),
        "reasons are counted without the names in them"
    );
}

/// Oracle: the sample, and the purpose of paper: the summary and the refuted parts, also without scripts.
pub(crate) fn print_shows_the_summary_and_refuted_parts(browser: Browser) {
    let page = Page::of(browser, &[mixed()]);
    let mut scene = page.scene(
        "(() => {
        const seen = (all) => [...document.querySelectorAll(all)].filter((e) => e.checkVisibility(
            { contentVisibilityAuto: true }) && e.getBoundingClientRect().height > 0);
        return {
            items: seen('.item').map((e) => e.dataset.id),
            examples: seen('.counterexample').length,
            cards: seen('.card').length,
            others: seen('#ops, #missing, #certificates, #numbers, .filters, nav, .more').length,
            light: getComputedStyle(document.body).backgroundColor,
        };
    })()",
    );
    scene["media"] = json!("print");
    scene["bare"] = json!(true);
    scene["pdf"] = json!(page.picture("refuted.pdf"));
    scene["screenshot"] = json!(page.picture("refuted.png"));
    let actual = page.browser.show(&[scene]).remove(0).value;
    let expected = json!({"items": ["u32::op_0", "u64::op_10"], "examples": 2, "cards": 1, "others": 0,
        "light": "rgb(255, 255, 255)"});
    assert_eq!(actual, expected);
}
