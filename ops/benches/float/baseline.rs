//! The baseline: plain WGSL that computes a sum of floats, without any promise about bits.

/// A hand-written shader.
#[derive(Clone, Copy)]
pub(crate) struct HandWrittenShader {
    /// Type of an element of the buffers.
    element: &'static str,
    /// Size of a workgroup, and values that an invocation takes.
    pub(crate) per: [u32; 2],
}

/// A float an invocation.
pub(crate) const ONE: HandWrittenShader = HandWrittenShader {
    element: "f32",
    per: [256, 1],
};

/// A vector of four an invocation; the number of floats is a multiple of four.
pub(crate) const FOUR: HandWrittenShader = HandWrittenShader {
    element: "vec4<f32>",
    per: [256, 4],
};

/// The sum or the product, element by element.
pub(crate) fn shader(op: &str, HandWrittenShader { element, per }: HandWrittenShader) -> String {
    let [workgroup, values] = per;
    let sign = if op == "add" { "+" } else { "*" };
    format!(
        "@group(0) @binding(0) var<uniform> params: vec4<u32>;
@group(0) @binding(1) var<storage, read> a: array<{element}>;
@group(0) @binding(2) var<storage, read> b: array<{element}>;
@group(0) @binding(3) var<storage, read_write> out: array<{element}>;

@compute @workgroup_size({workgroup})
fn vyre_main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {{
    let i = (group.y * params.y + group.x) * {workgroup}u + lane;
    if i < params.x / {values}u {{
        out[i] = a[i] {sign} b[i];
    }}
}}
"
    )
}
