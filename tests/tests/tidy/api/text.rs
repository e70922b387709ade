//! Tokens as text, the same whatever the layout of the source.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};
use quote::ToTokens;

/// The text of a piece of syntax: one line, with blanks where rustfmt has them.
pub(super) fn text(syntax: &impl ToTokens) -> String {
    let mut words = vec![];
    flat(syntax.to_token_stream(), &mut words);
    let mut text = String::new();
    for (k, word) in words.iter().enumerate() {
        let next = words.get(k + 1).map_or("", String::as_str);
        // A comma that ends a list across lines.
        if word == "," && matches!(next, ")" | "]" | "}" | ">") {
            continue;
        }
        if k > 0 && is_apart(&words[k - 1], word) {
            text.push(' ');
        }
        text += word;
    }
    text
}

/// The tokens as words; those of several signs are one, as far as signatures have them.
fn flat(tokens: TokenStream, into: &mut Vec<String>) {
    let mut joined = false;
    for token in tokens {
        let was_joined = std::mem::take(&mut joined);
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{", "}"),
                    Delimiter::None => ("", ""),
                };
                into.push(open.to_owned());
                flat(group.stream(), into);
                into.push(close.to_owned());
                into.retain(|word| !word.is_empty());
            }
            TokenTree::Punct(sign) => {
                let sign_text = sign.as_char().to_string();
                let last = into.last().map(|last| format!("{last}{sign_text}"));
                match last {
                    Some(both)
                        if was_joined && ["::", "->", "=>", "..", "..."].contains(&&*both) =>
                    {
                        into.pop();
                        into.push(both);
                    }
                    _ => into.push(sign_text),
                }
                joined = sign.spacing() == Spacing::Joint;
            }
            TokenTree::Ident(name) if was_joined && into.last().is_some_and(|last| last == "'") => {
                into.pop();
                into.push(format!("'{name}"));
            }
            other => into.push(other.to_string()),
        }
    }
}

/// Whether a blank stands between two words.
fn is_apart(before: &str, word: &str) -> bool {
    let is_name = |word: &str| word.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    let keyword = ["dyn", "impl", "in", "where", "as", "mut", "const", "unsafe"];
    match (before, word) {
        ("->", "!") => true,
        ("(" | "[" | "&" | "<" | "::" | "." | "*" | "#" | "!", _) => false,
        (_, ")" | "]" | "," | ";" | ">" | "::" | "." | ":" | "?" | "!") => false,
        ("=" | "," | "->" | ":" | "+", "<") => true,
        (_, "<") => false,
        (before, "(") => keyword.contains(&before) || !(is_name(before) || before == ">"),
        _ => true,
    }
}

/// Oracle: signatures by hand.
#[test]
fn a_signature_has_one_text() {
    for (source, due) in [
        (
            "fn a ( & self , b : & 'a [ u32 ] , ) -> Result < Vec < u8 > , E > ;",
            "fn a(&self, b: &'a [u32]) -> Result<Vec<u8>, E>;",
        ),
        (
            "type A = impl Fn(&mut [u32])->u32+'static;",
            "type A = impl Fn(&mut [u32]) -> u32 + 'static;",
        ),
        (
            "type B = Box<dyn for<'x> Fn(&'x (u8,u8)) -> [u32;4]>;",
            "type B = Box<dyn for<'x> Fn(&'x (u8, u8)) -> [u32; 4]>;",
        ),
        (
            "type C = <T as std::iter::Iterator>::Item;",
            "type C = <T as std::iter::Iterator>::Item;",
        ),
        (
            "type D = *const fn(A::B<{N}>) -> !;",
            "type D = *const fn(A::B<{ N }>) -> !;",
        ),
    ] {
        let tokens: TokenStream = source.parse().expect("tokens");
        assert_eq!(text(&tokens), due);
    }
}
