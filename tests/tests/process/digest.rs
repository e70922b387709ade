//! Digests from programs out of process that make their inputs themselves.

use super::host::{SUM, load, sum};
use super::open;
use vyre_conform_runtime::generate::{Sequence, Source, Width, Witnesses, exhaustive};
use vyre_conform_runtime::ir::{Expr, FunctionBuilder, Node, Type};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::valid::validate;
use vyre_conform_spec::ValueType::U32;
use vyre_conform_spec::{Category, ValueType};
use vyre_conform_suite::backend::digest::{BLOCK_CASES, Digest};
use vyre_conform_suite::backend::{Backend, Code, LoadedOp, OpCode};

const KEY: u64 = 0x1234_5678_9abc_def0;

/// The digests of these one-word results, computed by the test.
fn expected_digests(
    source: &dyn Source,
    range: std::ops::Range<u64>,
    op: impl Fn(&[u32]) -> u32,
) -> Vec<Digest> {
    let mut digests = vec![];
    for number in range {
        if digests.is_empty() || number % BLOCK_CASES == 0 {
            digests.push(Digest::default());
        }
        let values = vyre_conform_runtime::generate::case(source, number);
        let words: Vec<u32> = values
            .iter()
            .flat_map(|value| value.words().to_vec())
            .collect();
        let last = digests.last_mut().expect("one");
        last.add(KEY, number, 1, &[op(&words)]);
    }
    digests
}

/// Oracle: the sums of the source's cases, digested one at a time.
#[test]
fn digests_agree_with_the_cases() {
    let backend = open(&["right"]).expect("it opens");
    let module = sum();
    let op = load(&backend, &module);
    let witnesses = Witnesses::new(SUM.operands, 9, 1 << 33);
    assert!(op.digests_of(&witnesses) && op.generates(&witnesses));
    // Across the end of a block, and where the number of a case has more than 32 bits.
    for start in [BLOCK_CASES - 700, (1 << 32) - 300] {
        let range = start..start + 1500;
        let actual = op.digests(&witnesses, range.clone(), KEY).expect("digests");
        let expected = expected_digests(&witnesses, range, |words| words[0].wrapping_add(words[1]));
        assert_eq!((actual.len(), actual), (2, expected), "{start}");
    }
    // Few cases are sent, and so are inputs that are not one stream.
    assert!(!op.digests_of(&Witnesses::new(SUM.operands, 9, 1000)));
    let parts: Vec<Box<dyn Source>> = vec![
        exhaustive(SUM.operands, Width::U8).expect("a product"),
        Box::new(Witnesses::new(SUM.operands, 9, 1 << 30)),
    ];
    assert!(!op.digests_of(&Sequence::new(SUM.operands, parts)));
}

/// Oracle: the complements of consecutive words.
#[test]
fn every_word_can_be_digested() {
    let backend = open(&["right"]).expect("it opens");
    let mut f = FunctionBuilder::new("not", vec![Type::U32]);
    let a = f.param("a", Type::U32);
    let value = Expr::unary(vyre_conform_runtime::ir::UnaryOp::Not, f.read(a));
    let module = validate(f.module(vec![Node::Return(vec![value])])).expect("one line");
    let types: &[ValueType] = &[U32];
    let code = OpCode {
        id: "test::not",
        name: "not",
        signature: Signature {
            operands: types,
            result: U32,
        },
        category: Category::A,
        code: Code::Module(&module),
        native: None,
        host: None,
    };
    let op: Box<dyn LoadedOp + '_> = backend.load(&code).expect("loaded");
    let every = exhaustive(types, Width::Full).expect("a product");
    assert!(op.digests_of(&*every));
    let range = (1 << 32) - 900..1 << 32;
    let actual = op.digests(&*every, range.clone(), KEY).expect("digests");
    assert_eq!(actual, expected_digests(&*every, range, |words| !words[0]));
}
