//! The digest of a package, combined from the digests of its items in canonical order.
//!
//! Names are refined as in the colour refinement of graphs
//! (<https://en.wikipedia.org/wiki/Colour_refinement_algorithm>). Each round hashes the tokens of an item. A private
//! name that only one item has is replaced by the digest of that item from the previous round.

use crate::PackageSource;
use crate::item::{Item, Token};
use siphasher::sip128::{Hasher128, SipHasher13};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hasher;

/// Rounds of refinement. The first shows that a call has another callee; the second shows it for a callee that differs
/// only in a call.
const ROUNDS: usize = 3;

/// The digest of a package.
pub(crate) fn digest(source: &PackageSource) -> u128 {
    let modules: BTreeSet<&str> = source.modules.iter().map(String::as_str).collect();
    let uses = uses(&source.items);
    let paths = Paths {
        modules: &modules,
        names: &uses,
    };
    let items: BTreeSet<Vec<Token>> = source
        .items
        .iter()
        .map(|item| paths.shortened(&item.tokens))
        .filter(|tokens| !paths.is_import(tokens))
        .collect();
    let private = private(&uses);
    let start = of_bytes(b"private item");
    let mut names: HashMap<&str, u128> = private.keys().map(|name| (*name, start)).collect();
    for _ in 0..ROUNDS {
        names = private
            .iter()
            .map(|(name, item)| (*name, tokens(&paths.shortened(&item.tokens), &names)))
            .collect();
    }
    let mut digests: Vec<u128> = items.iter().map(|item| tokens(item, &names)).collect();
    digests.extend(&source.others);
    digests.sort_unstable();
    let bytes: Vec<u8> = digests.into_iter().flat_map(u128::to_le_bytes).collect();
    of_bytes(&bytes)
}

/// The items of each name.
fn uses(items: &[Item]) -> BTreeMap<&str, Vec<&Item>> {
    let mut uses: BTreeMap<&str, Vec<&Item>> = BTreeMap::new();
    for item in items {
        if let Some(name) = &item.name {
            uses.entry(&name.text).or_default().push(item);
        }
    }
    uses
}

/// The private items with a unique name.
fn private<'a>(uses: &BTreeMap<&'a str, Vec<&'a Item>>) -> BTreeMap<&'a str, &'a Item> {
    let alone = uses.iter().filter_map(|(name, items)| match items[..] {
        [item] => Some((*name, item)),
        _ => None,
    });
    alone
        .filter(|(_, item)| item.name.as_ref().is_some_and(|name| !name.is_public))
        .collect()
}

/// The digest of tokens, with the digests of the private items that they name.
fn tokens(tokens: &[Token], names: &HashMap<&str, u128>) -> u128 {
    let mut bytes = vec![];
    for token in tokens {
        let text = token.text();
        match (token, names.get(text)) {
            (Token::Word(_), Some(digest)) => {
                bytes.extend([0xff; 8].into_iter().chain(digest.to_le_bytes()))
            }
            _ => {
                bytes.extend((text.len() as u64).to_le_bytes());
                bytes.extend(text.as_bytes());
            }
        }
    }
    of_bytes(&bytes)
}

/// A digest of bytes without cryptographic strength: it only distinguishes honest edits.
pub(crate) fn of_bytes(bytes: &[u8]) -> u128 {
    let mut hasher = SipHasher13::new();
    hasher.write(bytes);
    hasher.finish128().as_u128()
}

/// Shortens paths: modules in front of an item with a unique name do not count.
struct Paths<'a> {
    modules: &'a BTreeSet<&'a str>,
    names: &'a BTreeMap<&'a str, Vec<&'a Item>>,
}

impl Paths<'_> {
    fn shortened(&self, tokens: &[Token]) -> Vec<Token> {
        let mut short = vec![];
        let mut rest = tokens;
        while let Some((first, after)) = rest.split_first() {
            let modules = self.modules_before(rest);
            if modules > 0 {
                rest = &rest[modules..];
            } else {
                short.push(first.clone());
                rest = after;
            }
        }
        short
    }

    /// Number of leading tokens that are modules of this package in front of an item with a unique name.
    fn modules_before(&self, tokens: &[Token]) -> usize {
        let mut count = 0;
        while let [Token::Word(module), first, second, ..] = &tokens[count..]
            && first.is_sign(":")
            && second.is_sign(":")
            && self.is_module(module)
        {
            count += 3;
        }
        match tokens.get(count) {
            Some(Token::Word(name)) if self.is_unique(name) => count,
            _ => 0,
        }
    }

    /// True if it imports an item with a unique name, which identifies the item at each use.
    fn is_import(&self, tokens: &[Token]) -> bool {
        matches!(tokens, [first, Token::Word(name)] if first.is_word("use") && self.is_unique(name))
    }

    fn is_unique(&self, name: &str) -> bool {
        self.names.get(name).is_some_and(|items| items.len() == 1)
    }

    fn is_module(&self, word: &str) -> bool {
        matches!(word, "crate" | "super" | "self") || self.modules.contains(word)
    }
}
