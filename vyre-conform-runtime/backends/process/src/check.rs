//! What a program still does wrong before it is a backend, in the order in which whoever writes one comes to it.

use super::frame::{Kind, words_of};
use super::golden;
use super::host::PATIENCE;
use super::link::{Fault, Request};
use super::message::{Form, Handle, Load, Nothing, OpHead, Refusal, Welcome, What};
use super::needs;
use super::session::{Session, json};
use super::{ProcessBackend, SLUG};
use std::time::Duration;
use vyre_conform_suite::backend::{Clause, ContractViolation, check, is_slug};

/// One thing that a backend must do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// What it is.
    pub what: &'static str,
    /// What is wrong, and what to do; nothing where it is right.
    pub wrong: Option<String>,
}

/// A handle that nothing is loaded as.
const NOTHING: u32 = 999_999;

/// How the status of a program ends that ends as it should.
const ENDS: &str = ": 0";

/// Asks a program everything that a backend must do, and stops at what nothing else can be asked without. An answer
/// may take `patience`.
pub fn serve_check(words: &[String], patience: Duration) -> Vec<Checked> {
    let mut found = vec![];
    let mut add = |what, wrong: Result<(), String>| {
        let right = wrong.is_ok();
        let wrong = wrong.err();
        found.push(Checked { what, wrong });
        right
    };
    let start = || Session::start(words, patience);
    let welcome = match start() {
        Ok((session, welcome)) => {
            add("it starts and answers `hello`", Ok(()));
            let bye = ends(session.bye(patience));
            add("it answers `bye` and ends with status 0", bye);
            welcome
        }
        Err(error) => {
            add("it starts and answers `hello`", Err(error.to_string()));
            return found;
        }
    };
    add(
        "it says who it is and what it lacks in known words",
        names(&welcome),
    );
    type Ask = fn(&Welcome) -> (Kind, String, Vec<u32>);
    let refused: [(&'static str, Ask); 3] = [
        (
            "it refuses a request of an unknown kind, and goes on",
            |_| (Kind::Unknown, json(&Nothing {}), vec![]),
        ),
        (
            "it refuses a request about what is not loaded, and goes on",
            |_| {
                let handle = NOTHING;
                (Kind::Unload, json(&Handle { handle }), vec![])
            },
        ),
        ("it refuses code that is none, and goes on", |welcome| {
            let op = OpHead {
                id: "test::nothing".to_owned(),
                name: "nothing".to_owned(),
                operands: vec!["u32".to_owned()],
                result: "u32".to_owned(),
                shader: None,
            };
            let text = b"this is not a program";
            let head = Load {
                handle: NOTHING,
                form: welcome.accepts.first().copied().unwrap_or(Form::Wire),
                bytes: vec![text.len()],
                what: What::Op(op),
            };
            (Kind::Load, json(&head), words_of(text))
        }),
    ];
    for (what, ask) in refused {
        let (kind, head, code) = ask(&welcome);
        let asked = match start() {
            Ok((session, _)) => refuses(session, kind, &head, &code, patience),
            Err(error) => Err(error.to_string()),
        };
        add(what, asked);
    }
    for form in &welcome.accepts {
        let what = match form {
            Form::Wire => "it answers the golden frames of the wire format",
            Form::Wgsl => "it answers the golden frames of WGSL",
            Form::C => "it answers the golden frames of C11",
        };
        let answered = match start() {
            Ok((session, _)) => golden::check(session, &welcome, *form, patience),
            Err(error) => Err(error.to_string()),
        };
        add(what, answered);
    }
    let again = match start() {
        Ok((_, again)) if again == welcome => Ok(()),
        Ok((_, again)) => Err(format!(
            "started anew it says {} and said {}. Leave out what changes: a backend stays who it is",
            json(&again),
            json(&welcome)
        )),
        Err(error) => Err(error.to_string()),
    };
    add("it says the same when it is started anew", again);
    let words = words.to_vec();
    let open = move || {
        let opened = ProcessBackend::open(&format!("{SLUG}checked"), words, patience);
        opened.map_err(|error| error.to_string())
    };
    let kept = check(open, patience).map_err(|violations| {
        let lines: Vec<String> = violations.iter().map(line).collect();
        lines.join("\n")
    });
    add("its ops and programs keep the contract of backends", kept);
    found
}

/// Whether it ended as it should.
fn ends(bye: Result<Option<String>, Fault>) -> Result<(), String> {
    match bye {
        Ok(Some(status)) if status.ends_with(ENDS) => Ok(()),
        Ok(Some(status)) => Err(format!(
            "it ends with {status}: end with status 0 after the answer to `bye`"
        )),
        Ok(None) => Err("it goes on after its answer to `bye`: end there".to_owned()),
        Err(fault) => Err(format!("{fault}. Answer `bye` with an empty object")),
    }
}

fn names(welcome: &Welcome) -> Result<(), String> {
    let kind = &welcome.identity.kind;
    if !is_slug(kind) {
        return Err(format!(
            "its kind is `{}`: use ASCII letters, digits, `-` and `_`",
            kind.escape_debug()
        ));
    }
    let known = needs::names();
    match welcome.lacks.iter().find(|lack| !known.contains(&***lack)) {
        None => Ok(()),
        Some(lack) => {
            let known: Vec<&str> = known.into_iter().collect();
            Err(format!(
                "it lacks `{}`, which nothing is called: the names are {}",
                lack.escape_debug(),
                known.join(", ")
            ))
        }
    }
}

/// Whether it answers this with an error, and something else after it.
fn refuses(
    mut session: Session,
    kind: Kind,
    head: &str,
    words: &[u32],
    within: Duration,
) -> Result<(), String> {
    let answer = session.ask(&Request {
        kind,
        head: head.to_owned(),
        shared: None,
        words: &[words],
        due: 0,
        within,
        deadline: PATIENCE.to_owned(),
    });
    let to_do =
        "Answer with kind 0xff and {\"error\": \"refused\", \"message\": ..}, and go on reading";
    match answer {
        Ok(Err(Refusal { .. })) => {}
        Ok(Ok(_)) => return Err(format!("it says that it did it. {to_do}")),
        Err(fault) => return Err(format!("{}. {to_do}", session.lost(fault))),
    }
    match session.bye(within) {
        Ok(_) => Ok(()),
        Err(fault) => Err(format!("after its refusal {fault}. {to_do}")),
    }
}

/// A broken clause, with what to look at.
fn line(violation: &ContractViolation) -> String {
    let to_do = match violation.clause {
        Clause::Layout => "a u64 is its low word first, a vector lane 0 first, case after case",
        Clause::Bool => "a Bool is a word that is 0 or 1",
        Clause::Floats => "a float is its bits, of which every one is kept",
        Clause::Passing => "one value for all cases counts as that value in every case",
        Clause::Batch | Clause::Length => "a run gives the words of one result a case",
        Clause::Loads | Clause::Signature => "what it does not name in `lacks` is loaded",
        Clause::Programs => "steps run in order, on buffers that each launch fills anew",
        Clause::Ops | Clause::Repeats | Clause::Threads => {
            "nothing that was loaded or run before changes a result"
        }
        _ => "see the log above",
    };
    format!("{violation} ({to_do}; docs/protocol.md)")
}
