//! A row of a shader, by its name in a failure report: `programs::llvmpipe::wgsl::shifts=shifts.wgsl:9`.

use crate::exit::Failure;
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::plan::{PROGRAMS, PartKind};
use vyre_conform_suite::wgsl::{KnownFault, WgslRow, WgslTest};

/// A row of a shader.
pub(super) struct Row {
    test: &'static WgslTest,
    rows: Vec<WgslRow>,
    /// Its index among the rows.
    place: usize,
}

/// The row that a text denotes; `None` for other texts.
pub(super) fn parse(text: &str) -> Result<Option<Row>, Failure> {
    let Some((trial, name)) = text.split_once('=') else {
        return Ok(None);
    };
    let segments: Vec<&str> = trial.trim().split("::").collect();
    let [PROGRAMS, _, kind, shader] = segments[..] else {
        return Ok(None);
    };
    if kind != PartKind::Wgsl.name() {
        return Ok(None);
    }
    let form = || {
        Failure::usage(format!(
            "`{text}`: write the file and the line of a row, such as `programs::llvmpipe::wgsl::shifts=shifts.wgsl:9`"
        ))
    };
    let test = WgslTest::find(shader).ok_or_else(form)?;
    let rows = test.rows().map_err(Failure::nothing)?;
    let named = |row: &WgslRow| format!("{}:{}", test.file(), row.line) == name.trim();
    let place = rows.iter().position(named).ok_or_else(form)?;
    Ok(Some(Row { test, rows, place }))
}

impl Row {
    /// The whole shader.
    pub(super) fn text(&self) -> String {
        WgslTest::shader(self.test.text, self.rows.len())
    }

    /// The difference between the file's words and a backend's, if any.
    pub(super) fn missed(&self, backend: &dyn Backend) -> Option<String> {
        let slug = &backend.identity().slug;
        let found = match self.test.run(self.test.text, &self.rows, backend) {
            Ok(found) => found,
            Err(error) => return Some(format!("{slug}: {error}\n")),
        };
        let row = &self.rows[self.place];
        let found = found.get(self.place).map_or(&[][..], Vec::as_slice);
        let text = |words: &[u32]| {
            words
                .iter()
                .map(|word| format!(" {word:#x}"))
                .collect::<String>()
        };
        let known = KnownFault::of(backend.identity(), self.test.name);
        if let Some(known) = known.filter(|known| known.matches(&row.given, found)) {
            return Some(format!("{slug}: line {}: {}\n", row.line, known.reason()));
        }
        (row.expected != found).then(|| {
            let (due, found) = (text(&row.expected), text(found));
            format!("{slug}: line {} has{due}; found{found}\n", row.line)
        })
    }
}
