//! Contents of buffers: words by distribution, and sizes by name.

use crate::case::{InputValues, POISON};
use crate::layout::{Scalar, scalar_name};
use crate::target::{BufferBinding, Target};
use naga::ScalarKind;

/// Makes the contents of buffers.
pub(crate) struct Filler<'o> {
    pub(crate) length: u32,
    pub(crate) values: InputValues,
    /// State of the generator, SplitMix64.
    pub(crate) state: u64,
    /// Scalars whose values were derived from their names.
    pub(crate) sizes: Vec<(String, u32)>,
    /// Scalars whose names suggest no value.
    pub(crate) guesses: Vec<String>,
    /// The value of those.
    pub(crate) guess: u32,
    /// Values of scalars in front of the data, by name.
    pub(crate) stated: &'o [(String, f64)],
    /// True if the problem is assumed to be square.
    pub(crate) has_rows: bool,
    /// Number of workgroups of the dispatch.
    pub(crate) groups: u32,
}

impl Filler<'_> {
    /// The contents of a buffer of this many bytes.
    pub(crate) fn contents(&mut self, buffer: &BufferBinding, bytes: u32) -> Vec<u8> {
        let whole = (bytes as usize).next_multiple_of(4);
        if !buffer.is_read && buffer.is_written {
            return POISON.to_le_bytes().repeat(whole / 4);
        }
        let mut contents = vec![0; whole];
        let tail = buffer.shape.tail().map_or(bytes, |(offset, _)| offset);
        let scalars = buffer.shape.scalars(bytes);
        for (k, scalar) in scalars.iter().enumerate() {
            let in_front = scalar.offset < tail && !scalar.path.contains('[');
            let word = if in_front && !scalar.atomic {
                self.front(buffer, k as u32, scalar, &scalars)
            } else {
                self.word(k as u32, scalar)
            };
            let at = scalar.offset as usize;
            let bytes = u64::from(word).to_le_bytes();
            contents[at..at + scalar.width as usize]
                .copy_from_slice(&bytes[..scalar.width as usize]);
        }
        contents
    }

    /// The word of a scalar in front of the data.
    fn front(&mut self, buffer: &BufferBinding, k: u32, scalar: &Scalar, all: &[Scalar]) -> u32 {
        match self.stated(buffer, scalar) {
            Some(word) => word,
            None if is_integer(scalar) => {
                let has_depth = all.iter().any(|other| is_third_of(scalar, other));
                self.parameter(buffer, scalar, has_depth)
            }
            // A scale or a base is rarely negative.
            None => self.word(k, scalar) & 0x7fff_ffff,
        }
    }

    /// A single integer: a size if its name suggests one, otherwise 1.
    fn parameter(&mut self, buffer: &BufferBinding, scalar: &Scalar, has_depth: bool) -> u32 {
        let full = format!("{}{}", buffer.name, scalar.path);
        let last = scalar.path.rsplit('.').next().unwrap_or_default();
        let name = if last.is_empty() || last.len() == 1 && "xyzw".contains(last) {
            let path = scalar.path.trim_end_matches(last).trim_end_matches('.');
            path.rsplit('.')
                .find(|p| !p.is_empty())
                .unwrap_or(&buffer.name)
        } else {
            last
        };
        let value = match size_of_name(name) {
            Some(SizeName::Groups) => self.groups,
            Some(_) if has_depth => (1..).take_while(|k| k * k * k <= self.length).count() as u32,
            Some(SizeName::Whole) if !self.has_rows => self.length,
            Some(_) => self.length.isqrt().max(1),
            None => {
                let is_padding = name
                    .trim_start_matches('_')
                    .to_lowercase()
                    .starts_with("pad");
                if !is_padding {
                    self.guesses.push(full.clone());
                }
                self.guess
            }
        };
        self.sizes.push((full, value));
        value
    }

    /// The bits of the value that the user states for a scalar.
    fn stated(&mut self, buffer: &BufferBinding, scalar: &Scalar) -> Option<u32> {
        let full = format!("{}{}", buffer.name, scalar.path);
        let is_named = |name: &str| is_name_of(name, &full);
        let (_, value) = self.stated.iter().find(|(name, _)| is_named(name))?;
        let shown = *value as i64 as u32;
        let word = match (scalar.kind, scalar.width) {
            (ScalarKind::Float, 2) => half::f16::from_f64(*value).to_bits().into(),
            (ScalarKind::Float, _) => (*value as f32).to_bits(),
            _ => shown,
        };
        self.sizes.push((full, shown));
        Some(word)
    }

    fn random(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn word(&mut self, k: u32, scalar: &Scalar) -> u32 {
        // Counters and flags start at 0, as hosts clear them.
        if scalar.atomic {
            return 0;
        }
        match (scalar.kind, scalar.width) {
            (ScalarKind::Float, 2) => half::f16::from_f32(self.float(k)).to_bits().into(),
            (ScalarKind::Float, _) => self.float(k).to_bits(),
            _ => self.integer(k),
        }
    }

    fn integer(&mut self, k: u32) -> u32 {
        const EXTREMES: [u32; 12] = [
            0,
            u32::MAX,
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
        match self.values {
            InputValues::Zeros => 0,
            // An element of several words has in-bounds indices as well.
            InputValues::Ramp => k % self.length,
            InputValues::Binary => (self.random() >> 63) as u32,
            InputValues::Small => (self.random() % u64::from(self.length)) as u32,
            InputValues::Extremes => EXTREMES[k as usize % EXTREMES.len()],
            InputValues::Random => self.random() as u32,
        }
    }

    fn float(&mut self, k: u32) -> f32 {
        const EXTREMES: [f32; 8] = [0.0, -0.0, 1.0, -1.0, 1e-30, 1e30, 0.1, 16_777_216.0];
        match self.values {
            InputValues::Zeros => 0.0,
            InputValues::Ramp => k as f32,
            InputValues::Binary => (self.random() >> 63) as f32,
            InputValues::Small => (self.random() % 17) as f32 - 8.0,
            InputValues::Extremes => EXTREMES[k as usize % EXTREMES.len()],
            InputValues::Random => {
                let unit = (self.random() >> 40) as f32 / (1_u64 << 24) as f32;
                2000.0 * unit - 1000.0
            }
        }
    }
}

/// True if a buffer has a scalar whose name suggests a side length.
pub(crate) fn has_side_names(target: &Target<'_>) -> bool {
    target.buffers.iter().any(has_sides)
}

/// The names of the scalars in front of a buffer's data.
pub(crate) fn parameters(buffer: &BufferBinding) -> Vec<String> {
    let scalars = buffer.shape.scalars(buffer.least_bytes);
    let tail = buffer
        .shape
        .tail()
        .map_or(buffer.least_bytes, |(offset, _)| offset);
    let in_front = |s: &&Scalar| s.offset < tail && !s.path.contains('[') && !s.atomic;
    let scalars = scalars.iter().filter(in_front);
    scalars
        .map(|s| format!("{}{}", buffer.name, s.path))
        .collect()
}

/// True if a name means the scalar of this path: all of it, or its end after a dot.
pub(crate) fn is_name_of(name: &str, full: &str) -> bool {
    let end = full.strip_suffix(name);
    end.is_some_and(|front| front.is_empty() || front.ends_with('.'))
}

/// True if `third` is the third component of the vector that contains `scalar`.
fn is_third_of(scalar: &Scalar, third: &Scalar) -> bool {
    let vector = scalar.path.strip_suffix(['x', 'y', 'z']);
    let numbered = ["x", "y", "z"].iter().any(|axis| {
        // `xGrids`, `yGrids` and `zGrids` are three sides as well.
        let (front, last) = scalar.path.rsplit_once('.').unwrap_or(("", &scalar.path));
        let rest = last
            .strip_prefix(axis)
            .filter(|rest| rest.starts_with(char::is_uppercase));
        rest.is_some_and(|rest| third.path == format!("{front}.z{rest}"))
    });
    numbered
        || vector.is_some_and(|vector| {
            third.path.strip_suffix('z') == Some(vector) && vector.ends_with('.')
        })
}

/// True if a scalar of the buffer has the name of a side of a matrix or image.
fn has_sides(buffer: &BufferBinding) -> bool {
    let scalars = buffer.shape.scalars(buffer.least_bytes);
    let mut names = scalars.iter().flat_map(|scalar| scalar.path.split('.'));
    names.any(|name| name.len() > 1 && size_of_name(name) == Some(SizeName::Side))
        || (buffer.uniform
            && scalars
                .iter()
                .any(|s| [".m", ".k", ".M", ".K"].contains(&&s.path[..])))
}

fn is_integer(scalar: &Scalar) -> bool {
    ["u32", "i32"].contains(&scalar_name(scalar.kind, scalar.width))
}

/// The size that a name suggests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SizeName {
    /// The number of elements.
    Whole,
    /// The side of a matrix or image.
    Side,
    /// The number of workgroups.
    Groups,
}

