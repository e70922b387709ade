//! A complete session: the program's identity, its refusals, and its end.

use crate::frame::{Kind, words_of};
use crate::host::PATIENCE;
use crate::link::{Fault, Request};
use crate::message::{EmptyHead, Form, Handle, Load, LoadSubject, OpHead, Refusal, Welcome};
use crate::needs;
use crate::session::{Session, json};
use std::time::Duration;
use vyre_conform_suite::backend::is_slug;

/// A handle that is never loaded.
const UNKNOWN_HANDLE: u32 = 999_999;

/// Suffix of the exit status of a program that ends correctly.
const ENDS: &str = ": 0";

/// A request that backends must refuse.
pub(super) struct RefusedRequest {
    /// The required behaviour.
    pub(super) what: &'static str,
    /// The request: kind, head and words.
    ask: fn(&Welcome) -> (Kind, String, Vec<u32>),
}

/// The requests that every backend must refuse.
pub(super) const REFUSED: [RefusedRequest; 3] = [
    RefusedRequest {
        what: "it refuses a request of an unknown kind, and continues",
        ask: |_| (Kind::Unknown, json(&EmptyHead {}), vec![]),
    },
    RefusedRequest {
        what: "it refuses a request about code that is not loaded, and continues",
        ask: |_| {
            let handle = UNKNOWN_HANDLE;
            (Kind::Unload, json(&Handle { handle }), vec![])
        },
    },
    RefusedRequest {
        what: "it refuses invalid code, and continues",
        ask: |welcome| {
            let op = OpHead {
                id: "test::nothing".to_owned(),
                name: "nothing".to_owned(),
                operands: vec!["u32".to_owned()],
                result: "u32".to_owned(),
                shader: None,
            };
            let text = b"this is not a program";
            let head = Load {
                handle: UNKNOWN_HANDLE,
                form: welcome.accepts.first().copied().unwrap_or(Form::Wire),
                bytes: vec![text.len()],
                what: LoadSubject::Op(op),
            };
            (Kind::Load, json(&head), words_of(text))
        },
    },
];

impl RefusedRequest {
    /// Checks that a program after its `hello` refuses the request and still answers others.
    pub(super) fn by(
        &self,
        session: Session,
        welcome: &Welcome,
        within: Duration,
    ) -> Result<(), String> {
        let (kind, head, words) = (self.ask)(welcome);
        refuses(session, kind, &head, &words, within)
    }
}

/// Checks that it ended correctly.
pub(super) fn ends(bye: Result<Option<String>, Fault>) -> Result<(), String> {
    match bye {
        Ok(Some(status)) if status.ends_with(ENDS) => Ok(()),
        Ok(Some(status)) => Err(format!(
            "it ends with {status}: end with status 0 after the answer to `bye`"
        )),
        Ok(None) => Err("it continues after its answer to `bye`: end there".to_owned()),
        Err(fault) => Err(format!("{fault}. Answer `bye` with an empty object")),
    }
}

/// Checks that a host knows the words in kind and lacks.
pub(super) fn names(welcome: &Welcome) -> Result<(), String> {
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
                "`lacks` has the unknown name `{}`: known names are {}",
                lack.escape_debug(),
                known.join(", ")
            ))
        }
    }
}

/// Checks that it answers this with an error and still answers others.
fn refuses(
    mut session: Session,
    kind: Kind,
    head: &str,
    words: &[u32],
    time_limit: Duration,
) -> Result<(), String> {
    let answer = session.ask(&Request {
        kind,
        head: head.to_owned(),
        shared: None,
        words: &[words],
        expected: 0,
        time_limit,
        deadline: PATIENCE.to_owned(),
    });
    let to_do =
        "Answer with kind 0xff and {\"error\": \"refused\", \"message\": ..}, and keep reading";
    match answer {
        Ok(Err(Refusal { .. })) => {}
        Ok(Ok(_)) => return Err(format!("it reports success. {to_do}")),
        Err(fault) => return Err(format!("{}. {to_do}", session.lost(fault))),
    }
    match session.bye(time_limit) {
        Ok(_) => Ok(()),
        Err(fault) => Err(format!("after its refusal {fault}. {to_do}")),
    }
}
