//! Sources: texts and SPIR-V words that naga has parsed and validated.

mod file;
mod lines;
mod nesting;
mod snippet;
mod subgroups;

pub use file::MOST_FILE_BYTES;
pub(crate) use lines::{Lines, place};
pub use snippet::snippet;

use crate::{EntryPoint, Override, SourcePlace, entry, limits};
use naga::valid::{Capabilities, ModuleInfo, ShaderStages, SubgroupOperationSet};
use naga::valid::{ValidationFlags, Validator};
use naga::{Module, Span};
use std::borrow::Cow;
use std::error::Error;

/// A language of kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SourceLanguage {
    /// WGSL, <https://www.w3.org/TR/WGSL/>.
    Wgsl,
    /// SPIR-V, <https://registry.khronos.org/SPIR-V/>.
    Spirv,
    /// GLSL 4.50 compute shaders, <https://registry.khronos.org/OpenGL/specs/gl/>.
    Glsl,
}

/// A source that cannot be parsed or validated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}{message}", place.map_or(String::new(), |place| format!("{place}: ")))]
#[non_exhaustive]
pub struct SourceError {
    /// The place of the error, if it has one.
    pub place: Option<SourcePlace>,
    /// The error and, if it is a limit of the importer, a remedy.
    pub message: String,
}

impl SourceError {
    fn new(message: impl Into<String>) -> Self {
        let (place, message) = (None, message.into());
        Self { place, message }
    }
}

/// A parsed and validated module with its source.
#[derive(Debug)]
pub struct KernelSource {
    language: SourceLanguage,
    /// Name of the file, for reports.
    file: String,
    text: String,
    pub(crate) module: Module,
    pub(crate) info: ModuleInfo,
}

impl KernelSource {
    /// Parses and validates a text in WGSL.
    ///
    /// # Errors
    /// The message of naga at its place, or a limit of the importer (1 MiB, 100 open brackets) with a remedy.
    pub fn parse_wgsl(text: &str) -> Result<Self, SourceError> {
        limited(text)?;
        let accepted = accepted(text);
        let module = isolated(|| {
            naga::front::wgsl::parse_str(&accepted).map_err(|error| {
                let mut spans = error.labels().map(|(span, _)| span);
                let span = spans.find(|span| span.is_defined());
                let label = error.labels().next().map_or("", |(_, label)| label);
                let more = if label.is_empty() || error.message().contains(label) {
                    String::new()
                } else {
                    format!(" ({label})")
                };
                SourceError {
                    place: span.and_then(|span| place(text, span)),
                    message: format!("{}{more}", error.message()),
                }
            })
        })?;
        Self::validated(SourceLanguage::Wgsl, text.to_owned(), module)
    }

    /// Parses and validates SPIR-V.
    ///
    /// # Errors
    /// The message of naga, or a limit of the importer (1 MiB) with a remedy.
    pub fn parse_spirv(words: &[u32]) -> Result<Self, SourceError> {
        if words.len() > limits::MAX_BYTES / 4 {
            return Err(too_long(4 * words.len()));
        }
        let module = isolated(|| {
            let options = naga::front::spv::Options::default();
            let parser = naga::front::spv::Frontend::new(words.iter().copied(), &options);
            let parsed = parser.parse();
            parsed.map_err(|error| SourceError::new(chain(&error)))
        })?;
        Self::validated(SourceLanguage::Spirv, String::new(), module)
    }

    /// Parses and validates a compute shader in GLSL.
    ///
    /// # Errors
    /// The first message of naga at its place, or a limit of the importer (1 MiB, 100 open brackets) with a remedy.
    pub fn parse_glsl(text: &str) -> Result<Self, SourceError> {
        limited(text)?;
        let module = isolated(|| {
            let options = naga::front::glsl::Options::from(naga::ShaderStage::Compute);
            let parsed = naga::front::glsl::Frontend::default().parse(&options, text);
            parsed.map_err(|errors| match errors.errors.first() {
                Some(error) => SourceError {
                    place: place(text, error.meta),
                    message: error.kind.to_string(),
                },
                None => {
                    SourceError::new("the front end of GLSL refuses the text without a message")
                }
            })
        })?;
        Self::validated(SourceLanguage::Glsl, text.to_owned(), module)
    }

