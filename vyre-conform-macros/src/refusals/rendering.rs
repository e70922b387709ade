//! Rendering of a refusal in the format of the compiler: the message, the place, and the source lines
//! with the place underlined.

use proc_macro2::{LineColumn, TokenStream, TokenTree};
use quote::ToTokens;
use std::fmt::Write;

/// A message with its place.
pub(super) struct Refusal {
    message: String,
    from: LineColumn,
    to: LineColumn,
}

impl Refusal {
    /// Every `compile_error!` in some tokens: the span of its first token is the start of the place,
    /// that of its message the end.
    pub(super) fn all(tokens: TokenStream) -> Vec<Self> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut problems = vec![];
        for three in tokens.windows(3) {
            let [
                TokenTree::Ident(name),
                TokenTree::Punct(_),
                TokenTree::Group(group),
            ] = three
            else {
                continue;
            };
            if name != "compile_error" {
                continue;
            }
            let literal = group.stream().into_iter().next().expect("a message");
            let text: syn::LitStr = syn::parse2(literal.to_token_stream()).expect("a text");
            problems.push(Self {
                message: text.value(),
                from: name.span().start(),
                to: literal.span().end(),
            });
        }
        problems
    }
}

/// The refusal of a file with this name and these lines.
pub(super) fn render(refusal: &Refusal, name: &str, lines: &[&str]) -> String {
    let Refusal { message, from, to } = refusal;
    let margin = to.line.to_string().len();
    let space = " ".repeat(margin);
    let mut out = format!("error: {}\n", message.replace('\n', "\n       "));
    let _ = writeln!(out, "{space}--> {name}:{}:{}", from.line, from.column + 1);
    let _ = writeln!(out, "{space} |");
    let line = |number: usize| lines.get(number - 1).copied().unwrap_or("");
    if from.line == to.line {
        let (before, marks) = (
            " ".repeat(from.column),
            "^".repeat((to.column - from.column).max(1)),
        );
        let _ = writeln!(out, "{:margin$} | {}", from.line, line(from.line));
        let _ = writeln!(out, "{space} | {before}{marks}");
        return out;
    }
    // A multi-line place begins at its first token, or with the line if only blanks precede that.
    let starts = line(from.line).len() - line(from.line).trim_start().len() == from.column;
    for number in from.line..=to.line {
        let bar = match number == from.line {
            true if starts => "/",
            true => " ",
            false => "|",
        };
        let _ = writeln!(out, "{number:margin$} | {bar} {}", line(number));
        if number == from.line && !starts {
            let _ = writeln!(out, "{space} |  {}^", "_".repeat(from.column + 1));
        }
    }
    let _ = writeln!(out, "{space} | |{}^", "_".repeat(to.column));
    out
}
