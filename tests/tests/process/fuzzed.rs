//! Randomly corrupted requests to a server of a backend: each has one answer, and the server continues.

use vyre_conform_process::Server;
use vyre_conform_process::frame::{ANSWER, ERROR, Frame, Kind, MAX_BYTES, encode};
use vyre_conform_process::golden::{Exchange, WIRE, exchanges, mutated};
use vyre_conform_tests::toy::Toy;

/// The number of requests for one server before a fresh one without loaded programs replaces it.
const REQUESTS_PER_SERVER: u64 = 64;

fn session() -> Vec<Exchange> {
    exchanges(WIRE).expect("golden frames")
}

/// Checks that each corrupted request is answered, with results or a refusal, and that a valid one afterwards has the
/// golden answer.
fn every_request_has_one_answer(frames: u64) {
    let session = session();
    let toy = Toy::open().expect("the toy");
    let (mut done, mut refused, mut none) = (0, 0, 0);
    for start in (0..frames).step_by(REQUESTS_PER_SERVER as usize) {
        let mut server = Server::of(&toy);
        for seed in start..start + REQUESTS_PER_SERVER {
            let Frame {
                id,
                kind,
                head,
                words,
            } = &session[seed as usize % session.len()].request;
            let bytes = mutated(&encode(*id, *kind, head, &[words]), seed);
            let Ok(Some(request)) = Frame::read(&mut &*bytes, MAX_BYTES) else {
                none += 1;
                continue;
            };
            // A digest of more cases than these is valid, but takes long.
            if request.kind == Kind::Digest as u8 && request.words.get(4).is_some_and(|n| *n > 4096)
            {
                none += 1;
                continue;
            }
            let answer = server.answer(&request);
            assert_eq!(answer.id, request.id, "seed {seed}");
            match answer.kind {
                ERROR => refused += 1,
                kind => {
                    assert_eq!(kind, request.kind | ANSWER, "seed {seed}");
                    done += 1;
                }
            }
        }
        if start % (64 * REQUESTS_PER_SERVER) == 0 {
            for exchange in &session[1..] {
                let answer = server.answer(&exchange.request);
                let (actual, expected) = (answer.kind, exchange.answer.kind);
                assert_eq!(
                    (actual, &answer.words),
                    (expected, &exchange.answer.words),
                    "{start}"
                );
            }
        }
    }
    let all = frames / 50;
    assert!(
        done > all && refused > all && none > all,
        "{done} {refused} {none}"
    );
}

/// Oracle: the golden frames.
#[test]
#[ignore = "a long run: seconds"]
fn four_thousand_broken_requests_have_one_answer_each() {
    every_request_has_one_answer(4096);
}

/// Oracle: the same. `--ignored`: it takes minutes.
#[test]
#[ignore = "a long run: minutes"]
fn a_million_broken_requests_have_one_answer_each() {
    every_request_has_one_answer(1_000_000);
}

/// Oracle: the golden frames, whose answers were written by hand.
#[test]
fn a_server_gives_the_golden_answers() {
    let toy = Toy::open().expect("the toy");
    let mut server = Server::of(&toy);
    for exchange in session() {
        let answer = server.answer(&exchange.request);
        let expected = &exchange.answer;
        assert_eq!(
            (answer.id, answer.kind, &answer.words),
            (expected.id, expected.kind, &expected.words),
            "{}: {}",
            exchange.description,
            answer.head
        );
    }
}

/// Oracle: docs/spec/protocol.md: a run has at most 2^18 cases, and no launch more words than a frame.
#[test]
fn oversized_requests_allocate_no_memory() {
    let toy = Toy::open().expect("the toy");
    let mut server = Server::of(&toy);
    let session = session();
    let change = |description: &str, from: &str, to: &str| {
        let exchange = session
            .iter()
            .find(|e| e.description == description)
            .expect(description);
        let mut request = exchange.request.clone();
        assert!(request.head.contains(from), "{}", request.head);
        request.head = request.head.replace(from, to);
        request
    };
    for exchange in session.iter().filter(|e| e.request.kind == 2) {
        server.answer(&exchange.request);
    }
    for (request, message) in [
        (
            change(
                "it runs with one first operand for three cases",
                "\"cases\":3",
                "\"cases\":1000000000000",
            ),
            "a run has at most 262144 cases",
        ),
        (
            change(
                "it runs twice; a word beyond the end of a buffer is 0",
                "\"words\":4",
                "\"words\":4000000000000",
            ),
            "the buffers of a launch have at most 268435456 words",
        ),
        (
            change(
                "the sum of two words is loaded",
                "[\"u32\",\"u32\"]",
                "[\"u64\",\"u32\"]",
            ),
            "the function of `golden::sum` does not have these types",
        ),
    ] {
        let answer = server.answer(&request);
        assert!(answer.head.contains(message), "{}", answer.head);
    }
}
