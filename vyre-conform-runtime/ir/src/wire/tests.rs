use super::tags::{CalleeTag, ExprTag, LAST_TYPE, NodeTag, Section, TaggedByte};
use super::{MAGIC, MAX_MEMORY, WireError, WireFault, decode, encode};
use crate::{
    Access, AtomicOp, Axis, BinaryOp, Expr, Kernel, MAX_NESTING, MAX_NODES, Node, Operand, Program,
    Type, UnaryOp,
};
use std::fmt::Debug;

/// Every byte with a meaning, with its name.
fn numbers<T: TaggedByte + Debug>() -> String {
    let named = (0..=u8::MAX).filter_map(|tag| Some((tag, T::from_tag(tag)?)));
    let text: Vec<_> = named
        .inspect(|(tag, it)| assert_eq!(*tag, it.tag()))
        .map(|(tag, it)| format!("{tag} {it:?}"))
        .collect();
    text.join(", ")
}

/// Oracle: the published numbers; changing any of them changes the format.
#[test]
fn tags_are_frozen() {
    let published = [
        (
            numbers::<Section>(),
            "1 Program, 2 Buffers, 3 Callees, 4 Entry",
        ),
        (numbers::<CalleeTag>(), "0 Function, 1 Op"),
        (
            numbers::<Type>(),
            "0 U32, 1 I32, 2 U64, 3 Bool, 4 U128, 5 Vec2, 6 Vec4, 7 Bytes, 8 Float(F32), 9 Float(F16), \
             10 Float(BF16), 11 Float(F8E4M3), 12 Float(F8E5M2)",
        ),
        (
            numbers::<Access>(),
            "0 ReadOnly, 1 ReadWrite, 2 Uniform, 3 Workgroup",
        ),
        (
            numbers::<NodeTag>(),
            "0 Let, 1 Declare, 2 Assign, 3 StoreElement, 4 If, 5 Loop, 6 While, 7 Break, 8 Continue, \
             9 Call, 10 Block, 11 Return, 12 Store, 13 Atomic, 14 Barrier",
        ),
        (
            numbers::<ExprTag>(),
            "0 Literal, 1 Local, 2 Element, 3 TableElement, 4 Unary, 5 Binary, 6 Select, 7 Cast, \
             8 Compose, 9 Lane, 10 Load, 11 BufferLength, 12 InvocationId, 13 WorkgroupId, \
             14 LocalInvocationId",
        ),
        (
            numbers::<UnaryOp>(),
            "0 Not, 1 Negate, 2 CountOnes, 3 LeadingZeros, 4 TrailingZeros, 5 ReverseBits, 6 SwapBytes",
        ),
        (
            numbers::<BinaryOp>(),
            "0 Add, 1 Sub, 2 Mul, 3 Div, 4 Rem, 5 And, 6 Or, 7 Xor, 8 Shl, 9 Shr, 10 RotateLeft, \
             11 RotateRight, 12 Min, 13 Max, 14 MulHigh, 15 Eq, 16 Ne, 17 Lt, 18 Le, 19 Gt, 20 Ge",
        ),
        (
            numbers::<AtomicOp>(),
            "0 Add, 1 Or, 2 And, 3 Xor, 4 Min, 5 Max, 6 Exchange, 7 CompareExchange",
        ),
    ];
    for (tag, published) in published {
        assert_eq!(tag, published);
    }
}

fn sample() -> Program {
    let mut k = Kernel::new("k", [1, 2, 300]);
    let out = k.buffer("o", Access::ReadWrite, Type::U32, Some(5));
    let x = k.bind("é", Expr::invocation_id(Axis::Z));
    k.call("a::b", vec![x.into()], Type::Bool);
    k.store(out, x, out.len() + 300_u32);
    k.atomic(AtomicOp::Max, out, 0_u32, 1_u32);
    k.finish()
}

/// The encoded module, written by hand from the tables of the module's documentation.
const SAMPLE: &[u8] = &[
    0x89, b'V', b'Y', b'R', b'E', b'\r', b'\n', 0x1a, 2, 0, 0, 0, // magic, version
    1, 6, 0, 0, 0, 1, b'k', 1, 2, 0xac, 2, // name, workgroup size
    2, 8, 0, 0, 0, 1, 1, b'o', 0, 1, 0, 1, 5, // one buffer
    3, 7, 0, 0, 0, 1, 1, 4, b'a', b':', b':', b'b', // one callee, an op
    4, 65, 0, 0, 0, 1, b'k', 0, 0, // the kernel: no parameters, no results
    3, 2, 0xc3, 0xa9, 0, 0, 1, b'b', 3, 0, 6, b'b', b'e', b'f', b'o', b'r', b'e', 0,
    0, // locals
    0, 4, // no tables, four nodes
    0, 0, 12, 0, 2, 0, // let
    9, 0, 1, 1, 0, 0, 1, 1, // call
    12, 0, 1, 0, 0, 5, 0, 0, 11, 0, 0, 0, 0, 0xac, 2, // store
    13, 5, 0, 0, 0, 0, 0, 0, 1, 0, 2, // atomic
];

