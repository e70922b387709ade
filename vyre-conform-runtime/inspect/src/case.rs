//! Cases: the inputs and the dispatch of one run, derived from the types of the bindings.

use crate::fill::{Filler, has_side_names};
use crate::target::Target;
use serde::Serialize;
use std::fmt;

/// The fill word of write-only data: where it remains, nothing was written. As a float it is a NaN.
pub(crate) const POISON: u32 = 0x7fc5_a11a;
/// Maximum number of elements of a runtime-sized array.
pub(crate) const MAX_LENGTH: u32 = 1 << 20;
/// Maximum bytes of a buffer, and of the workgroup variables together.
pub(crate) const MAX_BUFFER_BYTES: u32 = 1 << 24;

/// The distribution of input words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum InputValues {
    /// Zeros.
    Zeros,
    /// 0, 1, 2, ...
    Ramp,
    /// Random zeros and ones.
    Binary,
    /// Random integers below the length, and small whole floats.
    Small,
    /// Extreme values of types, powers of two and neighbours.
    Extremes,
    /// Random bits of integers, and random floats between -1000 and 1000.
    Random,
}

impl InputValues {
    pub(crate) const ALL: [Self; 6] = [
        Self::Zeros,
        Self::Ramp,
        Self::Binary,
        Self::Small,
        Self::Extremes,
        Self::Random,
    ];

    /// True if the values contain no random links, for data that is a structure, such as a list or a
    /// tree.
    pub(crate) const fn is_plain(self) -> bool {
        matches!(self, Self::Zeros | Self::Ramp)
    }

    /// True if integers are below the length, so that they are in-bounds indices.
    pub(crate) const fn are_indices(self) -> bool {
        matches!(self, Self::Zeros | Self::Ramp | Self::Binary | Self::Small)
    }
}

impl fmt::Display for InputValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Zeros => "zeros",
            Self::Ramp => "the ramp 0, 1, 2, ..",
            Self::Binary => "random zeros and ones",
            Self::Small => "small random values",
            Self::Extremes => "extreme values",
            Self::Random => "random values",
        })
    }
}

/// The inputs and the dispatch of a run.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct InspectedCase {
    /// Number of elements of each runtime-sized array.
    pub length: u32,
    /// The values of inputs.
    pub values: InputValues,
    /// Seed of random values.
    pub seed: u64,
    /// Workgroups of the dispatch.
    pub workgroups: [u32; 3],
    /// Scalars whose values were derived from their names, such as sizes in a uniform.
    pub sizes: Vec<(String, u32)>,
}

impl fmt::Display for InspectedCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [x, y, z] = self.workgroups;
        write!(f, "length {}, {}", self.length, self.values)?;
        if matches!(
            self.values,
            InputValues::Binary | InputValues::Small | InputValues::Random
        ) {
            write!(f, " from seed {}", self.seed)?;
        }
        write!(f, ", dispatch of {x} x {y} x {z} workgroups")?;
        for (name, value) in &self.sizes {
            write!(f, ", {name} = {value}")?;
        }
        Ok(())
    }
}

/// A case with the contents of its buffers.
#[derive(Clone, Debug)]
pub(crate) struct CaseInput {
    pub(crate) case: InspectedCase,
    /// Bytes of each buffer, in the order of the target's.
    pub(crate) buffers: Vec<Vec<u8>>,
    /// Scalars whose names suggest no value.
    pub(crate) guesses: Vec<String>,
}

/// Length of the runtime-sized array of one buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BufferLength {
    /// This number.
    Exact(u32),
    /// The length of the case plus this number.
    More(u32),
    /// The length of the case times this number.
    Times(u32),
}

impl BufferLength {
    /// The length for a case of this length.
    const fn of(self, length: u32) -> u32 {
        let elements = match self {
            Self::Exact(n) => n,
            Self::More(n) => length.saturating_add(n),
            Self::Times(n) => length.saturating_mul(n),
        };
        if elements < MAX_LENGTH {
            elements
        } else {
            MAX_LENGTH
        }
    }
}

/// The parts of cases that the user fixes.
#[derive(Clone, Debug, Default)]
pub(crate) struct CaseChoice<'o> {
    pub(crate) lengths: &'o [u32],
    pub(crate) buffer_lengths: &'o [(String, BufferLength)],
    pub(crate) seed: u64,
    pub(crate) workgroups: Option<[u32; 3]>,
    /// Values of scalars in front of the data, by name.
    pub(crate) values: &'o [(String, f64)],
    /// Lengths of buffers that the accesses of the kernel suggest.
    pub(crate) learned: Vec<(String, BufferLength)>,
    /// Value of the integers whose names suggest none; 1 if `None`.
    pub(crate) guess: Option<u32>,
}

