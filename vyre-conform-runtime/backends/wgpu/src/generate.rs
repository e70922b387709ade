//! Generation of inputs on the device, equal to the host's.
//!
//! A source's recipe is flattened into pieces, each a witness stream or a product of ranges. One shader per kind of
//! piece writes the buffers of a round; the uniform block has the number of the first case. For a product, the host
//! splits that number into digits, so that the shader only adds the case's index in the round to them, with carries: it
//! needs no 64-bit arithmetic.

use super::device::Gpu;
use super::shader::{ROUND, Round, entry};
use std::ops::Range;
use vyre_conform_lower::wgsl_type;
use vyre_conform_runtime::generate::{OperandAxis, Recipe, Source, witness};
use vyre_conform_spec::ValueType;
use vyre_conform_suite::backend::BackendError;

/// Consecutive cases of one kind.
struct Piece {
    /// Their range in the source.
    range: Range<u64>,
    /// Number of the first case in the recipe.
    start: u64,
    recipe: Recipe,
    pipeline: wgpu::ComputePipeline,
}

/// Generator of a source on the device.
pub(super) struct Generator(Vec<Piece>);

impl Generator {
    /// The generator of a source; `None` if only the host can generate its cases.
    pub(super) fn new(gpu: &Gpu, source: &dyn Source) -> Result<Option<Self>, BackendError> {
        let mut leaves = Vec::new();
        if !flatten(&source.recipe(), 0..source.len(), &mut leaves) {
            return Ok(None);
        }
        let mut position = 0;
        let mut pieces = Vec::new();
        for (recipe, part) in leaves {
            let len = part.end - part.start;
            let text = shader(source.types(), &recipe);
            pieces.push(Piece {
                range: position..position + len,
                start: part.start,
                pipeline: gpu.pipeline("input generator", &text)?,
                recipe,
            });
            position += len;
        }
        Ok(Some(Self(pieces)))
    }

    /// True if all cases are of one kind, so that a round ends only on request.
    pub(super) fn is_one_piece(&self) -> bool {
        self.0.len() == 1
    }

    /// The round of at most `max` cases from number `start` on, and its pipeline: binding `1 + k` is the buffer of
    /// value k.
    ///
    /// # Panics
    ///
    /// If `start` is beyond the source's last case.
    pub(super) fn round(&self, start: u64, max: usize) -> (Round, &wgpu::ComputePipeline) {
        let piece = self.0.iter().find(|piece| piece.range.contains(&start));
        let piece = piece.expect("case numbers are below the source's length");
        let cases = (piece.range.end - start).min(max as u64) as u32;
        let number = piece.start + (start - piece.range.start);
        let mut round = Round {
            cases,
            start: number,
            ..Round::default()
        };
        match &piece.recipe {
            Recipe::Witnesses { seed } => round.seed = *seed,
            Recipe::Product { axes } => {
                let mut rest = number;
                for (digit, axis) in round.digits.iter_mut().zip(axes).rev() {
                    *digit = (rest % axis.len()) as u32;
                    rest /= axis.len();
                }
            }
            _ => unreachable!("`flatten` gives these two kinds only"),
        }
        (round, &piece.pipeline)
    }
}

/// Appends the cases `range` of a recipe as leaves with their ranges; false if only the host can generate one.
fn flatten(recipe: &Recipe, range: Range<u64>, into: &mut Vec<(Recipe, Range<u64>)>) -> bool {
    if range.is_empty() {
        return true;
    }
    match recipe {
        Recipe::Witnesses { .. } => into.push((recipe.clone(), range)),
        Recipe::Product { axes } => {
            // A digit plus an index in the round must not overflow, unless the axis is all of 2^32.
            let fits = |axis: &OperandAxis| {
                matches!(axis, OperandAxis::Range { .. })
                    && (axis.len() <= 1 << 31 || axis.len() == 1 << 32)
            };
            if axes.len() > 4 || !axes.iter().all(fits) {
                return false;
            }
            into.push((recipe.clone(), range));
        }
        Recipe::From { start, of } => {
            return flatten(of, range.start + start..range.end + start, into);
        }
        Recipe::Sequence(parts) => {
            let mut position = 0;
            for (len, part) in parts {
                let from = range.start.clamp(position, position + len) - position;
                let to = range.end.clamp(position, position + len) - position;
                if !flatten(part, from..to, into) {
                    return false;
                }
                position += len;
            }
        }
        _ => return false,
    }
    true
}

