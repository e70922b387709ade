//! The host's side, against a peer with one fault.

use crate::frame::{ANSWER, ERROR, Frame, Kind, MAX_BYTES};
use crate::link::{Fault, Link, Request};
use crate::message::{Refusal, RunOp, Share};
use crate::shared::{Area, PLACES, RESULTS, SHARED_THRESHOLD, SharedMemory};
use std::io;
use std::thread;
use std::time::Duration;

/// Cases of a request through shared memory.
const CASES: usize = 4001;

/// Behaviour of the peer for the run with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Behaviour {
    Right,
    /// It claims to have written, and did not.
    EmptyHead,
    /// It claims one word too few.
    Fewer,
    /// Its answer omits the words.
    Silent,
    /// It writes, also sends the words, and claims so.
    Both,
    /// It writes, and then refuses.
    Refuses,
    /// It ends.
    Ends,
    /// It answers another request.
    OtherId,
}

fn text(from: &str) -> String {
    from.to_owned()
}

/// A peer that opens memory or not, and then behaves like this.
fn other(mut from: io::PipeReader, mut to: io::PipeWriter, opens: bool, behaviour: &[Behaviour]) {
    let mut shared = None;
    let mut behaviour = behaviour.iter();
    while let Ok(Some(request)) = Frame::read(&mut from, MAX_BYTES) {
        let mut answer = Frame {
            id: request.id,
            kind: request.kind | ANSWER,
            head: text("{}"),
            words: vec![],
        };
        if request.kind == Kind::Share as u8 {
            let head: Share = serde_json::from_str(&request.head).expect("a head");
            let actual = SharedMemory::open(&head.file, head.words).expect("memory");
            let mut mark = vec![];
            actual.get(0..2, &mut mark).expect("inside");
            assert_eq!(mark, head.mark);
            shared = opens.then_some(actual);
            if !opens {
                answer.kind = ERROR;
                answer.head = text(r#"{"error":"refused","message":"no such file"}"#);
            }
        } else {
            let head: RunOp = serde_json::from_str(&request.head).expect("a head");
            let behaviour = *behaviour.next().expect("something to do");
            let sums = |words: &[u32]| -> Vec<u32> {
                let (a, b) = words.split_at(words.len() / 2);
                a.iter().zip(b).map(|(a, b)| a.wrapping_add(*b)).collect()
            };
            match head.shared {
                None => answer.words = sums(&request.words),
                Some(at) => {
                    assert!(request.words.is_empty());
                    let shared = shared.as_ref().expect("it was opened");
                    let mut words = vec![];
                    let end = at.operands + head.words.iter().sum::<usize>();
                    shared.get(at.operands..end, &mut words).expect("inside");
                    let results = sums(&words);
                    answer.head = format!(r#"{{"words":{}}}"#, results.len());
                    if behaviour != Behaviour::EmptyHead {
                        shared.put(at.results, &results).expect("inside");
                    }
                    match behaviour {
                        Behaviour::Right | Behaviour::EmptyHead => {}
                        Behaviour::Fewer => answer.head = text(r#"{"words":4000}"#),
                        Behaviour::Silent => answer.head = text("{}"),
                        Behaviour::Both => answer.words = results,
                        Behaviour::Refuses => {
                            answer.kind = ERROR;
                            answer.head = text(r#"{"error":"memory","message":"full"}"#);
                        }
                        Behaviour::Ends => return,
                        Behaviour::OtherId => answer.id += 1,
                    }
                }
            }
        }
        if answer.write(&mut to).is_err() {
            return;
        }
    }
}

type RunResult = Result<Result<Frame, Refusal>, Fault>;

/// The answer to a run of this many cases, whose words start at this one.
fn run(link: &mut Link, area: &mut Area, cases: usize, start: u32) -> (RunResult, Vec<u32>) {
    let a: Vec<u32> = (start..).take(cases).collect();
    let b: Vec<u32> = a.iter().map(|n| n / 3).collect();
    let mut head = RunOp {
        handle: 1,
        cases: cases as u64,
        passing: vec![],
        words: vec![cases, cases],
        workgroups: None,
        params: None,
        shared: None,
    };
    let sent = serde_json::to_string(&head).expect("a head");
    head.shared = Some(PLACES);
    let shared = serde_json::to_string(&head).expect("a head");
    let request = Request {
        kind: Kind::Run,
        head: sent,
        shared: None,
        words: &[&a, &b],
        expected: cases,
        time_limit: Duration::from_secs(60),
        deadline: String::new(),
    };
    let answer = area.ask(link, &request, &shared);
    let answer = answer.unwrap_or_else(|| link.ask(&request));
    let sums = a.iter().zip(&b).map(|(a, b)| a.wrapping_add(*b));
    (answer, sums.collect())
}

/// The answers of a peer with this behaviour to runs of [`CASES`] cases each, with the right ones.
fn answers(opens: bool, behaviour: &'static [Behaviour]) -> Vec<(RunResult, Vec<u32>)> {
    let (theirs, ours) = (io::pipe().expect("a pipe"), io::pipe().expect("a pipe"));
    thread::spawn(move || other(theirs.0, ours.1, opens, behaviour));
    let mut link = Link::new(ours.0, theirs.1).expect("threads");
    let mut area = Area::default();
    let each = (0_u32..).zip(behaviour);
    each.map(|(k, _)| run(&mut link, &mut area, CASES, 100 * k + 1))
        .collect()
}

/// Oracle: the sums.
#[test]
fn shared_memory_transfers_the_sent_words() {
    for opens in [true, false] {
        for (answer, sums) in answers(opens, &[Behaviour::Right; 5]) {
            assert_eq!(answer.expect("an answer").expect("results").words, sums);
        }
    }
}

/// Oracle: the sums; few words are sent, and memory holds nothing of earlier runs when there are more again.
#[test]
fn consecutive_runs_of_all_lengths_agree() {
    let (theirs, ours) = (io::pipe().expect("a pipe"), io::pipe().expect("a pipe"));
    thread::spawn(move || other(theirs.0, ours.1, true, &[Behaviour::Right; 9]));
    let mut link = Link::new(ours.0, theirs.1).expect("threads");
    let mut area = Area::default();
    for (k, cases) in [3, 5000, 1, 70_000, 4001, 0, 8192, 262_144, 2731]
        .into_iter()
        .enumerate()
    {
        link.reuse_buffer(vec![9; cases / 2]);
        let (answer, sums) = run(&mut link, &mut area, cases, 1000 * k as u32);
        assert_eq!(answer.expect("an answer").expect("results").words, sums);
    }
}

/// Oracle: the locations: more results would overlap the operands, and few words do not pay off.
#[test]
fn words_beyond_shared_memory_are_sent() {
    let (theirs, ours) = (io::pipe().expect("a pipe"), io::pipe().expect("a pipe"));
    thread::spawn(move || other(theirs.0, ours.1, true, &[Behaviour::Right; 4]));
    let mut link = Link::new(ours.0, theirs.1).expect("threads");
    let mut area = Area::default();
    for (cases, head) in [
        (RESULTS, r#"{"words":1048576}"#),
        (RESULTS + 1, "{}"),
        (SHARED_THRESHOLD.div_ceil(3), r#"{"words":2731}"#),
        (SHARED_THRESHOLD / 3, "{}"),
    ] {
        let (answer, sums) = run(&mut link, &mut area, cases, 1);
        let frame = answer.expect("an answer").expect("results");
        assert_eq!((frame.head.as_str(), frame.words == sums), (head, true));
    }
}

/// Oracle: results that were never written are one word that no small number is, whatever lay there before, and none of
/// an earlier run.
#[test]
fn unwritten_results_hold_no_earlier_words() {
    let cases: [&[Behaviour]; 3] = [
        &[Behaviour::EmptyHead],
        &[Behaviour::Right, Behaviour::EmptyHead],
        &[Behaviour::Refuses, Behaviour::EmptyHead],
    ];
    for before in cases {
        let mut all = answers(true, before);
        let (answer, sums) = all.pop().expect("an answer");
        let actual = answer.expect("an answer").expect("results").words;
        assert!(actual[0] > 1, "{before:?}");
        assert_eq!(actual, vec![actual[0]; CASES], "{before:?}");
        assert_ne!(actual, sums);
    }
}

/// Oracle: the protocol: each of these answers has the wrong form.
#[test]
fn each_wrong_answer_is_reported() {
    let one = |behaviour: &'static [Behaviour]| match answers(true, behaviour).pop() {
        Some((Err(fault), _)) => fault.to_string(),
        other => panic!("{behaviour:?}: {other:?}"),
    };
    for (behaviour, prefix) in [
        (
            &[Behaviour::Right, Behaviour::Fewer],
            "its answer to `run` has 4000 words, and 4001 are expected",
        ),
        (
            &[Behaviour::Right, Behaviour::Silent],
            "the head of its answer to `run` cannot be used: missing field `words`",
        ),
        (
            &[Behaviour::Right, Behaviour::Both],
            "its answer to `run` has 4001 words, and 0 are expected",
        ),
        (
            &[Behaviour::Right, Behaviour::Ends],
            "it closed its output without an answer",
        ),
        (
            &[Behaviour::Right, Behaviour::OtherId],
            "it answered request 4 instead of 3",
        ),
    ] {
        let text = one(behaviour);
        assert!(text.starts_with(prefix), "{behaviour:?}: {text}");
    }
    let refused = answers(true, &[Behaviour::Refuses]).pop();
    let Some((Ok(Err(refusal)), _)) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(refusal.message, "full");
}
