//! Randomly mutated answers.

use super::*;
use crate::frame::encode;
use crate::golden::mutated;
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};

/// The other side: its output after a request.
struct Peer {
    says: Option<Vec<u8>>,
    to: Option<Sender<Vec<u8>>>,
}

impl Write for Peer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if let (Some(to), Some(says)) = (self.to.take(), self.says.take()) {
            let _ = to.send(says);
        }
        Ok(())
    }
}

/// Its output.
struct Script {
    from: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Script {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            self.rest = self.from.recv().unwrap_or_default();
        }
        let count = into.len().min(self.rest.len());
        into[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

const RESULTS: [u32; 5] = [7, 0, u32::MAX, 3, 1];

/// The result of these bytes as the answer to a `run` of five results.
fn answer(says: Vec<u8>) -> Result<Result<Frame, Refusal>, Fault> {
    let (to, from) = channel();
    let other = Peer {
        says: Some(says),
        to: Some(to),
    };
    let requests = Script { from, rest: vec![] };
    let mut link = Link::new(requests, other).expect("threads");
    link.ask(&Request {
        kind: Kind::Run,
        head: "{}".to_owned(),
        shared: None,
        words: &[],
        expected: RESULTS.len(),
        time_limit: Duration::from_secs(60),
        deadline: String::new(),
    })
}

/// Every answer has exactly one verdict: results only if the bytes begin with a frame that has them, and never after a
/// wait.
fn every_answer_has_one_verdict(frames: u64) {
    let right = encode(1, Kind::Run as u8 | ANSWER, "{}", &[&RESULTS]);
    let refused = r#"{"error":"memory","message":"full"}"#;
    let refused = encode(1, ERROR, refused, &[]);
    let twice = [right.clone(), right.clone()].concat();
    let (mut results, mut refusals, mut faults) = (0, 0, 0);
    for seed in 0..frames {
        let base = [&right, &refused, &twice][seed as usize % 3];
        let says = mutated(base, seed);
        match answer(says.clone()) {
            Ok(Ok(frame)) => {
                let length = 12 + frame.words.len() * 4;
                let head = u32::from_le_bytes([says[9], says[10], says[11], 0]) as usize;
                let words = &says[12 + head..length + head];
                let words: Vec<u32> = words
                    .as_chunks::<4>()
                    .0
                    .iter()
                    .map(|word| u32::from_le_bytes(*word))
                    .collect();
                let header = [says[4], says[5], says[6], says[7], says[8]];
                assert_eq!(header, [1, 0, 0, 0, 0x83], "seed {seed}");
                assert_eq!((frame.words.len(), frame.words), (5, words), "seed {seed}");
                results += 1;
            }
            Ok(Err(_)) => {
                assert_eq!(says[8], ERROR, "seed {seed}");
                refusals += 1;
            }
            Err(Fault::Hung { .. }) => panic!("seed {seed}: it waits"),
            Err(_) => faults += 1,
        }
    }
    let all = frames / 100;
    assert!(
        results > all && refusals > all && faults > all,
        "{results} {refusals} {faults}"
    );
}

/// Oracle: the header of the output, decoded independently.
#[test]
fn a_thousand_broken_answers_have_one_verdict_each() {
    every_answer_has_one_verdict(1000);
}

/// Oracle: the same. `--ignored`: it takes minutes.
#[test]
#[ignore = "a long run: minutes"]
fn a_million_broken_answers_have_one_verdict_each() {
    every_answer_has_one_verdict(1_000_000);
}

/// Oracle: the sent bytes, whatever the buffer contained before.
#[test]
fn reused_buffer_holds_only_the_request() {
    let (mut from, mut to) = (io::pipe().expect("a pipe"), io::pipe().expect("a pipe"));
    let mut link = Link::new(from.0, to.1).expect("threads");
    for count in [3000_u32, 2, 0, 5000] {
        let words: Vec<u32> = (0..count).collect();
        let id = link.last + 1;
        let other = thread::scope(|scope| {
            let other = scope.spawn(|| {
                let read = Frame::read(&mut to.0, 1 << 20).expect("a frame");
                let answer = encode(id, Kind::Run as u8 | ANSWER, "{}", &[]);
                from.1.write_all(&answer).expect("a host");
                read
            });
            let answer = link.ask(&Request {
                kind: Kind::Run,
                head: "{}".to_owned(),
                shared: None,
                words: &[&words[..words.len() / 2], &words[words.len() / 2..]],
                expected: 0,
                time_limit: Duration::from_secs(60),
                deadline: String::new(),
            });
            assert!(matches!(answer, Ok(Ok(_))), "{answer:?}");
            other.join().expect("it reads")
        });
        assert_eq!(other.expect("a request").words, words);
    }
}