impl CaseChoice<'_> {
    /// The length of a buffer's runtime-sized array, if it is not that of the case.
    fn own_length(&self, name: &str) -> Option<BufferLength> {
        let mut all = self.buffer_lengths.iter().chain(&self.learned);
        all.find(|(n, _)| n == name).map(|(_, own)| *own)
    }
}

/// True if the workgroup has rows, so that the problem is assumed to be square.
pub(crate) fn has_rows(target: &Target<'_>) -> bool {
    target.workgroup_size[1] > 1 || target.workgroup_size[2] > 1
}

/// The lengths at which an entry point runs, ascending.
pub(crate) fn lengths(target: &Target<'_>, choice: &CaseChoice<'_>) -> Vec<u32> {
    if !choice.lengths.is_empty() {
        return choice.lengths.to_vec();
    }
    let mut found: Vec<u32> = match (has_rows(target), has_side_names(target)) {
        (false, true) => [1, 2, 3, 4, 5, 8, 9, 16].map(|side| side * side).to_vec(),
        (true, _) => {
            let side = target.workgroup_size[0].min(64);
            let sides = [1, side.saturating_sub(1), side, side + 1, 2 * side + 3];
            sides.map(|side| side * side).to_vec()
        }
        (false, false) => {
            let n = target.invocations().min(1024);
            vec![
                1,
                2,
                3,
                n.saturating_sub(1),
                n,
                n + 1,
                2 * n + 3,
                4 * n.max(17),
            ]
        }
    };
    if !target.has_runtime_array() {
        let most = target.buffers.iter().map(|b| b.shape.most_elements());
        let most = most.max().unwrap_or(1).min(MAX_LENGTH);
        found.retain(|n| *n < most);
        found.push(most);
    }
    found.retain(|n| *n > 0);
    found.sort_unstable();
    found.dedup();
    found
}

/// The number of workgroups for this many elements.
fn workgroups(target: &Target<'_>, length: u32, choice: &CaseChoice<'_>) -> [u32; 3] {
    if let Some(workgroups) = choice.workgroups {
        return workgroups;
    }
    if target.is_for_one_workgroup() {
        return [1; 3];
    }
    let [x, y, z] = target.workgroup_size;
    if !has_rows(target) {
        return [length.div_ceil(x), 1, 1];
    }
    let side = ceil_root(length);
    let depth = if z > 1 { side.div_ceil(z) } else { 1 };
    [side.div_ceil(x), side.div_ceil(y), depth]
}

fn ceil_root(n: u32) -> u32 {
    let root = n.isqrt();
    root + u32::from(root * root < n)
}

/// A case with its buffers. Write-only data is filled with [`POISON`].
pub(crate) fn prepare(
    target: &Target<'_>,
    length: u32,
    values: InputValues,
    choice: &CaseChoice<'_>,
) -> CaseInput {
    let mut maker = Filler {
        length,
        values,
        state: choice.seed ^ (u64::from(length) << 32),
        sizes: vec![],
        guesses: vec![],
        guess: choice.guess.unwrap_or(1),
        stated: choice.values,
        has_rows: has_rows(target) || has_side_names(target),
        groups: workgroups(target, length, choice).iter().product(),
    };
    let buffers = target.buffers.iter().map(|buffer| {
        let own = choice.own_length(&buffer.name);
        let elements = own.map_or(length, |own| own.of(length));
        if elements != length && buffer.shape.tail().is_some() {
            maker
                .sizes
                .push((format!("elements of {}", buffer.name), elements));
        }
        let bytes = match buffer.shape.tail() {
            Some((offset, stride)) => {
                let most = MAX_BUFFER_BYTES.saturating_sub(offset) / stride.max(1);
                (offset + elements.min(most) * stride).max(buffer.least_bytes)
            }
            None => buffer.least_bytes,
        };
        maker.contents(buffer, bytes)
    });
    let buffers = buffers.collect();
    CaseInput {
        case: InspectedCase {
            length,
            values,
            seed: choice.seed,
            workgroups: workgroups(target, length, choice),
            sizes: maker.sizes,
        },
        buffers,
        guesses: maker.guesses,
    }
}
