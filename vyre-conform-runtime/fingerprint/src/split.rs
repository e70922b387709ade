//! Splits the tokens of a file into items.
//!
//! The grammar of items is <https://doc.rust-lang.org/reference/items.html>. Inline modules and the blocks of `impl`
//! are split further, so that moving an item into a module, or a method to another block of its type, changes nothing.

use crate::import;
use crate::item::{Item, Name, Token};
use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// Splits a file or an inline module, and collects the names of modules.
pub(crate) fn items(tokens: TokenStream, files: &mut Vec<Item>, modules: &mut Vec<String>) {
    for trees in pieces(tokens) {
        let Some(head) = Head::parse(&trees) else {
            continue;
        };
        let body = trees.last().and_then(braces);
        match (head.keyword.as_str(), body) {
            ("mod", body) => {
                modules.extend(head.name);
                items(body.unwrap_or_default(), files, modules);
            }
            ("use", _) => import::leaves(&trees, files),
            ("impl", Some(body)) => methods(&trees, body, files),
            _ => files.push(Item {
                name: head.name.map(|text| Name {
                    text,
                    is_public: head.is_public,
                }),
                tokens: words(&trees),
            }),
        }
    }
}

/// Splits an `impl` block: each of its items carries the head of the block.
fn methods(trees: &[TokenTree], body: TokenStream, items: &mut Vec<Item>) {
    let block = words(&trees[..trees.len() - 1]);
    // The trait names the items of its implementations.
    let is_trait = block.iter().any(|token| token.is_word("for"));
    for method in pieces(body) {
        let Some(head) = Head::parse(&method) else {
            continue;
        };
        let name = head.name.map(|text| Name {
            text,
            is_public: head.is_public || is_trait,
        });
        let tokens = block.iter().cloned().chain(words(&method)).collect();
        items.push(Item { name, tokens });
    }
}

/// The trees of each item, in order.
fn pieces(tokens: TokenStream) -> Vec<Vec<TokenTree>> {
    let (mut pieces, mut piece) = (vec![], vec![]);
    for tree in tokens {
        let is_end = match &tree {
            TokenTree::Punct(sign) => sign.as_char() == ';',
            TokenTree::Group(group) => {
                group.delimiter() == Delimiter::Brace && !ends_with_semicolon(&piece)
            }
            _ => false,
        };
        piece.push(tree);
        if is_end {
            pieces.push(std::mem::take(&mut piece));
        }
    }
    pieces.push(piece);
    pieces
}

/// True if an item with this beginning may contain braces before its semicolon.
fn ends_with_semicolon(piece: &[TokenTree]) -> bool {
    Head::parse(piece)
        .is_some_and(|head| matches!(&*head.keyword, "use" | "const" | "static" | "type"))
}

/// The head of an item.
struct Head {
    keyword: String,
    name: Option<String>,
    is_public: bool,
}

impl Head {
    /// Reads keyword and name; `None` for items that only tests compile and for anything else.
    fn parse(trees: &[TokenTree]) -> Option<Self> {
        let mut rest = trees;
        while let [
            TokenTree::Punct(sign),
            TokenTree::Group(attribute),
            after @ ..,
        ] = rest
            && sign.as_char() == '#'
        {
            if attribute.stream().to_string().replace(' ', "") == "cfg(test)" {
                return None;
            }
            rest = after;
        }
        let mut words = rest.iter().filter_map(|tree| match tree {
            TokenTree::Ident(word) => Some(word.to_string()),
            _ => None,
        });
        let mut keyword = words.next()?;
        let is_public = keyword == "pub" && !is_restricted(rest);
        let mut name = None;
        for word in words {
            let is_qualified =
                matches!(&*keyword, "pub" | "async" | "unsafe" | "extern" | "default")
                    || (keyword == "const"
                        && matches!(&*word, "fn" | "unsafe" | "async" | "extern"));
            if !is_qualified {
                name = Some(word);
                break;
            }
            keyword = word;
        }
        let name = name.filter(|_| is_definition(&keyword));
        Some(Self {
            keyword,
            name,
            is_public,
        })
    }
}

/// True if a restriction such as `(crate)` follows `pub`.
fn is_restricted(trees: &[TokenTree]) -> bool {
    let behind = trees.get(1);
    matches!(behind, Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Parenthesis)
}

/// True if the name that the item defines follows the keyword.
fn is_definition(keyword: &str) -> bool {
    let keywords = [
        "fn",
        "struct",
        "enum",
        "union",
        "trait",
        "type",
        "const",
        "static",
        "mod",
        "macro_rules",
    ];
    keywords.contains(&keyword)
}

/// The contents of a group of braces.
fn braces(tree: &TokenTree) -> Option<TokenStream> {
    match tree {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    }
}

/// The tokens of trees, without documentation and without trailing commas before a closing bracket, which are layout.
pub(crate) fn words(trees: &[TokenTree]) -> Vec<Token> {
    let mut words = vec![];
    flatten(trees, &mut words);
    words
}

fn flatten(trees: &[TokenTree], words: &mut Vec<Token>) {
    let mut trees = trees.iter().peekable();
    while let Some(tree) = trees.next() {
        match (tree, trees.peek()) {
            (TokenTree::Punct(sign), Some(TokenTree::Group(group)))
                if sign.as_char() == '#' && is_documentation(group.stream()) =>
            {
                trees.next();
            }
            (TokenTree::Punct(sign), None) if sign.as_char() == ',' => {}
            (TokenTree::Punct(sign), _) => words.push(Token::Sign(sign.as_char().to_string())),
            (TokenTree::Ident(word), _) => words.push(Token::Word(word.to_string())),
            (TokenTree::Literal(literal), _) => words.push(Token::Sign(literal.to_string())),
            (TokenTree::Group(group), _) => {
                let (open, close) = brackets(group.delimiter());
                words.push(Token::Sign(open.to_owned()));
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                flatten(&inside, words);
                words.push(Token::Sign(close.to_owned()));
            }
        }
    }
}

/// True if the text of an attribute is `doc = ".."`.
fn is_documentation(attribute: TokenStream) -> bool {
    matches!(attribute.into_iter().next(), Some(TokenTree::Ident(word)) if word == "doc")
}

const fn brackets(delimiter: Delimiter) -> (&'static str, &'static str) {
    match delimiter {
        Delimiter::Parenthesis => ("(", ")"),
        Delimiter::Brace => ("{", "}"),
        Delimiter::Bracket => ("[", "]"),
        Delimiter::None => ("", ""),
    }
}
