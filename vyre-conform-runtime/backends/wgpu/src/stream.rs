//! Streaming: an op over large buffers that stay on the device, dispatched many times before one wait. This is
//! how fast its shader is where nothing but memory and the op itself takes time.

use super::WgpuBackend;
use super::device::Gpu;
use super::op::functions;
use super::pool::{Loan, Use};
use super::shader::{PER_INVOCATION, ROUND_BYTES, WORKGROUP};
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};
use vyre_conform_lower::{self as lower, Bindings, ENTRY_POINT, Grid, OperandSource, called};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_spec::ValueType;
use vyre_conform_suite::backend::{Backend, BackendError, OpCode};

/// How many values an invocation takes from a buffer at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StreamWidth {
    /// One, and then the next one, in the shader that parity runs.
    One,
    /// Four neighbours, in vectors of four words, and no more: no loop stands between an invocation and memory.
    Four,
}

/// A shader with its buffers on a device.
#[derive(Debug)]
pub struct Stream {
    gpu: Arc<Gpu>,
    pipeline: wgpu::ComputePipeline,
    grid: Grid,
    /// Every buffer with its binding and its bytes, the output last.
    buffers: Vec<(u32, Loan, u64)>,
    /// Bytes of the results.
    results: u64,
}

/// A shader and how it is dispatched.
struct Shader<'a> {
    name: &'a str,
    text: &'a str,
    grid: Grid,
    /// Bytes of a value of each operand, and of the result.
    operands: Vec<usize>,
    result: usize,
}

impl WgpuBackend {
    /// An op, as the profile of this adapter runs it, over operands that are uploaded now: one value a case,
    /// in the canonical layout.
    ///
    /// # Errors
    /// Those of [`Backend::load`]; [`BackendError::Validation`] where operands are of different numbers of cases.
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
                (text, Grid::new(cases.div_ceil(4), WORKGROUP, 1))
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

    /// The same of a shader that was written by hand, to compare the other with. Its bindings are those of
    /// [`Bindings`] with every operand in storage, one word a value, and its uniform block the
    /// [parameters](Grid::params) of the grid for `[workgroup size, values an invocation]`; all of them have to be
    /// used, and the entry point is [`ENTRY_POINT`].
    ///
    /// # Errors
    /// As [`stream`](Self::stream).
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

/// The number of cases that operands of this many bytes a value have.
fn cases(operands: &[&[u32]], bytes: &[usize]) -> Result<u32, BackendError> {
    let both = || operands.iter().zip(bytes);
    let first = both().map(|(o, bytes)| 4 * o.len() / bytes).next();
    let first = first.unwrap_or(0);
    let same = operands.len() == bytes.len() && both().all(|(o, b)| 4 * o.len() == first * b);
    match u32::try_from(first) {
        Ok(cases) if same && (1..1 << 31).contains(&cases) => Ok(cases),
        _ => Err(BackendError::Validation(
            "a stream takes as many values of each operand, at least one and fewer than 2^31"
                .into(),
        )),
    }
}

/// The shader that applies an op to four neighbours an invocation. Every buffer is one of vectors of four words: a value
/// of two words is half of one, a value of four words all of it.
fn four(functions: &str, name: &str, signature: &Signature) -> String {
    let name = called(functions, name);
    let mut text = functions.trim_end().to_owned();
    text += "\n\n@group(0) @binding(0) var<uniform> vyre_params: vec4<u32>;\n";
    let mut reads = String::new();
    for (k, ty) in signature.operands.iter().enumerate() {
        let binding = k + 1;
        let _ = writeln!(
            text,
            "@group(0) @binding({binding}) var<storage, read> vyre_in{k}: array<vec4<u32>>;"
        );
        for part in 0..ty.words() {
            let place = place(*ty, part);
            let _ = writeln!(reads, "        let vyre_a{k}_{part} = vyre_in{k}[{place}];");
        }
    }
    let calls = (0..4).map(|lane| {
        let operands = signature.operands.iter().enumerate();
        let operands = operands.map(|(k, ty)| match ty {
            ValueType::I32 => format!("bitcast<i32>({})", lane_of(k, *ty, lane)),
            _ => lane_of(k, *ty, lane),
        });
        let call = format!("{name}({})", operands.collect::<Vec<_>>().join(", "));
        match signature.result {
            ValueType::I32 => format!("bitcast<u32>({call})"),
            _ => call,
        }
    });
    let calls: Vec<String> = calls.collect();
    let result = signature.result;
    let writes = calls.chunks(4 / result.words()).enumerate();
    let writes = writes.map(|(part, calls)| {
        let place = place(result, part);
        let calls = calls.join(", ");
        format!("        vyre_out[{place}] = vec4<u32>({calls});\n")
    });
    let writes: String = writes.collect();
    text + &format!(
        "@group(0) @binding({}) var<storage, read_write> vyre_out: array<vec4<u32>>;

@compute @workgroup_size({WORKGROUP})
fn {ENTRY_POINT}(
    @builtin(workgroup_id) vyre_group: vec3<u32>,
    @builtin(local_invocation_index) vyre_lane: u32,
) {{
    let vyre_i = (vyre_group.y * vyre_params.y + vyre_group.x) * {WORKGROUP}u + vyre_lane;
    if vyre_i < vyre_params.x {{
{reads}{writes}    }}
}}
",
        signature.operands.len() + 1
    )
}

/// Where the vector with this number of an invocation's four values is.
fn place(ty: ValueType, part: usize) -> String {
    match ty.words() {
        1 => "vyre_i".to_owned(),
        words => format!("vyre_i * {words}u + {part}u"),
    }
}

/// One of the four values of operand `k`.
fn lane_of(k: usize, ty: ValueType, lane: usize) -> String {
    match ty.words() {
        1 => format!("vyre_a{k}_0.{}", ["x", "y", "z", "w"][lane]),
        2 => format!("vyre_a{k}_{}.{}", lane / 2, ["xy", "zw"][lane % 2]),
        _ => format!("vyre_a{k}_{lane}"),
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
                // What was written waits in memory of the host until something is submitted.
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

    /// Dispatches this many times and waits once: the time from the submission until the device has done it. The
    /// first time also pays for what the driver does only once.
    ///
    /// # Errors
    /// Whatever goes wrong on the device.
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

    /// The results of what was dispatched last, in the canonical layout.
    ///
    /// # Errors
    /// Whatever goes wrong on the device.
    pub fn results(&self) -> Result<Vec<u32>, BackendError> {
        let (_, out, _) = self.buffers.last().expect("the output is the last");
        self.gpu.guarded(|| self.gpu.read(out, self.results))
    }
}
