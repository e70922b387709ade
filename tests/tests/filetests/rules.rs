//! The rules of docs/spec/ir.md, one sentence each, and the files of `vyre-conform-runtime/suite/filetests` that show
//! them.

use super::expectation::Folder;
use super::files;
use std::collections::BTreeMap;

/// The sections whose every sentence is a rule.
const SECTIONS: [&str; 2] = ["## Casts", "## Execution"];

/// Beginning of the sentence that introduces the rules of a section.
const INTRODUCTION: &str = "Each rule has ";

/// The sentences of the rules by id, and the problems with their form in the specification.
fn rules(spec: &str) -> (BTreeMap<String, String>, Vec<String>) {
    let (mut results, mut problems) = (BTreeMap::new(), vec![]);
    for heading in SECTIONS {
        let begin = format!("\n{heading}\n");
        let Some((_, section)) = spec.split_once(&begin) else {
            problems.push(format!("there is no section `{heading}`"));
            continue;
        };
        let section = section.split("\n## ").next().unwrap_or_default();
        // A rule is a list item with indented continuation lines.
        let section = section.replace("\n  ", " ");
        for line in section.lines().filter(|line| !line.is_empty()) {
            let is_title = line.starts_with("**") && line.ends_with("**");
            if line.starts_with(INTRODUCTION) || is_title {
                continue;
            }
            let Some(rule) = line.strip_prefix("- ") else {
                problems.push(format!(
                    "write a rule, `- <a id=\"eNN\"></a>..`, in place of: {line}"
                ));
                continue;
            };
            if rule.matches(". ").count() > 0 || !rule.ends_with('.') {
                problems.push(format!("write one sentence a rule: {line}"));
            }
            // A rule of the validator has a file in `valid`.
            if rule.ends_with("](#v010)).")
                || rule.ends_with("](#v012)).")
                || rule.ends_with("](#v023)).")
            {
                continue;
            }
            let id = rule
                .strip_prefix("<a id=\"")
                .and_then(|rest| rest.split_once("\"></a>"));
            match id {
                Some((id, sentence)) => {
                    if results.insert(id.to_owned(), sentence.to_owned()).is_some() {
                        problems.push(format!("{id} is two rules"));
                    }
                }
                None => problems.push(format!(
                    "give the rule an id, `- <a id=\"eNN\"></a>..`: {line}"
                )),
            }
        }
    }
    (results, problems)
}

/// The problems with the rules of a specification and with the named files that show them.
fn problems(spec: &str, files: &[(String, String)]) -> Vec<String> {
    let (rules, mut problems) = rules(spec);
    let mut without: Vec<&String> = rules.keys().collect();
    for (name, text) in files {
        let quoted = text
            .lines()
            .next()
            .and_then(|line| line.strip_prefix("// "));
        let Some((id, sentence)) = quoted.and_then(|line| line.split_once(": ")) else {
            problems.push(format!("{name} does not begin with its rule, `// eNN: ..`"));
            continue;
        };
        if !name.starts_with(id) {
            problems.push(format!("{name} is named for another rule than {id}"));
        }
        match rules.get(id) {
            Some(rule) if rule == sentence => without.retain(|with| *with != id),
            Some(rule) => problems.push(format!(
                "{name} shows an earlier wording of {id}: read its results again, and quote `{rule}`"
            )),
            None => problems.push(format!("{name} shows {id}, which docs/spec/ir.md lacks")),
        }
    }
    let missing = without.into_iter().map(|id| {
        format!("{id} has no file: write vyre-conform-runtime/suite/filetests/{id}_..vir with results worked out by \
                 hand")
    });
    problems.extend(missing);
    problems
}

const SPEC: &str = include_str!("../../../docs/spec/ir.md");

fn documented_rules() -> Vec<(String, String)> {
    let named = files(Folder::Rules).into_iter().map(|(path, text)| {
        let name = path.file_name().expect("a file");
        (name.to_string_lossy().into_owned(), text)
    });
    named.collect()
}

/// Oracle: docs/spec/ir.md#execution and docs/spec/ir.md#casts: a file quotes each of their sentences.
#[test]
fn every_rule_has_a_file_that_shows_it() {
    let (actual, _) = rules(SPEC);
    assert!(actual.len() > 50, "{actual:?}");
    let wrong = problems(SPEC, &documented_rules());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Oracle: docs/spec/ir.md#execution, with the section or a file changed on purpose.
#[test]
fn a_rule_without_a_file_is_found() {
    let files = documented_rules();
    let message = |spec: &str, files: &[(String, String)], expected: &str| {
        let failures = problems(spec, files);
        assert!(
            failures.iter().any(|line| line.contains(expected)),
            "{expected}: {failures:?}"
        );
    };
    let after = |text: &str| SPEC.replacen("\n**Loops**\n", &format!("{text}\n\n**Loops**\n"), 1);
    message(
        &after("- <a id=\"e99\"></a>Nothing runs twice."),
        &files,
        "e99 has no file",
    );
    message(
        &after("- Nothing runs twice."),
        &files,
        "give the rule an id",
    );
    message(&after("Nothing runs twice."), &files, "write a rule");
    let two = SPEC.replacen(
        "block run in the order of the text.",
        "block run. In the order of the text.",
        1,
    );
    message(&two, &files, "one sentence a rule");
    message(
        &two,
        &files,
        "e01_order.vir shows an earlier wording of e01",
    );
    let twice = SPEC.replacen("<a id=\"e02\">", "<a id=\"e01\">", 1);
    message(&twice, &files, "e01 is two rules");
    message(SPEC, &files[1..], "has no file");
    let mut other = files.clone();
    other[0].1 = other[0].1.replacen("// c01", "// c77", 1);
    message(SPEC, &other, "c77, which docs/spec/ir.md lacks");
}
