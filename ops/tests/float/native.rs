//! Native implementations: corrections of every result that hardware may return, and the native texts that adapters
//! earn.

use crate::cases::{operand, pairs, random, special, special16, triples};
use crate::oracle::bits;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::spec::ValueType;
use vyre_conform_suite::backend::{Backend, BackendError, Code, OpCode, Operand};
use vyre_conform_wgpu::WgpuBackend;
use vyre_ops::float::soft::binary32 as soft;

/// Both exponents for a significand: of an even and of an odd power of two.
const EXPONENTS: [u32; 2] = [127, 128];

/// Oracle: the processor's root of every significand, from the root itself, both of its neighbours, and both of theirs.
#[test]
#[ignore = "a long run: seconds"]
fn root_is_corrected_from_any_neighbour() {
    for exponent in EXPONENTS {
        for fraction in 0..1 << 23 {
            let a = exponent << 23 | fraction;
            let root = f32::from_bits(a).sqrt().to_bits();
            for planted in [root - 2, root - 1, root, root + 1, root + 2] {
                let actual = soft::sqrt_corrected(a, planted);
                assert_eq!(actual, root, "sqrt({a:08x}) from {planted:08x}");
            }
        }
    }
}

/// Oracle: the processor's root, from unrelated results.
#[test]
fn a_root_is_right_from_any_result() {
    let operands = special().into_iter().chain((0..1 << 20).map(operand));
    for (n, a) in operands.enumerate() {
        let root = bits(f32::from_bits(a).sqrt());
        let planted = random(n as u64) as u32;
        for planted in [
            planted,
            root ^ 1 << (n % 31),
            0,
            0x7fc0_0000,
            root & 0x8000_0000,
        ] {
            let actual = soft::sqrt_corrected(a, planted);
            assert_eq!(actual, root, "sqrt({a:08x}) from {planted:08x}");
        }
    }
}

/// The number; a subnormal one becomes a zero of its sign.
fn flushed(a: u32) -> u32 {
    match a & soft::INFINITY {
        0 => a & soft::SIGN,
        _ => a,
    }
}

/// Oracle: the processor, with planted hardware that flushes results (and operands of the fused multiply-add) and gives
/// a zero the wrong sign.
#[test]
fn flushed_results_and_signs_of_zero_are_corrected() {
    type Correction = fn(u32, u32, u32) -> u32;
    type Host = fn(f32, f32) -> f32;
    let binary: [(&str, Correction, Host); 4] = [
        ("add", soft::add_corrected, |a, b| a + b),
        ("sub", soft::sub_corrected, |a, b| a - b),
        ("mul", soft::mul_corrected, |a, b| a * b),
        ("div", soft::div_corrected, |a, b| a / b),
    ];
    let fused = |a: u32, b: u32, c: u32| {
        let [a, b, c] = [a, b, c].map(f32::from_bits);
        bits(a.mul_add(b, c))
    };
    let rotated = |a: u32| {
        if a & !soft::SIGN == 0 {
            a ^ soft::SIGN
        } else {
            a
        }
    };
    let mut repaired = 0;
    for (a, b) in pairs().step_by(3) {
        for (name, corrected, expected) in binary {
            let target = bits(expected(f32::from_bits(a), f32::from_bits(b)));
            for planted in [target, flushed(target), rotated(target)] {
                repaired += u32::from(planted != target);
                let actual = corrected(a, b, planted);
                assert_eq!(
                    actual, target,
                    "{name}({a:08x}, {b:08x}) from {planted:08x}"
                );
            }
        }
    }
    assert!(repaired > 10_000, "{repaired} planted faults");
    let mut repaired = 0;
    for (a, b, c) in triples().step_by(3) {
        let target = fused(a, b, c);
        let planted = flushed(fused(flushed(a), flushed(b), flushed(c)));
        repaired += u32::from(planted != target);
        let actual = soft::fma_corrected(a, b, c, planted);
        assert_eq!(
            actual, target,
            "fma({a:08x}, {b:08x}, {c:08x}) from {planted:08x}"
        );
    }
    assert!(repaired > 10_000, "{repaired} planted faults");
}

/// True if an op is available on a backend.
fn earned(backend: &WgpuBackend, catalog: &Catalog, id: &str) -> Result<(), String> {
    let op = catalog.find(id).expect("a registered op");
    let module = op.module().as_ref().expect("a module");
    match backend.load(&OpCode::of(op.def, module, op.correction())) {
        Ok(_) => Ok(()),
        Err(BackendError::UnsupportedByBackend { hardware, .. }) => Err(hardware),
        Err(error) => panic!("{id} on {}: {error}", backend.identity().slug),
    }
}

/// Lavapipe in a profile.
pub(super) fn profile_of_lavapipe(profile: &str) -> &'static WgpuBackend {
    let selected = vyre_conform_wgpu::required();
    assert!(
        selected.iter().any(|d| d.identity().slug == "llvmpipe"),
        "this test needs Mesa's lavapipe among the adapters"
    );
    let slug = format!("llvmpipe+{profile}");
    let mut all = vyre_conform_wgpu::adapters().profiles.iter();
    all.find(|b| b.identity().slug == slug)
        .expect("a profile of llvmpipe")
}