/// Oracle: bytes written by hand.
#[test]
fn the_layout_is_the_documented_one() {
    assert_eq!(encode(&sample()).as_deref(), Ok(SAMPLE));
    assert_eq!(decode(SAMPLE), Ok(sample()));
}

/// The sample with the bytes of one range replaced; section lengths are unchanged.
fn with(position: usize, bytes: &[u8]) -> Result<Program, WireError> {
    let mut all = SAMPLE.to_vec();
    all[position..position + bytes.len()].copy_from_slice(bytes);
    decode(&all)
}

#[track_caller]
fn refused(result: Result<Program, WireError>, offset: usize, fault: WireFault) {
    assert_eq!(result, Err(WireError { offset, fault }));
}

/// Oracle: the table of the format; each case breaks one byte of the hand-written sample.
#[test]
fn every_fault_has_its_offset() {
    refused(with(3, b"x"), 3, WireFault::Magic);
    refused(with(8, &[0]), 8, WireFault::NoSuchVersion { actual: 0 });
    refused(with(8, &[3]), 8, WireFault::NewerVersion { actual: 3 });
    refused(
        with(11, &[1]),
        8,
        WireFault::NewerVersion {
            actual: 0x0100_0002,
        },
    );
    let what = "section";
    refused(with(12, &[9]), 12, WireFault::Tag { what, actual: 9 });
    let what = "section `program`";
    refused(with(12, &[2]), 12, WireFault::Tag { what, actual: 2 });
    refused(with(13, &[7]), 23, WireFault::Trailing { what, count: 1 });
    let what = "the workgroup size";
    refused(with(13, &[5]), 22, WireFault::Truncated { what });
    let what = "the name of the program";
    let (tag, max) = (6, 5);
    refused(
        with(17, &[6]),
        17,
        WireFault::Count {
            what,
            actual: tag,
            max,
        },
    );
    refused(with(18, &[0xff]), 18, WireFault::Utf8 { what });
    let what = "the workgroup size";
    refused(with(22, &[0]), 21, WireFault::Varint { what });
    let what = "buffers";
    let (tag, max) = (2, 1);
    refused(
        with(28, &[2]),
        28,
        WireFault::Count {
            what,
            actual: tag,
            max,
        },
    );
    let what = "access";
    refused(with(32, &[4]), 32, WireFault::Tag { what, actual: 4 });
    let what = "type";
    refused(with(33, &[13]), 33, WireFault::Tag { what, actual: 13 });
    let what = "the count of a buffer";
    refused(with(34, &[2]), 34, WireFault::Tag { what, actual: 2 });
    let what = "callee";
    refused(with(42, &[3]), 42, WireFault::Tag { what, actual: 3 });
    let mut longer = SAMPLE.to_vec();
    longer.push(0);
    let what = "the program";
    let count = 1;
    refused(
        decode(&longer),
        SAMPLE.len(),
        WireFault::Trailing { what, count },
    );
}

/// Oracle: a prefix is not a program; the first missing byte follows its last.
#[test]
fn every_prefix_is_cut_short() {
    for length in 0..SAMPLE.len() {
        let error = decode(&SAMPLE[..length]).expect_err("a prefix");
        assert!(
            matches!(error.fault, WireFault::Truncated { .. }),
            "{error}"
        );
        assert_eq!(error.offset, length);
    }
}

/// The sample up to the workgroup size, which is replaced by these bytes.
fn number(bytes: &[u8]) -> Result<Program, WireError> {
    let mut all = SAMPLE[..19].to_vec();
    all[13] = 4 + bytes.len() as u8;
    all.extend_from_slice(bytes);
    all.extend_from_slice(&[1, 1]);
    all.extend_from_slice(&SAMPLE[23..]);
    decode(&all)
}

/// Oracle: LEB128: seven bits a byte; the largest u32 takes five bytes, the largest u64 ten.
#[test]
fn numbers_have_one_form() {
    let what = "the workgroup size";
    let size = number(&[0xff, 0xff, 0xff, 0xff, 0x0f]).map(|p| p.workgroup_size[0]);
    assert_eq!(size, Ok(u32::MAX));
    let (tag, max) = (1 << 32, u32::MAX.into());
    let range = WireFault::Range {
        what,
        actual: tag,
        max,
    };
    refused(number(&[0x80, 0x80, 0x80, 0x80, 0x10]), 19, range);
    let mut long = [0xff; 10];
    long[9] = 1;
    let tag = u64::MAX;
    refused(
        number(&long),
        19,
        WireFault::Range {
            what,
            actual: tag,
            max,
        },
    );
    long[9] = 2;
    refused(number(&long), 19, WireFault::Varint { what });
    refused(number(&[0xff; 11]), 19, WireFault::Varint { what });
    refused(number(&[0x81, 0]), 19, WireFault::Varint { what });
    refused(number(&[0x80, 0x80, 0]), 19, WireFault::Varint { what });
}

