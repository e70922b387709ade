//! Errors of views, with remedies.

use super::Extent;

/// The reason why a view cannot be created or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ViewError {
    /// A list of indices or strides with the wrong length.
    #[error("{given} numbers for {axes} axes: give one for each axis")]
    Rank {
        /// Number of axes of the view.
        axes: usize,
        /// Number of indices or strides.
        given: usize,
    },
    /// An axis that the view does not have.
    #[error("there is no axis {axis}: the view has {axes}, from 0 on")]
    Axis {
        /// The requested axis.
        axis: usize,
        /// Number of axes of the view.
        axes: usize,
    },
    /// A shape with too many elements.
    #[error(
        "{} has 2^32 elements or more, and indices are u32: view a part of it at a time",
        shape_of(shape)
    )]
    TooLarge {
        /// The shape.
        shape: Vec<Extent>,
    },
    /// An element outside the buffer.
    #[error(
        "{} needs {elements} elements of the buffer, which has {count}: declare more, or view fewer",
        shape_of(shape)
    )]
    Beyond {
        /// The shape.
        shape: Vec<Extent>,
        /// Elements up to the last of the view.
        elements: u64,
        /// Number of elements of the buffer.
        count: u64,
    },
    /// A slice that exceeds its axis.
    #[error(
        "a slice of {extent} elements from {from} on exceeds axis {axis}, which has {of}: take fewer, or begin earlier"
    )]
    Slice {
        /// The axis.
        axis: usize,
        /// Start of the slice.
        from: u32,
        /// Number of elements of the slice.
        extent: u32,
        /// Number of elements of the axis.
        of: u32,
    },
    /// A broadcast of an axis with several elements.
    #[error(
        "axis {axis} has {extent} elements, and only one is repeated: slice the axis, or add one by `with_axis`"
    )]
    Broadcast {
        /// The axis.
        axis: usize,
        /// Its extent.
        extent: Extent,
    },
    /// A shape to which the view cannot be reshaped.
    #[error("{} cannot be viewed as {}: {why}", shape_of(from), shape_of(&known(to)))]
    Reshape {
        /// The present shape.
        from: Vec<Extent>,
        /// The requested shape.
        to: Vec<u32>,
        /// The reason and a remedy.
        why: &'static str,
    },
    /// Several indices refer to one element.
    #[error(
        "{} with strides {} has several indices for one element, so that several invocations might write it: write \
         through a view of the buffer in which each element has one index",
        shape_of(shape),
        shape_of(strides)
    )]
    Overlapping {
        /// The shape.
        shape: Vec<Extent>,
        /// The strides.
        strides: Vec<Extent>,
    },
}

fn known(shape: &[u32]) -> Vec<Extent> {
    shape.iter().copied().map(Extent::Static).collect()
}

fn shape_of(shape: &[Extent]) -> String {
    let extents: Vec<String> = shape.iter().map(Extent::to_string).collect();
    format!("[{}]", extents.join(", "))
}
