//! Suggestions for misspelt names, and formatting of tokens.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use strsim::osa_distance;

/// The candidate closest to `name`, if it is close enough to be the intended one: the same letters in
/// another case or without underscores, or at most a third of the letters wrong (Damerau-Levenshtein
/// distance, optimal string alignment).
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let plain = |s: &str| s.replace('_', "").to_lowercase();
    let requested = plain(name);
    let all: Vec<&str> = candidates.into_iter().collect();
    let closest = all
        .iter()
        .map(|c| (osa_distance(&requested, &plain(c)), *c));
    let closest = closest.filter(|(d, c)| *d <= name.len().max(c.len()) / 3);
    let prefix = || {
        let shared = all
            .iter()
            .map(|c| (common_beginning(&requested, &plain(c)), *c));
        shared
            .filter(|(n, _)| *n >= MIN_LENGTH)
            .max_by_key(|(n, _)| *n)
    };
    let nearest_name = closest.min_by_key(|(d, _)| *d).or_else(prefix);
    nearest_name.map(|(_, c)| c)
}

/// Length of a common prefix that identifies the intended name, whatever follows: `Distributes` for
/// `DistributiveOver`.
const MIN_LENGTH: usize = 7;

fn common_beginning(a: &str, b: &str) -> usize {
    let pairs = a.bytes().zip(b.bytes());
    pairs.take_while(|(a, b)| a == b).count()
}

/// Tokens as text, with conventional spacing.
pub(crate) fn source(tokens: impl ToTokens) -> String {
    let mut out = String::new();
    write(tokens.to_token_stream(), &mut out);
    out
}

fn write(tokens: TokenStream, out: &mut String) {
    let mut joined = true;
    let mut previous = ' ';
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => ("{ ", " }"),
                    Delimiter::None => ("", ""),
                };
                if !joined && (open.starts_with('{') || !previous.is_alphanumeric()) {
                    space(out);
                }
                out.push_str(open);
                write(group.stream(), out);
                out.push_str(close);
                (joined, previous) = (false, ')');
            }
            TokenTree::Punct(punct) => {
                let c = punct.as_char();
                let tight = matches!(c, ',' | ';' | '.' | ':' | '?')
                    || (c == '!' && previous.is_alphanumeric());
                let glued = matches!(
                    previous,
                    ':' | '<' | '>' | '&' | '|' | '=' | '!' | '.' | '-'
                ) && joined;
                if !tight && !glued && !joined {
                    space(out);
                }
                out.push(c);
                // A sign after an operator or at the start belongs to the next token.
                let sign = !glued
                    && matches!(c, '!' | '-' | '&' | '*')
                    && !previous.is_alphanumeric()
                    && previous != ')';
                joined = matches!(c, '.' | ':')
                    || (c == '=' && previous == '.')
                    || sign
                    || punct.spacing() == proc_macro2::Spacing::Joint;
                previous = c;
            }
            other => {
                if !joined {
                    space(out);
                }
                out.push_str(&other.to_string());
                (joined, previous) = (false, 'a');
            }
        }
    }
}

/// Names with a fixed meaning: keywords, primitive types, the prelude's.
const FIXED: &str = "as break const continue crate else enum extern false fn for if impl in let loop match mod move \
                     mut pub ref return self Self static struct super trait true type unsafe use where while dyn async \
                     await u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64 bool char str core std alloc \
                     Some None Ok Err Option Result Vec String Box";

/// Tokens as text in which every name of an item, a parameter or a variable that the author may have
/// chosen is the number of its first occurrence, so that renaming changes nothing. Names of methods and
/// fields, and those after a fixed name in a path, are kept; comments are not tokens, and attributes
/// are left out.
pub(crate) fn numbered(tokens: impl ToTokens) -> String {
    let (mut out, mut names) = (String::new(), Vec::new());
    number(tokens.to_token_stream(), &mut names, &mut out);
    out
}

