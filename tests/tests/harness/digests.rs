//! Kept digests of references: a later run uses them, but never trusts them against the reference.

use super::support::context_with;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use vyre_conform_harness::{Settings, Tally, execute_range};
use vyre_conform_runtime::generate::{Source, Width, exhaustive};
use vyre_conform_runtime::registry::{self, OpDef, OpRef, Signature, op_ref};
use vyre_conform_runtime::spec::Category;
use vyre_conform_runtime::sync::cores;
use vyre_conform_runtime::{vyre_fn, vyre_op};
use vyre_conform_suite::backend::digest::{
    BLOCK_CASES, Digest, DigestReference, MemoryDigests, parity_by_digest,
};
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, Identity, LoadedOp, OpCode, Operand,
};
use vyre_conform_suite::plan::Domain;
use vyre_conform_tests::changed;
use vyre_ops as _;

/// Calls of the function below, one for each case of the reference.
static REFERENCE_CALLS: AtomicU64 = AtomicU64::new(0);

/// Adds nothing, and counts its calls.
fn counting(a: u32) -> u32 {
    REFERENCE_CALLS.fetch_add(1, Ordering::Relaxed);
    a.wrapping_add(3)
}

/// The correct function for `toy::counting`.
#[vyre_fn]
const fn add_three(a: u32) -> u32 {
    a.wrapping_add(3)
}

/// Adds three.
#[vyre_op(id = "toy::counting", lower = add_three, table((1) => 4, "one and three"))]
fn counted(a: u32) -> u32 {
    counting(a)
}

/// A device that makes inputs and digests itself, wrong for one input.
struct DigestingBackend(Identity, u32);

struct DigestingOp(Signature, u32);

impl Backend for DigestingBackend {
    fn identity(&self) -> &Identity {
        &self.0
    }
    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        Ok(Box::new(DigestingOp(op.signature, self.1)))
    }
}

impl DigestingOp {
    fn result(&self, a: u32) -> u32 {
        add_three(a) ^ u32::from(a == self.1)
    }
}

impl LoadedOp for DigestingOp {
    fn signature(&self) -> Signature {
        self.0
    }
    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let ty = self.0.operands[0];
        let words = (0..cases).map(|case| operands[0].words(case, ty)[0]);
        Ok(words.map(|a| self.result(a)).collect())
    }
    fn generates(&self, source: &dyn Source) -> bool {
        self.digests_of(source)
    }
    fn digests_of(&self, _: &dyn Source) -> bool {
        true
    }
    fn digests(
        &self,
        _: &dyn Source,
        range: Range<u64>,
        key: u64,
    ) -> Result<Vec<Digest>, BackendError> {
        let blocks = range.start / BLOCK_CASES..range.end / BLOCK_CASES;
        let of = |block: u64| {
            let first = block * BLOCK_CASES;
            let cases = first..first + BLOCK_CASES;
            let results: Vec<u32> = cases.map(|a| self.result(a as u32)).collect();
            let mut digest = Digest::default();
            digest.add(key, first, 1, &results);
            digest
        };
        Ok(blocks.map(of).collect())
    }
}

const FIRST: u64 = 3;

/// The number of calls that the digest of an op makes to a function that is not translated; kept digests belong to that
/// digest.
const OF_THE_OP: u64 = 1024;

/// Runs blocks 3 and 4 of every input on a device that is wrong for `bad`; returns the tally and the number of calls of
/// the reference, less those for the op's own digest.
fn blocks_3_and_4(bad: u32, folder: Option<&Path>) -> (Tally, u64) {
    let root = tempfile::tempdir().expect("a temporary folder");
    let mut settings = Settings {
        digests: folder.map(Path::to_owned),
        ..Settings::default()
    };
    settings.plan.extra_domains = vec![Domain::ExhaustiveFull];
    let device = Box::leak(Box::new(DigestingBackend(
        Identity::named("digesting"),
        bad,
    )));
    let context = context_with(settings, &["toy::counting"], vec![device], root.path());
    let mut all = context.plan().obligations().iter();
    let name = "toy::counting::parity::digesting::exhaustive_full";
    let obligation = all.find(|o| o.id == name).expect("planned");
    let before = REFERENCE_CALLS.load(Ordering::Relaxed);
    let range = FIRST * BLOCK_CASES..(FIRST + 2) * BLOCK_CASES;
    let tally = execute_range(&context, obligation, range).expect("a tally");
    (
        tally,
        REFERENCE_CALLS.load(Ordering::Relaxed) - before - OF_THE_OP,
    )
}

fn only_file(folder: &Path) -> PathBuf {
    let files: Vec<PathBuf> = folder
        .read_dir()
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    let [file] = &files[..] else {
        panic!("one file: {files:?}")
    };
    file.clone()
}

