//! Requirements on strict modules, checked by code that is independent of the writer.

use super::compile::compile;
use super::controls::{Control, Controls};
use super::strict::strict;
use vyre_conform_ir::valid::{Limits, validate_program};
use vyre_conform_ir::{
    BinaryOp, Expr, FunctionBuilder, Kernel, Library, Module, Node, OpBody, Type,
};
use vyre_conform_lower::{NativeCallee, OperandSource, op_shader, program_with};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::ValueType;
const F16: ValueType = ValueType::F16;
const F32: ValueType = ValueType::F32;

/// Opcodes of the SPIR-V specification, section 3.52.
const EXTENSION: u32 = 10;
const EXT_INST: u32 = 12;
const ENTRY_POINT: u32 = 15;
const EXECUTION_MODE: u32 = 16;
const CAPABILITY: u32 = 17;
const DECORATE: u32 = 71;
const TYPE_FLOAT: u32 = 22;
const TYPE_VECTOR: u32 = 23;
const NEGATE: u32 = 127;
const ARITHMETIC: [u32; 5] = [NEGATE, 129, 131, 133, 136];
/// Decorations and modes, sections 3.20 and 3.6.
const NO_CONTRACTION: u32 = 42;
const EXPECTED_MODES: [(u32, u32); 3] = [(4464, 4459), (4466, 4461), (4467, 4462)];

/// All controls of both widths.
fn every() -> Controls {
    Controls {
        single: Control::ALL.to_vec(),
        half: Control::ALL.to_vec(),
        packed_products: true,
        zeroed_memory: true,
        double: true,
    }
}

/// The instructions of a module.
fn read(words: &[u32]) -> Vec<Vec<u32>> {
    let (mut all, mut at) = (vec![], 5);
    while at < words.len() {
        let length = (words[at] >> 16) as usize;
        let mut instruction = words[at..at + length].to_vec();
        instruction[0] &= 0xffff;
        all.push(instruction);
        at += length;
    }
    all
}

fn write(header: &[u32], instructions: &[Vec<u32>]) -> Vec<u32> {
    let mut words = header[..5].to_vec();
    for instruction in instructions {
        words.push((instruction.len() as u32) << 16 | instruction[0]);
        words.extend(&instruction[1..]);
    }
    words
}

/// The results of float arithmetic in a module: of operators, and of functions that return a float.
fn results(all: &[Vec<u32>]) -> Vec<u32> {
    let is_scalar = |ty: u32| all.iter().any(|i| i[0] == TYPE_FLOAT && i[1] == ty);
    let is_vector = |i: &Vec<u32>| i[0] == TYPE_VECTOR && is_scalar(i[2]);
    let is_float = |ty: u32| is_scalar(ty) || all.iter().any(|i| is_vector(i) && i[1] == ty);
    let computes = |i: &&Vec<u32>| match i[0] {
        EXT_INST => is_float(i[1]),
        op => ARITHMETIC.contains(&op),
    };
    all.iter().filter(computes).map(|i| i[2]).collect()
}

/// True for the extension with float controls.
fn brings_controls(instruction: &[u32]) -> bool {
    let bytes: Vec<u8> = instruction[1..]
        .iter()
        .flat_map(|w| w.to_le_bytes())
        .collect();
    instruction[0] == EXTENSION && bytes.starts_with(b"SPV_KHR_float_controls\0")
}

/// The missing features of a module to be strict.
fn lacking(words: &[u32]) -> Vec<String> {
    let all = read(words);
    let contains = |selects: &[u32]| all.iter().any(|i| i == selects);
    let mut missing = vec![];
    for id in results(&all) {
        if !contains(&[DECORATE, id, NO_CONTRACTION]) {
            missing.push(format!("NoContraction on {id}"));
        }
    }
    for (capability, mode) in EXPECTED_MODES {
        if !contains(&[CAPABILITY, capability]) {
            missing.push(format!("capability {capability}"));
        }
        for entry in all.iter().filter(|i| i[0] == ENTRY_POINT) {
            for float in all.iter().filter(|i| i[0] == TYPE_FLOAT) {
                if !contains(&[EXECUTION_MODE, entry[2], mode, float[2]]) {
                    missing.push(format!("mode {mode} of {} bits", float[2]));
                }
            }
        }
    }
    if !all.iter().any(|i| brings_controls(i)) {
        missing.push("extension".to_owned());
    }
    missing
}

