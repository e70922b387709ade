//! Shaders over rows of cases: the applications and the comparison of a law.
//!
//! The cases of a dispatch are rows of equal length. A workgroup processes one row at a time, and an invocation four
//! adjacent cases of it in vectors of four words. On a software adapter, a memory access costs more than an op, so a
//! value that is constant in a row is read once per row, and one that is the same in every row once per invocation.

use super::shader::WORKGROUP;
use vyre_conform_lower::{ENTRY_POINT, Grid, called, wgsl_type};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::ValueType;

/// Cases that an invocation processes at once.
pub(super) const QUAD: u32 = 4;
/// Cases of a row for cases without rows of their own.
pub(super) const LINE: u32 = WORKGROUP * QUAD;
/// Functions with more bytes of text are called in a loop: inlining each call would take a compiler as long as the
/// whole check, and the loop costs nothing in comparison.
pub(super) const LONG: usize = 2048;
/// Bytes of the uniform block.
pub(super) const ROWS_BYTES: u64 = 32;

/// Access of a shader to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// One value for all cases, at index 0.
    One,
    /// One value per row.
    Row,
    /// One value per index in the row, the same in every row.
    Column,
    /// A row of values, selected for each row by a second buffer.
    Table,
    /// One value per case.
    Case,
}

/// Rows of cases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Rows {
    pub(super) rows: u32,
    /// Cases of a row.
    pub(super) len: u32,
}

impl Rows {
    /// `values` values in sequence.
    pub(super) fn line(values: u32) -> Self {
        Self {
            rows: values.div_ceil(LINE).max(1),
            len: LINE,
        }
    }

    /// Vectors per row; the last one may exceed the row.
    fn quads(self) -> u32 {
        self.len.div_ceil(QUAD)
    }

    /// Number of values in a buffer, including those beyond the end of a row.
    pub(super) fn values(self) -> u64 {
        u64::from(self.rows) * u64::from(self.quads() * QUAD)
    }

    /// The workgroups, if an invocation processes `per` rows.
    pub(super) fn grid(self, per: u32) -> Grid {
        Grid {
            workgroups: [self.quads().div_ceil(WORKGROUP), self.rows.div_ceil(per), 1],
            params: [0; 4],
        }
    }

    /// The uniform block: the comparison checks `count` cases from number `low` on and writes entry `slot` of the
    /// tally.
    pub(super) fn words(self, per: u32, slot: u32, low: u32, count: u32) -> [u32; 8] {
        let Self { rows, len } = self;
        [rows, self.quads(), per, slot, len, low, count, 0]
    }
}

/// The binding of value `n` of a shader. The next binding has the source of its row.
pub(super) fn binding(n: usize) -> u32 {
    2 + 2 * n as u32
}

/// The shader that applies an op: binding 1 is the output, one value per case.
///
/// The functions may be a hand-written text that defines `min` or `select`: the surrounding code calls no WGSL function
/// except `bitcast`.
pub(super) fn apply(
    functions: &str,
    name: &str,
    signature: &Signature,
    reads: &[Access],
) -> String {
    let name = called(functions, name);
    let body = if functions.len() > LONG && is_word_by_word(signature) {
        looped(&name, signature, reads)
    } else {
        unrolled(&name, signature, reads)
    };
    let values: Vec<_> = signature
        .operands
        .iter()
        .copied()
        .zip(reads.iter().copied())
        .collect();
    let out = "@group(0) @binding(1) var<storage, read_write> vyre_out: array<vec4<u32>>;\n";
    functions.trim_end().to_owned() + "\n\n" + &shader(out, &values, |each_row| each_row(&body))
}

/// True if operands and result are single unsigned words.
fn is_word_by_word(signature: &Signature) -> bool {
    let mut types = signature.operands.iter().chain([&signature.result]);
    types.all(|ty| ty.words() == 1 && *ty != ValueType::I32)
}

/// Applies the op to the cases of a vector in a loop: its text is compiled once.
fn looped(name: &str, signature: &Signature, reads: &[Access]) -> String {
    let operands = signature.operands.iter().zip(reads).enumerate();
    let operands: Vec<_> = operands
        .map(|(n, (_, read))| match read {
            Access::One | Access::Row => format!("vyre_a{n}"),
            _ => format!("vyre_a{n}_0[vyre_k]"),
        })
        .collect();
    let call = format!("{name}({})", operands.join(", "));
    format!(
        "        var vyre_r = vec4<u32>();
        for (var vyre_k = 0u; vyre_k < {QUAD}u; vyre_k += 1u) {{
            vyre_r[vyre_k] = {call};
        }}
        vyre_out[vyre_row * vyre_rows.quads + vyre_quad] = vyre_r;
"
    )
}

