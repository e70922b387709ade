//! The reader: numbers, texts and lists, each checked against the remaining input before use.

use super::tags::{LAST_TYPE, Section, TaggedByte};
use super::write::{Consumption, LimitCheck};
use super::{WireError, WireFault};
use crate::Type;

/// A decoded item, or the error. The error is boxed, so that a number is returned in registers and an
/// expression result is no larger than the expression: both pass through every level.
pub(super) type ReadResult<T> = Result<T, Box<WireError>>;

/// The input, up to the end of the section.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) at: usize,
    pub(super) used: Consumption,
    /// The last type of the version being read; later versions have higher tags.
    pub(super) last_type: Type,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            at: 0,
            used: Consumption::default(),
            last_type: LAST_TYPE,
        }
    }

    /// The number of remaining bytes.
    #[inline]
    fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// The error at an offset.
    #[cold]
    pub(super) fn fault<T>(offset: usize, fault: WireFault) -> ReadResult<T> {
        Err(Box::new(WireError { offset, fault }))
    }

    #[cold]
    fn truncated<T>(&self, what: &'static str) -> ReadResult<T> {
        Self::fault(self.bytes.len(), WireFault::Truncated { what })
    }

    /// The next `count` bytes.
    pub(super) fn take(&mut self, count: usize, what: &'static str) -> ReadResult<&'a [u8]> {
        if count > self.left() {
            return self.truncated(what);
        }
        let taken = &self.bytes[self.at..self.at + count];
        self.at += count;
        Ok(taken)
    }

    #[inline]
    pub(super) fn byte(&mut self, what: &'static str) -> ReadResult<u8> {
        match self.bytes.get(self.at) {
            Some(byte) => {
                self.at += 1;
                Ok(*byte)
            }
            None => self.truncated(what),
        }
    }

    /// Four bytes, little-endian.
    pub(super) fn word(&mut self, what: &'static str) -> ReadResult<u32> {
        let mut word = [0; 4];
        word.copy_from_slice(self.take(4, what)?);
        Ok(u32::from_le_bytes(word))
    }

    #[inline]
    pub(super) fn tag<T: TaggedByte>(&mut self) -> ReadResult<T> {
        let byte = self.byte(T::NAME)?;
        match T::from_tag(byte) {
            Some(tagged) => Ok(tagged),
            None => {
                let what = T::NAME;
                Self::fault(self.at - 1, WireFault::Tag { what, actual: byte })
            }
        }
    }

    /// A type of the version being read.
    #[inline]
    pub(super) fn ty(&mut self) -> ReadResult<Type> {
        let ty: Type = self.tag()?;
        if ty.tag() > self.last_type.tag() {
            let what = "type of version 1";
            return Self::fault(
                self.at - 1,
                WireFault::Tag {
                    what,
                    actual: ty.tag(),
                },
            );
        }
        Ok(ty)
    }

    #[inline]
    pub(super) fn bool(&mut self, what: &'static str) -> ReadResult<bool> {
        match self.byte(what)? {
            0 => Ok(false),
            1 => Ok(true),
            tag => Self::fault(self.at - 1, WireFault::Tag { what, actual: tag }),
        }
    }

    /// A number of at most 64 bits.
    #[inline]
    pub(super) fn long(&mut self, what: &'static str) -> ReadResult<u64> {
        match self.byte(what)? {
            first @ 0..0x80 => Ok(u64::from(first)),
            first => self.rest_of_long(first, what),
        }
    }

    /// The rest of a number of more than one byte.
    fn rest_of_long(&mut self, first: u8, what: &'static str) -> ReadResult<u64> {
        let begin = self.at - 1;
        let mut value = u64::from(first & 0x7f);
        for shift in (7..64).step_by(7) {
            let byte = self.byte(what)?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                // A final byte of zero is redundant, and only one bit of the tenth byte is valid.
                if byte == 0 || shift == 63 && byte > 1 {
                    break;
                }
                return Ok(value);
            }
        }
        Self::fault(begin, WireFault::Varint { what })
    }

    /// A number of at most 32 bits.
    #[inline]
    pub(super) fn number(&mut self, what: &'static str) -> ReadResult<u32> {
        let begin = self.at;
        let number = self.long(what)?;
        u32::try_from(number).or_else(|_| {
            let max = u64::from(u32::MAX);
            Self::fault(
                begin,
                WireFault::Range {
                    what,
                    actual: number,
                    max,
                },
            )
        })
    }

    /// A count of items, each at least `min` bytes long.
    #[inline]
    fn count(&mut self, what: &'static str, min: usize) -> ReadResult<usize> {
        let begin = self.at;
        let number = self.long(what)?;
        let max = (self.left() / min) as u64;
        if number > max {
            return Self::fault(
                begin,
                WireFault::Count {
                    what,
                    actual: number,
                    max,
                },
            );
        }
        Ok(number as usize)
    }

    /// Charges a limit; an error is reported at the offset `begin`.
    #[inline]
    pub(super) fn within(
        &mut self,
        begin: usize,
        count: impl FnOnce(&mut Consumption) -> LimitCheck,
    ) -> ReadResult<()> {
        count(&mut self.used).or_else(|fault| Self::fault(begin, *fault))
    }

    pub(super) fn text(&mut self, what: &'static str) -> ReadResult<String> {
        let begin = self.at;
        let count = self.count(what, 1)?;
        self.within(begin, |used| used.memory::<u8>(count))?;
        let start = self.at;
        match std::str::from_utf8(self.take(count, what)?) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => Self::fault(start + error.valid_up_to(), WireFault::Utf8 { what }),
        }
    }

    /// A list of items, each at least `min` bytes long. `enter` receives the count before anything is
    /// allocated.
    pub(super) fn counted<T>(
        &mut self,
        what: &'static str,
        min: usize,
        enter: impl FnOnce(&mut Consumption, usize) -> LimitCheck,
        mut read: impl FnMut(&mut Self) -> ReadResult<T>,
    ) -> ReadResult<Vec<T>> {
        let begin = self.at;
        let count = self.count(what, min)?;
        self.within(begin, |used| {
            enter(used, count)?;
            used.memory::<T>(count)
        })?;
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(read(self)?);
        }
        Ok(items)
    }

    /// A list of items, each at least `min` bytes long.
    pub(super) fn list<T>(
        &mut self,
        what: &'static str,
        min: usize,
        read: impl FnMut(&mut Self) -> ReadResult<T>,
    ) -> ReadResult<Vec<T>> {
        self.counted(what, min, |_, _| Ok(()), read)
    }

    pub(super) fn option(&mut self, what: &'static str) -> ReadResult<Option<u32>> {
        if self.bool(what)? {
            self.number(what).map(Some)
        } else {
            Ok(None)
        }
    }

    /// The contents of the expected section; `read` must consume all of them.
    pub(super) fn section<T>(
        &mut self,
        section: Section,
        what: &'static str,
        read: impl FnOnce(&mut Self) -> ReadResult<T>,
    ) -> ReadResult<T> {
        let begin = self.at;
        let actual = self.tag::<Section>()?;
        if actual != section {
            let (what, actual) = (what, actual.tag());
            return Self::fault(begin, WireFault::Tag { what, actual });
        }
        let length = self.word(what)? as usize;
        if length > self.left() {
            return self.truncated(what);
        }
        let whole = self.bytes;
        self.bytes = &whole[..self.at + length];
        let contents = read(self)?;
        self.end(what)?;
        self.bytes = whole;
        Ok(contents)
    }

    /// Fails unless the input is exhausted.
    pub(super) fn end(&self, what: &'static str) -> ReadResult<()> {
        match self.left() {
            0 => Ok(()),
            count => Self::fault(self.at, WireFault::Trailing { what, count }),
        }
    }
}
