//! Places in the source, and their mapping from nodes of a program.

use serde::Serialize;
use std::collections::BTreeMap;

/// A place in the source of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct SourcePlace {
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The column after the place if it ends on the same line, otherwise the column after the line.
    pub end_column: u32,
    /// The first byte.
    #[serde(skip)]
    pub offset: u32,
    /// The number of bytes.
    #[serde(skip)]
    pub length: u32,
}

impl std::fmt::Display for SourcePlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// The places of the nodes of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourcePlaces {
    of_nodes: BTreeMap<String, SourcePlace>,
}

impl SourcePlaces {
    /// The place of a node of the kernel, by its path as in races and violations, such as
    /// `body[2].then[0]`. A path into a node (`body[2].value.operand[1]`) has the place of the
    /// innermost node with a place.
    pub fn of(&self, path: &str) -> Option<SourcePlace> {
        let mut path = path;
        loop {
            if let Some(place) = self.of_nodes.get(path) {
                return Some(*place);
            }
            path = &path[..path.rfind('.')?];
        }
    }

    /// Every path with its place, ascending by path.
    pub fn iter(&self) -> impl Iterator<Item = (&str, SourcePlace)> {
        self.of_nodes.iter().map(|(path, place)| (&**path, *place))
    }

    pub(crate) fn insert(&mut self, path: String, place: SourcePlace) {
        self.of_nodes.insert(path, place);
    }
}