/// The shader that generates values of these types.
fn shader(types: &[ValueType], recipe: &Recipe) -> String {
    let mut text = String::new();
    if let Recipe::Witnesses { .. } = recipe {
        text += witness::WGSL;
    }
    text += ROUND;
    for (k, ty) in types.iter().enumerate() {
        text += &format!(
            "@group(0) @binding({}) var<storage, read_write> vyre_v{k}: array<{}>;\n",
            k + 1,
            wgsl_type(*ty)
        );
    }
    let mut body = String::new();
    match recipe {
        Recipe::Product { axes } => {
            body += "        var carry = i;\n";
            for (k, axis) in axes.iter().enumerate().rev() {
                body += &digit(k, axis);
            }
        }
        _ => {
            body += "        let lo = vyre_round.start.x + i;\n        \
                     let hi = vyre_round.start.y + u32(lo < i);\n";
        }
    }
    for (k, ty) in types.iter().enumerate() {
        let word = |lane: usize| match recipe {
            Recipe::Product { axes } => match &axes[k] {
                OperandAxis::Range { masks, .. } if masks.len() > 1 => {
                    format!("select(0u, word{k}, (mask{k} & {}u) != 0u)", 1 << lane)
                }
                OperandAxis::Range { masks, .. } if masks[0] >> lane & 1 == 0 => "0u".to_owned(),
                _ => format!("word{k}"),
            },
            _ => {
                let at = "lo, hi, vyre_round.seed.x, vyre_round.seed.y";
                match (ty, ty.float()) {
                    (ValueType::Bool, _) => format!("witness_bool({at}, {k}u)"),
                    (_, Some(format)) => {
                        let (bits, places) = (format.bits(), format.fraction_bits());
                        format!("witness_float({at}, {k}u, {bits}u, {places}u)")
                    }
                    _ => format!("witness_word({at}, {k}u, {lane}u, {}u)", ty.words()),
                }
            }
        };
        let words: Vec<String> = (0..ty.words()).map(word).collect();
        let value = match ty {
            ValueType::I32 => format!("bitcast<i32>({})", words[0]),
            _ if words.len() > 1 => format!("{}({})", wgsl_type(*ty), words.join(", ")),
            _ => words[0].clone(),
        };
        body += &format!("        vyre_v{k}[i] = {value};\n");
    }
    text + &entry("", &body, "")
}

/// `word{k}` (and `mask{k}`) of axis k's digit; `carry` continues to the axis before it.
fn digit(k: usize, axis: &OperandAxis) -> String {
    let lane = ["x", "y", "z", "w"][k];
    let mut text = format!("        let sum{k} = vyre_round.digits.{lane} + carry;\n");
    if axis.len() == 1 << 32 {
        text += &format!("        let digit{k} = sum{k};\n        carry = u32(sum{k} < carry);\n");
    } else {
        let len = axis.len();
        text +=
            &format!("        let digit{k} = sum{k} % {len}u;\n        carry = sum{k} / {len}u;\n");
    }
    let OperandAxis::Range {
        first,
        count,
        masks,
        ..
    } = axis
    else {
        return text;
    };
    if masks.len() == 1 {
        text += &format!("        let word{k} = digit{k} + {first}u;\n");
        return text;
    }
    // Zero is listed once, at index 0, followed by `count - 1` words per mask.
    let run = count - 1;
    let chosen =
        masks
            .iter()
            .enumerate()
            .skip(1)
            .fold(format!("{}u", masks[0]), |before, (n, mask)| {
                format!(
                    "select({before}, {mask}u, nonzero{k} >= {}u)",
                    n as u64 * run
                )
            });
    text += &format!(
        "        let nonzero{k} = digit{k} - 1u;\n        \
         let word{k} = select(nonzero{k} % {run}u + 1u, 0u, digit{k} == 0u);\n        \
         let mask{k} = {chosen};\n"
    );
    text
}

#[cfg(test)]
mod tests {
    use super::super::pool::Use;
    use super::super::shader::ROUND_BYTES;
    use super::super::tests::devices;
    use super::*;
    use ValueType::{Bool, I32, U32, U64, Vec2U32, Vec4U32};
    const BF16: ValueType = ValueType::BF16;
    const F16: ValueType = ValueType::F16;
    const F32: ValueType = ValueType::F32;
    use vyre_conform_runtime::generate::{
        Block, Product, Sequence, SequencePart, Width, Witnesses, exhaustive,
    };
    use vyre_conform_suite::backend::layout;

