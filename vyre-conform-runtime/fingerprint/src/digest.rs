//! The digest of a package: of the digests of its items, in an order of their own.
//!
//! Names are refined as in the colour refinement of graphs
//! (<https://en.wikipedia.org/wiki/Colour_refinement_algorithm>): in each round the digest of an item is that of its
//! tokens, where a private name that one item alone has is replaced by the digest of that item from the round before.

use crate::PackageSource;
use crate::item::{Item, Token};
use siphasher::sip128::{Hasher128, SipHasher13};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hasher;

/// Rounds of refinement. One shows that a call goes to another item; the second shows it of an item whose difference is
/// a call.
const ROUNDS: usize = 3;

/// The digest of a package.
pub(crate) fn of(source: &PackageSource) -> u128 {
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

/// The items that have each name.
fn uses(items: &[Item]) -> BTreeMap<&str, Vec<&Item>> {
    let mut uses: BTreeMap<&str, Vec<&Item>> = BTreeMap::new();
    for item in items {
        if let Some(name) = &item.name {
            uses.entry(&name.text).or_default().push(item);
        }
    }
    uses
}

/// The private items whose name no other item has.
fn private<'a>(uses: &BTreeMap<&'a str, Vec<&'a Item>>) -> BTreeMap<&'a str, &'a Item> {
    let alone = uses.iter().filter_map(|(name, items)| match items[..] {
        [item] => Some((*name, item)),
        _ => None,
    });
    alone
        .filter(|(_, item)| item.name.as_ref().is_some_and(|name| !name.is_public))
        .collect()
}

/// The digest of a list of tokens, with the digests of the private items that they name.
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

/// The digest of some bytes. Nobody forges sources against it: it tells honest edits apart.
pub(crate) fn of_bytes(bytes: &[u8]) -> u128 {
    let mut hasher = SipHasher13::new();
    hasher.write(bytes);
    hasher.finish128().as_u128()
}

/// Shortens paths: the modules before an item whose name no other item has do not count.
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

    /// The number of tokens in front that are modules of this package, where an item with a name of its own follows.
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

    /// True if it imports an item that has a name of its own: the name says as much where it is used.
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
