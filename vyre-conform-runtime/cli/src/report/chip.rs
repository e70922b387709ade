//! Words in colours.

use maud::{Markup, html};

/// A word in a colour.
pub(super) fn chip(class: &str, text: &str) -> Markup {
    html! { span class={ "chip " (class) } { (text) } }
}
