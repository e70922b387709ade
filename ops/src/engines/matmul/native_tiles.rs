//! The chain of fused multiply-adds by tiles, as kernels by hand with floats of the device.
//!
//! In WGSL a driver may take subnormal numbers for zero. Where no operand is subnormal, infinite or NaN and the least
//! exponent fields of A and B, of what is not zero, are together [`LEAST_FIELDS`] or more, none comes up: products are
//! whole multiples of 2^(both - 300), so is what is left of their sums after every rounding, and the least multiple but
//! zero is above the least binade of normal numbers, as what an adapter is measured with. A tile is computed with the
//! instruction alone, and stored where its operands were seen to be such ones and no sum of an invocation is infinite;
//! elsewhere it is computed once more, by the op as the adapter does it right. No sum of such a chain is -0, which is
//! stored as +0.

use super::fma_chain_tiled;
use std::fmt::Write;
use vyre_conform_runtime::ir::Program;
use vyre_conform_runtime::kernel_text;
use vyre_conform_runtime::kernel_text::KernelByHand;

/// Invocations of a workgroup.
const SIZE: u32 = 256;

/// Bytes of memory that the kernel in C takes: 256 steps of 16 columns, six rows of as many sums, and what aligns them.
const MEMORY_IN_C: u32 = (256 + 6) * 16 * 4 + 32;

kernel_text!("fma_chain_tiled", wgsl, of = in_wgsl);
kernel_text!("fma_chain_tiled", c, of = in_c);

fn in_wgsl(program: &Program) -> Option<KernelByHand> {
    is_known(program).then(|| KernelByHand::new(text()))
}

/// In C, where nothing is flushed.
fn in_c(program: &Program) -> Option<KernelByHand> {
    let text = || include_str!("native_tiles.c").to_owned();
    is_known(program).then(|| KernelByHand::new(text()).with_memory(MEMORY_IN_C))
}

fn is_known(program: &Program) -> bool {
    let of_size = program.workgroup_size == [SIZE, 1, 1];
    of_size && *program == fma_chain_tiled::contract().program(SIZE).1
}

/// The least exponent fields of A and of B together, where no result but zero is below 2^-125.
const LEAST_FIELDS: u32 = 175;

/// The template.
const TEMPLATE: &str = include_str!("native_tiles.wgsl");

/// The text: in the template the lines of all steps of a part, of what is brought, of all sums and of what is stored are written
/// out, since drivers do not do it.
fn text() -> String {
    let mut of = [const { String::new() }; 6];
    let [sums, bring, hand_over, steps, largest, store] = &mut of;
    let pad = "            ";
    for row in 0..8 {
        for slot in 0..2 {
            let _ = writeln!(sums, "        var sum_{row}_{slot} = vec4<f32>(zero);");
            let bits = format!("bitcast<vec4<u32>>(sum_{row}_{slot}) & vec4<u32>(0x7fffffffu)");
            let _ = writeln!(largest, "        largest = max(largest, {bits});");
            let at = format!("row_of({row}u), column + {}u", 8 * slot);
            let _ = writeln!(store, "{pad}store({at}, sum_{row}_{slot});");
        }
    }
    let place = "[local >> 3u][(local >> 1u) & 3u]";
    for n in 0..4 {
        let there = format!("above, next_a + {n}u < inner");
        let _ = writeln!(bring, "{pad}let next_a_{n} = a_at(from_a + {n}u, {there});");
        let at = format!("from_b + {}u", 32 * n);
        let there = format!("within & (column_b + {}u < columns)", 32 * n);
        let _ = writeln!(bring, "{pad}let next_b_{n} = b_at({at}, {there});");
        let at = format!("[1u - part][first + {n}u]");
        let _ = writeln!(hand_over, "{pad}part_of_a{at}{place} = next_a_{n};");
    }
    for deep in 0..8 {
        for half in 0..2 {
            let [a, b] = [4 * half, 8 * half];
            let _ = writeln!(
                steps,
                "{pad}let a_{deep}_{half} = part_of_a[part][{deep}][slot_a + {a}u];\n\
                 {pad}let b_{deep}_{half} = part_of_b[part][{deep}][slot_b + {b}u];"
            );
        }
        for row in 0..8 {
            for slot in 0..2 {
                // There and back, so that two steps that follow one another have an operand in common.
                let slot = (slot + row) % 2;
                let (half, lane) = (row / 4, ["x", "y", "z", "w"][row % 4]);
                let operands = format!("vec4<f32>(a_{deep}_{half}.{lane}), b_{deep}_{slot}");
                let sum = format!("sum_{row}_{slot}");
                let _ = writeln!(steps, "{pad}{sum} = fma({operands}, {sum});");
            }
        }
    }
    let [sums, bring, hand_over, steps, largest, store] = of;
    let lines = [
        ("SUMS", sums),
        ("BRING", bring),
        ("STEPS", steps),
        ("HAND_OVER", hand_over),
        ("LARGEST", largest),
        ("STORE", store),
    ];
    let text = TEMPLATE.replace("LEAST_FIELDS", &format!("{LEAST_FIELDS}.0"));
    lines.iter().fold(text, |text, (place, lines)| {
        text.replace(&format!("//{place}\n"), lines)
    })
}
