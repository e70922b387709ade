//! Imports: a tree of `use` as one item for each path.

use crate::item::{Item, Token};
use crate::split::words;
use proc_macro2::{Delimiter, TokenTree};

/// The paths of a `use` declaration, each an item of its own.
pub(crate) fn leaves(trees: &[TokenTree], items: &mut Vec<Item>) {
    let start = trees
        .iter()
        .position(|tree| matches!(tree, TokenTree::Ident(word) if word == "use"));
    let tree = &trees[start.map_or(0, |index| index + 1)..];
    let tree = match tree {
        [tree @ .., TokenTree::Punct(end)] if end.as_char() == ';' => tree,
        tree => tree,
    };
    branch(&[Token::Word("use".to_owned())], tree, items);
}

/// The paths below a prefix.
fn branch(prefix: &[Token], tree: &[TokenTree], items: &mut Vec<Item>) {
    let mut path = prefix.to_vec();
    match tree {
        [stem @ .., TokenTree::Group(group)] if group.delimiter() == Delimiter::Brace => {
            path.extend(words(stem));
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            let is_comma =
                |tree: &TokenTree| matches!(tree, TokenTree::Punct(sign) if sign.as_char() == ',');
            for part in inside.split(is_comma).filter(|part| !part.is_empty()) {
                branch(&path, part, items);
            }
        }
        leaf => {
            path.extend(words(leaf));
            items.push(Item {
                name: None,
                tokens: path,
            });
        }
    }
}