    fn validated(
        language: SourceLanguage,
        text: String,
        module: Module,
    ) -> Result<Self, SourceError> {
        let info = isolated(|| {
            validator().validate(&module).map_err(|error| {
                // The innermost span, that of a statement or an expression, is the shortest.
                let spans = error.spans().map(|(span, _)| *span);
                let spans = spans.filter(|span| span.is_defined());
                let span = spans.min_by_key(|span| span.to_range().map_or(usize::MAX, |r| r.len()));
                SourceError {
                    place: span.and_then(|span| place(&text, span)),
                    message: chain(error.as_inner()),
                }
            })
        })?;
        Ok(Self {
            language,
            file: String::new(),
            text,
            module,
            info,
        })
    }

    /// The same source with a changed module; places are those of the unchanged text.
    ///
    /// # Errors
    /// The changed module is invalid.
    pub fn changed(&self, change: impl FnOnce(&mut Module)) -> Result<Self, SourceError> {
        let mut module = self.module.clone();
        change(&mut module);
        let changed = Self::validated(self.language, self.text.clone(), module)?;
        let file = self.file.clone();
        Ok(Self { file, ..changed })
    }

    /// The language of the source.
    pub fn language(&self) -> SourceLanguage {
        self.language
    }

    /// The text; empty for SPIR-V.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text as naga's front end accepts it: blanks replace the directives that it does not know and
    /// does not need.
    pub fn accepted_text(&self) -> Cow<'_, str> {
        accepted(&self.text)
    }

    /// Name of the file; empty for a source without one.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// naga's module.
    pub fn module(&self) -> &Module {
        &self.module
    }

    /// The result of naga's validator.
    pub fn info(&self) -> &ModuleInfo {
        &self.info
    }

    /// The compute entry points in the order of the source.
    pub fn entry_points(&self) -> Vec<EntryPoint> {
        entry::entry_points(self)
    }

    /// The overrides in the order of the source.
    pub fn overrides(&self) -> Vec<Override> {
        entry::overrides(self)
    }

    /// The place of a naga span; `None` if the source has no text or the span is empty.
    pub fn place(&self, span: Span) -> Option<SourcePlace> {
        place(&self.text, span)
    }
}

/// A text in WGSL without `enable subgroups;`: naga knows the functions, and not the directive.
fn accepted(text: &str) -> Cow<'_, str> {
    let mut out = Cow::Borrowed(text);
    let mut from = 0;
    while let Some(at) = text[from..].find("enable") {
        let begin = from + at;
        from = begin + "enable".len();
        let Some(end) = text[from..].find(';') else {
            break;
        };
        let end = from + end;
        let line = text[..begin].rsplit('\n').next().unwrap_or_default();
        let is_directive = line.trim().is_empty() || line.trim_end().ends_with(';');
        if text[from..end].trim() == "subgroups" && is_directive {
            out.to_mut()
                .replace_range(begin..=end, &" ".repeat(end + 1 - begin));
        }
    }
    out
}

/// A validator that accepts every feature: the importer reports unsupported ones itself.
pub(crate) fn validator() -> Validator {
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_stages(ShaderStages::all());
    validator.subgroup_operations(SubgroupOperationSet::all());
    validator
}

/// Runs naga code on a stack that its recursion cannot exhaust within the limits. A panic becomes an
/// error.
pub(crate) fn isolated<T: Send>(
    run: impl FnOnce() -> Result<T, SourceError> + Send,
) -> Result<T, SourceError> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(limits::STACK_BYTES);
        let thread = thread.spawn_scoped(scope, run);
        let thread = thread.map_err(|error| SourceError::new(format!("no thread: {error}")))?;
        thread.join().unwrap_or_else(|_| {
            let message = "naga panicked: report the source to naga, and remove parts of it until the panic is gone";
            Err(SourceError::new(message))
        })
    })
}

fn too_long(bytes: usize) -> SourceError {
    let most = limits::MAX_BYTES;
    SourceError::new(format!(
        "the source has {bytes} bytes; the limit is {most}: keep one kernel and the functions that it calls"
    ))
}

fn limited(text: &str) -> Result<(), SourceError> {
    if text.len() > limits::MAX_BYTES {
        return Err(too_long(text.len()));
    }
    match nesting::exceeded(text) {
        Some((offset, message)) => Err(SourceError {
            place: place(text, Span::new(offset as u32, offset as u32 + 1)),
            message,
        }),
        None => Ok(()),
    }
}

/// An error and its causes in one line.
pub(crate) fn chain(error: &dyn Error) -> String {
    let mut message = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        let text = cause.to_string();
        if !message.contains(&text) {
            message = format!("{message}: {text}");
        }
        source = cause.source();
    }
    message
}
