//! Check of a program against the golden frames.

use super::{C, Exchange, WGSL, WIRE, exchanges};
use crate::frame::{ERROR, Frame, Kind};
use crate::host::PATIENCE;
use crate::link::Request;
use crate::message::{EmptyHead, Form, Refusal, Welcome};
use crate::session::Session;
use std::time::Duration;
use vyre_conform_suite::backend::INPUT_GENERATION;

/// Checks the answers of a program after its `hello`.
pub(crate) fn check(
    mut session: Session,
    welcome: &Welcome,
    form: Form,
    time_limit: Duration,
) -> Result<(), String> {
    let text = match form {
        Form::Wire => WIRE,
        Form::Wgsl => WGSL,
        Form::C => C,
    };
    let all = exchanges(text).map_err(|error| error.to_string())?;
    for exchange in &all {
        let kind = Kind::of(exchange.request.kind).unwrap_or(Kind::Unknown);
        let missing = |need: &String| match &**need {
            INPUT_GENERATION => !welcome.digests(),
            _ => welcome.lacks.contains(need),
        };
        // `hello` has been sent, and `bye` is sent elsewhere.
        if matches!(kind, Kind::Hello | Kind::Bye) || exchange.needs.iter().any(missing) {
            continue;
        }
        let answer = session.ask(&Request {
            kind,
            head: exchange.request.head.clone(),
            shared: None,
            words: &[&exchange.request.words],
            expected: exchange.answer.words.len(),
            time_limit,
            deadline: PATIENCE.to_owned(),
        });
        let what = &exchange.description;
        let message = |wrong: String| {
            let file = form.name();
            Err(format!(
                "{what}: {wrong}. The bytes are in golden/{file}.txt"
            ))
        };
        let answer = match answer {
            Ok(answer) => answer,
            Err(fault) => return message(session.lost(fault).to_string()),
        };
        if let Some(wrong) = wrong(exchange, answer) {
            return message(wrong);
        }
    }
    Ok(())
}

/// The fault of an answer, if any.
fn wrong(exchange: &Exchange, answer: Result<Frame, Refusal>) -> Option<String> {
    let is_error = exchange.answer.kind == ERROR;
    match answer {
        Ok(_) if is_error => Some(format!(
            "it reports success. Answer with kind 0xff, as in {}",
            exchange.answer.head
        )),
        Err(_) if is_error => None,
        Err(refusal) => Some(format!("it rejects the request: {}", refusal.message)),
        Ok(Frame { head, .. }) if serde_json::from_str::<EmptyHead>(&head).is_err() => Some(
            format!("the head of its answer is {head}, and {{}} is expected"),
        ),
        Ok(Frame { words, .. }) if words != exchange.answer.words => {
            let (actual, expected) = (hex(&words), hex(&exchange.answer.words));
            Some(format!(
                "it answers the words {actual}, and {expected} are expected"
            ))
        }
        Ok(_) => None,
    }
}

fn hex(words: &[u32]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("{word:#x}")).collect();
    words.join(" ")
}