/// Applies the op to the cases of a vector without a loop.
fn unrolled(name: &str, signature: &Signature, reads: &[Access]) -> String {
    let result = signature.result;
    let mut body = String::new();
    for lane in 0..QUAD {
        let operands = signature.operands.iter().zip(reads).enumerate();
        let operands: Vec<_> = operands
            .map(|(n, (ty, read))| value(n, *ty, *read, lane))
            .collect();
        let call = format!("{name}({})", operands.join(", "));
        body += &match result {
            ValueType::I32 => format!("        let vyre_r{lane} = bitcast<u32>({call});\n"),
            _ => format!("        let vyre_r{lane} = {call};\n"),
        };
    }
    let words = result.words() as u32;
    for part in 0..words {
        let lanes = part * QUAD / words..(part + 1) * QUAD / words;
        let lanes: Vec<_> = lanes.map(|lane| format!("vyre_r{lane}")).collect();
        body += &format!(
            "        vyre_out[(vyre_row * vyre_rows.quads + vyre_quad) * {words}u + {part}u] = vec4<u32>({});\n",
            lanes.join(", ")
        );
    }
    body
}

const ROWS: &str = "struct VyreRows {
    rows: u32,
    quads: u32,
    per: u32,
    slot: u32,
    len: u32,
    low: u32,
    count: u32,
    unused: u32,
}
@group(0) @binding(0) var<uniform> vyre_rows: VyreRows;
";

/// A shader that reads these values; `declarations` are binding 1 and called functions. `main` returns its body, and
/// receives a function that wraps a given body in a loop over the rows of an invocation.
pub(super) fn shader(
    declarations: &str,
    values: &[(ValueType, Access)],
    main: impl FnOnce(&dyn Fn(&str) -> String) -> String,
) -> String {
    let mut text = format!("{ROWS}{declarations}");
    let (mut once, mut each_row) = (String::new(), String::new());
    for (n, (ty, access)) in values.iter().enumerate() {
        let element = match access {
            Access::One | Access::Row => wgsl_type(*ty),
            Access::Column | Access::Table | Access::Case => "vec4<u32>",
        };
        let at = binding(n);
        text +=
            &format!("@group(0) @binding({at}) var<storage, read> vyre_in{n}: array<{element}>;\n");
        let words = ty.words();
        let quads = |quad: &str| -> String {
            let part =
                |w| format!("        let vyre_a{n}_{w} = vyre_in{n}[{quad} * {words}u + {w}u];\n");
            (0..words).map(part).collect()
        };
        match access {
            Access::One => once += &format!("    let vyre_a{n} = vyre_in{n}[0];\n"),
            Access::Row => each_row += &format!("        let vyre_a{n} = vyre_in{n}[vyre_row];\n"),
            Access::Column => once += &quads("vyre_quad"),
            Access::Case => each_row += &quads("(vyre_row * vyre_rows.quads + vyre_quad)"),
            Access::Table => {
                text += &format!(
                    "@group(0) @binding({}) var<storage, read> vyre_from{n}: array<u32>;\n",
                    at + 1
                );
                each_row += &quads(&format!(
                    "(vyre_from{n}[vyre_row] * vyre_rows.quads + vyre_quad)"
                ));
            }
        }
    }
    let main = main(&|body| {
        format!(
            "    for (var vyre_row = vyre_top; vyre_row < vyre_end; vyre_row += 1u) {{\n{each_row}{body}    }}\n"
        )
    });
    text + &entry(&once, &main)
}

/// The entry point: these statements once per invocation, then `main`.
fn entry(once: &str, main: &str) -> String {
    format!(
        "
@compute @workgroup_size({WORKGROUP})
fn {ENTRY_POINT}(
    @builtin(workgroup_id) vyre_group: vec3<u32>,
    @builtin(local_invocation_index) vyre_lane: u32,
) {{
    let vyre_quad = vyre_group.x * {WORKGROUP}u + vyre_lane;
    let vyre_top = vyre_group.y * vyre_rows.per;
    var vyre_end = vyre_top;
    if vyre_quad < vyre_rows.quads {{
        vyre_end = vyre_top + vyre_rows.per;
        if vyre_end > vyre_rows.rows {{
            vyre_end = vyre_rows.rows;
        }}
    }}
{once}{main}}}
"
    )
}

/// Value `n` of the case in a lane of the vectors.
pub(super) fn value(n: usize, ty: ValueType, access: Access, lane: u32) -> String {
    if matches!(access, Access::One | Access::Row) {
        return format!("vyre_a{n}");
    }
    match (ty.words(), lane) {
        (1, _) => {
            let word = format!("vyre_a{n}_0.{}", ["x", "y", "z", "w"][lane as usize]);
            match ty {
                ValueType::I32 => format!("bitcast<i32>({word})"),
                _ => word,
            }
        }
        (2, _) => format!("vyre_a{n}_{}.{}", lane / 2, ["xy", "zw"][lane as usize % 2]),
        _ => format!("vyre_a{n}_{lane}"),
    }
}
