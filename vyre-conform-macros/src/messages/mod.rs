//! Every message of the attributes: the fault, the remedy, and the smallest example.
//!
//! `{0}`, `{1}`, ... are placeholders for text from the place of the mistake. The tests of this module
//! run the examples: each must produce its message and no other.
//!
//! Compiler messages about emitted code are not in these tables:
//!
//! | declaration | message |
//! |---|---|
//! | `laws(Commutative)` on `const fn sub` | E0080 at `Commutative`: law Commutative is false for `sub`: with inputs (0x00000000, 0x00000001): f(a, b) = 0xffffffff but f(b, a) = 0x00000001 |
//! | `laws(Bounded(0, 8))` on `const fn popcount` | E0080: law Bounded(0, 8) is false for ..: f(a) = 0x00000020 is greater than hi = 0x00000008 |
//! | `laws(ZeroProduct(true))` on `const fn sub` | E0080: law ZeroProduct(true) is false for ..: f(a, b) = 0x00000000, which breaks `f(a, b) = 0 implies a = 0 or b = 0` |
//! | `laws(Not(Commutative, witness = (3, 5)))` on `const fn add` | E0080: law Not(Commutative) is not shown for `add`: with the witness (..): .., so `f(a, b) = f(b, a)` holds there: choose values that break it |
//! | `table((5, 3) => 3, "..")` on `const fn sub` | E0080 at the row: table row contradicts `sub`: with inputs (..): the row says 0x00000003 but f(a, b) = 0x00000002 |
//! | `laws(DistributiveOver(g))` where `g` is not a `const fn` | E0015 at `g`: cannot call non-const function .. this error originates in the macro `..::write_at_run_in_this_law_where_the_op_is_no_const_fn` (stable Rust shows no words of ours there, only the name of a macro) |
//! | `while x == 3 { bound!(100); x = 3; }` in a `const fn`, where a law, a row or a boundary calls it with 3 | E0080 at `bound`: with x = 0x00000003 a loop of `f` runs more often than its bound!(100) says |
//! | an operand of a type that is not a value type behind an alias | `.. is not a value type of the specification` (a trait's `on_unimplemented`) |
//! | a call of something that is not a kernel function | `.. cannot be called from a kernel body` |
//! | `lower = g` where `g` has another signature | E0308 at `g` |
//! | `reference = g`, `inputs = g`, `order = g` or `corpus = G` of another type | E0308 at the path |
//! | an engine whose parameters are not `&Input` and `u32`, or whose result is not a `Plan` | E0308 at its name |

mod body;
mod custom;
mod declaration;
mod engine;
mod laws;
#[cfg(test)]
mod mended;
#[cfg(test)]
mod page;
mod signature;

pub(crate) use body::*;
pub(crate) use custom::*;
pub(crate) use declaration::*;
pub(crate) use engine::*;
pub(crate) use laws::*;
pub(crate) use signature::*;

/// One message.
pub(crate) struct Message {
    /// The fault.
    pub(crate) text: &'static str,
    /// The remedy.
    pub(crate) hint: &'static str,
}

impl Message {
    /// The text that the author sees.
    pub(crate) fn render(&self, args: &[&str]) -> String {
        let mut out = format!("{}\nhelp: {}", self.text, self.hint);
        for (k, arg) in args.iter().enumerate() {
            out = out.replace(&format!("{{{k}}}"), arg);
        }
        out
    }
}

/// In no table, because an example has expansions only inside a compilation:
/// `ui-tests/tests/ui/body/hygiene.rs`.
pub(crate) const HYGIENE: Message = Message {
    text: "two variables are named `{0}`, one of them a macro's own, and names are compared as text here",
    hint: "give the macro's variable another name",
};

