//! What the strict modules must have, read by other code than that which writes it.

use super::compile::compile;
use super::controls::Control;
use super::strict::strict;
use crate::lower::{OperandSource, op_shader};
use crate::registry::Signature;
use crate::spec::ValueType::F32;

/// Opcodes of the SPIR-V specification, section 3.52.
const EXTENSION: u32 = 10;
const EXT_INST: u32 = 12;
const ENTRY_POINT: u32 = 15;
const EXECUTION_MODE: u32 = 16;
const CAPABILITY: u32 = 17;
const DECORATE: u32 = 71;
const TYPE_FLOAT: u32 = 22;
const NEGATE: u32 = 127;
const ARITHMETIC: [u32; 5] = [NEGATE, 129, 131, 133, 136];
/// Decorations and modes, sections 3.20 and 3.6.
const NO_CONTRACTION: u32 = 42;
const WANTED: [(u32, u32); 3] = [(4464, 4459), (4466, 4461), (4467, 4462)];

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

/// The results of float arithmetic in a module: of operators, and of functions that give a float.
fn results(all: &[Vec<u32>]) -> Vec<u32> {
    let is_float = |ty: u32| all.iter().any(|i| i[0] == TYPE_FLOAT && i[1] == ty);
    let computes = |i: &&Vec<u32>| match i[0] {
        EXT_INST => is_float(i[1]),
        op => ARITHMETIC.contains(&op),
    };
    all.iter().filter(computes).map(|i| i[2]).collect()
}

/// What a module lacks to be strict.
fn lacking(words: &[u32]) -> Vec<String> {
    let all = read(words);
    let has = |wanted: &[u32]| all.iter().any(|i| i == wanted);
    let mut lacking = vec![];
    for id in results(&all) {
        if !has(&[DECORATE, id, NO_CONTRACTION]) {
            lacking.push(format!("NoContraction on {id}"));
        }
    }
    for (capability, mode) in WANTED {
        if !has(&[CAPABILITY, capability]) {
            lacking.push(format!("capability {capability}"));
        }
        for entry in all.iter().filter(|i| i[0] == ENTRY_POINT) {
            if !has(&[EXECUTION_MODE, entry[2], mode, 32]) {
                lacking.push(format!("mode {mode}"));
            }
        }
    }
    if !all.iter().any(|i| i[0] == EXTENSION) {
        lacking.push("extension".to_owned());
    }
    lacking
}

fn text() -> String {
    let functions = "fn native_f(a: u32, b: u32, c: u32) -> u32 {
        let x = bitcast<f32>(a);
        let y = bitcast<f32>(b);
        let z = bitcast<f32>(c);
        return bitcast<u32>(sqrt(x) * y + fma(-x, y / z, z) - floor(y));
    }";
    let signature = Signature {
        operands: &[F32, F32, F32],
        result: F32,
    };
    let sources = [OperandSource::Storage; 3];
    op_shader(functions, "native_f", &signature, &sources, 64, 16)
}

/// Oracle: the SPIR-V specification: float controls are an execution mode with a capability each, and every
/// result that must not be fused is decorated.
#[test]
fn every_float_result_is_decorated_and_every_control_is_there() {
    let compiled = compile(&text(), &Control::ALL).unwrap().expect("floats");
    assert_eq!(lacking(&compiled.words), [""; 0]);
    // Root, fused multiply-add and floor; a negation; a product, a quotient, a sum and a difference.
    assert_eq!(results(&read(&compiled.words)).len(), 3 + 1 + 4);
    assert_eq!(compiled.layout.len(), 5);
}

/// Oracle: the planted omissions: each word that makes the module strict, left out alone.
#[test]
fn a_pass_that_forgets_one_is_caught() {
    let words = compile(&text(), &Control::ALL)
        .unwrap()
        .expect("floats")
        .words;
    let all = read(&words);
    let mut omitted = 0;
    for k in 0..all.len() {
        let strict = match all[k][0] {
            DECORATE => all[k][2] == NO_CONTRACTION,
            EXECUTION_MODE => WANTED.iter().any(|(_, mode)| all[k][2] == *mode),
            CAPABILITY => WANTED
                .iter()
                .any(|(capability, _)| all[k][1] == *capability),
            EXTENSION => true,
            _ => false,
        };
        if strict {
            let mut without = all.clone();
            without.remove(k);
            let found = lacking(&write(&words, &without));
            assert_eq!(found.len(), 1, "without {:?}: {found:?}", all[k]);
            omitted += 1;
        }
    }
    assert_eq!(omitted, 8 + 3 + 3 + 1);
}

/// Oracle: the order of sections in the SPIR-V specification, section 2.4, and the module before.
#[test]
fn nothing_else_changes_and_sections_stay_in_order() {
    let strictest = compile(&text(), &Control::ALL)
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
        EXTENSION => i[1] == u32::from_le_bytes(*b"SPV_") && i[4] == u32::from_le_bytes(*b"t_co"),
        _ => false,
    };
    let before: Vec<Vec<u32>> = all.iter().filter(|i| !added(i)).cloned().collect();
    let again = strict(&write(&strictest, &before), &Control::ALL);
    assert_eq!(again, strictest);
}

/// Oracle: the rule that a shader without floats is no matter of this module.
#[test]
fn integers_are_left_to_wgpu() {
    let text = "@group(0) @binding(0) var<storage, read_write> v: array<u32>;
        @compute @workgroup_size(1) fn vyre_main() { v[0] = v[1] + 1u; }";
    assert!(compile(text, &Control::ALL).unwrap().is_none());
    let error = compile("fn main( {", &Control::ALL).err().expect("no WGSL");
    assert!(error.contains("error"), "{error}");
}
