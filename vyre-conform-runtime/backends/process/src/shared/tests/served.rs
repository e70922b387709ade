//! The served side with invalid requests.

use crate::message::{OperandPassing, Places, RunOp, Share};
use crate::shared::{HostMemory, SharedMemory};

fn head(words: Vec<usize>, position: Places) -> RunOp {
    RunOp {
        handle: 1,
        cases: 1,
        passing: vec![OperandPassing::Storage; words.len()],
        words,
        workgroups: None,
        params: None,
        shared: Some(position),
    }
}

fn at(operands: usize, results: usize) -> Places {
    Places { operands, results }
}

/// Memory of 1000 words with this mark, and the head that offers it.
fn offered(mark: [u32; 2]) -> (SharedMemory, Share) {
    let shared = SharedMemory::create(1000).expect("memory");
    shared.put(0, &mark).expect("inside");
    let head = Share {
        file: shared.path(),
        words: 1000,
        mark,
    };
    (shared, head)
}

/// Oracle: the words that the host wrote, and those that it reads.
#[test]
fn operands_and_results_are_at_the_offsets_of_the_host() {
    let (host, share) = offered([5, 6]);
    let mut memory = HostMemory::default();
    memory.open(&share).expect("it opens");
    host.put(990, &[1, 2, 3]).expect("inside");
    let place = at(990, 7);
    let operands = memory.operands(&head(vec![2, 1], place), place, &[]);
    assert_eq!(operands.expect("inside"), [1, 2, 3]);
    let refusal = memory.operands(&head(vec![2, 1], place), place, &[1]);
    let message = refusal.expect_err("there are words").message;
    assert_eq!(message, "words follow that lie in memory");
    memory.write(&[8, 9], place).expect("inside");
    let mut results = vec![];
    host.get(6..10, &mut results).expect("inside");
    assert_eq!(results, [0, 8, 9, 0]);
}

/// Oracle: the documentation of the protocol.
#[test]
fn accesses_outside_of_the_file_are_refused() {
    let mut memory = HostMemory::default();
    let place = at(0, 0);
    for expected in ["no memory is shared", "within shared memory"] {
        let far = if expected.starts_with("no") {
            place
        } else {
            at(999, 999)
        };
        let refusal = memory
            .operands(&head(vec![1, 1], far), far, &[])
            .expect_err(expected);
        assert!(refusal.message.contains(expected), "{}", refusal.message);
        let refusal = memory.write(&[1, 2], far).expect_err(expected);
        assert!(refusal.message.contains(expected), "{}", refusal.message);
        let (_host, share) = offered([1, 2]);
        memory.open(&share).expect("it opens");
    }
    for (words, from) in [
        (vec![usize::MAX, 2], 0),
        (vec![usize::MAX], 1),
        (vec![1001], 0),
        (vec![0], 1001),
    ] {
        let place = at(from, 0);
        let refusal = memory.operands(&head(words, place), place, &[]);
        let message = refusal.expect_err("outside").message;
        assert!(message.contains("within shared memory"), "{message}");
    }
}

/// Oracle: the mark: the same path may be another file in another process namespace.
#[test]
fn file_of_another_host_is_refused() {
    let (_host, mut share) = offered([1, 2]);
    share.mark = [1, 3];
    let refusal = HostMemory::default()
        .open(&share)
        .expect_err("another file");
    assert!(refusal.message.ends_with("is not the file of the host"));
    share.mark = [1, 2];
    share.words = 1001;
    let refusal = HostMemory::default()
        .open(&share)
        .expect_err("another size");
    assert!(refusal.message.ends_with("another size"));
}
