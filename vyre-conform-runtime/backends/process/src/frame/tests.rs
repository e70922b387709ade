//! Hand-written frames.

use super::*;

fn read(bytes: &[u8]) -> Result<Option<Frame>, FrameError> {
    Frame::read(&mut &*bytes, 1000)
}

/// Oracle: the table in the documentation of this module, hand-written.
#[test]
fn a_frame_has_these_bytes() {
    let bytes = [
        20, 0, 0, 0, 7, 0, 0, 0, 3, 4, 0, 0, b'{', b'}', b' ', b' ', 1, 0, 0, 0, 0xfe, 0xff, 0xff,
        0xff,
    ];
    assert_eq!(encode(7, 3, "{}", &[&[1], &[u32::MAX - 1]]), bytes);
    let frame = Frame {
        id: 7,
        kind: 3,
        head: "{}".into(),
        words: vec![1, u32::MAX - 1],
    };
    assert_eq!(read(&bytes).expect("a frame"), Some(frame));
    assert_eq!(read(&[]).expect("the end"), None);
}

/// Oracle: the bytes of a frame in one place.
#[test]
fn many_words_are_written_as_few_are() {
    let words: Vec<u32> = (0..COPY_THRESHOLD as u32 + 1).collect();
    let expected = encode(9, 3, "{\"a\":1}", &[&words]);
    let frame = Frame {
        id: 9,
        kind: 3,
        head: "{\"a\":1}".into(),
        words,
    };
    let mut bytes = vec![];
    frame.write(&mut bytes).expect("memory");
    assert_eq!(bytes, expected);
    // Previous contents of the buffer are gone, whatever their length.
    for before in [0, 3, 3 * COPY_THRESHOLD] {
        let room = vec![7; before];
        let read = Frame::read_into(room, &mut &*expected, expected.len());
        assert_eq!(read.expect("a frame").as_ref(), Some(&frame), "{before}");
    }
    let mut again = vec![1; 5];
    encode_into(&mut again, 9, 3, &frame.head, &[&frame.words]);
    assert_eq!(again, expected);
}

/// Oracle: the same table; each frame violates one line of it, and the last claims 4 GiB.
#[test]
fn invalid_frames_are_refused_without_allocation() {
    let right = encode(1, 1, "{}", &[&[1, 2]]);
    for cut in 1..right.len() {
        let message = read(&right[..cut]).expect_err("cut short").to_string();
        assert_eq!(message, "its output ends within a frame", "{cut}");
    }
    let with = |position: usize, byte: u8| {
        let mut bytes = right.clone();
        bytes[position] = byte;
        read(&bytes).expect_err("refused").to_string()
    };
    assert!(with(0, 5).contains("length of 5 bytes"));
    assert!(with(0, 18).contains("length of 18 bytes"));
    assert!(with(9, 3).contains("the head of a frame has 3 bytes"));
    assert!(with(9, 16).contains("the head of a frame has 16 bytes"));
    assert!(with(12, 0xff).contains("not UTF-8"));
    assert!(with(3, 0x80).contains("a frame of 2147483668 bytes"));
    let huge = [0xff; 64];
    let message = read(&huge).expect_err("refused").to_string();
    assert_eq!(
        message,
        "a frame of 4294967295 bytes comes where at most 1000 are expected"
    );
    let message = read(b"Hello, I am ready.\n").expect_err("refused");
    assert!(
        message.to_string().contains("`Hello, I am ready.`"),
        "{message}"
    );
}

/// Oracle: the bytes.
#[test]
fn bytes_travel_as_words() {
    for count in 0..9_u8 {
        let bytes: Vec<u8> = (1..=count).collect();
        let words = words_of(&bytes);
        assert_eq!(bytes_of(&words, bytes.len()), Some(bytes));
        assert_eq!(bytes_of(&words, 13), None);
    }
}
