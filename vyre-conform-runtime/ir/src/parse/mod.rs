//! Parses the text form that [`print`](crate::print) writes: programs and modules in a notation for
//! authors.
//!
//! `parse::program(&print::program(&p)) == Ok(p)` for every program that the wire format accepts, valid
//! or not. Printing a parsed text yields the canonical text of the same program. The parser checks only
//! the form.
//!
//! ```
//! use vyre_conform_ir::{parse, print};
//!
//! let text = "\
//! program increment workgroup_size(64, 1, 1)
//! binding(0) read_write data: [u32]
//!
//! kernel {
//!     let i: u32 = invocation_id(0);
//!     if i < data.len() {
//!         data[i] = data[i] + 1;
//!     }
//! }
//! ";
//! let program = parse::program(text)?;
//! assert_eq!(print::program(&program), text);
//!
//! let error = parse::program("program p workgroup_size(64, 1)").expect_err("an axis is missing");
//! assert_eq!(error.to_string(), "1:31: expected `,`, found `)`");
//! # Ok::<(), parse::ParseError>(())
//! ```
//!
//! # Form
//!
//! Blanks and line ends separate tokens and have no other meaning. `//` begins a comment that ends with
//! its line; so does `;` as the first non-blank character of a line. In the grammar below `*` is any
//! number, `?` at most one, and a list has commas between its items.
//!
//! ```text
//! program   = "program" name "workgroup_size" "(" number "," number "," number ")" buffer* callee* kernel
//! buffer    = ("binding" "(" number ")")? access label ":" "[" type (";" number)? "]"
//! access    = "read_only" | "read_write" | "uniform" | "workgroup"
//! callee    = "use" "op" label | function
//! kernel    = "kernel" name? locals? signature? body
//! module    = ("entry"? function)*
//! function  = "fn" label locals? signature body
//! signature = "(" binding list ")" "->" (type | "(" type list ")")
//! locals    = "locals" "[" binding list "]"
//! body      = "{" table* statement* "}"
//! table     = "const" label ":" "[" type ";" number "]" "=" "[" literal list "]" ";"
//! binding   = label (":" shape)?
//! shape     = type | "[" type ";" number "]"
//!
//! statement = "let" "mut"? binding "=" expression ";"
//!           | "let" "mut" binding ";"
//!           | ("let" (binding | "(" binding list ")") "=")? "call" label "(" expression list ")" ";"
//!           | "let" binding "=" "atomic_add" "(" label "[" expression "]" ("," expression)? "," expression ")" ";"
//!           | label ("[" expression "]")? "=" expression ";"
//!           | "if" expression block ("else" block)?
//!           | "for" binding "in" expression ".." expression block
//!           | "while" expression bound block ("continuing" block)?
//!           | "loop" bound "{" statement* "while" expression ";" statement* "}" ("continuing" block)?
//!           | "break" ";" | "continue" ";" | "barrier" "(" ")" ";" | "return" expression list ";" | block
//! block     = "{" statement* "}"
//! bound     = "at_most" "(" number ")"
//!
//! expression = operand | operand infix operand | operand "as" type
//! infix      = "+" | "-" | "*" | "/" | "%" | "&" | "|" | "^" | "<<" | ">>" | "==" | "!=" | "<" | "<=" | ">" | ">="
//! operand    = "!" operand | primary method*
//! method     = "." unary "(" ")" | "." binary "(" expression ")" | "." "lane" "(" number ")" | "." "to_bits" "(" ")"
//! unary      = "wrapping_neg" | "count_ones" | "leading_zeros" | "trailing_zeros" | "reverse_bits" | "swap_bytes"
//! binary     = "rotate_left" | "rotate_right" | "min" | "max" | "mul_high"
//! primary    = literal | label | label "[" expression "]" | label "." "len" "(" ")"
//!            | "(" expression (":" type)? ")"
//!            | "if" expression "{" expression "}" "else" "{" expression "}"
//!            | ("vec2" | "vec4") "(" expression list ")" | float "::from_bits" "(" expression ")"
//!            | ("invocation_id" | "workgroup_id" | "local_id") "(" number ")"
//! literal    = number | number "u64" | "-"? number "i32" | "true" | "false" | float "(" number ")"
//! float      = "f32" | "f16" | "bf16" | "f8e4m3" | "f8e5m2"
//! type       = "u32" | "i32" | "u64" | "u128" | "bool" | "vec2" | "vec4" | "bytes" | float
//! label      = name ("#" number)? | "#" ("local" | "table" | "buffer" | "function") "(" number ")"
//! ```
//!
//! - A **name** is words of ASCII letters, digits and `_`, joined by `::`, or any text in double
//!   quotes, where `\"`, `\\` and `\u{a}` have their meaning in Rust. A name that is a keyword must be
//!   quoted.
//! - A **number** is decimal or, with `0x`, hexadecimal, with `_` anywhere. A literal without a type is
//!   a u32.
//! - Items of one function that share a name are distinguished by a **label**: `x`, `x#2`, `x#3`. All
//!   of them have the name `x`. Buffers, tables and locals of a kernel share one namespace; functions
//!   and ops share another. `#local(7)` is the local with index 7, which need not exist.
//! - **Locals** are numbered in the order of their bindings in the text, parameters first. If their
//!   order differs, or a local is never bound, `locals` lists them all. A repeated binding of a local
//!   needs no type.
//! - Nested infix operators need **parentheses**; there is no precedence. `!` binds less than a method.
//! - The **type** of an expression follows from its parts. `(x: i32)` states another type, which
//!   validation rejects.
//! - Between a float and a u32 a cast keeps the bits: `f32::from_bits(x)`, `x.to_bits()`.
//! - An **atomic** takes its expected value before the operand:
//!   `atomic_compare_exchange(b[i], expected, value)`.
//! - `while` is a loop whose condition needs no statements. In `loop` the statements before its
//!   `while c;` run first in each iteration. `continuing` runs after each.
//!
//! # Limits
//!
//! The limits are those of the [wire format](crate::wire). Parsing takes time proportional to the text,
//! at most three times [`MAX_MEMORY`](crate::wire::MAX_MEMORY) in addition to the names of the locals
//! of one function, and a stack of 512 KiB.

mod error;
mod expr;
mod items;
mod lex;
mod nodes;
mod parser;
mod scope;
#[cfg(test)]
mod tests;

pub use error::{ParseError, ParseProblem};

use crate::{Module, Program};
use error::ParseResult;
use parser::Parser;

/// Parses the text of a program.
///
/// # Errors
/// The first syntax error or exceeded limit.
pub fn program(text: &str) -> Result<Program, ParseError> {
    read(text, Parser::program)
}

/// Parses the text of a module.
///
/// # Errors
/// The first syntax error or exceeded limit.
pub fn module(text: &str) -> Result<Module, ParseError> {
    read(text, Parser::module)
}

fn read<'a, T>(text: &'a str, whole: fn(Parser<'a>) -> ParseResult<T>) -> Result<T, ParseError> {
    let whole = Parser::new(text).and_then(whole);
    whole.map_err(|refusal| refusal.in_text(text))
}
