//! The shaders of `wgsl`: functions in WGSL with hand-written expected words.
//!
//! They use features that occur in users' shaders and not in lowered programs: `switch`, built-in functions on bits,
//! packing, conversions of floats, short-circuit operators with effects, pointers. A file has a function `row`, which
//! reads the words of one row in `given` and writes those of `found`, and its rows: `//= 7 2 -> 3 1`. A word is
//! decimal, hexadecimal behind `0x`, or the bits of a binary32 before `f`. [`shader`](WgslTest::shader) adds the
//! buffers and the entry point. The first line names the section of <https://www.w3.org/TR/WGSL/> that justifies the
//! words.

use crate::backend::{Backend, BackendError};
use std::fmt::Write;
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::parse;
use vyre_conform_ir::valid::{Limits, ValidProgram, validate_program};

mod known;
mod rows;

pub use known::{KNOWN, KnownFault};
pub use rows::{RowError, WgslRow};

/// A shader with hand-written words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WgslTest {
    /// Name of its file, without the extension.
    pub name: &'static str,
    /// The text of the file.
    pub text: &'static str,
}

/// All shaders, by name.
pub const ALL: &[WgslTest] = include!(concat!(env!("OUT_DIR"), "/wgsl.rs"));

/// Prefix of a line with a row.
const ROW: &str = "//=";

/// Workgroup size: rows with different control flow are adjacent.
const WORKGROUP: usize = 64;

/// Initial value of words that no invocation wrote.
const UNWRITTEN: u32 = 0x5eed_5eed;

impl WgslTest {
    /// The shader with this name.
    pub fn find(name: &str) -> Option<&'static Self> {
        let place = ALL.binary_search_by(|test| test.name.cmp(name));
        place.ok().map(|place| &ALL[place])
    }

    /// Its file.
    pub fn file(&self) -> String {
        format!("{}.wgsl", self.name)
    }

    /// The number of its rows.
    pub fn cases(&self) -> u64 {
        let rows = self.text.lines().filter(|line| line.starts_with(ROW));
        rows.count() as u64
    }

    /// Its rows, in order.
    ///
    /// # Errors
    ///
    /// The first malformed row.
    pub fn rows(&self) -> Result<Vec<WgslRow>, RowError> {
        rows::parse(self.text)
    }

    /// The complete shader for a text and this number of rows: buffers, the entry point `vyre_main`, and the text.
    pub fn shader(text: &str, rows: usize) -> String {
        let mut shader = String::new();
        let _ = write!(
            shader,
            "@group(0) @binding(0) var<storage, read> given: array<u32>;\n\
             @group(0) @binding(1) var<storage, read_write> found: array<u32>;\n\
             @compute @workgroup_size({WORKGROUP})\n\
             fn vyre_main(@builtin(global_invocation_id) id: vec3<u32>) {{\n    \
             if id.x < {rows}u {{\n        row(id.x);\n    }}\n}}\n{text}"
        );
        shader
    }

    /// The backend's words for each row of a text that replaces this one's.
    ///
    /// # Errors
    ///
    /// [`BackendError::UnsupportedByBackend`] for a backend that accepts no WGSL, and errors of the shader.
    pub fn run(
        &self,
        text: &str,
        rows: &[WgslRow],
        backend: &dyn Backend,
    ) -> Result<Vec<Vec<u32>>, BackendError> {
        let expected = rows.first().map_or(1, |row| row.expected.len());
        let program = interface(self.name);
        let loaded = backend.load_wgsl(&program, &Self::shader(text, rows.len()))?;
        let words = rows.iter().flat_map(|row| row.given.iter().copied());
        let words: Vec<u32> = words.collect();
        let launch = Launch {
            buffers: vec![
                Contents::Words(words),
                Contents::Words(vec![UNWRITTEN; rows.len() * expected]),
            ],
            steps: vec![Step {
                program: 0,
                workgroups: [rows.len().div_ceil(WORKGROUP) as u32, 1, 1],
                buffers: vec![0, 1],
            }],
            read_back: vec![1],
        };
        let found = loaded.run(&launch)?;
        let found = found.first().map_or(&[][..], Vec::as_slice);
        Ok(found.chunks(expected).map(<[u32]>::to_vec).collect())
    }
}

/// The buffers of a shader, as declarations of an empty program.
fn interface(name: &str) -> ValidProgram {
    let text = format!(
        "program {name} workgroup_size({WORKGROUP}, 1, 1)\nbinding(0) read_only given: [u32]\n\
         binding(1) read_write found: [u32]\n\nkernel {{\n}}\n"
    );
    let program = parse::program(&text).expect("a program without a statement");
    let valid = validate_program(program, &(), &Limits::WEBGPU);
    valid.expect("a program without a statement is valid")
}

/// The names of all shaders.
pub fn names() -> Vec<String> {
    ALL.iter().map(|test| test.name.to_owned()).collect()
}

/// The number of rows of the shaders with these names; `None` if one is unknown.
pub fn cases<S: AsRef<str>>(names: &[S]) -> Option<u64> {
    let cases = names
        .iter()
        .map(|name| WgslTest::find(name.as_ref()).map(WgslTest::cases));
    cases.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use std::fs;
    use std::path::Path;

    /// Oracle: the folder, read while the test runs.
    #[test]
    fn every_shader_is_listed_and_cites_its_section() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("wgsl");
        let mut there = BTreeMap::new();
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            let name = name.strip_suffix(".wgsl").expect("a shader").to_owned();
            there.insert(name, fs::read_to_string(&path).expect("a text"));
        }
        assert!(there.keys().eq(names().iter()), "{:?}", names());
        for (name, text) in &there {
            let test = WgslTest::find(name).expect("it is listed");
            assert_eq!(test.text, text, "{name}");
            let rows = test
                .rows()
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(rows.len() as u64, test.cases(), "{name}");
            assert!(rows.len() > 1, "{name}: one row is a constant");
            let first = text.lines().next().unwrap_or_default();
            let cited = first.strip_prefix("// https://www.w3.org/TR/WGSL/#");
            assert!(
                cited.is_some_and(|anchor| !anchor.is_empty()),
                "{name}: {first}"
            );
        }
    }

    /// Oracle: counting the rows of two files.
    #[test]
    fn cases_are_rows() {
        assert_eq!(cases(&["switch_values", "pack4x8"]), Some(10));
        assert_eq!(cases(&["switch_values", "none"]), None);
    }
}
