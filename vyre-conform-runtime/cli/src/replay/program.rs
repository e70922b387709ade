//! Programs with their launches, on the interpreter and on every adapter.

use super::super::exit::Status;
use super::super::stdout;
use super::shader::Row;
use super::{filetest, not_run_on, status};
use serde::Serialize;
use vyre_conform_fuzz as fuzz;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::{Backend, Language};

/// Result of a saved program or of a program with expected words.
#[derive(Serialize)]
pub(super) struct ShownProgram {
    fails: bool,
    /// Its text with its launch, in the syntax of files for `replay`.
    program: String,
    ran_on: Vec<String>,
    /// The adapters whose limits it exceeds.
    left_out: Vec<String>,
    /// The missing adapter of the case.
    missing: Option<String>,
    disagreement: Option<String>,
    /// The first difference between the file's words and those of the interpreter or of a backend.
    unmet: Option<String>,
    /// True for a shader, which the interpreter does not run.
    #[serde(skip)]
    is_shader: bool,
}

/// The programs of a file with several launches.
#[derive(Serialize)]
struct ProgramsReport {
    fails: bool,
    programs: Vec<ShownProgram>,
}

/// Runs a launch on every backend that runs programs.
pub(super) fn shown(
    expected: &fuzz::FiletestCase,
    catalog: &Catalog,
    backends: &[&'static dyn Backend],
    missing: Option<&str>,
) -> ShownProgram {
    let able = backends.iter().copied();
    let able: Vec<&dyn Backend> = able.filter(|b| fuzz::runs_programs(*b)).collect();
    let compared = fuzz::ComparisonCounts::on(&able);
    let found = fuzz::disagreement(&expected.case, catalog, &able, &compared);
    let unmet = match found {
        Some(_) => None,
        None => expected
            .unmet(catalog)
            .or_else(|| filetest::missed(expected, &able)),
    };
    let slugs = able.iter().map(|b| b.identity().slug.clone()).enumerate();
    let (ran, left_out): (Vec<_>, Vec<_>) = slugs.partition(|(k, _)| compared.ran(*k) > 0);
    let names = |found: Vec<(usize, String)>| found.into_iter().map(|(_, slug)| slug).collect();
    ShownProgram {
        fails: found.is_some() || unmet.is_some(),
        program: expected.case.text(),
        ran_on: names(ran),
        // After a disagreement, backends that did not run are not reported.
        left_out: if found.is_some() {
            vec![]
        } else {
            names(left_out)
        },
        missing: missing.map(str::to_owned),
        disagreement: found.map(|found| found.to_string()),
        unmet,
        is_shader: false,
    }
}

/// Runs a row of a shader on every backend that accepts WGSL texts.
pub(super) fn shown_shader(
    row: &Row,
    backends: &[&'static dyn Backend],
    missing: Option<&str>,
) -> ShownProgram {
    let wgsl = |b: &&dyn Backend| b.language() == Some(Language::Wgsl);
    let able = backends.iter().map(|b| *b as &dyn Backend).filter(wgsl);
    let mut ran_on = vec![];
    let mut unmet = None;
    for backend in able {
        ran_on.push(backend.identity().slug.clone());
        unmet = unmet.or_else(|| row.missed(backend));
    }
    ShownProgram {
        fails: unmet.is_some(),
        program: row.text(),
        ran_on,
        left_out: vec![],
        missing: missing.map(str::to_owned),
        disagreement: None,
        unmet,
        is_shader: true,
    }
}

/// Prints the results of programs one by one, or all as one JSON value; a single program is not in a list.
pub(super) fn tell(all: impl Iterator<Item = ShownProgram>, json: bool) -> Status {
    let mut programs = vec![];
    for result in all {
        if !json {
            say!("{}{}", result.program, result.text());
        }
        programs.push(result);
    }
    let fails = programs.iter().any(|result| result.fails);
    match &programs[..] {
        _ if !json => {}
        [one] => stdout::json(one),
        _ => stdout::json(&ProgramsReport { fails, programs }),
    }
    status(fails)
}

impl ShownProgram {
    /// The text below the program.
    fn text(&self) -> String {
        let missing = self.missing.as_deref().map(not_run_on);
        let mut out: String = missing.iter().flat_map(|line| [line, "\n"]).collect();
        if let Some(found) = &self.disagreement {
            return out + &format!("{found}\n");
        }
        if let Some(unmet) = &self.unmet {
            return out + unmet;
        }
        for slug in &self.left_out {
            out += &format!("{slug} did not run the program, which exceeds its limits\n");
        }
        let names = if self.ran_on.is_empty() {
            "no adapter".to_owned()
        } else {
            self.ran_on.join(", ")
        };
        out + &match (self.is_shader, self.ran_on.is_empty()) {
            (true, true) => "no backend here runs texts in WGSL\n".to_owned(),
            (true, false) => format!("{names}: the words of the file\n"),
            (false, _) => {
                format!("the interpreter in four orders and {names} give the same words\n")
            }
        }
    }
}
