//! Cases: a problem size, a seed and the contents of the buffers that they give.

use crate::contract::{Contract, ContractBuffer};
use crate::layout::{BufferScalar, manifest_path, scalars};
use crate::manifest::{FloatKind, Generator, MAX_ELEMENTS, SizeNames};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use vyre_conform_import::ScalarType;

/// The word in memory that nothing has written. As a float it is a NaN.
pub(crate) const POISON: u32 = 0x7fc5_a11a;
/// Most bytes of all buffers of a case.
const MAX_BYTES: u64 = 64 << 20;

/// The pattern of a case's random inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum InputPattern {
    /// Independent elements.
    Random,
    /// The same element everywhere, the largest where there is one.
    Equal,
    /// Ends of the range, powers of two and their neighbours, in turn.
    Extremes,
}

impl fmt::Display for InputPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Random => "random inputs",
            Self::Equal => "equal inputs",
            Self::Extremes => "extreme inputs",
        })
    }
}

/// The description of a case, from which it can be made again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct CaseId {
    /// The problem size.
    pub n: u64,
    /// The pattern of inputs.
    pub pattern: InputPattern,
    /// The seed of random inputs.
    pub seed: u64,
    /// Values of overrides.
    pub overrides: BTreeMap<String, f64>,
    /// Dispatches that allow it have one more workgroup.
    pub spare: bool,
}

impl fmt::Display for CaseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "n = {}, {} from seed {}",
            self.n, self.pattern, self.seed
        )?;
        for (name, value) in &self.overrides {
            write!(f, ", {name} = {value}")?;
        }
        f.write_str(if self.spare {
            ", one more workgroup"
        } else {
            ""
        })
    }
}

/// A case with the contents of its buffers.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Case {
    pub(crate) id: CaseId,
    /// Bytes of each buffer before the first dispatch; bytes without an input are poison.
    pub(crate) contents: Vec<Vec<u8>>,
    /// Elements of the runtime-sized array of each buffer; 0 of others.
    pub(crate) lengths: Vec<u64>,
}

impl Case {
    /// The case of a description.
    pub(crate) fn new(contract: &Contract<'_>, id: CaseId) -> Result<Self, String> {
        let names = id.names();
        let mut contents = vec![];
        let mut lengths = vec![];
        let mut whole = 0;
        for (k, buffer) in contract.buffers.iter().enumerate() {
            let length = match &buffer.length {
                Some(length) => length.value(&names)?,
                None => 0,
            };
            if length > MAX_ELEMENTS {
                return Err(format!(
                    "`{}` has {length} elements; the limit is {MAX_ELEMENTS}",
                    buffer.name
                ));
            }
            // WebGPU binds no runtime-sized array without an element.
            let elements = length.max(u64::from(buffer.stride.is_some()));
            let bytes =
                u64::from(buffer.fixed_bytes) + elements * u64::from(buffer.stride.unwrap_or(0));
            let bytes = bytes.max(4).next_multiple_of(4);
            whole += bytes;
            if whole > MAX_BYTES {
                return Err(format!(
                    "the buffers have more than {MAX_BYTES} bytes: try smaller sizes"
                ));
            }
            let mut random = Random(id.seed ^ (id.n << 20) ^ ((k as u64) << 48));
            contents.push(filled(contract, buffer, bytes as usize, &id, &mut random)?);
            lengths.push(length);
        }
        Ok(Self {
            id,
            contents,
            lengths,
        })
    }

    /// Scalars of a buffer that the problem has: none of the element that stands for an empty array.
    pub(crate) fn scalars(&self, buffer: &ContractBuffer, k: usize) -> Vec<BufferScalar> {
        let bytes = match buffer.stride {
            Some(stride) => {
                buffer.fixed_bytes as usize + (self.lengths[k] * u64::from(stride)) as usize
            }
            None => self.contents[k].len(),
        };
        scalars(&buffer.layout, bytes)
    }
}

impl CaseId {
    /// The values of `n` and of overrides that are whole numbers.
    pub(crate) fn names(&self) -> SizeNames {
        let overrides = self.overrides.iter();
        let whole = overrides.filter(|(_, value)| **value >= 0.0 && value.fract() == 0.0);
        let whole = whole.map(|(name, value)| (name.clone(), *value as u64));
        whole.chain([("n".to_owned(), self.n)]).collect()
    }
}

/// Sets scalars to the values that a manifest gives them.
pub(crate) fn set_values<'v>(
    buffer: &ContractBuffer,
    bytes: &mut [u8],
    values: impl Iterator<Item = (&'v str, &'v crate::manifest::ScalarValue)>,
    names: &SizeNames,
) -> Result<(), String> {
    let all = scalars(&buffer.layout, bytes.len());
    for (path, value) in values {
        let number = value.value(names)?;
        let Some(scalar) = all
            .iter()
            .find(|scalar| manifest_path(&scalar.path) == path)
        else {
            return Err(format!(
                "`{}` has no scalar `{path}` at n = {}",
                buffer.name, names["n"]
            ));
        };
        let bits = scalar
            .bits_of(number)
            .map_err(|why| format!("`{}{}`: {why}", buffer.name, scalar.path))?;
        scalar.set(bytes, bits);
    }
    Ok(())
}