/// The calculation of both texts, with every kind of instruction.
const CALCULATION: &str = "sqrt(x) * y + fma(-x, y / z, z) - floor(y)";

fn shader(functions: &str, ty: ValueType) -> String {
    let operands: &'static [ValueType] = match ty {
        F16 => &[F16, F16, F16],
        _ => &[F32, F32, F32],
    };
    let signature = Signature {
        operands,
        result: ty,
    };
    let sources = [OperandSource::Storage; 3];
    op_shader(functions, "native_f", &signature, &sources, 64, 16)
}

fn text() -> String {
    let functions = format!(
        "fn native_f(a: u32, b: u32, c: u32) -> u32 {{
        let x = bitcast<f32>(a);
        let y = bitcast<f32>(b);
        let z = bitcast<f32>(c);
        return bitcast<u32>({CALCULATION});
    }}"
    );
    shader(&functions, F32)
}

/// The calculation with 16-bit floats, converted from words through 32-bit ones.
fn half() -> String {
    let functions = format!(
        "enable f16;
    fn native_number(a: u32) -> f16 {{ return f16(unpack2x16float(a).x); }}
    fn native_f(a: u32, b: u32, c: u32) -> u32 {{
        let x = native_number(a);
        let y = native_number(b);
        let z = native_number(c);
        return pack2x16float(vec2<f32>(f32({CALCULATION}), 0.0));
    }}"
    );
    shader(&functions, F16)
}

/// Oracle: the SPIR-V specification: float controls are an execution mode with a capability each, and every
/// result that must not be fused is decorated.
#[test]
fn every_float_result_is_decorated_and_every_control_is_declared() {
    let compiled = compile(&text(), &every(), None).unwrap().expect("floats");
    assert_eq!(lacking(&compiled.words), [""; 0]);
    // Root, fused multiply-add and floor; a negation; a product, a quotient, a sum and a difference.
    assert_eq!(results(&read(&compiled.words)).len(), 3 + 1 + 4);
    assert_eq!(compiled.layout.len(), 5);
}

/// The float control modes of a module, with their widths.
fn modes(words: &[u32]) -> Vec<(u32, u32)> {
    let all = read(words).into_iter();
    let modes = all.filter(|i| i[0] == EXECUTION_MODE && (4459..=4463).contains(&i[2]));
    modes.map(|i| (i[2], i[3])).collect()
}

/// Oracle: the SPIR-V specification: the mode of a width is for results of that width, and a module with 16-bit
/// floats needs the capability for them.
#[test]
fn results_of_16_bits_are_decorated_and_controlled() {
    let words = compile(&half(), &every(), None)
        .unwrap()
        .expect("floats")
        .words;
    assert_eq!(lacking(&words), [""; 0]);
    let all = read(&words);
    // Those of the 32-bit text, and the unpacked pair.
    assert_eq!(results(&all).len(), 3 + 1 + 4 + 1);
    let half = all.iter().find(|i| i[0] == TYPE_FLOAT && i[2] == 16);
    let half = half.expect("16-bit floats")[1];
    let decorated = |id: u32| all.contains(&vec![DECORATE, id, NO_CONTRACTION]);
    let narrow = |i: &&Vec<u32>| ARITHMETIC.contains(&i[0]) || i[0] == EXT_INST;
    let narrow = all.iter().filter(narrow).filter(|i| i[1] == half);
    assert_eq!(narrow.filter(|i| decorated(i[2])).count(), 3 + 1 + 4);
    // Float16; and no 16-bit inputs and outputs, which compute shaders lack.
    assert!(all.contains(&vec![CAPABILITY, 9]));
    assert!(!all.contains(&vec![CAPABILITY, 4436]));
}

