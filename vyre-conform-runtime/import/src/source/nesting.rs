//! Checks the nesting depth of a text without recursion, before a front end reads it.

use crate::limits::{MAX_CHAIN, MAX_NESTING};

/// The byte at which a text nests too deeply, with a message; `None` if it does not.
pub(super) fn exceeded(text: &str) -> Option<(usize, String)> {
    let bytes = text.as_bytes();
    // Number of operators of the expression at each bracket level.
    let mut chains = vec![0_usize];
    let mut k = 0;
    while k < bytes.len() {
        let rest = &bytes[k..];
        if let Some(length) = comment(rest) {
            k += length;
            continue;
        }
        let last = chains.len() - 1;
        match bytes[k] {
            b'(' | b'[' | b'{' => {
                chains.push(0);
                if chains.len() > MAX_NESTING {
                    let message = format!(
                        "more than {MAX_NESTING} brackets are open here: \
                         move the inner part into a function or a variable"
                    );
                    return Some((k, message));
                }
            }
            b')' | b']' if last > 0 => drop(chains.pop()),
            b'}' => {
                if last > 0 {
                    chains.pop();
                }
                let last = chains.len() - 1;
                if !text[k + 1..].trim_start().starts_with("else") {
                    chains[last] = 0;
                }
            }
            b';' | b',' => chains[last] = 0,
            b'e' if rest.starts_with(b"else") => chains[last] += 4,
            b'+' | b'-' | b'*' | b'/' | b'%' | b'&' | b'|' | b'^' | b'!' | b'~' | b'<' | b'>'
            | b'.' => chains[last] += 1,
            _ => {}
        }
        if chains.last().is_some_and(|chain| *chain > MAX_CHAIN) {
            let message = format!(
                "more than {MAX_CHAIN} operators are chained here: split the expression into variables"
            );
            return Some((k, message));
        }
        k += 1;
    }
    None
}

/// The length of a comment at the beginning of a text, if there is one.
fn comment(text: &[u8]) -> Option<usize> {
    if text.starts_with(b"//") {
        return Some(text.iter().position(|b| *b == b'\n').unwrap_or(text.len()));
    }
    if !text.starts_with(b"/*") {
        return None;
    }
    let (mut depth, mut k) = (0_usize, 0);
    while k < text.len() {
        match &text[k..] {
            [b'/', b'*', ..] => (depth, k) = (depth + 1, k + 2),
            [b'*', b'/', ..] => (depth, k) = (depth - 1, k + 2),
            _ => k += 1,
        }
        if depth == 0 {
            break;
        }
    }
    Some(k)
}