fn filled(
    contract: &Contract<'_>,
    buffer: &ContractBuffer,
    bytes: usize,
    id: &CaseId,
    random: &mut Random,
) -> Result<Vec<u8>, String> {
    let mut contents = match (&buffer.input, buffer.is_given()) {
        (None, false) => POISON.to_le_bytes().repeat(bytes / 4),
        _ => vec![0; bytes],
    };
    if let Some(Generator::File(path)) = &buffer.input {
        let file = contract.files.get(path).map_or(&[][..], Vec::as_slice);
        if file.len() != bytes {
            return Err(format!(
                "`{path}` has {} bytes, and `{}` at n = {} has {bytes}",
                file.len(),
                buffer.name,
                id.n
            ));
        }
        contents.copy_from_slice(file);
    } else if let Some(generator) = &buffer.input {
        let bound = match generator {
            Generator::Below(bound) => bound.value(&id.names())?.max(1),
            _ => 0,
        };
        let all = scalars(&buffer.layout, bytes);
        let bits = generated(generator, &all, bound, id.pattern, random);
        for (scalar, bits) in all.iter().zip(bits) {
            scalar.set(&mut contents, bits);
        }
    }
    let values = buffer.values.iter().map(|(path, value)| (&path[..], value));
    set_values(buffer, &mut contents, values, &id.names())?;
    Ok(contents)
}

/// Words at which arithmetic and shifts change their behaviour.
const EXTREMES: [u64; 12] = [
    0,
    0xffff_ffff_ffff_ffff,
    0x8000_0000,
    0x7fff_ffff,
    1,
    31,
    32,
    33,
    0x4000_0000,
    0xffff,
    0x1_0000,
    2,
];

/// Bits of every scalar.
fn generated(
    generator: &Generator,
    all: &[BufferScalar],
    bound: u64,
    pattern: InputPattern,
    random: &mut Random,
) -> Vec<u64> {
    let whole = |scalar: &BufferScalar, number: u64| {
        if scalar.is_float() {
            scalar.bits_of(number as f64).unwrap_or(0)
        } else {
            number
        }
    };
    let each = all.iter().enumerate();
    let one = random.next();
    match generator {
        Generator::Zeros | Generator::File(_) => vec![0; all.len()],
        Generator::Ramp => each.map(|(k, scalar)| whole(scalar, k as u64)).collect(),
        Generator::Words => each
            .map(|(k, _)| match pattern {
                InputPattern::Random => random.next(),
                InputPattern::Equal => one,
                InputPattern::Extremes => EXTREMES[k % EXTREMES.len()],
            })
            .collect(),
        Generator::Below(_) => each
            .map(|(k, scalar)| {
                whole(
                    scalar,
                    match pattern {
                        InputPattern::Random => random.next() % bound,
                        InputPattern::Equal => bound - 1,
                        InputPattern::Extremes => [0, bound - 1][k % 2],
                    },
                )
            })
            .collect(),
        Generator::Sorted => sorted(all, pattern, random),
        Generator::Permutation => permutation(all.len(), pattern, random)
            .iter()
            .zip(all)
            .map(|(k, scalar)| whole(scalar, *k))
            .collect(),
        Generator::Floats(kind) => each
            .map(|(k, scalar)| float(*kind, scalar, k, pattern, random))
            .collect(),
    }
}

fn sorted(all: &[BufferScalar], pattern: InputPattern, random: &mut Random) -> Vec<u64> {
    let mut numbers: Vec<u64> = all
        .iter()
        .map(|_| match pattern {
            InputPattern::Random => random.next() & 0x7fff_ffff,
            InputPattern::Equal => 7,
            InputPattern::Extremes => random.next() % 4,
        })
        .collect();
    numbers.sort_unstable();
    let each = numbers.iter().zip(all);
    each.map(|(number, scalar)| scalar.bits_of(*number as f64).unwrap_or(*number))
        .collect()
}

fn permutation(length: usize, pattern: InputPattern, random: &mut Random) -> Vec<u64> {
    let mut order: Vec<u64> = (0..length as u64).collect();
    match pattern {
        InputPattern::Random => {
            for k in (1..length).rev() {
                order.swap(k, (random.next() % (k as u64 + 1)) as usize);
            }
        }
        InputPattern::Equal => {}
        InputPattern::Extremes => order.reverse(),
    }
    order
}

fn float(
    kind: FloatKind,
    scalar: &BufferScalar,
    k: usize,
    pattern: InputPattern,
    random: &mut Random,
) -> u64 {
    if !scalar.is_float() {
        return random.next() % 17;
    }
    let ends: &[f64] = match kind {
        FloatKind::Unit => &[1.0, 0.0, 0.5, 1e-7],
        FloatKind::Signed => &[1.0, -1.0, 0.0, -0.0, 1e-7],
        FloatKind::Large => &[1000.0, -1000.0, 0.0, -0.0, 1e-3],
        FloatKind::Wide => &[1e30, -1e30, 1e-30, 0.0, -0.0, 16_777_216.0],
        FloatKind::Any => &[
            f64::NAN,
            f64::INFINITY,
            f64::NEG_INFINITY,
            1e-40,
            -0.0,
            1e38,
        ],
    };
    let unit = (random.next() >> 11) as f64 / (1_u64 << 53) as f64;
    let number = match pattern {
        InputPattern::Equal => ends[0],
        InputPattern::Extremes => ends[k % ends.len()],
        InputPattern::Random => match kind {
            FloatKind::Unit => unit,
            FloatKind::Signed => 2.0 * unit - 1.0,
            FloatKind::Large => 2000.0 * unit - 1000.0,
            FloatKind::Wide => (2.0 * unit - 1.0) * 2_f64.powi((random.next() % 120) as i32 - 60),
            FloatKind::Any => return random.next(),
        },
    };
    // Half floats overflow where wide ones do not.
    let number = match scalar.kind {
        ScalarType::F16 if number.is_finite() => number.clamp(-65_504.0, 65_504.0),
        _ => number,
    };
    scalar.bits_of(number).unwrap_or(0)
}

/// SplitMix64 (<https://prng.di.unimi.it/splitmix64.c>).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
