//! The pages for authors of backends: their tables decode programs, and their examples are exact.

mod tables;

use super::host::sum;
use tables::{Names, Page, names_of};
use vyre_conform_fuzz::Case;
use vyre_conform_process::Server;
use vyre_conform_process::frame::{Frame, MAX_BYTES};
use vyre_conform_process::golden::{C, WGSL, WIRE, exchanges};
use vyre_conform_runtime::ir::wire;
use vyre_conform_tests::toy::Toy;

const WIRE_PAGE: &str = include_str!("../../../docs/spec/wire.md");
const PROTOCOL: &str = include_str!("../../../docs/spec/protocol.md");

/// The number of decoded random programs: together they have every node, expression and operator.
const PROGRAMS: u64 = 150;

/// The hexadecimal bytes at the beginning of lines; the words after them are for readers.
fn bytes(text: &str) -> Vec<u8> {
    let of_line = |line: &str| {
        let tokens = line.split_whitespace().map(str::to_owned);
        let hex = tokens.map_while(|token| match token.len() {
            2 => u8::from_str_radix(&token, 16).ok(),
            _ => None,
        });
        hex.collect::<Vec<u8>>()
    };
    text.lines().flat_map(of_line).collect()
}

/// The first code block after a mark.
fn block<'a>(page: &'a str, mark: &str) -> &'a str {
    let (_, rest) = page.split_once(mark).expect("the mark");
    let (_, rest) = rest.split_once("```text\n").expect("a block");
    rest.split_once("```").expect("its end").0
}

/// Oracle: docs/spec/wire.md#nodes, docs/spec/wire.md#expressions: their tables decode the bytes to the encoded
/// programs.
#[test]
fn the_tables_of_the_page_decode_random_programs() {
    let page = Page::of(WIRE_PAGE);
    let mut all = Names::new();
    for seed in 0..PROGRAMS {
        let program = Case::random(seed, &[]).program;
        let encoded = wire::encode(&program).expect("within the limits");
        let observed = page.decode(&encoded);
        assert_eq!(observed, names_of(&program), "seed {seed}");
        for (name, times) in observed {
            *all.entry(name).or_default() += times;
        }
    }
    let missing: Vec<_> = page
        .names()
        .into_iter()
        .filter(|name| !all.contains_key(name))
        .collect();
    // Programs that contain every op that they call refer to no op by id.
    assert_eq!(missing, [("callee".to_owned(), "Op".to_owned())]);
}

/// Oracle: docs/spec/wire.md#example, whose bytes are annotated with their fields.
#[test]
fn the_example_of_the_page_is_the_sum() {
    let example = bytes(block(WIRE_PAGE, "<!-- wire -->"));
    let expected = sum().module().to_program();
    assert_eq!(wire::decode(&example).as_ref(), Ok(&expected));
    let page = Page::of(WIRE_PAGE);
    assert_eq!(page.decode(&example), names_of(&expected));
}

/// Oracle: docs/spec/protocol.md#an-exchange, whose words are sums computed by hand.
#[test]
fn example_exchange_gives_the_documented_answer() {
    let all = bytes(block(PROTOCOL, "## An exchange"));
    let mut example = &all[..];
    let mut frame = || {
        Frame::read(&mut example, MAX_BYTES)
            .expect("a frame")
            .expect("a frame")
    };
    let (request, expected) = (frame(), frame());
    assert!(example.is_empty());
    let toy = Toy::open().expect("the toy");
    let mut server = Server::of(&toy);
    let session = exchanges(WIRE).expect("golden frames");
    let loads = session
        .iter()
        .find(|e| e.description == "the sum of two words is loaded");
    let mut load = loads.expect("it is loaded").request.clone();
    load.head = load.head.replace("\"handle\":1", "\"handle\":7");
    server.answer(&load);
    let answer = server.answer(&request);
    assert_eq!(
        (answer.id, answer.kind, answer.words),
        (expected.id, expected.kind, expected.words)
    );
}

/// Oracle: the golden files.
#[test]
fn the_page_counts_golden_frames() {
    let frames = [WIRE, WGSL, C].map(|text| 2 * exchanges(text).expect("frames").len());
    let message = format!("[{} golden frames]", frames.iter().sum::<usize>());
    assert!(
        PROTOCOL.contains(&message),
        "docs/spec/protocol.md does not say {message}"
    );
}