fn number(tokens: TokenStream, names: &mut Vec<String>, out: &mut String) {
    // The last two punctuation marks before a name, and a flag that the name before them is kept.
    let (mut before, mut kept) = (String::new(), false);
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("( ", ") "),
                    Delimiter::Bracket => ("[ ", "] "),
                    Delimiter::Brace => ("{ ", "} "),
                    Delimiter::None => ("", ""),
                };
                out.push_str(open);
                number(group.stream(), names, out);
                out.push_str(close);
                (before, kept) = (String::new(), false);
            }
            TokenTree::Punct(punct) if punct.as_char() == '#' => {
                // An attribute: `#[..]` or `#![..]`.
                while !matches!(tokens.next(), Some(TokenTree::Group(_)) | None) {}
                (before, kept) = (String::new(), false);
            }
            TokenTree::Punct(punct) => {
                out.push(punct.as_char());
                out.push(' ');
                before.push(punct.as_char());
            }
            TokenTree::Ident(name) => {
                let name = name.to_string();
                let fixed = FIXED.split_whitespace().any(|word| word == name);
                kept = fixed || before == "." || (before == "::" && kept);
                if kept {
                    out.push_str(&name);
                } else {
                    let entry = names.iter().position(|entry| *entry == name);
                    let k = entry.unwrap_or_else(|| {
                        names.push(name);
                        names.len() - 1
                    });
                    out.push_str(&format!("#{k}"));
                }
                out.push(' ');
                before.clear();
            }
            TokenTree::Literal(literal) => {
                out.push_str(&literal.to_string());
                out.push(' ');
                (before, kept) = (String::new(), false);
            }
        }
    }
}

fn space(out: &mut String) {
    if !out.is_empty() && !out.ends_with([' ', '(', '[']) {
        out.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    /// Oracle: hand-written names: methods and paths of primitives stay, every other name is the number of its first
    /// occurrence.
    #[test]
    fn names_of_the_author_are_numbered() {
        let one = quote!((a: u32) { #[cold] helper(a).rotate_left(u32::BITS) + a });
        let expected = "( #0 : u32 ) { #1 ( #0 ) . rotate_left ( u32 : : BITS ) + #0 } ";
        assert_eq!(numbered(one), expected);
        assert_eq!(
            numbered(quote!((x: u32) { other(x).rotate_left(u32::BITS) + x })),
            expected
        );
        assert_ne!(
            numbered(quote!((x: u32) { other(x).rotate_right(u32::BITS) + x })),
            expected
        );
    }

    /// Oracle: the alternatives beside each misspelling.
    #[test]
    fn misspelled_names_find_the_intended_name() {
        let laws = [
            "Commutative",
            "Associative",
            "Identity",
            "Idempotent",
            "ZeroProduct",
        ];
        for (wrong, right) in [
            ("commutative", "Commutative"),
            ("Comutative", "Commutative"),
            ("Cmomutative", "Commutative"),
            ("zero_product", "ZeroProduct"),
            ("Identty", "Identity"),
            ("ASSOCIATIVE", "Associative"),
        ] {
            assert_eq!(nearest(wrong, laws), Some(right), "{wrong}");
        }
        let over = ["Distinct", "DistributiveOver"];
        assert_eq!(nearest("Distributes", over), Some("DistributiveOver"));
        assert_eq!(nearest("Banana", laws), None);
        assert_eq!(nearest("x", laws), None);
    }

    /// Oracle: the source as rustfmt writes it.
    #[test]
    fn tokens_read_as_written() {
        assert_eq!(source(quote!(u32::MAX)), "u32::MAX");
        assert_eq!(
            source(quote!(a.checked_add(b).is_none())),
            "a.checked_add(b).is_none()"
        );
        assert_eq!(source(quote!(a & 0xff == -1)), "a & 0xff == -1");
        assert_eq!(source(quote!((1, 2))), "(1, 2)");
        assert_eq!(source(quote!(!a || b >= c && d[1])), "!a || b >= c && d[1]");
    }
}
