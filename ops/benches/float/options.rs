//! Arguments of the program.

use vyre_conform_runtime::sync::cores;

/// The arguments.
#[derive(Debug)]
pub(crate) struct Options {
    /// The tables to print; all where none is named.
    tables: Vec<String>,
    pub(crate) share: u64,
    pub(crate) threads: usize,
    pub(crate) inputs: Option<u64>,
    pub(crate) pairs: Option<u64>,
    pub(crate) elements: Option<u64>,
}

const TABLES: [&str; 4] = ["host", "every-input", "pairs", "streaming"];

impl Options {
    pub(crate) fn read(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let cores = cores();
        let mut options = Self {
            tables: vec![],
            share: 1024,
            threads: cores,
            inputs: None,
            pairs: None,
            elements: None,
        };
        let mut arguments = arguments;
        while let Some(argument) = arguments.next() {
            // `cargo bench` adds `--bench`.
            if argument == "--bench" {
                continue;
            }
            if TABLES.contains(&argument.as_str()) {
                options.tables.push(argument);
                continue;
            }
            let mut value = || {
                let text = arguments.next().unwrap_or_default();
                let counts = count(&text).filter(|n| *n > 0);
                counts.ok_or_else(|| format!("{argument} takes a number from 1, not `{text}`"))
            };
            match argument.as_str() {
                "--share" => options.share = value()?.min(1 << 20),
                "--threads" => options.threads = value()? as usize,
                "--inputs" => options.inputs = Some(value()?.min(1 << 32)),
                "--pairs" => options.pairs = Some(value()?),
                "--elements" => options.elements = Some(value()?.min(1 << 30)),
                _ => {
                    return Err(format!(
                        "`{argument}`: the tables are {}; options are --share, --threads, --inputs, --pairs \
                         and --elements, each with a number",
                        TABLES.join(", ")
                    ));
                }
            }
        }
        Ok(options)
    }

    pub(crate) fn prints(&self, table: &str) -> bool {
        self.tables.is_empty() || self.tables.iter().any(|asked| asked == table)
    }
}

/// `4096`, `1e9` or `2^26`.
fn count(text: &str) -> Option<u64> {
    if let Some((base, power)) = text.split_once('^') {
        return base.parse::<u64>().ok()?.checked_pow(power.parse().ok()?);
    }
    match text.split_once('e') {
        Some((digits, power)) => {
            let power = 10u64.checked_pow(power.parse().ok()?)?;
            digits.parse::<u64>().ok()?.checked_mul(power)
        }
        None => text.parse().ok(),
    }
}
