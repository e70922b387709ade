//! Canonical texts for digests: values, claims, and functions by their results.

use super::super::canonical;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use vyre_conform_ir::value::Value as Word;
use vyre_conform_runtime::generate::{Block, Source, Witnesses};
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_spec::{Capabilities, Claim, LawCallee, Term};

/// Inputs for a function that its results identify: a stratum of the published stream of witnesses, which never
/// changes.
const CASES: u64 = 1024;
/// The seed of that stream.
const SEED: u64 = 0x1d;
/// Maximal number of features in the truth table of an availability predicate.
const MAX_FEATURES: usize = 10;

/// A quoted string, so that its end is unambiguous.
pub(super) fn quoted(text: &str) -> String {
    let mut out = vec![];
    canonical::string(text, &mut out);
    String::from_utf8(out).expect("a text and ASCII")
}

/// Values, each as its type and its words.
pub(super) fn values(values: &[Word]) -> String {
    let one = |value: &Word| {
        let words = value.words().iter().map(|word| format!("{word:08x}"));
        let words: Vec<String> = words.collect();
        format!("{}:{}", value.ty().rust_name(), words.join("."))
    };
    values.iter().map(one).collect::<Vec<_>>().join(",")
}

/// The digest of words.
pub(super) fn of_words(words: impl IntoIterator<Item = u32>) -> String {
    let mut hasher = blake3::Hasher::new();
    // One call per block: a call per word would cost more than the hash.
    let mut words = words.into_iter();
    let mut bytes = [0; 4096];
    loop {
        let mut filled = 0;
        for (place, word) in bytes.chunks_exact_mut(4).zip(&mut words) {
            place.copy_from_slice(&word.to_le_bytes());
            filled += 4;
        }
        if filled == 0 {
            return hasher.finalize().to_hex().to_string();
        }
        hasher.update(&bytes[..filled]);
    }
}

/// The results of a function on fixed inputs: equal for one function under two names, different for functions whose
/// callees have different results.
pub(super) fn results(op: &OpRef) -> String {
    let inputs = Witnesses::new(op.signature.operands, SEED, CASES);
    let mut block = Block::new(op.signature.operands, CASES as usize);
    inputs.fill(0, &mut block);
    let inputs: Vec<&[u32]> = block.columns.iter().map(Vec::as_slice).collect();
    let mut results = vec![vec![0; CASES as usize]; op.signature.result.words()];
    let mut columns: Vec<&mut [u32]> = results.iter_mut().map(Vec::as_mut_slice).collect();
    let ran = catch_unwind(AssertUnwindSafe(|| (op.kernel)(&inputs, &mut columns)));
    match ran {
        Ok(()) => of_words(results.into_iter().flatten()),
        Err(_) => "panics".to_owned(),
    }
}

/// A claim in prefix notation.
pub(super) fn claim(of: &Claim) -> String {
    let list = |claims: &[Claim]| claims.iter().map(claim).collect::<Vec<_>>().join(" ");
    match of {
        Claim::Equal(l, r) => format!("(= {} {})", term(l), term(r)),
        Claim::AtMost(l, r) => format!("(<= {} {})", term(l), term(r)),
        Claim::All(claims) => format!("(all {})", list(claims)),
        Claim::Any(claims) => format!("(any {})", list(claims)),
        Claim::Implies(p, q) => format!("(implies {} {})", claim(p), claim(q)),
        Claim::ExactlyOne(claims) => format!("(one {})", list(claims)),
    }
}

fn term(of: &Term) -> String {
    let list = |terms: &[Term]| terms.iter().map(term).collect::<Vec<_>>().join(" ");
    match of {
        Term::Var(k) => format!("v{k}"),
        Term::Param(k) => format!("p{k}"),
        Term::Int(n) => n.to_string(),
        Term::Apply(LawCallee::Subject, args) => format!("(f {})", list(args)),
        Term::Apply(LawCallee::Parameter(k), args) => format!("(g{k} {})", list(args)),
        Term::WrappingSum(pair) => format!("(+ {})", list(&pair[..])),
    }
}

/// A WGSL text with `op` in place of the op's own name.
pub(super) fn with_own_name(wgsl: &str, name: &str) -> String {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = String::with_capacity(wgsl.len());
    let mut rest = wgsl;
    while let Some(at) = rest.find(is_word) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        match &rest[..end] {
            word if word == name => out.push_str("op"),
            word if word.strip_prefix("native_") == Some(name) => out.push_str("native_op"),
            word => out.push_str(word),
        }
        rest = &rest[end..];
    }
    out + rest
}

/// A backend with some known features, which records the first unknown one that the predicate queries.
struct KnownFeatures<'a> {
    known: &'a [(String, bool)],
    unknown: RefCell<Option<String>>,
}

impl Capabilities for KnownFeatures<'_> {
    fn has(&self, feature: &str) -> bool {
        let known = self.known.iter().find(|(name, _)| name == feature);
        if known.is_none() {
            let mut unknown = self.unknown.borrow_mut();
            unknown.get_or_insert_with(|| feature.to_owned());
        }
        known.is_some_and(|(_, has)| *has)
    }
}

/// The truth table of an availability predicate over all features that it queries.
pub(super) fn available(predicate: fn(&dyn Capabilities) -> bool) -> Value {
    decided(predicate, &mut vec![])
}

fn decided(predicate: fn(&dyn Capabilities) -> bool, known: &mut Vec<(String, bool)>) -> Value {
    let asked = KnownFeatures {
        known,
        unknown: RefCell::new(None),
    };
    let Ok(answer) = catch_unwind(AssertUnwindSafe(|| predicate(&asked))) else {
        return json!("panics");
    };
    let Some(feature) = asked.unknown.into_inner() else {
        return json!(answer);
    };
    if known.len() == MAX_FEATURES {
        return json!(["more features", feature]);
    }
    let mut with = |has: bool| {
        known.push((feature.clone(), has));
        let answer = decided(predicate, known);
        known.pop();
        answer
    };
    let (without, with) = (with(false), with(true));
    json!([feature, without, with])
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_runtime::registry::op_ref;

    /// Oracle: hand-written truth tables.
    #[test]
    fn predicate_is_identified_by_its_results() {
        assert_eq!(available(|_| true), json!(true));
        assert_eq!(available(|b| b.has("x")), json!(["x", false, true]));
        let both = available(|b| b.has("x") && b.has("y"));
        assert_eq!(both, json!(["x", false, ["y", false, true]]));
        assert_ne!(available(|b| b.has("x") || b.has("y")), both);
    }

    /// Oracle: whole words alone are the op's name.
    #[test]
    fn text_is_identified_up_to_its_own_name() {
        let text = "fn add(a: u32) -> u32 { return native_add(a) + add_more(a); }";
        let expected = "fn op(a: u32) -> u32 { return native_op(a) + add_more(a); }";
        assert_eq!(with_own_name(text, "add"), expected);
        assert_eq!(with_own_name(text, "sub"), text);
    }

    /// Oracle: the identity of a function does not depend on its name; `+` and `-` differ on most inputs.
    #[test]
    fn function_is_identified_by_its_results() {
        fn one(a: u32, b: u32) -> u32 {
            a.wrapping_add(b)
        }
        let of = |op| results(&op);
        assert_eq!(of(op_ref(one)), of(op_ref(u32::wrapping_add)));
        assert_ne!(of(op_ref(one)), of(op_ref(u32::wrapping_sub)));
    }
}
