//! Shaders over rows of cases: the applications and the comparison of a law.
//!
//! The cases of a dispatch are rows of equal length. A workgroup stays in one row at a time, and an
//! invocation takes four neighbouring cases of it in vectors of four words: a software adapter spends
//! more on an access to memory than on an op, so a value that is the same for a whole row is read
//! once a row, one that is the same in every row once an invocation.

use super::shader::WORKGROUP;
use vyre_conform_lower::{ENTRY_POINT, Grid, called, wgsl_type};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::ValueType;

/// Cases an invocation takes at once.
pub(super) const QUAD: u32 = 4;
/// Cases of a row where the cases have no rows of their own.
pub(super) const LINE: u32 = WORKGROUP * QUAD;
/// Functions with more bytes of text than this are called in a loop: a compiler that inlines them takes as long
/// for each call as the whole check takes, and the loop costs nothing beside them.
pub(super) const LONG: usize = 2048;
/// Bytes of the uniform block.
pub(super) const ROWS_BYTES: u64 = 32;

/// How a shader reads a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Access {
    /// One value for all cases, at index 0.
    One,
    /// One value a row.
    Row,
    /// One value a place in the row, the same in every row.
    Column,
    /// A row of values, which one of them a second buffer says for each row.
    Table,
    /// One value a case.
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
    /// `values` values one after the other.
    pub(super) fn line(values: u32) -> Self {
        Self {
            rows: values.div_ceil(LINE).max(1),
            len: LINE,
        }
    }

    /// Vectors of a row; its last one may be longer than the row.
    fn quads(self) -> u32 {
        self.len.div_ceil(QUAD)
    }

    /// Places for values in a buffer, those beyond the end of a row included.
    pub(super) fn values(self) -> u64 {
        u64::from(self.rows) * u64::from(self.quads() * QUAD)
    }

    /// The workgroups, where an invocation takes `per` rows.
    pub(super) fn grid(self, per: u32) -> Grid {
        Grid {
            workgroups: [self.quads().div_ceil(WORKGROUP), self.rows.div_ceil(per), 1],
            params: [0; 4],
        }
    }

    /// The uniform block: the comparison looks at `count` cases from number `low` on and writes to
    /// entry `slot` of the tally.
    pub(super) fn words(self, per: u32, slot: u32, low: u32, count: u32) -> [u32; 8] {
        let Self { rows, len } = self;
        [rows, self.quads(), per, slot, len, low, count, 0]
    }
}

/// The number of the binding of value `n` of a shader. Where its row comes from is the next one.
pub(super) fn binding(n: usize) -> u32 {
    2 + 2 * n as u32
}

/// The shader that applies an op: binding 1 is the output, one value a case.
///
/// The functions may be a text by hand, which may define `min` or `select`: what is around them calls no function of
/// WGSL but `bitcast`.
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

/// True if operands and result have one word each and no sign.
fn is_word_by_word(signature: &Signature) -> bool {
    let mut types = signature.operands.iter().chain([&signature.result]);
    types.all(|ty| ty.words() == 1 && *ty != ValueType::I32)
}

/// Applies the op to the cases of a vector one after the other: its text is compiled once.
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

/// Applies the op to the cases of a vector side by side.
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

/// A shader that reads these values; `declarations` are those of binding 1 and whatever functions it calls. What it
/// does is the text that `main` gives, which gets a loop over the rows of an invocation with a given body.
pub(super) fn shader(
    declarations: &str,
    values: &[(ValueType, Access)],
    main: impl FnOnce(&dyn Fn(&str) -> String) -> String,
) -> String {
    let mut text = format!(
        "struct VyreRows {{
    rows: u32,
    quads: u32,
    per: u32,
    slot: u32,
    len: u32,
    low: u32,
    count: u32,
    unused: u32,
}}
@group(0) @binding(0) var<uniform> vyre_rows: VyreRows;
{declarations}"
    );
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
    text + &format!(
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