    /// Generates the cases `range` of a source on the device and returns each value's words.
    fn generated(gpu: &Gpu, source: &dyn Source, range: Range<u64>) -> Vec<Vec<u32>> {
        let generator = Generator::new(gpu, source)
            .unwrap()
            .expect("the device can make it");
        let mut results = vec![Vec::new(); source.types().len()];
        let mut start = range.start;
        while start < range.end {
            let max = (range.end - start).min(100_000) as usize;
            let (round, pipeline) = generator.round(start, max);
            gpu.guarded(|| {
                let uniform = gpu.borrow(Use::Uniform, ROUND_BYTES)?;
                gpu.write(&uniform, &round.words());
                let sizes = source
                    .types()
                    .iter()
                    .map(|ty| round.cases as u64 * ty.bytes() as u64);
                let buffers = sizes
                    .map(|size| Ok((gpu.borrow(Use::Storage, size)?, size)))
                    .collect::<Result<Vec<_>, BackendError>>()?;
                let mut bound = vec![(0, &uniform, ROUND_BYTES)];
                for (k, (buffer, size)) in buffers.iter().enumerate() {
                    bound.push((k as u32 + 1, buffer, *size));
                }
                let mut encoder = gpu.device.create_command_encoder(&Default::default());
                {
                    let mut pass = encoder.begin_compute_pass(&Default::default());
                    gpu.dispatch(&mut pass, pipeline, &bound, round.grid());
                }
                gpu.queue.submit([encoder.finish()]);
                for (results, (buffer, size)) in results.iter_mut().zip(&buffers) {
                    results.extend(gpu.read(buffer, *size)?);
                }
                Ok(())
            })
            .unwrap();
            start += u64::from(round.cases);
        }
        results
    }

    /// Oracle: the host's own generators, word by word.
    #[test]
    fn the_device_makes_the_same_cases_as_the_host() {
        let range = |ty, first, count, masks| OperandAxis::Range {
            ty,
            first,
            count,
            masks,
        };
        let all = range(U32, 0, 1 << 32, &[1]);
        let wide = range(I32, 0xffff_ff80, 1 << 31, &[1]);
        let odd = range(U64, 0, 7, &[0b01, 0b10, 0b11]);
        let product = Product::new(vec![wide.clone(), odd.clone(), range(Bool, 0, 2, &[1])]);
        let full = Product::new(vec![range(Bool, 0, 2, &[1]), all, odd]);
        let same: &[ValueType] = &[U32, U32];
        let sequence = Sequence::new(
            same,
            vec![
                exhaustive(same, Width::U8).unwrap(),
                Box::new(Witnesses::new(same, 3, 150_001)),
                exhaustive(same, Width::U8).unwrap(),
            ],
        );
        let streams = Witnesses::new(&[U32, U64, Bool, Vec4U32], 0xdead_beef_0123_4567, u64::MAX);
        let floats = Witnesses::new(&[F32, F16, BF16, F32], 0x0123_4567_89ab_cdef, u64::MAX);
        let lanes = Witnesses::new(&[I32, Vec2U32], 5, u64::MAX);
        let (product, full) = (product.unwrap(), full.unwrap());
        let part = SequencePart::new(&sequence, 60_000..250_000);
        let triples = exhaustive(&[U64; 3], Width::U8).unwrap();
        let cases: [(&dyn Source, Range<u64>); 10] = [
            (&floats, (3 << 32) - 1500..(3 << 32) + 200_000),
            (&streams, 0..300_000),
            (&streams, (7 << 32) - 1500..(7 << 32) + 1500),
            (&lanes, 123..40_000),
            (&product, (1 << 30) - 5..(1 << 30) + 70_000),
            (&product, product.len() - 1000..product.len()),
            (&full, (19 << 32) - 3000..(19 << 32) + 3000),
            (&sequence, 0..sequence.len()),
            (&part, 0..part.len()),
            (&*triples, (1 << 24) - 2000..(1 << 24) + 2000),
        ];
        for device in devices() {
            let gpu = device.gpu().unwrap();
            for (n, (source, range)) in cases.iter().enumerate() {
                let actual = generated(&gpu, *source, range.clone());
                let len = (range.end - range.start) as usize;
                let mut block = Block::new(source.types(), len);
                source.fill(range.start, &mut block);
                let expected = layout::canonical(source.types(), &block.columns);
                for (k, (actual, expected)) in actual.iter().zip(&expected).enumerate() {
                    let at = actual.iter().zip(expected).position(|(f, d)| f != d);
                    assert_eq!(
                        (at, actual.len()),
                        (None, expected.len()),
                        "source {n}, value {k}"
                    );
                }
            }
        }
    }

    /// Oracle: the recipes that a device cannot make: a list, and an axis whose digits would wrap.
    #[test]
    fn unsupported_recipes_are_left_to_the_host() {
        let values = [vyre_conform_ir::value::Value::of(3u32)];
        let near = OperandAxis::Range {
            ty: U32,
            first: 0,
            count: (1 << 32) - 1,
            masks: &[1],
        };
        for axis in [OperandAxis::list(U32, &values), near] {
            let recipe = Recipe::Product { axes: vec![axis] };
            assert!(!flatten(&recipe, 0..1, &mut Vec::new()));
        }
        assert!(!flatten(&Recipe::Host, 0..1, &mut Vec::new()));
    }
}
