//! Text in WGSL: accepted by naga, next to an application's own code, and right on adapters.

use super::{PREFIX, catalog, everything, translated};
use std::collections::BTreeSet;
use vyre_conform_emit::{Target, emit};
use vyre_conform_fuzz::{Callable, Case};
use vyre_conform_lower as lower;
use vyre_conform_runtime::generate::{self, Witnesses};
use vyre_conform_runtime::value::MAX_WORDS;
use vyre_conform_suite::backend::{Backend, Code, OpCode, Operand};
use vyre_conform_tests::adapters;

/// naga's error about a module, if any.
fn refused(text: &str) -> Option<String> {
    let module = match naga::front::wgsl::parse_str(text) {
        Ok(module) => module,
        Err(error) => return Some(error.emit_to_string(text)),
    };
    let flags = naga::valid::ValidationFlags::all();
    let none = naga::valid::Capabilities::empty();
    let checked = naga::valid::Validator::new(flags, none).validate(&module);
    checked.err().map(|error| error.emit_to_string(text))
}

/// The module-scope names that a text declares.
fn declared(text: &str) -> Vec<&str> {
    let heads = ["fn ", "struct ", "var<private> "];
    let rests = text.lines();
    let rests = rests.filter_map(|line| heads.iter().find_map(|head| line.strip_prefix(head)));
    let end = |c: char| c != '_' && !c.is_ascii_alphanumeric();
    rests.filter_map(|rest| rest.split(end).next()).collect()
}

/// Oracle: naga; and the rule that every op has its function under its own name alone.
#[test]
fn the_whole_library_is_one_module() {
    let catalog = catalog();
    let request = everything(&catalog, Target::Wgsl);
    let text = emit(&catalog, &request, &[]).expect("a text");
    assert_eq!(refused(&text), None);
    let names = declared(&text);
    let once: BTreeSet<&str> = names.iter().copied().collect();
    assert_eq!(names.len(), once.len(), "each name once");
    for name in &names {
        let rest = name.strip_prefix(PREFIX);
        assert!(rest.is_some_and(|rest| !rest.starts_with(PREFIX)), "{name}");
    }
    let ids = translated(&catalog);
    for id in &ids {
        assert!(once.contains(&*request.name(id)), "{id}");
    }
    // Shared functions occur once: separate texts are longer.
    let apart = ids.iter().map(|id| {
        let mut request = request.clone();
        request.ops = vec![(*id).to_owned()];
        declared(&emit(&catalog, &request, &[]).expect("a text")).len()
    });
    let apart: usize = apart.sum();
    assert!(apart > names.len() + 50, "{apart} and {}", names.len());
}

/// Possible names of an application, among them names of the lowering's own functions.
const OWN_FUNCTIONS: &str = "
fn mul_wide(a: u32) -> u32 { return a; }
fn u64_add(a: u32) -> u32 { return a + mul_wide(a); }
fn exp_(x: f32) -> f32 { return x; }
fn f_normalize(x: f32) -> f32 { return x; }
struct f_normalize_values { r0: u32 }
var<private> table: array<u32, 4>;
@group(0) @binding(0) var<storage, read_write> data: array<f32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let math = u64_add(id.x);
    data[id.x] = math_f32_exp_f(data[id.x]) + f32(math_u32_mul_hi(math, table[1]));
}
";

/// Oracle: naga, on 50 random shaders that call any op of the library from their own functions, and on one that uses
/// the lowering's names.
#[test]
#[ignore = "a long run: seconds"]
fn emitted_functions_compile_inside_other_shaders() {
    let catalog = catalog();
    let text = emit(&catalog, &everything(&catalog, Target::Wgsl), &[]).expect("a text");
    let combined = format!("{text}{OWN_FUNCTIONS}");
    assert_eq!(refused(&combined), None);
    let callable = Callable::of(catalog.ops()).signatures;
    for seed in 0..50 {
        let case = Case::random(seed, &callable);
        let program = case.valid(&catalog).expect("valid");
        let shader = lower::program(&program);
        assert_eq!(refused(&format!("{shader}\n{text}")), None, "seed {seed}");
    }
}

/// The number of cases for each op on each adapter.
const CASES: u64 = 512;

/// Oracle: the references, compiled by rustc; the text contains all ops.
#[test]
#[ignore = "a long run: seconds"]
fn every_function_is_right_on_adapters() {
    let catalog = catalog();
    let request = everything(&catalog, Target::Wgsl);
    // A float kernel of the library is long, and a driver compiles the whole text.
    let families = |id: &str| {
        ["u32::", "i32::", "u64::", "vec"]
            .iter()
            .any(|f| id.starts_with(f))
    };
    let ids: Vec<&str> = translated(&catalog);
    let ids: Vec<&str> = ids.into_iter().filter(|id| families(id)).collect();
    let mut request = request;
    request.ops = ids.iter().map(|id| (*id).to_owned()).collect();
    request.on_floats = false;
    let text = emit(&catalog, &request, &[]).expect("a text");
    for (n, id) in ids.iter().enumerate() {
        // Each adapter compiles the whole text for each op, so they alternate.
        let adapter = adapters()[n % adapters().len()];
        let op = catalog.find(id).expect("an op").def;
        let name = request.name(id);
        let code = OpCode {
            name: &name,
            code: Code::wgsl(&text),
            native: None,
            ..OpCode::registered(op)
        };
        let loaded = adapter.load(&code).expect("loaded");
        let signature = op.op.signature;
        let source = Witnesses::new(signature.operands, 7, CASES);
        let cases: Vec<_> = (0..CASES).map(|n| generate::case(&source, n)).collect();
        let column = |k: usize| -> Vec<u32> {
            let values = cases.iter().map(|case| case[k]);
            values.flat_map(|value| value.words().to_vec()).collect()
        };
        let columns: Vec<Vec<u32>> = (0..signature.operands.len()).map(column).collect();
        let operands: Vec<Operand<'_>> = columns.iter().map(|c| Operand::Storage(c)).collect();
        let actual = loaded.run(&operands, cases.len()).expect("run");
        let words = signature.result.words();
        for (case, actual) in cases.iter().zip(actual.chunks(words)) {
            let operand_words: Vec<u32> = case.iter().flat_map(|v| v.words().to_vec()).collect();
            let mut expected = [0; MAX_WORDS];
            (op.op.scalar)(&operand_words, &mut expected);
            assert_eq!(actual, &expected[..words], "{id} of {case:?}");
        }
    }
}
