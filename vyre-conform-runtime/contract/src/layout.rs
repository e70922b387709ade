//! Scalars in buffers: their paths, offsets and types.

use vyre_conform_import::{DataLayout, ScalarType};

/// A scalar of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BufferScalar {
    /// The expression behind the name of the buffer: `[3].x`.
    pub(crate) path: String,
    /// The first byte.
    pub(crate) offset: usize,
    pub(crate) kind: ScalarType,
}

impl BufferScalar {
    /// The bits in the contents of the buffer; 0 beyond them.
    pub(crate) fn bits(&self, bytes: &[u8]) -> u64 {
        let mut word = [0; 8];
        let width = self.kind.bytes() as usize;
        if let Some(found) = bytes.get(self.offset..self.offset + width) {
            word[..width].copy_from_slice(found);
        }
        u64::from_le_bytes(word)
    }

    /// Writes the bits into the contents of the buffer.
    pub(crate) fn set(&self, bytes: &mut [u8], bits: u64) {
        let width = self.kind.bytes() as usize;
        if let Some(place) = bytes.get_mut(self.offset..self.offset + width) {
            place.copy_from_slice(&bits.to_le_bytes()[..width]);
        }
    }

    /// The number that the bits mean.
    pub(crate) fn number(&self, bits: u64) -> f64 {
        match self.kind {
            ScalarType::F16 => half::f16::from_bits(bits as u16).to_f64(),
            ScalarType::F32 => f32::from_bits(bits as u32).into(),
            ScalarType::F64 => f64::from_bits(bits),
            ScalarType::I32 => f64::from(bits as u32 as i32),
            ScalarType::I16 => f64::from(bits as u16 as i16),
            ScalarType::I64 => bits as i64 as f64,
            _ => bits as f64,
        }
    }

    /// The bits of a number, or the reason why the type has none.
    pub(crate) fn bits_of(&self, number: f64) -> Result<u64, String> {
        let whole = |least: f64, most: f64| {
            if number.fract() == 0.0 && (least..=most).contains(&number) {
                Ok(number as i64 as u64)
            } else {
                Err(format!("{number} is not a value of `{}`", self.kind.name()))
            }
        };
        match self.kind {
            ScalarType::F16 => Ok(half::f16::from_f64(number).to_bits().into()),
            ScalarType::F32 => Ok((number as f32).to_bits().into()),
            ScalarType::F64 => Ok(number.to_bits()),
            ScalarType::U16 => whole(0.0, 65_535.0),
            ScalarType::I16 => whole(-32_768.0, 32_767.0),
            ScalarType::I32 => whole(i32::MIN.into(), i32::MAX.into()),
            ScalarType::U64 | ScalarType::I64 => whole(-9e15, 9e15),
            _ => whole(0.0, u32::MAX.into()),
        }
    }

    pub(crate) const fn is_float(&self) -> bool {
        matches!(
            self.kind,
            ScalarType::F16 | ScalarType::F32 | ScalarType::F64
        )
    }

    /// The bits as a reader expects them.
    pub(crate) fn written(&self, bits: u64) -> String {
        match self.kind {
            ScalarType::F32 => f32::from_bits(bits as u32).to_string(),
            ScalarType::F16 | ScalarType::F64 => self.number(bits).to_string(),
            ScalarType::I32 | ScalarType::I16 | ScalarType::I64 => {
                (self.number(bits) as i64).to_string()
            }
            _ => bits.to_string(),
        }
    }
}

/// Every scalar of a buffer of this many bytes, ascending.
pub(crate) fn scalars(layout: &DataLayout, bytes: usize) -> Vec<BufferScalar> {
    let mut found = vec![];
    collect(layout, 0, bytes, "", &mut found);
    found
}

fn collect(
    layout: &DataLayout,
    offset: usize,
    bytes: usize,
    path: &str,
    found: &mut Vec<BufferScalar>,
) {
    let mut push = |kind: ScalarType, offset: usize, path: String| {
        if offset + kind.bytes() as usize <= bytes {
            found.push(BufferScalar { path, offset, kind });
        }
    };
    match layout {
        DataLayout::Scalar(kind) | DataLayout::Atomic(kind) => push(*kind, offset, path.to_owned()),
        DataLayout::Vector { size, scalar } => {
            for (k, name) in (0..*size).zip(["x", "y", "z", "w"]) {
                let at = offset + (k * scalar.bytes()) as usize;
                push(*scalar, at, format!("{path}.{name}"));
            }
        }
        DataLayout::Matrix {
            columns,
            rows,
            scalar,
            stride,
        } => {
            let (size, scalar) = (*rows, *scalar);
            let vector = DataLayout::Vector { size, scalar };
            for column in 0..*columns {
                let at = offset + (column * stride) as usize;
                collect(&vector, at, bytes, &format!("{path}[{column}]"), found);
            }
        }
        DataLayout::Array {
            element,
            count,
            stride,
        } => {
            let stride = (*stride).max(1) as usize;
            let room = bytes.saturating_sub(offset).div_ceil(stride);
            for k in 0..count.map_or(room, |count| count as usize).min(room) {
                let path = format!("{path}[{k}]");
                collect(element, offset + k * stride, bytes, &path, found);
            }
        }
        DataLayout::Struct { members, .. } => {
            for member in members {
                let path = format!("{path}.{}", member.name);
                let at = offset + member.offset as usize;
                collect(&member.layout, at, bytes, &path, found);
            }
        }
        _ => {}
    }
}

/// The type as the kernel writes it.
pub(crate) fn type_name(layout: &DataLayout) -> String {
    match layout {
        DataLayout::Scalar(kind) => kind.name().to_owned(),
        DataLayout::Atomic(kind) => format!("atomic<{}>", kind.name()),
        DataLayout::Vector { size, scalar } => format!("vec{size}<{}>", scalar.name()),
        DataLayout::Matrix {
            columns,
            rows,
            scalar,
            ..
        } => {
            format!("mat{columns}x{rows}<{}>", scalar.name())
        }
        DataLayout::Array {
            element,
            count: Some(count),
            ..
        } => {
            format!("array<{}, {count}>", type_name(element))
        }
        DataLayout::Array { element, .. } => format!("array<{}>", type_name(element)),
        DataLayout::Struct { name, .. } => name.clone(),
        _ => "resource".to_owned(),
    }
}

/// The element of the runtime-sized array that ends a layout.
pub(crate) fn runtime_element(layout: &DataLayout) -> Option<&DataLayout> {
    match layout {
        DataLayout::Array {
            element,
            count: None,
            ..
        } => Some(element),
        DataLayout::Struct { members, .. } => runtime_element(&members.last()?.layout),
        _ => None,
    }
}

/// A scalar of the layout is an atomic.
pub(crate) fn has_atomics(layout: &DataLayout) -> bool {
    match layout {
        DataLayout::Atomic(_) => true,
        DataLayout::Array { element, .. } => has_atomics(element),
        DataLayout::Struct { members, .. } => members.iter().any(|m| has_atomics(&m.layout)),
        _ => false,
    }
}

/// The path as a manifest writes it: without the dot in front.
pub(crate) fn manifest_path(path: &str) -> &str {
    path.strip_prefix('.').unwrap_or(path)
}
