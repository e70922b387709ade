//! Kinds of parts in words, for messages about refused files.

use super::Kind;

impl Kind {
    /// The kind in words.
    pub(super) fn describe(&self) -> String {
        let Self {
            part,
            subject,
            oracle,
            ..
        } = self;
        let name = match self.name.as_str() {
            "" => String::new(),
            name => format!("`..::{name}`, "),
        };
        format!("{name}{part} of {subject} by {oracle}")
    }
}

/// The message that a part has a kind that is out of order, or none.
pub(super) fn out_of_order(kinds: &[Kind], found: usize, next: usize) -> String {
    match (kinds.get(found), kinds.get(next)) {
        (Some(of), Some(next)) => format!(
            "kind {found} is not the next one: before the first part of it, {}, the first one that is {} was taken \
             out, or parts were moved",
            of.describe(),
            next.describe()
        ),
        _ => format!("kind {found} is not the next one, or not there"),
    }
}
