//! Layout of a file: what people look for is on lines of its own, and a part is one line.

use serde_json::ser::{Formatter, PrettyFormatter};
use std::io::{Result, Write};

/// Lists and objects up to this depth have one line per entry. Parts and laws are at depth six.
const LINES: usize = 5;

/// Indents the outer levels and prints each inner one on a line.
pub(super) struct Layout<'a> {
    depth: usize,
    lines: PrettyFormatter<'a>,
}

impl Layout<'_> {
    pub(super) fn new() -> Self {
        Self {
            depth: 0,
            lines: PrettyFormatter::with_indent(b" "),
        }
    }

    fn in_line(&self) -> bool {
        self.depth > LINES
    }
}

impl Formatter for Layout<'_> {
    fn begin_array<W: ?Sized + Write>(&mut self, to: &mut W) -> Result<()> {
        self.depth += 1;
        if self.in_line() {
            to.write_all(b"[")
        } else {
            self.lines.begin_array(to)
        }
    }

    fn end_array<W: ?Sized + Write>(&mut self, to: &mut W) -> Result<()> {
        let in_line = self.in_line();
        self.depth -= 1;
        if in_line {
            to.write_all(b"]")
        } else {
            self.lines.end_array(to)
        }
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> Result<()> {
        match (self.in_line(), first) {
            (false, _) => self.lines.begin_array_value(to, first),
            (true, true) => Ok(()),
            (true, false) => to.write_all(b","),
        }
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, to: &mut W) -> Result<()> {
        if self.in_line() {
            Ok(())
        } else {
            self.lines.end_array_value(to)
        }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, to: &mut W) -> Result<()> {
        self.depth += 1;
        if self.in_line() {
            to.write_all(b"{")
        } else {
            self.lines.begin_object(to)
        }
    }

    fn end_object<W: ?Sized + Write>(&mut self, to: &mut W) -> Result<()> {
        let in_line = self.in_line();
        self.depth -= 1;
        if in_line {
            to.write_all(b"}")
        } else {
            self.lines.end_object(to)
        }
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, to: &mut W, first: bool) -> Result<()> {
        match (self.in_line(), first) {
            (false, _) => self.lines.begin_object_key(to, first),
            (true, true) => Ok(()),
            (true, false) => to.write_all(b","),
        }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, to: &mut W) -> Result<()> {
        if self.in_line() {
            to.write_all(b":")
        } else {
            self.lines.begin_object_value(to)
        }
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, to: &mut W) -> Result<()> {
        if self.in_line() {
            Ok(())
        } else {
            self.lines.end_object_value(to)
        }
    }
}
