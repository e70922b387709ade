//! Every message of the attributes: what is wrong, what to write, and the smallest example.
//!
//! `{0}`, `{1}`, ... stand for what the place of the mistake tells. The examples are run by the tests
//! of this module: each must give its message and no other.

mod body;
mod declaration;
mod laws;
mod signature;

pub(crate) use body::*;
pub(crate) use declaration::*;
pub(crate) use laws::*;
pub(crate) use signature::*;

/// One message.
pub(crate) struct Message {
    /// What is wrong.
    pub(crate) text: &'static str,
    /// What to do about it.
    pub(crate) hint: &'static str,
}

impl Message {
    /// The text a person sees.
    pub(crate) fn render(&self, args: &[&str]) -> String {
        let mut out = format!("{}\nhelp: {}", self.text, self.hint);
        for (k, arg) in args.iter().enumerate() {
            out = out.replace(&format!("{{{k}}}"), arg);
        }
        out
    }
}

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
