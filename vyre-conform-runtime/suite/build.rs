//! Tells the library which compiler compiles it: part of the identity of the backend `cpu+kernel-rust`.

use std::env;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc).arg("--version").output();
    let text = told.map(|told| String::from_utf8_lossy(&told.stdout).trim().to_owned());
    let text = text.unwrap_or_else(|_| "rustc".to_owned());
    println!("cargo::rustc-env=VYRE_RUSTC={text}");
}
