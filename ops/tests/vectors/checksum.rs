//! Checksums, compared with the crates crc and adler2.

use super::messages::{hashes, messages};
use crc::{CRC_32_ISCSI, CRC_32_ISO_HDLC, CRC_64_XZ, Crc};
use vyre_ops::checksum::{
    adler32_step, crc32_step, crc32_step_inverse, crc32c_step, crc32c_step_inverse, crc64_step,
    crc64_step_inverse,
};

/// Oracle: the crate crc, whose parameters are those of the RevEng catalogue.
#[test]
fn steps_make_the_crc_of_the_catalogue() {
    let [iso, iscsi] = [&CRC_32_ISO_HDLC, &CRC_32_ISCSI].map(Crc::<u32>::new);
    let xz = Crc::<u64>::new(&CRC_64_XZ);
    for message in messages(1) {
        let all = |step: fn(u32, u32) -> u32| {
            let bytes = message.iter().map(|byte| u32::from(*byte));
            !bytes.fold(u32::MAX, step)
        };
        assert_eq!(all(crc32_step), iso.checksum(&message));
        assert_eq!(all(crc32c_step), iscsi.checksum(&message));
        let wide = message
            .iter()
            .fold(u64::MAX, |state, byte| crc64_step(state, (*byte).into()));
        assert_eq!(!wide, xz.checksum(&message));
        // From the end to the beginning, the inverses lead back to all ones.
        let bytes = || message.iter().rev().map(|byte| u32::from(*byte));
        assert_eq!(
            bytes().fold(!iso.checksum(&message), crc32_step_inverse),
            u32::MAX
        );
        assert_eq!(
            bytes().fold(!iscsi.checksum(&message), crc32c_step_inverse),
            u32::MAX
        );
        assert_eq!(
            bytes().fold(!xz.checksum(&message), crc64_step_inverse),
            u64::MAX
        );
    }
}

/// Oracle: the crate adler2.
#[test]
fn steps_make_adler32() {
    for message in messages(2) {
        let all = message
            .iter()
            .fold(1, |state, byte| adler32_step(state, (*byte).into()));
        assert_eq!(all, adler2::adler32_slice(&message));
    }
}

/// Oracle: the crate crc.
#[test]
fn reference_of_crc32_agrees_with_the_crate() {
    let crc = Crc::<u32>::new(&CRC_32_ISO_HDLC);
    let messages = messages(3);
    let expected: Vec<Vec<u32>> = messages.iter().map(|m| vec![crc.checksum(m)]).collect();
    assert_eq!(hashes("engine::crc32", &[], &messages), expected);
}
