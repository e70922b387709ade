//! Texts of this backend's own shaders, which apply no op.
//!
//! They share one uniform block with the shaders of [`lower::op_shader`](vyre_conform_lower::op_shader), which see its
//! first 16 bytes.

use vyre_conform_ir::value::Value;
use vyre_conform_lower::{ENTRY_POINT, Grid, wgsl_type};
use vyre_conform_spec::ValueType;

/// Workgroup size: legal on every adapter, and the fastest on lavapipe.
pub(super) const WORKGROUP: u32 = 64;
/// Cases per invocation.
pub(super) const PER_INVOCATION: u32 = 16;

/// Bytes of the uniform block.
pub(super) const ROUND_BYTES: u64 = 48;

/// Parameters of a round of dispatches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Round {
    /// Number of cases.
    pub(super) cases: u32,
    /// Index of the round's results.
    pub(super) slot: u32,
    /// Number of the first case in its generator.
    pub(super) start: u64,
    /// Seed of the generator.
    pub(super) seed: u64,
    /// Digits of the first case in a product.
    pub(super) digits: [u32; 4],
}

impl Round {
    /// The words of the uniform block.
    pub(super) fn words(&self) -> [u32; 12] {
        let [cases, width, invocations, _] = self.grid().params;
        let [d0, d1, d2, d3] = self.digits;
        [
            cases,
            width,
            invocations,
            self.slot,
            self.start as u32,
            (self.start >> 32) as u32,
            self.seed as u32,
            (self.seed >> 32) as u32,
            d0,
            d1,
            d2,
            d3,
        ]
    }

    /// The distribution of the cases over workgroups.
    pub(super) fn grid(&self) -> Grid {
        Grid::new(self.cases, WORKGROUP, PER_INVOCATION)
    }
}

/// The uniform block at binding 0.
pub(super) const ROUND: &str = "\
struct VyreRound {
    cases: u32,
    width: u32,
    invocations: u32,
    slot: u32,
    start: vec2<u32>,
    seed: vec2<u32>,
    digits: vec4<u32>,
}
@group(0) @binding(0) var<uniform> vyre_round: VyreRound;
";

/// The entry point: `body` for every case `i`, between `before` and `after`.
pub(super) fn entry(before: &str, body: &str, after: &str) -> String {
    format!(
        "\
@compute @workgroup_size({WORKGROUP})
fn {ENTRY_POINT}(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {{
    let at = (group.y * vyre_round.width + group.x) * {WORKGROUP}u + lane;
{before}    for (var k = 0u; k < {PER_INVOCATION}u; k += 1u) {{
        let i = at + k * vyre_round.invocations;
        if i >= vyre_round.cases {{
            break;
        }}
{body}    }}
{after}}}
"
    )
}

/// A value as a WGSL expression of its boundary type.
pub(super) fn literal(value: Value) -> String {
    let words = value.words();
    match value.ty() {
        ValueType::I32 => format!("i32({})", words[0] as i32),
        ty if words.len() > 1 => {
            let words: Vec<_> = words.iter().map(|w| format!("{w}u")).collect();
            format!("{}({})", wgsl_type(ty), words.join(", "))
        }
        _ => format!("{}u", words[0]),
    }
}

/// The text with line numbers, counted as by compilers.
pub(super) fn listing(text: &str) -> String {
    text.lines()
        .enumerate()
        .map(|(k, line)| format!("{:4} | {line}\n", k + 1))
        .collect()
}