/// A table of messages: name, text, hint, example.
macro_rules! messages {
    ($($name:ident: $text:literal, $hint:literal, $example:literal;)*) => {
        $(
            #[doc = concat!("`", $example, "`")]
            pub(crate) const $name: $crate::messages::Message =
                $crate::messages::Message { text: $text, hint: $hint };
        )*
        /// Name, message and example of every row.
        #[cfg(test)]
        pub(super) const ROWS: &[(&str, &$crate::messages::Message, &str)] =
            &[$((stringify!($name), &$name, $example)),*];
    };
}
use messages;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stages;
    use proc_macro2::{TokenStream, TokenTree};
    use syn::Item;

    /// The refusals for an annotated item.
    pub(super) fn refusals(example: &str) -> Vec<String> {
        let tokens: TokenStream = example.parse().expect("tokens");
        let mut tokens = tokens.into_iter().skip(1);
        let Some(TokenTree::Group(attribute)) = tokens.next() else {
            panic!("an example begins with its attribute: {example}");
        };
        let item: TokenStream = tokens.collect();
        let mut inside = attribute.stream().into_iter();
        let name = inside.next().expect("a name").to_string();
        let arguments = match inside.next() {
            Some(TokenTree::Group(arguments)) => arguments.stream(),
            _ => TokenStream::new(),
        };
        let stage = match name.as_str() {
            "vyre_op" => stages::op,
            "vyre_engine" => stages::engine,
            _ => stages::helper,
        };
        let output = stage(arguments, item.clone()).to_string();
        // The attribute adds `#[inline]` unless the author wrote one, and `#[must_use]`.
        let output = output.strip_prefix("# [inline] ").unwrap_or(&output);
        let output = output.strip_prefix("# [must_use] ").unwrap_or(output);
        let rest = output.strip_prefix(&item.to_string());
        let rest = rest.unwrap_or_else(|| panic!("the item is emitted as it is: {output}"));
        let emitted: syn::File = syn::parse_str(rest).expect("items");
        let text = |item: &Item| match item {
            Item::Macro(refusal) => refusal
                .mac
                .parse_body::<syn::LitStr>()
                .ok()
                .map(|s| s.value()),
            _ => None,
        };
        emitted.items.iter().filter_map(text).collect()
    }

    /// True if a text is a message with all placeholders filled.
    fn is_instance(text: &str, message: &Message) -> bool {
        let pattern = format!("{}\nhelp: {}", message.text, message.hint);
        let mut rest = text;
        let mut pieces = pattern.split('{').map(|piece| match piece.split_once('}') {
            Some((number, after)) if number.parse::<u8>().is_ok() => after.to_owned(),
            _ => format!("{{{piece}"),
        });
        let first = pieces.next().expect("a piece");
        let Some(after) = rest.strip_prefix(&first[1..]) else {
            return false;
        };
        rest = after;
        for piece in pieces {
            let Some(at) = rest.find(&piece) else {
                return false;
            };
            rest = &rest[at + piece.len()..];
        }
        rest.is_empty() || pattern.ends_with('}')
    }

    /// Oracle: the tables of messages: each example gives its message and no other.
    #[test]
    fn every_example_gives_its_message_and_no_other() {
        let tables = [
            signature::ROWS,
            declaration::ROWS,
            laws::ROWS,
            custom::ROWS,
            body::ROWS,
            engine::ROWS,
        ];
        let mut wrong = Vec::new();
        for (name, message, example) in tables.into_iter().flatten() {
            let problems = refusals(example);
            match problems.as_slice() {
                [one] if is_instance(one, message) => {}
                problems => wrong.push(format!("{name}: {example}\n  gives {problems:#?}")),
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    /// Oracle: the documentation of `Message::render`.
    #[test]
    fn the_arguments_of_a_message_are_filled_in() {
        let message = Message {
            text: "`{0}` is not a {1}",
            hint: "write `{{ {1} }}`",
        };
        assert_eq!(
            message.render(&["x", "y"]),
            "`x` is not a y\nhelp: write `{{ y }}`"
        );
        assert!(is_instance(&LABEL.render(&[]), &LABEL));
        assert!(!is_instance(&LABEL.render(&[]), &TRY));
    }
}
