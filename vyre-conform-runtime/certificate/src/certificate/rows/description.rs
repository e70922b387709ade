//! Kinds of parts in words, for who reads why a file is refused.

use super::Kind;

impl Kind {
    /// What it is, in words.
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

/// That a part is of a kind that stands behind one that no part before it is of, or of none.
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
