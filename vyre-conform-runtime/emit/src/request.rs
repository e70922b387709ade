//! Requests for text.

use std::fmt;

/// The language of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Target {
    /// Part of a WGSL module. A u64 is a `vec2<u32>` of low and high word, a float its bits in a `u32`, a bool a `u32`,
    /// 0 or 1.
    Wgsl,
    /// A C11 header of `static inline` functions. A vector is one parameter per lane; a result with
    /// several lanes is returned through pointers; a float is its bits in a `uint32_t`.
    C,
    /// Part of a CUDA C++ program, with the same parameters.
    Cuda,
    /// Part of an OpenCL C program, with the same parameters.
    OpenCl,
}

impl Target {
    /// Every target.
    pub const ALL: [Self; 4] = [Self::Wgsl, Self::C, Self::Cuda, Self::OpenCl];

    /// The name in commands: `wgsl`, `c`, `cuda`, `opencl`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wgsl => "wgsl",
            Self::C => "c",
            Self::Cuda => "cuda",
            Self::OpenCl => "opencl",
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A request for text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Request {
    /// The language.
    pub target: Target,
    /// The prefix of every name: letters, digits and underscores.
    pub prefix: String,
    /// Ids of ops, in any order.
    pub ops: Vec<String>,
    /// True if ops of `f32` also get functions on `f32` values, whose names end in `_f`. The treatment
    /// of subnormal numbers and NaNs by a driver between a value and its bits is not verified.
    pub on_floats: bool,
}

impl Request {
    /// A request without ops, with the prefix `op_`.
    pub fn new(target: Target) -> Self {
        Self {
            target,
            prefix: "op_".to_owned(),
            ops: vec![],
            on_floats: false,
        }
    }

    /// Sets the prefix.
    #[must_use]
    pub fn prefix(mut self, prefix: impl Into<String>) -> Self {
        self.prefix = prefix.into();
        self
    }

    /// Adds ops.
    #[must_use]
    pub fn ops<S: Into<String>>(mut self, ids: impl IntoIterator<Item = S>) -> Self {
        self.ops.extend(ids.into_iter().map(Into::into));
        self
    }

    /// Adds functions on `f32` values.
    #[must_use]
    pub fn on_floats(mut self) -> Self {
        self.on_floats = true;
        self
    }

    /// The name of an op's function in the text.
    pub fn name(&self, id: &str) -> String {
        format!(
            "{}{}",
            self.prefix,
            id.replace("::", "_").replace('@', "_v")
        )
    }
}
