//! Weights in files beside the model.

use std::path::{Component, Path, PathBuf};

/// A reader of files below the folder of a model.
pub trait ExternalData {
    /// The bytes of a file from an offset on, exactly `length` of them. The path is relative and stays below the
    /// folder, by [`location`]; symbolic links are the matter of the implementation.
    ///
    /// # Errors
    /// A file that is absent, shorter, or outside of the folder.
    fn read(&self, path: &Path, offset: u64, length: usize) -> Result<Vec<u8>, ExternalError>;
}

/// No file: external data is refused.
#[derive(Clone, Copy, Debug)]
pub struct NoExternalData;

impl ExternalData for NoExternalData {
    fn read(&self, _: &Path, _: u64, _: usize) -> Result<Vec<u8>, ExternalError> {
        Err(ExternalError::NoFolder)
    }
}

/// The reason why external data is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExternalError {
    /// A model without a folder.
    #[error(
        "the weights are in another file, and this model comes without a folder: read it from its file"
    )]
    NoFolder,
    /// A location outside of the folder of the model.
    #[error("the external data `{location}` is not below the folder of the model: move it there")]
    Outside {
        /// The location as the model has it.
        location: String,
    },
    /// A key without a usable value.
    #[error("the external data has the {key} `{value}`, which is not a number of bytes")]
    Number {
        /// `offset` or `length`.
        key: &'static str,
        /// The value.
        value: String,
    },
    /// Another number of bytes than the tensor needs.
    #[error("the external data has {found} bytes, and the tensor needs {expected}")]
    Length {
        /// Bytes that the tensor needs.
        expected: usize,
        /// Bytes that the model names.
        found: u64,
    },
    /// A file that cannot be read.
    #[error("the external data `{location}` cannot be read: {reason}")]
    File {
        /// The location as the model has it.
        location: String,
        /// The reason.
        reason: String,
    },
}

/// The path of a location: relative, of plain names alone.
///
/// # Errors
/// [`ExternalError::Outside`]
pub fn location(location: &str) -> Result<PathBuf, ExternalError> {
    let path = Path::new(location);
    let is_plain = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    // Names have no separators or drives of another system.
    let is_foreign = location.contains(['\\', ':', '\0']);
    let names = path
        .components()
        .filter(|c| matches!(c, Component::Normal(_)));
    if is_foreign || !path.components().all(is_plain) || names.count() == 0 {
        return Err(ExternalError::Outside {
            location: location.to_owned(),
        });
    }
    Ok(path.to_owned())
}
