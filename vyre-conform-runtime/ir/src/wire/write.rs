//! The writer: numbers, texts and lists, within the limits.

use super::tags::{Section, TaggedByte};
use super::{MAX_MEMORY, WireError, WireFault};
use crate::{MAX_NESTING, MAX_NODES};

/// Memory of an allocation of `bytes`: an allocator rounds up and keeps a header.
#[inline]
pub(crate) const fn footprint(bytes: usize) -> usize {
    if bytes == 0 {
        0
    } else {
        bytes.next_multiple_of(16).saturating_add(16)
    }
}

/// Result of a limit check. It has one word, because every expression makes one.
pub(crate) type LimitCheck = Result<(), &'static WireFault>;

/// The resources that a program has used. Encoding, decoding and parsing count alike.
#[derive(Clone, Debug, Default)]
pub(crate) struct Consumption {
    memory: usize,
    nodes: usize,
    blocks: usize,
    expressions: usize,
}

impl Consumption {
    /// Counts `count` items of `T` in one allocation.
    #[inline]
    pub(crate) fn memory<T>(&mut self, count: usize) -> LimitCheck {
        let bytes = count
            .checked_mul(size_of::<T>())
            .ok_or(&WireFault::Memory)?;
        self.bytes(footprint(bytes))
    }

    /// Counts bytes.
    #[inline]
    pub(crate) fn bytes(&mut self, bytes: usize) -> LimitCheck {
        self.memory = self.memory.saturating_add(bytes);
        if self.memory > MAX_MEMORY {
            return Err(&WireFault::Memory);
        }
        Ok(())
    }

    /// Enters a block of `count` nodes.
    pub(crate) fn enter_block(&mut self, count: usize) -> LimitCheck {
        self.nodes += count;
        self.blocks += 1;
        if self.nodes > MAX_NODES {
            return Err(&WireFault::Nodes);
        }
        if self.blocks > MAX_NESTING && count > 0 {
            return Err(&WireFault::Nesting { what: "blocks" });
        }
        Ok(())
    }

    /// Counts a node of a block that was entered as empty.
    pub(crate) fn node(&mut self) -> LimitCheck {
        self.blocks -= 1;
        self.enter_block(1)
    }

    /// Leaves a block.
    #[inline]
    pub(crate) fn leave_block(&mut self) {
        self.blocks -= 1;
    }

    /// Enters an expression.
    #[inline]
    pub(crate) fn enter_expression(&mut self) -> LimitCheck {
        self.expressions += 1;
        if self.expressions > MAX_NESTING {
            return Err(&WireFault::Nesting {
                what: "expressions",
            });
        }
        Ok(())
    }

    /// Leaves an expression.
    #[inline]
    pub(crate) fn leave_expression(&mut self) {
        self.expressions -= 1;
    }
}

/// An encoding under construction.
#[derive(Debug, Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
    pub(super) used: Consumption,
}

impl Writer {
    /// Adds the current offset to an error.
    #[inline]
    pub(super) fn at<T>(&self, result: Result<T, &'static WireFault>) -> Result<T, WireError> {
        result.map_err(|fault| WireError {
            offset: self.bytes.len(),
            fault: *fault,
        })
    }

    #[inline]
    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    #[inline]
    pub(super) fn tag(&mut self, tag: impl TaggedByte) {
        self.byte(tag.tag());
    }

    /// Unsigned LEB128: seven bits per byte, low first, with the high bit set on all bytes except the
    /// last.
    #[inline]
    pub(super) fn varint(&mut self, value: impl Into<u64>) {
        let mut rest = value.into();
        while rest >= 0x80 {
            self.byte(rest as u8 | 0x80);
            rest >>= 7;
        }
        self.byte(rest as u8);
    }

    pub(super) fn text(&mut self, text: &str) -> Result<(), WireError> {
        let counted = self.used.memory::<u8>(text.len());
        self.at(counted)?;
        self.varint(text.len() as u64);
        self.bytes.extend_from_slice(text.as_bytes());
        Ok(())
    }

    pub(super) fn list<T>(
        &mut self,
        items: &[T],
        mut write: impl FnMut(&mut Self, &T) -> Result<(), WireError>,
    ) -> Result<(), WireError> {
        let counted = self.used.memory::<T>(items.len());
        self.at(counted)?;
        self.varint(items.len() as u64);
        items.iter().try_for_each(|item| write(self, item))
    }

    pub(super) fn option(&mut self, value: Option<u32>) {
        self.byte(u8::from(value.is_some()));
        if let Some(value) = value {
            self.varint(value);
        }
    }

    /// A section: its number, the length of its contents, and the contents that `write` writes.
    pub(super) fn section(
        &mut self,
        section: Section,
        write: impl FnOnce(&mut Self) -> Result<(), WireError>,
    ) -> Result<(), WireError> {
        self.tag(section);
        let begin = self.bytes.len() + 4;
        self.bytes.extend_from_slice(&[0; 4]);
        write(self)?;
        let length = u32::try_from(self.bytes.len() - begin).map_err(|_| &WireFault::Memory);
        let length = self.at(length)?;
        self.bytes[begin - 4..begin].copy_from_slice(&length.to_le_bytes());
        Ok(())
    }
}
