//! UTF-8 in a kernel, byte by byte: the Unicode Standard, section 3.9, table 3-7.

use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Operand, Var};

/// The character that begins at a byte of a text.
#[derive(Clone, Copy)]
pub(super) struct Character {
    /// Its code point.
    pub(super) code: Var,
    /// Number of its bytes; 0 if none begins.
    pub(super) length: Var,
    /// True if a character should begin here and does not, provided that everything before is valid.
    pub(super) is_wrong: Var,
}

/// A packed text and its length in bytes.
#[derive(Clone, Copy)]
pub(super) struct Text {
    pub(super) bytes: Buffer,
    pub(super) len: Var,
}

impl Text {
    /// A byte; 0 outside of the text, also for an index that wrapped below zero.
    fn byte(self, k: &mut Kernel, at: Expr) -> Var {
        let at = k.bind("at", at);
        let byte = super::byte(self.bytes, at);
        k.bind("byte", at.less(self.len).select(byte, 0))
    }

    /// The character that begins at byte `at` of the text. An ill-formed text has its first error at the least wrong
    /// byte. A byte that is not a continuation byte begins a character if the bytes before it are well-formed. A
    /// continuation byte belongs to the last byte before it that is not one, unless that is too far away.
    pub(super) fn character(self, k: &mut Kernel, at: Var) -> Character {
        let lead = self.byte(k, at.into());
        let behind = [1, 2, 3].map(|j| {
            let byte = self.byte(k, at + j);
            k.bind("behind", byte)
        });
        let before = [1, 2, 3].map(|j| self.byte(k, at - j));
        let due = k.bind("due", length(lead));
        // After E0, ED, F0 and F4 some continuation bytes are invalid: they would make overlong forms, surrogates, or
        // too large code points.
        let least = lead
            .equals(0xE0)
            .select(0xA0, lead.equals(0xF0).select(0x90, 0x80));
        let most = lead
            .equals(0xED)
            .select(0x9F, lead.equals(0xF4).select(0x8F, 0xBF));
        let second = behind[0].at_least(least) & behind[0].at_most(most);
        let complete = due.equals(1)
            | due.equals(2) & second.clone()
            | due.equals(3) & second.clone() & continues(behind[1])
            | due.equals(4) & second & continues(behind[1]) & continues(behind[2]);
        let complete = k.bind("complete", complete);
        // A continuation byte is valid if one of the three bytes before it begins a long enough character, with only
        // continuation bytes between.
        let covered = length(before[0]).greater(1)
            | continues(before[0]) & length(before[1]).greater(2)
            | continues(before[0]) & continues(before[1]) & length(before[2]).greater(3);
        let is_wrong = continues(lead).select(!covered, !complete);
        let is_wrong = k.bind("is_wrong", is_wrong);
        let six = |byte: Var| byte & 0x3F;
        let two = (lead & 0x1F) << 6 | six(behind[0]);
        let three = (lead & 0xF) << 12 | six(behind[0]) << 6 | six(behind[1]);
        let four = (lead & 7) << 18 | six(behind[0]) << 12 | six(behind[1]) << 6 | six(behind[2]);
        let long = due.equals(3).select(three, four);
        let code = due.equals(1).select(lead, due.equals(2).select(two, long));
        Character {
            code: k.bind("code", code),
            length: k.bind("length", complete.select(due, 0)),
            is_wrong,
        }
    }
}

/// True if it is a continuation byte.
fn continues(byte: Var) -> Expr {
    (byte & 0xC0).equals(0x80)
}

/// Number of bytes of a character with this first byte; 0 if no character begins with it.
fn length(byte: Var) -> Expr {
    let four = byte.at_most(0xF4).select(4, 0);
    let three = byte.less(0xF0).select(3, four);
    let two = byte.less(0xE0).select(2, three);
    let none = byte.less(0xC2).select(0, two);
    byte.less(0x80).select(1, none)
}

/// Inputs of both engines, and their errors.
pub(super) mod given {
    use crate::engines::{shapes, text};
    use vyre_conform_runtime::engine::Input;

    /// Texts of every length: of one, two, three and four bytes per character, in turn and mixed. Some have a byte
    /// replaced, inserted or removed, and some are truncated.
    pub(in super::super) fn inputs(n: u64) -> Input {
        let len = shapes::length(n) as usize;
        let mut bytes = vec![];
        let mut i = 0;
        while bytes.len() < len {
            let random = shapes::random(n, i);
            let class = match n % 5 {
                4 => random >> 8 & 3,
                class => class as u32,
            };
            let edge = random >> 10 & 3;
            let of = |first: u32, last: u32| match edge {
                0 => first,
                1 => last,
                _ => first + (random >> 12) % (last - first + 1),
            };
            let code = match class {
                0 => of(0, 0x7F),
                1 => of(0x80, 0x7FF),
                2 if random & 1 == 0 => of(0x800, 0xD7FF),
                2 => of(0xE000, 0xFFFF),
                _ => of(0x1_0000, 0x10_FFFF),
            };
            let character = char::from_u32(code).unwrap_or('?');
            bytes.extend(character.encode_utf8(&mut [0; 4]).as_bytes());
            i += 1;
        }
        // The longest of the first sixteen stays valid.
        let place = shapes::random(n, 0xDA) as usize % (bytes.len() + 1);
        let wrong = [0x80, 0xC0, 0xC1, 0xF5, 0xFF, 0xBF, 0xED, 0xE0, 0xF0, 0xF4];
        let wrong = wrong[n as usize % wrong.len()];
        match (n + 1) % 6 {
            1 => bytes.insert(place, wrong),
            3 if place < bytes.len() => bytes[place] = wrong,
            4 if place < bytes.len() => _ = bytes.remove(place),
            5 => bytes.truncate(len),
            _ => {}
        }
        text::input(&bytes)
    }
}
