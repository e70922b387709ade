//! Files of a model, and those below its folder.

use crate::exit::Failure;
use std::fs::File;
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};
use vyre_conform_network::onnx::{ExternalData, ExternalError};

/// The bytes of a file of at most this many.
pub(super) fn bytes(path: &Path, most: u64) -> Result<Vec<u8>, Failure> {
    let io = |error: std::io::Error| Failure::io(format!("{}: {error}", path.display()));
    let mut bytes = vec![];
    let file = File::open(path).map_err(io)?;
    // A file that never ends, such as /dev/zero, must not fill the memory.
    file.take(most + 1).read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > most {
        let place = path.display();
        return Err(Failure::io(format!(
            "{place}: it has more than {most} bytes, which is the limit"
        )));
    }
    Ok(bytes)
}

/// The folder of a model.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// The folder that a file is in.
    pub(super) fn of(model: &Path) -> Self {
        Self(model.parent().unwrap_or(Path::new("")).to_owned())
    }
}

impl ExternalData for Folder {
    fn read(&self, path: &Path, offset: u64, length: usize) -> Result<Vec<u8>, ExternalError> {
        let location = path.display().to_string();
        let io = |error: std::io::Error| ExternalError::File {
            location: location.clone(),
            reason: error.to_string(),
        };
        let folder = if self.0.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &self.0
        };
        let folder = folder.canonicalize().map_err(io)?;
        // A symbolic link may lead anywhere.
        let file = folder.join(path).canonicalize().map_err(io)?;
        if !file.starts_with(&folder) {
            return Err(ExternalError::Outside { location });
        }
        let mut file = File::open(file).map_err(io)?;
        let len = file.metadata().map_err(io)?.len();
        let left = len.saturating_sub(offset);
        if left < length as u64 {
            let expected = length;
            return Err(ExternalError::Length {
                expected,
                found: left,
            });
        }
        file.seek(SeekFrom::Start(offset)).map_err(io)?;
        let mut bytes = vec![0; length];
        file.read_exact(&mut bytes).map_err(io)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of `ExternalData`: a symbolic link out of the folder, an offset beyond the end.
    #[test]
    fn external_data_stays_in_the_folder_and_fits() {
        let place = tempfile::tempdir().expect("a folder");
        let inside = place.path().join("model");
        std::fs::create_dir(&inside).expect("a folder");
        std::fs::write(inside.join("w.bin"), [1, 2, 3, 4]).expect("a file");
        std::fs::write(place.path().join("secret"), [9; 8]).expect("a file");
        let folder = Folder::of(&inside.join("m.onnx"));
        assert_eq!(folder.read(Path::new("w.bin"), 1, 2), Ok(vec![2, 3]));
        let short = folder.read(Path::new("w.bin"), u64::MAX, 1 << 40);
        assert!(
            matches!(short, Err(ExternalError::Length { .. })),
            "{short:?}"
        );
        let absent = folder.read(Path::new("v.bin"), 0, 1);
        assert!(
            matches!(absent, Err(ExternalError::File { .. })),
            "{absent:?}"
        );
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink("../secret", inside.join("link")).expect("a link");
            let linked = folder.read(Path::new("link"), 0, 1);
            assert!(
                matches!(linked, Err(ExternalError::Outside { .. })),
                "{linked:?}"
            );
        }
    }
}
