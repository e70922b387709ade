//! Files: the language of their bytes, and their modules.

use super::{KernelSource, SourceError};

/// The first word of SPIR-V (<https://registry.khronos.org/SPIR-V/specs/unified1/SPIRV.html#Magic>).
const SPIRV_MAGIC: u32 = 0x0723_0203;
/// Maximum number of bytes to read from a file: one more than the importer accepts.
pub const MOST_FILE_BYTES: u64 = (1 << 20) + 1;

impl KernelSource {
    /// Parses and validates a file with these bytes: as SPIR-V if they begin with its magic word, as
    /// GLSL if the name ends in `.glsl` or `.comp`, and as WGSL otherwise.
    ///
    /// # Errors
    /// [`SourceError`] with its place if the bytes are invalid or exceed a limit of the importer.
    pub fn parse(file: &str, bytes: &[u8]) -> Result<Self, SourceError> {
        let source = match spirv(bytes).map_err(SourceError::new)? {
            Some(words) => Self::parse_spirv(&words)?,
            None => Self::parse_text(file, bytes)?,
        };
        Ok(Self {
            file: file.to_owned(),
            ..source
        })
    }

    fn parse_text(file: &str, bytes: &[u8]) -> Result<Self, SourceError> {
        let text = std::str::from_utf8(bytes).map_err(|error| {
            let at = error.valid_up_to();
            SourceError::new(format!("byte {at} is not UTF-8: save the file as UTF-8"))
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let is_glsl = [".glsl", ".comp"].iter().any(|end| file.ends_with(end));
        if is_glsl {
            Self::parse_glsl(text)
        } else {
            Self::parse_wgsl(text)
        }
    }
}

/// The SPIR-V words of the bytes, if they are SPIR-V.
fn spirv(bytes: &[u8]) -> Result<Option<Vec<u32>>, String> {
    let words = bytes.chunks_exact(4);
    let remainder = words.remainder().len();
    let words = words.map(|b| u32::from_le_bytes([b[0], b[1], b[2], b[3]]));
    let words: Vec<u32> = words.collect();
    match words.first() {
        Some(&SPIRV_MAGIC) if remainder == 0 => Ok(Some(words)),
        Some(&SPIRV_MAGIC) => Err(format!(
            "SPIR-V is made of words of 4 bytes, and {remainder} bytes are left over: the file is cut off"
        )),
        Some(word) if word.swap_bytes() == SPIRV_MAGIC => {
            Err("the SPIR-V is big-endian: write it little-endian".to_owned())
        }
        _ => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the header of SPIR-V.
    #[test]
    fn languages_are_detected_by_their_first_bytes() {
        let magic = SPIRV_MAGIC.to_le_bytes();
        assert_eq!(spirv(b"@compute"), Ok(None));
        assert_eq!(spirv(&magic), Ok(Some(vec![SPIRV_MAGIC])));
        assert!(spirv(&[&magic[..], &[0]].concat()).is_err());
        assert!(spirv(&SPIRV_MAGIC.to_be_bytes()).is_err());
        assert_eq!(spirv(b""), Ok(None));
    }
}
