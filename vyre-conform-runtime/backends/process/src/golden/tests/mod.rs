//! Generation of golden frames, and their text.

mod exchanges;
mod session;

use super::{C, Exchange, WGSL, WIRE, exchanges};
use crate::frame::encode;
use crate::message::Form;
use exchanges::expected_exchanges;
use std::fmt::Write;
use std::path::Path;

/// The text of exchanges.
fn text(form: Form, exchanges: &[Exchange]) -> String {
    let mut text = format!(
        "Golden frames of vyre-backend/1 for a backend that takes `{}`; docs/spec/protocol.md describes them. The lines\n\
         after a title are the head of the request and that of its answer.\n",
        form.name()
    );
    for Exchange {
        description,
        needs,
        request,
        answer,
    } in exchanges
    {
        let _ = write!(text, "\n## {description}");
        if !needs.is_empty() {
            let _ = write!(text, " needs {}", needs.join(" "));
        }
        let _ = writeln!(text, "\n{}\n{}", request.head, answer.head);
        for (side, frame) in [('>', request), ('<', answer)] {
            let bytes = encode(frame.id, frame.kind, &frame.head, &[&frame.words]);
            for line in bytes.chunks(16) {
                text.push(side);
                line.iter().for_each(|byte| _ = write!(text, " {byte:02x}"));
                text.push('\n');
            }
        }
    }
    text
}

const FORMS: [(Form, &str); 3] = [(Form::Wire, WIRE), (Form::Wgsl, WGSL), (Form::C, C)];

/// Oracle: the hand-written answers in `exchanges.rs`; the requests were reviewed in the files.
#[test]
fn the_host_sends_golden_frames() {
    let mut frames = 0;
    for (form, kept) in FORMS {
        let expected = expected_exchanges(form);
        frames += 2 * expected.len();
        let text = text(form, &expected);
        if std::env::var_os("VYRE_BLESS").is_some() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("golden");
            let file = folder.join(format!("{}.txt", form.name()));
            std::fs::write(file, &text).expect("writable");
            continue;
        }
        assert!(
            text == kept,
            "golden/{}.txt is another text: read the difference that VYRE_BLESS=1 makes",
            form.name()
        );
        assert_eq!(exchanges(kept).expect("frames"), expected);
    }
    assert!(frames >= 60, "{frames}");
}

/// Oracle: the format in the documentation of the module; each text breaks one line of it.
#[test]
fn invalid_exchanges_are_reported() {
    for (text, prefix) in [
        ("> 01", "`> 01` has no request and answer"),
        ("## a\n> 0x", "line 2 has something other than bytes"),
        (
            "## a\n> 08 00 00 00 01 00 00 00 05 00 00 00",
            "`a` has no request and answer",
        ),
        (
            "## a\n> 08 00\n< 08 00",
            "`a`: its output ends within a frame",
        ),
    ] {
        let message = exchanges(text).expect_err(text).to_string();
        assert!(message.starts_with(prefix), "{message}");
    }
    let one = "## a needs u64 ops\n> 08 00 00 00 01 00 00 00 05 00 00 00\n< 08 00 00 00 01 00 00 00 85 00 00 00";
    let read = exchanges(one).expect("frames");
    assert_eq!(read.len(), 1);
    assert_eq!((&*read[0].description, read[0].needs.len()), ("a", 2));
    assert_eq!((read[0].request.kind, read[0].answer.kind), (5, 0x85));
}