/// Oracle: known facts about lavapipe (docs/results/floats.md): it computes with the processor and has no fused
/// multiply-add.
#[test]
#[ignore = "a long run: seconds"]
fn lavapipe_earns_its_correct_operations() {
    let catalog = Catalog::linked().expect("a catalog");
    let native = profile_of_lavapipe("native");
    let exact = ["f32::add", "f32::sub", "f32::mul", "f32::div", "f32::sqrt"];
    // Its compiler folds a literal -0, which the correction of abs covers as well.
    let corrected = ["f32::lt", "f32::min", "f32::neg", "f32::abs", "f32::floor"];
    let converted = ["f32::to_i32_floor", "f32::to_u32_nearest", "i32::to_f32"];
    for id in exact.into_iter().chain(corrected).chain(converted) {
        assert_eq!(earned(native, &catalog, id), Ok(()), "{id}");
    }
    let has_half = native.identity().features.iter().any(|f| f == "shader-f16");
    for id in ["f16::add", "f16::div", "f16::sqrt", "f16::lt"] {
        let expected = if has_half {
            Ok(())
        } else {
            Err("shader-f16".to_owned())
        };
        assert_eq!(earned(native, &catalog, id), expected, "{id}");
    }
    let has_double = native.identity().features.iter().any(|f| f == "shader-f64");
    let expected = if has_double {
        Ok(())
    } else {
        Err("shader-f64".to_owned())
    };
    assert_eq!(earned(native, &catalog, "f32::exp"), expected);
    let brain = earned(native, &catalog, "bf16::add").expect_err("no type");
    assert!(brain.starts_with("a type for bf16"), "{brain}");
    let fused = earned(native, &catalog, "f32::mul_add").expect_err("not fused");
    assert!(
        fused.starts_with("native strict `f32::mul_add`: ("),
        "{fused}"
    );
    let integer = earned(native, &catalog, "u32::add").expect_err("no floats");
    assert!(integer.ends_with("`u32::add` declares none"), "{integer}");
    assert_eq!(
        earned(profile_of_lavapipe("wgsl"), &catalog, "f32::mul_add"),
        Ok(())
    );
}

/// The text of a 16-bit op on numbers of binary32, which gives the same results except for a fused product: the extra
/// rounding on the way back changes nothing (`soft::binary16`).
fn widened(wgsl: &str) -> String {
    let text = wgsl.replace("enable f16;", "");
    text.replace("f16(unpack", "f32(unpack")
        .replace("-> f16", "-> f32")
        .replace(": f16", ": f32")
}

/// Oracle: the functions on bits, for the parts of the texts of 16-bit floats beside the hardware's arithmetic, which
/// local adapters may lack: on any adapter, for normal numbers and NaNs.
#[test]
fn texts_of_16_bit_floats_agree_with_functions_on_bits() {
    let catalog = Catalog::linked().expect("a catalog");
    let values: Vec<u32> = special16(10)
        .into_iter()
        .filter(|a| a & 0x7c00 != 0)
        .collect();
    let pairs = values
        .iter()
        .flat_map(|a| values.iter().map(move |b| (*a, *b)));
    let pairs: (Vec<u32>, Vec<u32>) = pairs.unzip();
    let every = (0..1 << 16).filter(|a| a & 0x7c00 != 0);
    let every: (Vec<u32>, Vec<u32>) = every.map(|a| (a, 0)).unzip();
    for device in vyre_conform_wgpu::required() {
        let slug = &device.identity().slug;
        for op in catalog.ops() {
            let (def, types) = (op.def, op.def.op.signature.operands);
            let Some(native) = def.native.filter(|n| n.wgsl.contains("enable f16;")) else {
                continue;
            };
            // A product of three operands is fused or not; two operands cover the others.
            if types.len() > 2 {
                continue;
            }
            let (first, second) = if types.len() == 1 { &every } else { &pairs };
            let text = widened(native.wgsl);
            let name = format!("native_{}", def.name);
            let module = op.module().as_ref().expect("a module");
            let code = OpCode {
                name: &name,
                code: Code::wgsl(&text),
                ..OpCode::of(def, module, None)
            };
            let loaded = device.load(&code).unwrap_or_else(|e| panic!("{slug}: {e}"));
            let operands = [Operand::Storage(first), Operand::Storage(second)];
            let actual = loaded.run(&operands[..types.len()], first.len());
            let actual = actual.unwrap_or_else(|e| panic!("{slug}: {e}"));
            for (k, actual) in actual.into_iter().enumerate() {
                let case = &[first[k], second[k]][..types.len()];
                let mut expected = [0];
                (def.op.scalar)(case, &mut expected);
                // A tiny number may be flushed, which the correction repairs.
                let number = def.op.signature.result == ValueType::F16;
                if number && expected[0] & 0x7c00 == 0 {
                    continue;
                }
                // SwiftShader packs an infinity as a NaN; without shader-f16 it earns none of these texts.
                if number && expected[0] & 0x7fff == 0x7c00 && slug.contains("swiftshader") {
                    continue;
                }
                assert_eq!(actual, expected[0], "{slug}: {}({case:04x?})", def.id);
            }
        }
    }
}

/// Oracle: none; the test prints the table of docs/results/floats.md, which takes minutes on a software adapter.
#[test]
#[ignore = "a long run: minutes"]
fn table_of_earned_operations_of_every_adapter() {
    let catalog = Catalog::linked().expect("a catalog");
    let with_text = || catalog.ops().iter().filter(|op| op.def.native.is_some());
    for backend in &vyre_conform_wgpu::adapters().profiles {
        let who = backend.identity();
        if !who.slug.ends_with("+native") {
            continue;
        }
        let controls = who
            .features
            .iter()
            .filter(|f| f.starts_with("float-control"));
        println!(
            "{} ({}): {:?}",
            who.slug,
            who.driver,
            controls.collect::<Vec<_>>()
        );
        for op in with_text() {
            match earned(backend, &catalog, op.def.id) {
                Ok(()) => println!("  earned {}", op.def.id),
                Err(reason) => println!("  not {}: {reason}", op.def.id),
            }
        }
    }
}
