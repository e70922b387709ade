//! The memory itself.

use crate::shared::SharedMemory;
use nix::sys::memfd::{MFdFlags, memfd_create};
use std::fs::{self, File};
use std::os::fd::AsRawFd;
use std::path::Path;

/// Oracle: the written words, seen through the other mapping.
#[test]
fn both_sides_see_the_same_words() {
    let host = SharedMemory::create(10_000).expect("memory");
    let other = SharedMemory::open(&host.path(), 10_000).expect("the same");
    let words: Vec<u32> = (1..=5001).collect();
    host.reserve(&(0..10_000)).expect("room");
    host.put(4999, &words).expect("inside");
    let mut actual = vec![7; 3];
    other.get(4999..10_000, &mut actual).expect("inside");
    assert_eq!(actual, words);
    other.put(0, &words[..3]).expect("inside");
    host.take(0..3, &mut actual, 0).expect("inside");
    assert_eq!(actual, [1, 2, 3]);
    // More than is copied at once: all of it is taken, and nothing else.
    host.take(4999..9999, &mut actual, 0).expect("inside");
    assert_eq!(actual, words[..5000]);
    other.get(0..10_000, &mut actual).expect("inside");
    assert!(actual[..9999].iter().all(|word| *word == 0));
    assert_eq!(actual[9999], 5001);
}

/// Oracle: the size.
#[test]
fn nothing_outside_is_read_or_written() {
    let host = SharedMemory::create(1024).expect("memory");
    assert_eq!(host.put(1020, &[1; 5]), None);
    assert_eq!(host.put(usize::MAX, &[1]), None);
    let results = &mut vec![];
    assert_eq!(host.get(1000..1025, results), None);
    assert_eq!(host.get(usize::MAX - 1..usize::MAX, results), None);
    assert_eq!(host.take(1024..1025, results, 7), None);
    assert_eq!(host.put(1020, &[1; 4]), Some(()));
    assert_eq!(host.take(1020..1024, results, 7), Some(()));
    assert_eq!(*results, [1; 4]);
    assert_eq!(host.get(1019..1024, results), Some(()));
    assert_eq!(*results, [0, 7, 7, 7, 7]);
    assert_eq!(host.fill(1020..1025, 9), None);
}

/// Oracle: the documentation of the protocol: the file's size is sealed, so that reading it is safe.
#[test]
fn memory_keeps_its_size() {
    let host = SharedMemory::create(1024).expect("memory");
    let file = File::options().write(true).open(host.path());
    let file = file.expect("it is there");
    for bytes in [0, 4092, 8192] {
        assert!(file.set_len(bytes).is_err(), "{bytes}");
    }
    let results = &mut vec![];
    assert_eq!(host.get(0..1024, results), Some(()));
}

/// Oracle: the same, for the side that opens it.
#[test]
fn shrinkable_or_wrongly_sized_file_is_refused() {
    let host = SharedMemory::create(1024).expect("memory");
    let path = host.path();
    for words in [0, 1023, 1025, usize::MAX] {
        assert!(SharedMemory::open(&path, words).is_err(), "{words}");
    }
    let usual = std::env::temp_dir().join(format!("vyre-shared-{}", std::process::id()));
    fs::write(&usual, [0; 4096]).expect("writable");
    let opened = SharedMemory::open(usual.to_str().expect("UTF-8"), 1024);
    fs::remove_file(&usual).expect("it was there");
    assert!(opened.is_err());
    assert!(SharedMemory::open("/proc/self/fd/9999", 1024).is_err());
    let file = memfd_create("loose", MFdFlags::MFD_ALLOW_SEALING).expect("memory");
    let loose = File::from(file);
    loose.set_len(4096).expect("room");
    let path = format!("/proc/self/fd/{}", loose.as_raw_fd());
    let error = SharedMemory::open(&path, 1024).expect_err("it may shrink");
    assert_eq!(error.to_string(), "the file can become shorter");
    drop(host);
    let gone = Path::new(&path);
    let target = fs::read_link(gone).unwrap_or_default();
    assert!(!target.to_string_lossy().contains("vyre-backend"));
}
