//! Names that were almost right, and tokens as a person would write them.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;

/// The candidate nearest to `name`, if it is near enough to be what was meant: the same letters in
/// another case or without underscores, or at most a third of the letters wrong (Damerau-Levenshtein
/// distance, optimal string alignment).
pub(crate) fn nearest<'a>(
    name: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let plain = |s: &str| s.replace('_', "").to_lowercase();
    let wanted = plain(name);
    let all: Vec<&str> = candidates.into_iter().collect();
    let near = all.iter().map(|c| (distance(&wanted, &plain(c)), *c));
    let near = near.filter(|(d, c)| *d <= name.len().max(c.len()) / 3);
    let begun = || {
        let shared = all
            .iter()
            .map(|c| (common_beginning(&wanted, &plain(c)), *c));
        shared
            .filter(|(n, _)| *n >= TELLING)
            .max_by_key(|(n, _)| *n)
    };
    let found = near.min_by_key(|(d, _)| *d).or_else(begun);
    found.map(|(_, c)| c)
}

/// Letters at the beginning that tell what was meant, whatever comes behind: `Distributes` for `DistributiveOver`.
const TELLING: usize = 7;

fn common_beginning(a: &str, b: &str) -> usize {
    let pairs = a.bytes().zip(b.bytes());
    pairs.take_while(|(a, b)| a == b).count()
}

/// Insertions, deletions, substitutions and exchanges of neighbours that turn one into the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<_>, Vec<_>) = (a.chars().collect(), b.chars().collect());
    let mut d = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            d[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let change = usize::from(a[i - 1] != b[j - 1]);
                let mut best = (d[i - 1][j] + 1)
                    .min(d[i][j - 1] + 1)
                    .min(d[i - 1][j - 1] + change);
                if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                    best = best.min(d[i - 2][j - 2] + 1);
                }
                best
            };
        }
    }
    d[a.len()][b.len()]
}

/// Tokens as text, with spaces where Rust is usually written with them.
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
                // A sign after an operator or at the start belongs to what follows.
                let sign = !glued
                    && matches!(c, '!' | '-' | '&' | '*')
                    && !previous.is_alphanumeric()
                    && previous != ')';
                joined = matches!(c, '.' | ':')
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

fn space(out: &mut String) {
    if !out.is_empty() && !out.ends_with([' ', '(', '[']) {
        out.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    /// Oracle: the alternatives written beside each misspelling.
    #[test]
    fn misspelled_names_find_what_was_meant() {
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

    /// Oracle: the definition of the distance, by hand.
    #[test]
    fn distances() {
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("abcd", "abdc"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
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