/// The size that a name suggests, if any: `n`, `len`, `num_items`, `width`, ...
fn size_of_name(name: &str) -> Option<SizeName> {
    const WHOLE: [&str; 12] = [
        "n", "len", "length", "count", "size", "total", "num", "elements", "items", "nelems",
        "bound", "limit",
    ];
    const SIDE: [&str; 14] = [
        "width",
        "height",
        "rows",
        "cols",
        "columns",
        "m",
        "k",
        "w",
        "h",
        "dim",
        "dims",
        "side",
        "depth",
        "resolution",
    ];
    const GROUPS: [&str; 6] = [
        "blocks",
        "groups",
        "workgroups",
        "partitions",
        "tiles",
        "chunks",
    ];
    let lower = snake(name);
    if lower.split('_').any(|part| GROUPS.contains(&part)) {
        return Some(SizeName::Groups);
    }
    let mut parts = lower.split('_');
    let is_side = |part: &str| {
        SIDE.contains(&part)
            || ["width", "height", "grids"]
                .iter()
                .any(|end| part.ends_with(end))
    };
    if parts.clone().any(is_side) {
        return Some(SizeName::Side);
    }
    let whole = parts.any(|part| WHOLE.contains(&part));
    let joined = ["length", "count", "size", "numel"]
        .iter()
        .any(|end| lower.ends_with(end))
        || lower.starts_with("num");
    (whole || joined).then_some(SizeName::Whole)
}

/// A name with `_` before each capital after a small letter, in small letters.
fn snake(name: &str) -> String {
    let mut out = String::new();
    let mut was_small = false;
    for letter in name.chars() {
        if letter.is_uppercase() && was_small {
            out.push('_');
        }
        was_small = letter.is_lowercase();
        out.extend(letter.to_lowercase());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: names by hand.
    #[test]
    fn names_of_sizes_are_known() {
        for name in [
            "n",
            "num_items",
            "arrayLength",
            "count",
            "element_count",
            "numKeys",
            "arrayStrideCount",
        ] {
            assert_eq!(size_of_name(name), Some(SizeName::Whole), "{name}");
        }
        for name in [
            "width",
            "M",
            "out_height",
            "screenwidth",
            "gridDim",
            "imageWidth",
            "xGrids",
        ] {
            assert_eq!(size_of_name(name), Some(SizeName::Side), "{name}");
        }
        for name in ["blocks", "num_workgroups"] {
            assert_eq!(size_of_name(name), Some(SizeName::Groups), "{name}");
        }
        for name in ["shift", "seed", "stage", "offset", "pass", "ND4"] {
            assert_eq!(size_of_name(name), None, "{name}");
        }
    }
}
