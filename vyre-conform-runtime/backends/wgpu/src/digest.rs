//! Digests computed on the device: it generates cases, runs the op's own pipeline on them, and digests the results, so
//! that 16 bytes per block are read back.

use super::device::Gpu;
use super::generate::Generator;
use super::op::{OpPipeline, WgpuOp};
use super::pool::{PooledBuffer, Use};
use super::shader::{PER_INVOCATION, ROUND, ROUND_BYTES, Round, WORKGROUP};
use std::ops::Range;
use vyre_conform_lower::ENTRY_POINT;
use vyre_conform_runtime::generate::{Source, witness};
use vyre_conform_suite::backend::BackendError;
use vyre_conform_suite::backend::digest::{BLOCK_CASES, Digest};

/// Number of rounds that are submitted together.
const ROUNDS_PER_SUBMISSION: usize = 16;

/// The shader that adds the results of a round to the digests of their blocks. A workgroup processes consecutive cases
/// of one block: rounds start at a multiple of that many cases in their block, or end with it.
fn shader(words: usize) -> String {
    let per_group = WORKGROUP * PER_INVOCATION;
    let lanes: [String; 4] = std::array::from_fn(|lane| {
        let terms: String = (0..words)
            .map(|w| format!("        v{lane} = witness_hash(v{lane} ^ w{w});\n"))
            .collect();
        format!(
            "        var v{lane} = witness_hash(lo * 0x9e3779b1u + key{lane});\n{terms}        \
             sum{lane} += v{lane};\n"
        )
    });
    let reads: String = (0..words)
        .map(|w| format!("        let w{w} = results[i * {words}u + {w}u];\n"))
        .collect();
    let count = |text: &dyn Fn(usize) -> String| (0..4).map(text).collect::<String>();
    let keys = count(&|lane| {
        format!(
            "    let key{lane} = witness_key(vyre_round.start.y, vyre_round.seed.x, \
             vyre_round.seed.y, {}u);\n    var sum{lane} = 0u;\n",
            4 * lane
        )
    });
    let adds = count(&|lane| format!("    atomicAdd(&sums[{lane}u], sum{lane});\n"));
    format!(
        "{}{ROUND}\
@group(0) @binding(1) var<storage, read_write> results: array<u32>;
@group(0) @binding(2) var<storage, read_write> digests: array<atomic<u32>>;
var<workgroup> sums: array<atomic<u32>, 4>;
@compute @workgroup_size({WORKGROUP})
fn {ENTRY_POINT}(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) lane: u32,
) {{
    let first = (group.y * vyre_round.width + group.x) * {per_group}u;
{keys}    for (var k = 0u; k < {PER_INVOCATION}u; k += 1u) {{
        let i = first + k * {WORKGROUP}u + lane;
        if i >= vyre_round.cases {{
            break;
        }}
        let lo = vyre_round.start.x + i;
{reads}{}    }}
{adds}    workgroupBarrier();
    let within = (vyre_round.start.x & {}u) + first;
    let block = vyre_round.slot + within / {BLOCK_CASES}u;
    if lane < 4u && first < vyre_round.cases {{
        atomicAdd(&digests[block * 4u + lane], atomicLoad(&sums[lane]));
    }}
}}
",
        witness::WGSL,
        lanes.concat(),
        BLOCK_CASES - 1,
    )
}

/// The generator of this source, if the device can digest its cases: it must generate them in one piece.
pub(super) fn generator(gpu: &Gpu, source: &dyn Source) -> Result<Option<Generator>, BackendError> {
    Ok(Generator::new(gpu, source)?.filter(Generator::is_one_piece))
}

/// The digests of the cases `range`, block by block, in rounds of at most `max` cases.
pub(super) fn digests(
    op: &WgpuOp,
    prepared: &OpPipeline,
    generator: &Generator,
    range: Range<u64>,
    key: u64,
    max: usize,
) -> Result<Vec<Digest>, BackendError> {
    let gpu = &*op.gpu;
    let pipeline = gpu.pipeline("digest", &shader(op.signature.result.words()))?;
    let rounds: Vec<Range<u64>> = rounds(range.clone(), max as u64).collect();
    let first = range.start / BLOCK_CASES;
    let blocks = (range.end.div_ceil(BLOCK_CASES) - first) as usize;
    let bytes = (blocks * 16) as u64;
    let words = gpu.guarded(|| {
        let run = Run {
            gpu,
            prepared,
            generator,
            pipeline: &pipeline,
            key,
            first,
            buffers: Buffers::borrow(op, &rounds)?,
            into: (gpu.borrow(Use::Storage, bytes)?, bytes),
        };
        gpu.write(&run.into.0, &vec![0; blocks * 4]);
        // The device works on a submission while the next one is encoded.
        let mut flying = None;
        for together in rounds.chunks(ROUNDS_PER_SUBMISSION) {
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            let uniforms = together.iter().map(|cases| run.round(&mut encoder, cases));
            let uniforms = uniforms.collect::<Result<Vec<_>, BackendError>>()?;
            let submission = gpu.queue.submit([encoder.finish()]);
            if let Some(before) = flying.replace((submission, uniforms)) {
                run.finish(before)?;
            }
        }
        flying.map_or(Ok(()), |last| run.finish(last))?;
        let words = gpu.read(&run.into.0, bytes)?;
        run.buffers.give_back(gpu);
        gpu.give_back(run.into.0);
        Ok(words)
    })?;
    let digest = |words: &[u32]| Digest([words[0], words[1], words[2], words[3]]);
    Ok(words.chunks_exact(4).map(digest).collect())
}

