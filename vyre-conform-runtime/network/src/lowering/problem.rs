//! Nodes that cannot be computed.

use std::fmt;

/// A node that cannot be computed as it is.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct UnsupportedNode {
    /// The node.
    pub node: String,
    /// Its operator.
    pub operator: String,
    /// The part of the node, and what to do about it.
    pub reason: NodeFault,
}

impl fmt::Display for UnsupportedNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            node,
            operator,
            reason,
        } = self;
        write!(f, "node `{node}` ({operator}){reason}")
    }
}

/// A part of a node, and the reason why it is not supported.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeFault {
    /// The node as a whole.
    Node(String),
    /// An attribute.
    Attribute {
        /// Its name.
        name: String,
        /// The reason.
        reason: String,
    },
    /// An operand.
    Input {
        /// Its number, from 0.
        number: usize,
        /// The reason.
        reason: String,
    },
}

impl fmt::Display for NodeFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Node(reason) => write!(f, ": {reason}"),
            Self::Attribute { name, reason } => write!(f, ", attribute `{name}`: {reason}"),
            Self::Input { number, reason } => write!(f, ", input {number}: {reason}"),
        }
    }
}

impl NodeFault {
    pub(crate) fn node(reason: impl Into<String>) -> Self {
        Self::Node(reason.into())
    }

    pub(crate) fn attribute(name: &str, reason: impl Into<String>) -> Self {
        Self::Attribute {
            name: name.to_owned(),
            reason: reason.into(),
        }
    }

    pub(crate) fn input(number: usize, reason: impl Into<String>) -> Self {
        let reason = reason.into();
        Self::Input { number, reason }
    }
}
