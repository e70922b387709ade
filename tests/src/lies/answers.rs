//! Answers that a backend did not give.

use super::{Delivery, Kind, Lie};
use vyre_conform_process::frame::{ANSWER, ERROR, Frame, Kind as RequestKind};

const fn answer(name: &'static str, lie: fn(u64, &Frame, &mut Frame) -> Delivery) -> Lie {
    let kind = Kind::Answer(lie);
    Lie { name, kind }
}

pub(super) const LIES: &[Lie] = &[
    answer("ends at every 7th run", |runs, _, _| {
        if runs > 0 && runs.is_multiple_of(7) {
            Delivery::Ends
        } else {
            Delivery::Yes
        }
    }),
    answer("ends at every 25th run", |runs, _, _| {
        if runs > 0 && runs.is_multiple_of(25) {
            Delivery::Ends
        } else {
            Delivery::Yes
        }
    }),
    answer("ends at every 600th run", |runs, _, _| {
        if runs > 0 && runs.is_multiple_of(600) {
            Delivery::Ends
        } else {
            Delivery::Yes
        }
    }),
    answer("drops a word of every 10th run", |runs, request, answer| {
        if is_run(request) && runs.is_multiple_of(10) {
            answer.words.pop();
        }
        Delivery::Yes
    }),
    answer("adds a word to every 10th run", |runs, request, answer| {
        if is_run(request) && runs.is_multiple_of(10) {
            answer.words.push(7);
        }
        Delivery::Yes
    }),
    answer(
        "has another id at every 40th run",
        |runs, request, answer| {
            if is_run(request) && runs.is_multiple_of(40) {
                answer.id += 1;
            }
            Delivery::Yes
        },
    ),
    answer(
        "changes a word of every 100th run",
        |runs, request, answer| {
            if is_run(request)
                && runs.is_multiple_of(100)
                && let Some(word) = answer.words.last_mut()
            {
                *word ^= 1;
            }
            Delivery::Yes
        },
    ),
    answer("refuses every 50th run", |runs, request, answer| {
        if is_run(request) && runs.is_multiple_of(50) {
            *answer = Frame {
                id: answer.id,
                kind: ERROR,
                head: r#"{"error":"other","message":"it is busy"}"#.to_owned(),
                words: vec![],
            };
        }
        Delivery::Yes
    }),
    answer(
        "forgets nothing, whatever is unloaded",
        |_, request, answer| claim_done(request, answer, RequestKind::Unload),
    ),
    answer("takes any code", |_, request, answer| {
        claim_done(request, answer, RequestKind::Load)
    }),
    answer("does what there is not", |_, request, answer| {
        claim_done(request, answer, RequestKind::Unknown)
    }),
    answer(
        "answers `unsupported` to a program that it does not lack",
        |_, request, answer| {
            if request.kind == RequestKind::Load as u8 && request.head.contains("\"programs\"") {
                *answer = Frame {
                    id: answer.id,
                    kind: ERROR,
                    head: r#"{"error":"unsupported","message":"this case is lacking"}"#.to_owned(),
                    words: vec![],
                };
            }
            Delivery::Yes
        },
    ),
];

fn is_run(request: &Frame) -> bool {
    request.kind == RequestKind::Run as u8
}

/// Claims to have done what it refused.
fn claim_done(request: &Frame, answer: &mut Frame, kind: RequestKind) -> Delivery {
    if request.kind == kind as u8 && answer.kind == ERROR {
        answer.kind = request.kind | ANSWER;
        answer.head = "{}".to_owned();
    }
    Delivery::Yes
}