/// Oracle: the rule that a control is requested exactly for the widths for which the driver supports it.
#[test]
fn controls_are_requested_where_the_driver_supports_them() {
    let rte = |single: bool, half: bool| Controls {
        single: [Control::RoundingModeRte][..usize::from(single)].to_vec(),
        half: [Control::RoundingModeRte][..usize::from(half)].to_vec(),
        ..Controls::default()
    };
    for (single, half_too, expected) in [
        (true, true, vec![(4462, 32), (4462, 16)]),
        (true, false, vec![(4462, 32)]),
        (false, true, vec![(4462, 16)]),
    ] {
        let words = compile(&half(), &rte(single, half_too), None);
        let words = words.unwrap().expect("floats").words;
        assert_eq!(modes(&words), expected);
        let capabilities = read(&words);
        let capabilities = capabilities.iter().filter(|i| **i == [CAPABILITY, 4467]);
        assert_eq!(capabilities.count(), 1);
    }
    let words = compile(&text(), &rte(true, true), None).unwrap();
    assert_eq!(modes(&words.expect("floats").words), [(4462, 32)]);
}

/// Oracle: the planted omissions: each word that makes the module strict, left out alone.
#[test]
fn omitted_decoration_or_control_is_caught() {
    let expected = [(text(), 8 + 3 + 3 + 1), (half(), 9 + 3 + 2 * 3 + 1)];
    for (text, expected) in expected {
        let words = compile(&text, &every(), None)
            .unwrap()
            .expect("floats")
            .words;
        let all = read(&words);
        let mut omitted = 0;
        for k in 0..all.len() {
            let strict = match all[k][0] {
                DECORATE => all[k][2] == NO_CONTRACTION,
                EXECUTION_MODE => EXPECTED_MODES.iter().any(|(_, mode)| all[k][2] == *mode),
                CAPABILITY => EXPECTED_MODES
                    .iter()
                    .any(|(capability, _)| all[k][1] == *capability),
                EXTENSION => brings_controls(&all[k]),
                _ => false,
            };
            if strict {
                let mut without = all.clone();
                without.remove(k);
                let actual = lacking(&write(&words, &without));
                assert_eq!(actual.len(), 1, "without {:?}: {actual:?}", all[k]);
                omitted += 1;
            }
        }
        assert_eq!(omitted, expected);
    }
}

/// Oracle: the order of sections in the SPIR-V specification, section 2.4, and the module before.
#[test]
fn nothing_else_changes_and_sections_stay_in_order() {
    let strictest = compile(&text(), &every(), None)
        .unwrap()
        .expect("floats")
        .words;
    let all = read(&strictest);
    let first = |op: u32| all.iter().position(|i| i[0] == op).expect("one");
    let last = |op: u32| all.iter().rposition(|i| i[0] == op).expect("one");
    assert!(last(CAPABILITY) < first(EXTENSION));
    assert!(last(EXTENSION) < first(11) && first(11) < first(14) && first(14) < first(ENTRY_POINT));
    assert!(last(ENTRY_POINT) < first(EXECUTION_MODE) && last(EXECUTION_MODE) < first(DECORATE));
    // Types follow the decorations.
    assert!(last(DECORATE) < first(22) && last(DECORATE) < first(19));
    let added = |i: &&Vec<u32>| match i[0] {
        DECORATE => i[2] == NO_CONTRACTION,
        EXECUTION_MODE => i[2] >= 4459 && i[2] <= 4463,
        CAPABILITY => (4464..=4468).contains(&i[1]),
        EXTENSION => brings_controls(i),
        _ => false,
    };
    let before: Vec<Vec<u32>> = all.iter().filter(|i| !added(i)).cloned().collect();
    let second = strict(&write(&strictest, &before), &every());
    assert_eq!(second, strictest);
}

/// Oracle: the rule that a shader without floats is not a matter of this module.
#[test]
fn integers_are_left_to_wgpu() {
    let text = "@group(0) @binding(0) var<storage, read_write> v: array<u32>;
        @compute @workgroup_size(1) fn vyre_main() { v[0] = v[1] + 1u; }";
    assert!(compile(text, &every(), None).unwrap().is_none());
    let error = compile("fn main( {", &every(), None)
        .err()
        .expect("no WGSL");
    assert!(error.contains("error"), "{error}");
}

