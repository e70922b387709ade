//! The chain of fused multiply-adds by tiles, as hand-written kernels with floats of the device.
//!
//! In WGSL a driver may flush subnormal numbers. None occurs if no operand is subnormal, infinite or NaN, and the least
//! exponent fields of the nonzero elements of A and of B add up to [`LEAST_FIELDS`] or more. Products are then integer
//! multiples of 2^(sum - 300), and so are the rounded sums. The least nonzero multiple is above the least binade of
//! normal numbers, the range in which adapters are measured. A tile is first computed with the native instruction
//! alone. The kernel stores the result if all operands met the condition and no sum of the invocation is infinite;
//! otherwise it recomputes the tile with the op that the adapter rounds correctly. No sum of such a chain is -0; -0 is
//! stored as +0.

use super::fma_chain_tiled;
use std::fmt::Write;
use vyre_conform_runtime::ir::Program;
use vyre_conform_runtime::kernel_text;
use vyre_conform_runtime::kernel_text::HandWrittenKernel;

/// Invocations of a workgroup.
const SIZE: u32 = 256;

/// Bytes of memory of the kernel in C: 256 steps of 16 columns, the sums of six rows, and alignment.
const MEMORY_IN_C: u32 = (256 + 6) * 16 * 4 + 32;

kernel_text!("fma_chain_tiled", wgsl, of = in_wgsl);
kernel_text!("fma_chain_tiled", c, of = in_c);

fn in_wgsl(program: &Program) -> Option<HandWrittenKernel> {
    is_known(program).then(|| HandWrittenKernel::new(text()))
}

/// In C, where nothing is flushed.
fn in_c(program: &Program) -> Option<HandWrittenKernel> {
    let text = || include_str!("native_tiles.c").to_owned();
    is_known(program).then(|| HandWrittenKernel::new(text()).with_memory(MEMORY_IN_C))
}

fn is_known(program: &Program) -> bool {
    let of_size = program.workgroup_size == [SIZE, 1, 1];
    of_size && *program == fma_chain_tiled::contract().program(SIZE).1
}

/// The least sum of the least exponent fields of A and of B at which every nonzero result is at least 2^-125.
const LEAST_FIELDS: u32 = 175;

/// The template.
const TEMPLATE: &str = include_str!("native_tiles.wgsl");

/// The text: the template with its loops unrolled: the steps of a part, the loads, the sums and the stores. Drivers do
/// not unroll them.
fn text() -> String {
    let mut of = [const { String::new() }; 6];
    let [sums, loads, store_parts, steps, largest, store] = &mut of;
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
    let lane_slot = "[local >> 3u][(local >> 1u) & 3u]";
    for n in 0..4 {
        let valid = format!("above, next_a + {n}u < inner");
        let _ = writeln!(loads, "{pad}let next_a_{n} = a_at(from_a + {n}u, {valid});");
        let at = format!("from_b + {}u", 32 * n);
        let valid = format!("within & (column_b + {}u < columns)", 32 * n);
        let _ = writeln!(loads, "{pad}let next_b_{n} = b_at({at}, {valid});");
        let at = format!("[1u - part][first + {n}u]");
        let _ = writeln!(store_parts, "{pad}part_of_a{at}{lane_slot} = next_a_{n};");
    }
    for step in 0..8 {
        for half in 0..2 {
            let [a, b] = [4 * half, 8 * half];
            let _ = writeln!(
                steps,
                "{pad}let a_{step}_{half} = part_of_a[part][{step}][slot_a + {a}u];\n\
                 {pad}let b_{step}_{half} = part_of_b[part][{step}][slot_b + {b}u];"
            );
        }
        for row in 0..8 {
            for slot in 0..2 {
                // Forward, then backward, so that consecutive steps share an operand.
                let slot = (slot + row) % 2;
                let (half, lane) = (row / 4, ["x", "y", "z", "w"][row % 4]);
                let operands = format!("vec4<f32>(a_{step}_{half}.{lane}), b_{step}_{slot}");
                let sum = format!("sum_{row}_{slot}");
                let _ = writeln!(steps, "{pad}{sum} = fma({operands}, {sum});");
            }
        }
    }
    let [sums, loads, store_parts, steps, largest, store] = of;
    let lines = [
        ("SUMS", sums),
        ("LOADS", loads),
        ("STEPS", steps),
        ("STORE_PARTS", store_parts),
        ("LARGEST", largest),
        ("STORE", store),
    ];
    let text = TEMPLATE.replace("LEAST_FIELDS", &format!("{LEAST_FIELDS}.0"));
    lines.iter().fold(text, |text, (place, lines)| {
        text.replace(&format!("//{place}\n"), lines)
    })
}
