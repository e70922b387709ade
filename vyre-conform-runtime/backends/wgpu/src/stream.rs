//! Streaming: an op over large buffers that stay on the device, dispatched many times before one wait. It measures the
//! speed of the shader without other costs than memory and the op itself.

use super::WgpuBackend;
use super::device::Gpu;
use super::op::functions;
use super::pool::{PooledBuffer, Use};
use super::shader::{PER_INVOCATION, ROUND_BYTES, WORKGROUP};
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};
use vyre_conform_lower::{self as lower, Bindings, ENTRY_POINT, Grid, OperandSource, called};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::ValueType;
use vyre_conform_suite::backend::{Backend, BackendError, OpCode};

/// Number of values that an invocation reads from a buffer at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StreamWidth {
    /// One after the other, in the shader of parity.
    One,
    /// The neighbours that fit into a vector of four words for the widest operand or result: four of one word, two of
    /// two words and one of four. No loop is between an invocation and memory, and the accesses of neighbours are
    /// adjacent.
    Four,
}

/// A shader with its buffers on a device.
#[derive(Debug)]
pub struct Stream {
    gpu: Arc<Gpu>,
    pipeline: wgpu::ComputePipeline,
    grid: Grid,
    /// Every buffer with its binding and size in bytes, the output last.
    buffers: Vec<(u32, PooledBuffer, u64)>,
    /// Bytes of the results.
    results: u64,
}

/// A shader and its dispatch.
struct Shader<'a> {
    name: &'a str,
    text: &'a str,
    grid: Grid,
    /// Bytes per value of each operand and of the result.
    operands: Vec<usize>,
    result: usize,
}

impl WgpuBackend {
    /// Streams an op, in this adapter's profile, over operands that are uploaded now: one value per case, in the
    /// canonical layout.
    ///
    /// # Errors
    ///
    /// The errors of [`Backend::load`]; [`BackendError::Validation`] for operands with different numbers of cases.
    pub fn stream(
        &self,
        op: &OpCode<'_>,
        width: StreamWidth,
        operands: &[&[u32]],
    ) -> Result<Stream, BackendError> {
        op.available_on(&self.identity)?;
        op.fits(&self.identity, &self.limits())?;
        let native = self.native(op)?;
        let code = native.as_ref().map(|text| text.code(op));
        let op = code.as_ref().unwrap_or(op);
        let (types, result) = (op.signature.operands, op.signature.result);
        let bytes: Vec<usize> = types.iter().map(|ty| ty.bytes()).collect();
        let cases = cases(operands, &bytes)?;
        let (text, grid) = match width {
            StreamWidth::One => {
                let text = lower::op_shader(
                    &functions(op),
                    op.name,
                    &op.signature,
                    &vec![OperandSource::Storage; types.len()],
                    WORKGROUP,
                    PER_INVOCATION,
                );
                (text, Grid::new(cases, WORKGROUP, PER_INVOCATION))
            }
            StreamWidth::Four => {
                let text = four(&functions(op), op.name, &op.signature);
                let elements = cases.div_ceil(neighbours(&op.signature) as u32);
                let rounds = rounds(&op.signature) as u32;
                (text, Grid::new(elements, WORKGROUP, rounds))
            }
        };
        let shader = Shader {
            name: op.id,
            text: &text,
            grid,
            operands: bytes,
            result: result.bytes(),
        };
        Stream::new(self.gpu()?, &shader, cases, operands)
    }

    /// Streams a hand-written shader, for comparison. Its bindings are those of [`Bindings`] with every operand in
    /// storage, one word per value, and its uniform block has the [parameters](Grid::params) of the grid for
    /// `[workgroup size, values per invocation]`; all of them must be used, and the entry point is [`ENTRY_POINT`].
    ///
    /// # Errors
    ///
    /// The errors of [`stream`](Self::stream).
    pub fn stream_text(
        &self,
        text: &str,
        [workgroup, per]: [u32; 2],
        operands: &[&[u32]],
    ) -> Result<Stream, BackendError> {
        let bytes = vec![4; operands.len()];
        let cases = cases(operands, &bytes)?;
        let shader = Shader {
            name: "by hand",
            text,
            grid: Grid::new(cases, workgroup, per),
            operands: bytes,
            result: 4,
        };
        Stream::new(self.gpu()?, &shader, cases, operands)
    }
}

/// The number of cases of operands with this many bytes per value.
fn cases(operands: &[&[u32]], bytes: &[usize]) -> Result<u32, BackendError> {
    let pairs = || operands.iter().zip(bytes);
    let first = pairs().map(|(o, bytes)| 4 * o.len() / bytes).next();
    let first = first.unwrap_or(0);
    let same = operands.len() == bytes.len() && pairs().all(|(o, b)| 4 * o.len() == first * b);
    match u32::try_from(first) {
        Ok(cases) if same && (1..1 << 31).contains(&cases) => Ok(cases),
        _ => Err(BackendError::Validation(
            "a stream takes equally many values of each operand: at least one and fewer than 2^31"
                .into(),
        )),
    }
}

/// The number of neighbours that an invocation processes at once with [`StreamWidth::Four`].
fn neighbours(signature: &Signature) -> usize {
    let types = signature.operands.iter().chain([&signature.result]);
    4 / types.map(|ty| ty.words()).max().unwrap_or(1)
}

/// The number of such steps, a workgroup apart: an invocation moves eight words, like the copy that ops are measured
/// against. Otherwise the number of invocations would count and not the bytes.
fn rounds(signature: &Signature) -> usize {
    let types = signature.operands.iter().chain([&signature.result]);
    let words: usize = types.map(|ty| ty.words()).sum();
    (2 * 4_usize).div_ceil(words * neighbours(signature))
}