/// Ops on two numbers with irrelevant bodies.
struct Pairs(Module);

impl Library for Pairs {
    fn find(&self, _: &str) -> Option<OpBody<'_>> {
        Some(OpBody::Inlinable(&self.0))
    }
}

/// The text of a program that multiplies and adds natively. Of its buffers, at 0, 1 and 2, the middle one is unused.
fn product_and_sum() -> String {
    let mut f = FunctionBuilder::new("pair", vec![Type::F32]);
    let [a, b] = ["a", "b"].map(|name| f.param(name, Type::F32));
    let [a, b] = [a, b].map(|local| Expr::cast(Type::U32, f.read(local)));
    let bits = Expr::cast(Type::F32, Expr::binary(BinaryOp::Add, a, b));
    let pairs = Pairs(f.module(vec![Node::Return(vec![bits])]));
    let mut k = Kernel::new("k", [64, 1, 1]);
    let given = k.read_only("given", Type::F32);
    k.read_only("unused", Type::F32);
    let result = k.read_write("result", Type::F32);
    let operands = vec![given.at(0_u32), given.at(1_u32)];
    let product = k.call("f32::mul", operands, Type::F32);
    let operands = vec![product.into(), given.at(2_u32)];
    let sum = k.call("f32::add", operands, Type::F32);
    k.store(result, 0_u32, sum);
    let program = validate_program(k.finish(), &pairs, &Limits::WEBGPU).expect("valid");
    let signature = Signature {
        operands: &[F32, F32],
        result: F32,
    };
    let text = |name: &str, operator: char| {
        format!(
            "fn {name}(a: u32, b: u32) -> u32 {{
    return bitcast<u32>(bitcast<f32>(a) {operator} bitcast<f32>(b));
}}"
        )
    };
    let [mul, add] = [("native_mul", '*'), ("native_add", '+')].map(|(n, op)| text(n, op));
    let callee = |callee, name, text| NativeCallee {
        callee,
        signature: &signature,
        name,
        text,
        correction: None,
    };
    let natives = [
        callee(0, "native_mul", &*mul),
        callee(1, "native_add", &*add),
    ];
    program_with(&program, &natives)
}

/// Oracle: the SPIR-V specification: a product and a sum that are both decorated are not fused, whichever functions
/// they came from. The planted omissions: one decoration or the other.
#[test]
fn two_ops_of_a_program_are_not_contracted() {
    let text = product_and_sum();
    let words = compile(&text, &every(), Some(&[0, 1, 2])).unwrap();
    let words = words.expect("floats").words;
    assert_eq!(lacking(&words), [""; 0]);
    let all = read(&words);
    assert_eq!(results(&all).len(), 2, "{text}");
    let exact = |i: &Vec<u32>| i[0] == DECORATE && i[2] == NO_CONTRACTION;
    for k in (0..all.len()).filter(|k| exact(&all[*k])) {
        let mut without = all.clone();
        without.remove(k);
        assert_eq!(lacking(&write(&words, &without)).len(), 1);
    }
}

/// Oracle: the layout of a program, which numbers every buffer that it declares, used or not; the planted one numbers
/// those that the text uses.
#[test]
fn buffers_have_the_numbers_of_the_layout() {
    /// Section 3.20 of the SPIR-V specification.
    const BINDING: u32 = 33;
    let text = product_and_sum();
    let numbers = |bound: Option<&[u32]>| {
        let words = compile(&text, &every(), bound).unwrap();
        let all = read(&words.expect("floats").words).into_iter();
        let actual = all.filter(|i| i[0] == DECORATE && i[2] == BINDING);
        let mut actual: Vec<u32> = actual.map(|i| i[3]).collect();
        actual.sort_unstable();
        actual
    };
    let of_program = numbers(Some(&[0, 1, 2]));
    assert!(of_program.contains(&2), "{of_program:?}");
    assert_eq!(numbers(None), [0, 1]);
}