struct Run<'a> {
    gpu: &'a Gpu,
    prepared: &'a OpPipeline,
    generator: &'a Generator,
    pipeline: &'a wgpu::ComputePipeline,
    key: u64,
    /// Number of the first block.
    first: u64,
    buffers: Buffers,
    /// The digests.
    into: (PooledBuffer, u64),
}

impl Run<'_> {
    /// Waits for a submission.
    fn finish(
        &self,
        (submission, uniforms): (wgpu::SubmissionIndex, Vec<[PooledBuffer; 2]>),
    ) -> Result<(), BackendError> {
        self.gpu.wait(submission)?;
        let uniforms = uniforms.into_iter().flatten();
        uniforms.for_each(|loan| self.gpu.give_back(loan));
        Ok(())
    }

    /// Encodes a round: generate, apply, digest. Returns the buffers that must live until it has run.
    fn round(
        &self,
        encoder: &mut wgpu::CommandEncoder,
        cases: &Range<u64>,
    ) -> Result<[PooledBuffer; 2], BackendError> {
        let gpu = self.gpu;
        let count = (cases.end - cases.start) as usize;
        let (made, make) = self.generator.round(cases.start, count);
        let digested = Round {
            cases: made.cases,
            slot: (cases.start / BLOCK_CASES - self.first) as u32,
            start: cases.start,
            seed: self.key,
            ..Round::default()
        };
        let uniform = |round: &Round| {
            let loan = gpu.borrow(Use::Uniform, ROUND_BYTES)?;
            gpu.write(&loan, &round.words());
            Ok::<_, BackendError>(loan)
        };
        let (for_op, for_digest) = (uniform(&made)?, uniform(&digested)?);
        let (out, out_bytes) = &self.buffers.out;
        // Output that no dispatch wrote must not show earlier words.
        encoder.clear_buffer(&out.buffer, 0, Some(*out_bytes));
        let operands = &self.buffers.operands;
        let layout = &self.prepared.bindings;
        let mut making = vec![(0, &for_op, ROUND_BYTES)];
        let mut applying = vec![(layout.params, &for_op, ROUND_BYTES)];
        for (k, (loan, bytes)) in operands.iter().enumerate() {
            making.push((k as u32 + 1, loan, *bytes));
            applying.extend(layout.operands[k].map(|binding| (binding, loan, *bytes)));
        }
        applying.push((layout.output, out, *out_bytes));
        let digesting = [
            (0, &for_digest, ROUND_BYTES),
            (1, out, *out_bytes),
            (2, &self.into.0, self.into.1),
        ];
        {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            gpu.dispatch(&mut pass, make, &making, made.grid());
            gpu.dispatch(&mut pass, &self.prepared.pipeline, &applying, made.grid());
            gpu.dispatch(&mut pass, self.pipeline, &digesting, digested.grid());
        }
        Ok([for_op, for_digest])
    }
}

/// The range, split so that each part has at most `max` cases, does not cross a multiple of 2^32, and is within one
/// block unless it starts with one.
fn rounds(range: Range<u64>, max: u64) -> impl Iterator<Item = Range<u64>> {
    let max = match max / BLOCK_CASES {
        // Whole workgroups, so that the next round starts with one.
        0 => (max & !1023).max(1024),
        blocks => blocks * BLOCK_CASES,
    };
    let mut position = range.start;
    std::iter::from_fn(move || {
        let block_ends = (position / BLOCK_CASES + 1) * BLOCK_CASES;
        let end = match position % BLOCK_CASES {
            0 => position + max,
            _ => block_ends.min(position + max),
        };
        let end = end.min(((position >> 32) + 1) << 32).min(range.end);
        let round = position..end;
        position = end;
        (round.start < round.end).then_some(round)
    })
}

/// Buffers that every round overwrites.
struct Buffers {
    operands: Vec<(PooledBuffer, u64)>,
    out: (PooledBuffer, u64),
}

impl Buffers {
    fn borrow(op: &WgpuOp, rounds: &[Range<u64>]) -> Result<Self, BackendError> {
        let max = rounds.iter().map(|r| r.end - r.start).max().unwrap_or(0);
        let of = |bytes: usize| {
            let size = max * bytes as u64;
            Ok((op.gpu.borrow(Use::Storage, size)?, size))
        };
        let operands = op.signature.operands.iter().map(|ty| of(ty.bytes()));
        Ok(Self {
            operands: operands.collect::<Result<_, BackendError>>()?,
            out: of(op.signature.result.bytes())?,
        })
    }

    fn give_back(self, gpu: &Gpu) {
        let Self { operands, out } = self;
        let all = operands.into_iter().chain([out]);
        all.for_each(|(loan, _)| gpu.give_back(loan));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the three rules in the documentation of `rounds`, on hand-written ranges.
    #[test]
    fn rounds_are_cut_where_blocks_and_numbers_end() {
        let all = |range, max| rounds(range, max).collect::<Vec<_>>();
        let block = BLOCK_CASES;
        assert_eq!(all(0..10, 4096), vec![0..10; 1]);
        assert_eq!(all(5..5, 4096), []);
        assert_eq!(all(0..block, block / 2), [0..block / 2, block / 2..block]);
        let long = all(7..5 * block, 2 * block);
        assert_eq!(long, [7..block, block..3 * block, 3 * block..5 * block]);
        let end = 1 << 32;
        let across = all(end - block..end + block, 4 * block);
        assert_eq!(across, [end - block..end, end..end + block]);
    }

    /// Oracle: naga, an independent WGSL front end.
    #[test]
    fn the_shader_parses() {
        for words in [1, 2, 4] {
            naga::front::wgsl::parse_str(&shader(words)).expect("WGSL");
        }
    }
}
