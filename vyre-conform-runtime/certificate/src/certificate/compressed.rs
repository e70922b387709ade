//! Certificates compressed with Zstandard ([RFC 8878](https://www.rfc-editor.org/rfc/rfc8878)), in files that end in
//! `.json.zst`: a tenth of the size. Compression changes neither digest nor signature: the digest covers the evidence.
//! A signature covers the bytes of the file.

use super::read_error::{MAX_BYTES, ReadError};
use ruzstd::decoding::StreamingDecoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::borrow::Cow;
use std::io::Read;

/// File extension of compressed certificates.
pub const COMPRESSED_ENDING: &str = ".json.zst";

/// First bytes of every Zstandard frame (RFC 8878, section 3.1.1).
const MAGIC: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The text of a certificate in one frame.
pub fn compress(text: &[u8]) -> Vec<u8> {
    compress_to_vec(text, CompressionLevel::Fastest)
}

/// The contents of a frame; other bytes are returned unchanged. At most one byte more than [`MAX_BYTES`] is unpacked,
/// whatever size the frame declares.
///
/// # Errors
///
/// [`ReadError::Frame`] if the frame is damaged, truncated, followed by more bytes, or of another size than declared.
pub fn expand(bytes: &[u8]) -> Result<Cow<'_, [u8]>, ReadError> {
    if !bytes.starts_with(&MAGIC) {
        return Ok(Cow::Borrowed(bytes));
    }
    unpacked(bytes).map(Cow::Owned).map_err(ReadError::Frame)
}

fn unpacked(bytes: &[u8]) -> Result<Vec<u8>, String> {
    let mut rest = bytes;
    let mut text = vec![];
    let mut decoder = StreamingDecoder::new(&mut rest).map_err(|e| e.to_string())?;
    let unpacked = decoder.by_ref().take(MAX_BYTES + 1).read_to_end(&mut text);
    unpacked.map_err(|e| e.to_string())?;
    let (found, decoder) = (text.len() as u64, decoder.into_frame_decoder());
    if found > MAX_BYTES {
        return Ok(text);
    }
    // The decoder computes the checksum and leaves the comparison to its caller; a size of 0 means none.
    let (stated, expected) = (
        decoder.get_checksum_from_data(),
        decoder.get_calculated_checksum(),
    );
    match decoder.content_size() {
        _ if !rest.is_empty() => Err(format!("{} bytes follow its end", rest.len())),
        _ if stated.is_some() && stated != expected => Err("its checksum does not match".into()),
        size if size != 0 && size != found => {
            Err(format!("it announces {size} bytes, but has {found}"))
        }
        _ => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::parse;

    /// A frame that `zstd -19` wrote for `{"format":"x","format_version":1}` and a line feed.
    const OTHER: &[u8] = b"(\xb5/\xfd\x04h\x11\x01\x00{\x22format\x22:\x22x\x22,\x22format_version\x22:1}\x0a\xee\x0ba\x9b";

    /// Oracle: the text itself; a frame from the reference implementation.
    #[test]
    fn frame_decodes_to_its_text() {
        let text: Vec<u8> = (0..100_000u32)
            .flat_map(|n| (n % 97).to_string().into_bytes())
            .collect();
        let frame = compress(&text);
        assert!(frame.len() * 4 < text.len(), "{}", frame.len());
        assert_eq!(expand(&frame).expect("a frame"), text);
        assert_eq!(expand(&text).expect("no frame"), text);
        assert_eq!(
            expand(OTHER).expect("a frame"),
            &b"{\"format\":\"x\",\"format_version\":1}\n"[..]
        );
        assert_eq!(parse(OTHER), Err(ReadError::Format("x".into())));
    }

    /// Oracle: the damage to the frame; the documented limit.
    #[test]
    fn damaged_and_huge_frames_are_refused() {
        let frame = compress(b"{\"format\":\"x\",\"format_version\":1}");
        for end in 4..frame.len() {
            let found = parse(&frame[..end]);
            assert!(
                matches!(found, Err(ReadError::Frame(_))),
                "{end}: {found:?}"
            );
        }
        let behind = [&frame[..], b" "].concat();
        assert!(matches!(parse(&behind), Err(ReadError::Frame(e)) if e.contains("1 bytes")));
        let huge = compress(&vec![b' '; MAX_BYTES as usize + 2]);
        assert_eq!(parse(&huge), Err(ReadError::Size { limit: MAX_BYTES }));
    }

    /// Oracle: the checksum of the frame's contents, which catches a changed bit in contents, checksum or size.
    #[test]
    fn changed_frames_are_refused_or_hold_the_same() {
        let text: Vec<u8> = (0..300u32)
            .flat_map(|n| {
                format!("{{\"cases\":{},\"kind\":{}}},", n * n % 8191, n % 13).into_bytes()
            })
            .collect();
        for (frame, text) in [
            (compress(&text), &text[..]),
            (OTHER.to_vec(), &expand(OTHER).expect("a frame")[..]),
        ] {
            let mut refused = 0;
            for bit in (32..8 * frame.len()).step_by(5) {
                let mut changed = frame.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                match expand(&changed) {
                    Ok(found) => assert!(found == text, "bit {bit} is another text"),
                    Err(ReadError::Frame(_)) => refused += 1,
                    Err(error) => panic!("bit {bit}: {error}"),
                }
            }
            assert!(refused > frame.len(), "{refused} of {}", frame.len());
        }
    }
}