fn kernel(nodes: Vec<Node>) -> Program {
    let mut k = Kernel::new("k", [1; 3]);
    nodes.into_iter().for_each(|node| k.push(node));
    k.finish()
}

/// Wraps a node in blocks, or an expression in complements.
fn nested(blocks: usize, expressions: usize) -> Program {
    let value = (1..expressions).fold(Expr::u32(7), |e, _| Expr::unary(UnaryOp::Not, e));
    let node = (1..blocks).fold(Node::Return(vec![value]), |n, _| Node::Block(vec![n]));
    kernel(vec![node])
}

/// Writes a program that `encode` rejects: nested blocks, or nested complements.
fn deep(levels: usize, open: &[u8], close: &[u8]) -> Vec<u8> {
    let mut bytes = encode(&kernel(vec![])).expect("a small program");
    let length = bytes.len();
    bytes.truncate(length - 1);
    bytes.push(1);
    for _ in 0..levels {
        bytes.extend_from_slice(open);
    }
    bytes.extend_from_slice(close);
    let entry = bytes.len() - length + usize::from(bytes[length - 11]);
    bytes[length - 11..length - 7].copy_from_slice(&(entry as u32).to_le_bytes());
    bytes
}

/// Oracle: the limits of the IR, 64 levels and 100,000 nodes, and that of the format, 64 MiB.
#[test]
fn limits_hold_in_both_directions() {
    for program in [nested(MAX_NESTING, 1), nested(1, MAX_NESTING)] {
        let bytes = encode(&program).expect("within the limits");
        assert_eq!(decode(&bytes), Ok(program));
    }
    let blocks = WireFault::Nesting { what: "blocks" };
    let expressions = WireFault::Nesting {
        what: "expressions",
    };
    let fault = |program| encode(&program).expect_err("beyond the limits").fault;
    assert_eq!(fault(nested(MAX_NESTING + 1, 1)), blocks);
    assert_eq!(fault(nested(1, MAX_NESTING + 1)), expressions);
    let violations = |bytes: Vec<u8>| decode(&bytes).expect_err("beyond the limits").fault;
    assert_eq!(violations(deep(100_000, &[10, 1], &[14])), blocks);
    // A return of one value, a deeply nested complement.
    let mut bytes = vec![11, 1];
    bytes.extend([4, 0, 0].repeat(100_000));
    assert_eq!(violations(deep(1, &bytes, &[0, 0, 0])), expressions);

    let many = |count| kernel(vec![Node::Barrier; count]);
    let bytes = encode(&many(MAX_NODES)).expect("within the limits");
    assert_eq!(decode(&bytes), Ok(many(MAX_NODES)));
    assert_eq!(fault(many(MAX_NODES + 1)), WireFault::Nodes);
    let table = |words: usize| {
        let mut k = Kernel::new("k", [1; 3]);
        k.table("t", Type::U64, vec![u64::MAX; words]);
        k.finish()
    };
    assert_eq!(fault(table(MAX_MEMORY / 8)), WireFault::Memory);
    let almost = table(MAX_MEMORY / 8 - 100);
    assert_eq!(decode(&encode(&almost).expect("it fits")), Ok(almost));
}

/// Oracle: the documentation of the versions: the first had no float types.
#[test]
fn version_1_is_read_and_has_no_floats() {
    let of_version_1 = |ty| {
        let mut k = Kernel::new("k", [1; 3]);
        k.read_write("o", ty);
        let mut bytes = encode(&k.finish()).expect("within the limits");
        bytes[8] = 1;
        decode(&bytes)
    };
    for ty in Type::ALL {
        match (ty.is_float(), of_version_1(*ty)) {
            (false, Ok(program)) => assert_eq!(program.buffers[0].element, *ty),
            (true, Err(error)) => {
                let text = error.to_string();
                assert!(text.contains("is not a type of version 1"), "{text}");
            }
            (_, other) => panic!("{ty:?}: {other:?}"),
        }
        // The comparison in `ty` assumes that no type has a higher tag.
        assert!(ty.tag() <= LAST_TYPE.tag(), "{ty:?}");
    }
}

/// Oracle: the requirement that errors state the place, the fault and a remedy.
#[test]
fn messages() {
    let message = |result: Result<Program, WireError>| match result {
        Ok(_) => String::new(),
        Err(error) => error.to_string(),
    };
    assert_eq!(
        message(with(8, &[3])),
        "byte 8: the program is of wire version 3, this build reads up to version 2: use a newer build"
    );
    assert_eq!(
        message(decode(&MAGIC[..3])),
        "byte 3: the magic is cut short: get the whole file again"
    );
    assert_eq!(
        message(decode(b"hello")),
        "byte 0: this is not an encoded program: it does not begin with the magic bytes"
    );
    let sum = Expr::u32(1).binary(BinaryOp::Add, 2);
    assert_eq!(
        message(encode(&kernel(vec![Node::Return(vec![sum])])).and_then(|b| decode(&b))),
        ""
    );
}
