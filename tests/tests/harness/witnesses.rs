//! Very many witnesses: an adapter that makes them itself is compared by digests of blocks; fewer are compared word by
//! word.

use super::support::context_with;
use std::path::Path;
use vyre_conform_harness::{Context, Settings, Tally, execute_range};
use vyre_conform_lower as lower;
use vyre_conform_runtime::generate::{Source, Witnesses, case};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::spec::ValueType;
use vyre_conform_suite::backend::digest::{BLOCK_CASES, Digest};
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, Identity, LoadedOp, OpCode, Operand,
};
use vyre_conform_suite::plan::Part;
use vyre_conform_wgpu::WgpuBackend;
use vyre_ops as _;

/// From this number of witnesses on, digests are compared.
const DIGEST_THRESHOLD: u64 = 1_000_000_000;
const SEED: u64 = 0x5eed;

/// An adapter that makes inputs itself even if it is a program, with one wrong bit for these operands.
struct Eager(&'static WgpuBackend, Option<[u32; 2]>);

struct EagerOp<'a>(Box<dyn LoadedOp + 'a>);

impl Backend for Eager {
    fn identity(&self) -> &Identity {
        self.0.identity()
    }
    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        let Some([a, b]) = self.1 else {
            return Ok(Box::new(EagerOp(self.0.load(op)?)));
        };
        let Code::Module(module) = op.code else {
            panic!("a lowering")
        };
        let right = lower::function_name("right");
        let text = lower::functions(module, &op.signature, "right")
            + &format!(
                "\nfn faulty(a: u32, b: u32) -> u32 {{
                    return {right}(a, b) ^ (u32(a == {a}u && b == {b}u) << 22u);
                }}"
            );
        let code = OpCode {
            name: "faulty",
            code: Code::wgsl(&text),
            ..op.clone()
        };
        Ok(Box::new(EagerOp(self.0.load(&code)?)))
    }
}

impl LoadedOp for EagerOp<'_> {
    fn signature(&self) -> Signature {
        self.0.signature()
    }
    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        self.0.run(operands, cases)
    }
    fn generates(&self, source: &dyn Source) -> bool {
        self.digests_of(source)
    }
    fn run_generated(
        &self,
        source: &dyn Source,
        start: u64,
        cases: usize,
    ) -> Option<Result<Vec<u32>, BackendError>> {
        self.0.run_generated(source, start, cases)
    }
    fn digests_of(&self, source: &dyn Source) -> bool {
        self.0.digests_of(source)
    }
    fn digests(
        &self,
        source: &dyn Source,
        range: std::ops::Range<u64>,
        key: u64,
    ) -> Result<Vec<Digest>, BackendError> {
        assert_ne!(
            key, SEED,
            "a digest of witnesses is not keyed with their own stream"
        );
        self.0.digests(source, range, key)
    }
}

/// Joined result of the blocks from number `first` on, for an op with this many witnesses.
fn tally(
    id: &str,
    witnesses: u64,
    fault: Option<[u32; 2]>,
    first: u64,
    folder: &Path,
) -> Option<Tally> {
    let device = *vyre_conform_tests::adapters().first()?;
    let device: &'static Eager = Box::leak(Box::new(Eager(device, fault)));
    let mut settings = Settings {
        digests: Some(folder.to_owned()),
        ..Settings::default()
    };
    settings.plan.witnesses = witnesses;
    let root = tempfile::tempdir().expect("a temporary folder");
    let context: Context = context_with(settings, &[id], vec![device], root.path());
    let name = format!("{id}::parity::{}::witnessed", device.identity().slug);
    let mut all = context.plan().obligations().iter();
    let obligation = all.find(|o| o.id == name).expect("planned");
    assert!(matches!(obligation.part, Part::Parity(_)));
    let range = first * BLOCK_CASES..(first + 2) * BLOCK_CASES;
    Some(execute_range(&context, obligation, range).expect("a tally"))
}

/// Oracle: the planted bit, in one of 10^10 sums of strict floats, at an index beyond 2^32.
#[test]
#[ignore = "a long run: seconds"]
fn one_wrong_bit_among_very_many_witnesses_is_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (first, cases) = (5000, 10 * DIGEST_THRESHOLD);
    let both = 2 * BLOCK_CASES;
    let run = |fault| tally("f32::add", cases, fault, first, folder.path());
    let Some(right) = run(None) else { return };
    assert_eq!(
        (right.cases, right.failures, right.by_digest),
        (both, 0, both)
    );
    let bad = (first + 1) * BLOCK_CASES + 777_777;
    let inputs = case(&Witnesses::new(&[ValueType::F32; 2], SEED, cases), bad);
    let words = [inputs[0].words()[0], inputs[1].words()[0]];
    // Once with the reference's digests of the first run, and once without.
    for _ in 0..2 {
        let wrong = run(Some(words)).expect("an adapter");
        assert_eq!(
            (wrong.cases, wrong.failures, wrong.by_digest),
            (both, 1, both)
        );
        let result = wrong.first.expect("a failure");
        assert_eq!((result.case, &result.inputs), (bad, &inputs));
        let (expected, actual) = (result.expected(), result.found());
        let (expected, actual) = (expected.expect("a value"), actual.expect("words").to_vec());
        assert_eq!(expected.words()[0] ^ actual[0], 1 << 22);
        let files: Vec<_> = folder.path().read_dir().expect("a folder").collect();
        let [Ok(file)] = &files[..] else {
            panic!("one file: {files:?}")
        };
        let name = file.file_name();
        assert_eq!(name, "f32.add.1.0xffffffffffffa112.witnessed.digests");
        std::fs::remove_file(file.path()).expect("removed");
    }
}

/// Oracle: the rules of `backend::digest` and of the limit: few witnesses, or an op with a tolerance, are compared word
/// by word.
#[test]
fn fewer_witnesses_and_tolerant_ops_are_compared_word_by_word() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (id, witnesses) in [
        ("f32::add", DIGEST_THRESHOLD - 1),
        ("f32::rcp_approx", DIGEST_THRESHOLD),
    ] {
        let Some(actual) = tally(id, witnesses, None, 0, folder.path()) else {
            return;
        };
        let expected = (2 * BLOCK_CASES, 0, 0);
        assert_eq!(
            (actual.cases, actual.failures, actual.by_digest),
            expected,
            "{id}"
        );
    }
    assert_eq!(folder.path().read_dir().expect("a folder").count(), 0);
}
