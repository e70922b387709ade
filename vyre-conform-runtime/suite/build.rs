//! Passes the compiler's version, part of the identity of the backend `cpu+kernel-rust`, to the library, and lists the
//! files of `filetests` and `wgsl`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let text = text.unwrap_or_else(|_| "rustc".to_owned());
    println!("cargo::rustc-env=VYRE_RUSTC={text}");
    list_filetests();
    list_shaders();
}

/// Writes an array of every file below `filetests`, by name, with its text.
fn list_filetests() {
    let folder =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("filetests");
    // Watching a folder covers new files in it.
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = BTreeMap::new();
    list(&folder, "", &mut files);
    let mut list = String::from("&[\n");
    for (name, path) in files {
        list += &format!("Filetest {{ name: {name:?}, text: include_str!({path:?}) }},\n");
    }
    list += "]\n";
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("filetests.rs"), list).expect("the list is written");
}

/// Adds the programs below a folder with a prefix of their names. Programs that call ops need a library that other
/// crates lack; they are tests of this project alone.
fn list(folder: &Path, begin: &str, files: &mut BTreeMap<String, PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of this package") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().expect("a name").to_string_lossy();
        let name = format!("{begin}{name}");
        if path.is_dir() {
            list(&path, &format!("{name}/"), files);
        } else if name.ends_with(".vir") {
            let text = fs::read_to_string(&path).expect("a text");
            if !text.contains("\nuse op ") {
                files.insert(name, path);
            }
        }
    }
}

/// Writes an array of every shader in `wgsl`, by file name, with its text.
fn list_shaders() {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("wgsl");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(&folder).expect("a folder of this package") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|ending| ending == "wgsl") {
            let name = path.file_stem().expect("a name").to_string_lossy();
            files.insert(name.into_owned(), path);
        }
    }
    let mut list = String::from("&[\n");
    for (name, path) in files {
        list += &format!("WgslTest {{ name: {name:?}, text: include_str!({path:?}) }},\n");
    }
    list += "]\n";
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("wgsl.rs"), list).expect("the list is written");
}