/// The shader that applies an op to [this many neighbours](neighbours) per invocation in each of its [`rounds`],
/// reading and writing each buffer once.
fn four(functions: &str, name: &str, signature: &Signature) -> String {
    let name = called(functions, name);
    let (values, rounds) = (neighbours(signature), rounds(signature));
    let mut text = functions.trim_end().to_owned();
    text += "\n\n@group(0) @binding(0) var<uniform> vyre_params: vec4<u32>;\n";
    let mut reads = String::new();
    for (k, ty) in signature.operands.iter().enumerate() {
        let binding = k + 1;
        let element = element(*ty, values);
        let _ = writeln!(
            text,
            "@group(0) @binding({binding}) var<storage, read> vyre_in{k}: array<{element}>;"
        );
        let _ = writeln!(reads, "        let vyre_a{k} = vyre_in{k}[vyre_i];");
    }
    let calls = (0..values).map(|value| {
        let operands = signature.operands.iter().enumerate();
        let operands = operands.map(|(k, ty)| {
            let part = format!("vyre_a{k}{}", part(*ty, values, value));
            match ty {
                ValueType::I32 => format!("bitcast<i32>({part})"),
                _ => part,
            }
        });
        let call = format!("{name}({})", operands.collect::<Vec<_>>().join(", "));
        match signature.result {
            ValueType::I32 => format!("bitcast<u32>({call})"),
            _ => call,
        }
    });
    let calls = calls.collect::<Vec<String>>().join(", ");
    let element = element(signature.result, values);
    let parts = (0..rounds).map(|round| {
        format!(
            "    vyre_i = vyre_first + {}u;
    if vyre_i < vyre_params.x {{
{reads}        vyre_out[vyre_i] = {element}({calls});
    }}
",
            round as u32 * WORKGROUP
        )
    });
    let parts: String = parts.collect();
    text + &format!(
        "@group(0) @binding({}) var<storage, read_write> vyre_out: array<{element}>;

@compute @workgroup_size({WORKGROUP})
fn {ENTRY_POINT}(
    @builtin(workgroup_id) vyre_group: vec3<u32>,
    @builtin(local_invocation_index) vyre_lane: u32,
) {{
    let vyre_first = (vyre_group.y * vyre_params.y + vyre_group.x) * {}u + vyre_lane;
    var vyre_i: u32;
{parts}}}
",
        signature.operands.len() + 1,
        WORKGROUP * rounds as u32
    )
}

/// The type of a buffer element with the words of this many values.
fn element(ty: ValueType, values: usize) -> &'static str {
    match ty.words() * values {
        1 => "u32",
        2 => "vec2<u32>",
        _ => "vec4<u32>",
    }
}

/// The selection of one of the values of an element.
fn part(ty: ValueType, values: usize, value: usize) -> String {
    match (values, ty.words()) {
        (1, _) => String::new(),
        (_, words) => format!(".{}", &"xyzw"[value * words..(value + 1) * words]),
    }
}

impl Stream {
    fn new(
        gpu: Arc<Gpu>,
        shader: &Shader<'_>,
        cases: u32,
        operands: &[&[u32]],
    ) -> Result<Self, BackendError> {
        let pipeline = gpu.pipeline(shader.name, shader.text)?;
        let bindings = Bindings::of(&vec![OperandSource::Storage; operands.len()]);
        // Whole vectors of four.
        let room = u64::from(cases.next_multiple_of(4));
        let buffers = gpu.guarded(|| {
            let params = gpu.borrow(Use::Uniform, ROUND_BYTES)?;
            gpu.write(&params, &shader.grid.params);
            let mut buffers = vec![(bindings.params, params, ROUND_BYTES)];
            let places = bindings.operands.iter().flatten();
            for ((operand, bytes), binding) in operands.iter().zip(&shader.operands).zip(places) {
                let bytes = room * *bytes as u64;
                let buffer = gpu.borrow(Use::Storage, bytes)?;
                gpu.write(&buffer, operand);
                buffers.push((*binding, buffer, bytes));
                // Written data waits in host memory until a submission.
                gpu.wait(gpu.queue.submit([]))?;
            }
            let bytes = room * shader.result as u64;
            let out = gpu.borrow(Use::Storage, bytes)?;
            buffers.push((bindings.output, out, bytes));
            Ok(buffers)
        })?;
        Ok(Self {
            gpu,
            pipeline,
            grid: shader.grid,
            buffers,
            results: u64::from(cases) * shader.result as u64,
        })
    }

    /// Dispatches this many times and waits once. Returns the time from the submission to its completion. The first
    /// call includes one-time costs of the driver.
    ///
    /// # Errors
    ///
    /// Errors of the device.
    pub fn time(&self, dispatches: u32) -> Result<Duration, BackendError> {
        let gpu = &*self.gpu;
        gpu.guarded(|| {
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            {
                let buffers = self.buffers.iter();
                let bound: Vec<_> = buffers
                    .map(|(at, loan, bytes)| (*at, loan, *bytes))
                    .collect();
                let mut pass = encoder.begin_compute_pass(&Default::default());
                for _ in 0..dispatches {
                    gpu.dispatch(&mut pass, &self.pipeline, &bound, self.grid);
                }
            }
            let commands = encoder.finish();
            let begin = Instant::now();
            gpu.wait(gpu.queue.submit([commands]))?;
            Ok(begin.elapsed())
        })
    }

    /// The results of the last dispatch, in the canonical layout.
    ///
    /// # Errors
    ///
    /// Errors of the device.
    pub fn results(&self) -> Result<Vec<u32>, BackendError> {
        let (_, out, _) = self.buffers.last().expect("the output is the last");
        self.gpu.guarded(|| self.gpu.read(out, self.results))
    }
}
