//! Requests before they are part of a kit. A request is named by its content.

use crate::source::SourceSpec;
use crate::tables::Tables;
use crate::words::name_of;
use serde_json::{Value as Json, json};
use std::sync::Arc;
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_ir::valid::ValidProgram;

/// A shader of an op, in pieces that others share.
#[derive(Debug)]
pub(crate) struct Shader {
    pub(crate) parts: Vec<String>,
    /// A letter an operand: `s`torage, `u`niform, `l`iteral.
    pub(crate) passing: String,
    /// Digest of the above.
    pub(crate) name: String,
}

impl Shader {
    /// A shader around functions.
    pub(crate) fn new(text: &str, functions: &str, passing: String) -> Self {
        let parts = match text.split_once(functions) {
            Some((before, after)) if !functions.is_empty() => vec![before, functions, after],
            _ => vec![text],
        };
        Self {
            name: name_of(&[text.as_bytes(), passing.as_bytes()]),
            parts: parts
                .into_iter()
                .filter(|part| !part.is_empty())
                .map(str::to_owned)
                .collect(),
            passing,
        }
    }
}

/// Consecutive cases of a source.
#[derive(Clone, Debug)]
pub(crate) struct Cases {
    pub(crate) source: Arc<SourceSpec>,
    pub(crate) start: u64,
    pub(crate) cases: u64,
}

/// The computation of a term of a law.
#[derive(Clone, Debug)]
pub(crate) enum StepDraft {
    Variable(usize),
    Constant(Vec<u32>),
    Apply(Arc<Shader>, Vec<usize>),
    Sum(usize, usize),
}

/// Programs with their texts.
#[derive(Debug)]
pub(crate) struct Programs {
    pub(crate) programs: Vec<ValidProgram>,
    pub(crate) texts: Vec<String>,
    /// Digest of texts and interfaces.
    pub(crate) name: String,
}

impl Programs {
    pub(crate) fn new(programs: Vec<ValidProgram>, texts: Vec<String>) -> Self {
        let buffers: Vec<String> = programs
            .iter()
            .map(|program| bound(program).to_string())
            .collect();
        let content: Vec<&[u8]> = texts
            .iter()
            .chain(&buffers)
            .map(|text| text.as_bytes())
            .collect();
        Self {
            name: name_of(&content),
            programs,
            texts,
        }
    }
}

/// The buffers that a program binds.
fn bound(program: &ValidProgram) -> Json {
    let bound = program.program().bound().into_iter();
    let each =
        bound.map(|(_, decl)| json!({"binding": decl.binding, "access": decl.access.name()}));
    each.collect()
}

/// A request.
#[derive(Clone, Debug)]
pub(crate) enum Draft {
    /// Results of an op.
    Op {
        shader: Arc<Shader>,
        cases: Cases,
        /// Words in place of an operand's.
        fixed: Vec<Option<Vec<u32>>>,
        /// Words of a result.
        result: usize,
    },
    /// Terms of a law.
    Law {
        cases: Cases,
        /// The steps, with the name of the type.
        steps: Arc<Vec<(StepDraft, &'static str)>>,
        /// The steps whose results are the answer.
        compared: Vec<usize>,
    },
    /// A launch of programs.
    Launch {
        programs: Arc<Programs>,
        launch: Box<Launch>,
        /// True if the answer has words.
        words: bool,
    },
}

impl Draft {
    /// Its name, a digest of its content.
    pub(crate) fn id(&self) -> String {
        match self {
            Self::Op {
                shader,
                cases,
                fixed,
                result,
            } => {
                let more = json!([fixed, result]).to_string();
                let parts = ["op", &shader.name, &cases.content(), &more];
                name_of(&parts.map(str::as_bytes))
            }
            Self::Law {
                cases,
                steps,
                compared,
            } => {
                let steps: Vec<String> = steps.iter().map(|(step, ty)| step.content(ty)).collect();
                let more = json!([steps, compared]).to_string();
                name_of(&["law", &cases.content(), &more].map(str::as_bytes))
            }
            Self::Launch {
                programs,
                launch,
                words,
            } => {
                let buffers: Vec<String> = launch.buffers.iter().map(content_of).collect();
                let more = json!([buffers, steps_of(launch), launch.read_back, words]).to_string();
                name_of(&["launch", &programs.name, &more].map(str::as_bytes))
            }
        }
    }

    /// Its form in the file.
    pub(crate) fn json(&self, tables: &mut Tables) -> (&'static str, Json) {
        match self {
            Self::Op {
                shader,
                cases,
                fixed,
                result,
            } => {
                let mut head = cases.json(tables);
                head["shader"] = tables.shader(shader).into();
                head["result"] = (*result).into();
                if fixed.iter().any(Option::is_some) {
                    head["fixed"] = json!(fixed);
                }
                ("op", head)
            }
            Self::Law {
                cases,
                steps,
                compared,
            } => {
                let mut head = cases.json(tables);
                head["law"] = tables.law(steps, compared).into();
                ("law", head)
            }
            Self::Launch {
                programs,
                launch,
                words,
            } => ("launch", of_launch(programs, launch, *words, tables)),
        }
    }
}

/// The identity of a buffer's contents.
fn content_of(contents: &Contents) -> String {
    match contents {
        Contents::Words(words) => {
            let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
            name_of(&[&bytes])
        }
        Contents::Zeros(words) => format!("{words} zeros"),
    }
}

fn steps_of(launch: &Launch) -> Json {
    let steps = launch.steps.iter().map(|step| {
        json!({"program": step.program, "workgroups": step.workgroups, "buffers": step.buffers})
    });
    steps.collect()
}

fn of_launch(programs: &Programs, launch: &Launch, words: bool, tables: &mut Tables) -> Json {
    let each = programs.programs.iter().zip(&programs.texts);
    let each: Vec<Json> = each
        .map(|(program, text)| json!({"text": tables.text(text), "buffers": bound(program)}))
        .collect();
    let buffers = launch.buffers.iter().map(|contents| match contents {
        Contents::Words(words) => json!({"words": tables.words(words)}),
        Contents::Zeros(words) => json!(words),
    });
    let buffers: Vec<Json> = buffers.collect();
    let steps = steps_of(launch);
    json!({"programs": each, "buffers": buffers, "steps": steps, "read_back": launch.read_back, "words": words})
}

impl Cases {
    fn content(&self) -> String {
        format!("{} {} {}", self.source.name, self.start, self.cases)
    }

    fn json(&self, tables: &mut Tables) -> Json {
        json!({"source": tables.source(&self.source), "start": self.start, "cases": self.cases})
    }
}

impl StepDraft {
    /// The identity of the contents.
    pub(crate) fn content(&self, ty: &str) -> String {
        let parts = match self {
            Self::Variable(k) => json!(["variable", k]),
            Self::Constant(words) => json!(["constant", words]),
            Self::Apply(shader, operands) => json!(["apply", shader.name, operands]),
            Self::Sum(left, right) => json!(["sum", left, right]),
        };
        format!("{parts} {ty}")
    }

    /// Its form in the file.
    pub(crate) fn json(&self, ty: &str, tables: &mut Tables) -> Json {
        match self {
            Self::Variable(k) => json!({"type": ty, "variable": k}),
            Self::Constant(words) => json!({"type": ty, "constant": words}),
            Self::Apply(shader, operands) => {
                json!({"type": ty, "apply": [tables.shader(shader), operands]})
            }
            Self::Sum(left, right) => json!({"type": ty, "sum": [left, right]}),
        }
    }
}