/// Replaces the digest of a block in the file, with a matching hash.
fn plant(file: &Path, block: u64) {
    let text = std::fs::read_to_string(file).expect("a file");
    let start = format!("{block} ");
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines.pop().expect("the hash");
    let line = lines.iter_mut().find(|line| line.starts_with(&start));
    *line.expect("the block") = format!("{block} {:032x}", 77);
    let body = lines.join("\n") + "\n";
    let hash = blake3::hash(body.as_bytes()).to_hex();
    std::fs::write(file, format!("{body}blake3 {hash}\n")).expect("written");
}

/// Oracle: counting the calls of the reference, and the planted digest and result. It is one test, because the count is
/// global to the process.
#[test]
fn kept_digests_spare_reference_calls_and_blame_nobody() {
    let none = u32::MAX;
    let both = 2 * BLOCK_CASES;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let keep = Some(folder.path());
    let (tally, asked) = blocks_3_and_4(none, None);
    assert_eq!(
        (tally.cases, tally.failures, tally.by_digest),
        (both, 0, both)
    );
    assert_eq!(asked, both, "nothing is kept where no folder is named");
    assert_eq!(blocks_3_and_4(none, keep).1, both);
    let file = only_file(folder.path());
    let name = file.file_name().and_then(|n| n.to_str()).expect("a name");
    assert_eq!(name, "toy.counting.1.0x5eed.digests");
    let (tally, asked) = blocks_3_and_4(none, keep);
    assert_eq!(
        (tally.failures, asked),
        (0, BLOCK_CASES),
        "every digest was kept, and one block is computed again"
    );
    // A wrong digest with a matching hash: the run calls the reference again and does not blame the device.
    plant(&file, FIRST + 1);
    let (tally, asked) = blocks_3_and_4(none, keep);
    assert_eq!((tally.failures, tally.first), (0, None));
    assert!(asked >= BLOCK_CASES, "{asked}");
    // The run replaced the file by correct digests.
    assert_eq!(blocks_3_and_4(none, keep).1, BLOCK_CASES);
    // A wrong device is found whatever the file contains.
    let bad = ((FIRST + 1) * BLOCK_CASES) as u32 + 9;
    for planted in [false, true] {
        if planted {
            plant(&file, FIRST + 1);
        }
        let (tally, _) = blocks_3_and_4(bad, keep);
        assert_eq!((tally.failures, tally.by_digest), (1, both));
        assert_eq!(tally.first.expect("a failure").case, u64::from(bad));
    }
}

/// Oracle: the planted fault: one bit of one result of all 2^32. Duration: a minute and a half on two cores for each
/// adapter.
#[test]
#[ignore = "a long run: minutes"]
fn one_wrong_bit_of_every_input_is_found() {
    const BAD: u32 = 0x9abc_def1;
    let (id, registered) = ("f32::neg", registry::ops());
    let def: &OpDef = registered.into_iter().find(|op| op.id == id).expect(id);
    let source = exhaustive(def.op.signature.operands, Width::Full).expect("one word");
    let text = format!("fn f(a: u32) -> u32 {{ return a ^ 0x80000000u ^ u32(a == {BAD}u); }}");
    let threads = cores();
    for device in vyre_conform_tests::adapters() {
        let code = OpCode {
            id,
            name: "f",
            signature: def.op.signature,
            category: Category::A,
            code: Code::wgsl(&text),
            native: None,
            host: None,
        };
        let loaded = device.load(&code).expect("it loads");
        let (of, known) = (
            DigestReference::of(def).expect("its own"),
            MemoryDigests::default(),
        );
        let outcome = parity_by_digest(&*loaded, of, &*source, 0..1 << 32, 7, &known, threads);
        let outcome = outcome.expect("it digests").expect("it runs");
        assert_eq!((outcome.cases, outcome.failures), (1 << 32, 1));
        let first = outcome.first.expect("the wrong one");
        assert_eq!(first.inputs[0].words(), [BAD]);
        assert_eq!(
            first.expected().expect("a value").words(),
            [BAD ^ 0x8000_0000]
        );
        assert_eq!(first.found(), Some(&[BAD ^ 0x8000_0001][..]));
    }
}

/// Oracle: the rule that expected digests are those of the registered reference: the suite refuses by name a lowering
/// in its place, or an unregistered function.
#[test]
fn a_lowering_gives_no_expected_digests() {
    let def: &OpDef = registry::ops()
        .into_iter()
        .find(|op| op.id == "toy::counting")
        .expect("registered");
    assert!(DigestReference::of(def).is_ok());
    let refused = |op: OpRef| {
        let other = changed!(*def, op: op);
        DigestReference::of(&other).unwrap_err().to_string()
    };
    let lowering = refused(op_ref(add_three));
    assert!(lowering.contains("it is the op's lowering"), "{lowering}");
    let helper = refused(op_ref(add_four));
    assert!(helper.contains("lowerings are made of"), "{helper}");
    let foreign = refused(op_ref(|a: u32| a.wrapping_add(3)));
    assert!(
        foreign.contains("not the registered reference"),
        "{foreign}"
    );
}

/// Another function that a lowering may call.
#[vyre_fn]
const fn add_four(a: u32) -> u32 {
    a.wrapping_add(4)
}
