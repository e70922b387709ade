//! Cases to replay: their syntax, and the commands that replay them.

pub(crate) mod command;
mod error;
pub(crate) mod saved;

pub use command::profile_of;
pub use error::ReplayError;

use crate::options::Settings;
use crate::regressions::{self, SavedClaim, ValueError};
use command::SEPARATOR;
use vyre_conform_ir::value::{Passing, Value};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{InputSource, SIZES};
use vyre_conform_runtime::registry::OpDef;
use vyre_conform_spec::ValueType;
use vyre_conform_suite::plan::law_slug;

/// One input of an op, of a law or of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Replay {
    /// Operands of an op: every implementation gives the same value.
    Values {
        /// The op.
        op: &'static str,
        /// Its operands.
        inputs: Vec<Value>,
        /// Passing mode of each operand to a backend; empty if all come from storage.
        passed: Vec<Passing>,
        /// The trial that reported it, whose diagnosis comes first; empty if none did.
        trial: String,
    },
    /// Values of the variables of a declared law.
    Law {
        /// The op.
        op: &'static str,
        /// Index of the declaration.
        law: usize,
        /// One value per variable.
        inputs: Vec<Value>,
        /// The trial that reported it, whose diagnosis comes first; empty if none did.
        trial: String,
    },
    /// One input of an engine at one workgroup size.
    Engine {
        /// The engine.
        engine: &'static str,
        /// The check, as in the names of trials; empty for all checks.
        check: String,
        /// The input and the size, such as `7@32`.
        case: String,
    },
    /// A saved input of an engine.
    Saved {
        /// The engine.
        engine: &'static str,
        /// The number of the case in its file, counted from 1.
        number: usize,
        /// The case.
        case: Box<regressions::SavedCase>,
    },
}

impl Replay {
    /// Parses the case of a failure report: `TRIAL=VALUES`, where `TRIAL` is the name of a trial on any adapter, or
    /// only the id of an op or engine.
    ///
    /// # Errors
    ///
    /// A malformed case; the message shows the syntax.
    pub fn parse(text: &str, catalog: &Catalog) -> Result<Self, ReplayError> {
        let form = || ReplayError::Form { text: text.into() };
        let (trial, case) = text.split_once(SEPARATOR).ok_or_else(form)?;
        let (trial, case) = (trial.trim(), case.trim());
        if let Some((engine, rest)) = owner(trial, catalog.engines().iter().map(|e| e.id)) {
            parse_engine(case)?;
            let check = rest.split("::").next().unwrap_or_default().to_owned();
            let case = case.to_owned();
            return Ok(Self::Engine {
                engine,
                check,
                case,
            });
        }
        let Some((op, rest)) = owner(trial, catalog.ops().iter().map(|op| op.def.id)) else {
            let trial = trial.to_owned();
            return Err(ReplayError::NoTrial { trial });
        };
        let def = catalog.find(op).expect("it was found above").def;
        match law_of(def, rest)? {
            Some(law) => {
                let typed = vyre_conform_suite::strategy::TypedLaw::new(&def.laws[law], &def.op);
                let (inputs, passed) = parse(case, &typed?.variables)?;
                if !Passing::all_stored(&passed) {
                    let text = case.to_owned();
                    return Err(ReplayError::LawPassed { text });
                }
                let trial = trial.to_owned();
                Ok(Self::Law {
                    op,
                    law,
                    inputs,
                    trial,
                })
            }
            None => {
                let (inputs, passed) = parse(case, def.op.signature.operands)?;
                let trial = trial.to_owned();
                Ok(Self::Values {
                    op,
                    inputs,
                    passed,
                    trial,
                })
            }
        }
    }

    /// A saved case.
    ///
    /// # Errors
    ///
    /// If its law is no longer declared, or its values have other types than the operands.
    pub fn of_saved(
        def: &'static OpDef,
        case: &regressions::SavedCase,
    ) -> Result<Self, ReplayError> {
        let inputs = case.values()?;
        let passed = case.passing_modes()?;
        let op = def.id;
        let trial = case.found_by.clone();
        match (&case.claim, saved::declared(def, &case.claim)) {
            (SavedClaim::Law(_), Some(law)) => Ok(Self::Law {
                op,
                law,
                inputs,
                trial,
            }),
            (SavedClaim::Law(text), None) => Err(ReplayError::Undeclared {
                op,
                law: text.clone(),
            }),
            (SavedClaim::Engine(check), _) => Err(ReplayError::OfEngine {
                op,
                check: check.clone(),
            }),
            (SavedClaim::Parity, _) => {
                let types = def.op.signature.operands.iter().copied();
                if inputs.iter().map(Value::ty).eq(types) {
                    Ok(Self::Values {
                        op,
                        inputs,
                        passed,
                        trial,
                    })
                } else {
                    Err(ReplayError::OtherTypes { op, inputs })
                }
            }
        }
    }

    /// Narrows the settings of the replaying run to this case.
    pub fn narrow(&self, settings: &mut Settings) {
        if let Self::Engine { case, .. } = self {
            settings.case = Some(case.clone());
        }
    }
}

/// The id at the start of a trial's name, and the rest of the name.
fn owner(trial: &str, ids: impl Iterator<Item = &'static str>) -> Option<(&'static str, &str)> {
    let split = ids.filter_map(|id| match trial.strip_prefix(id)? {
        "" => Some((id, "")),
        rest => Some((id, rest.strip_prefix("::")?)),
    });
    split.max_by_key(|(id, _)| id.len())
}

/// The declared law in the rest of a trial's name.
fn law_of(def: &OpDef, rest: &str) -> Result<Option<usize>, ReplayError> {
    let mut segments = rest.split("::").skip_while(|s| *s != "law").skip(1);
    let Some(slug) = segments.next() else {
        return Ok(None);
    };
    match def.laws.iter().position(|law| law_slug(law) == slug) {
        Some(law) => Ok(Some(law)),
        None => Err(ReplayError::NoLaw {
            op: def.id,
            law: slug.to_owned(),
        }),
    }
}

/// The input and workgroup size of `VYRE_CASE`, such as `7@32`, `corpus:0@64` or `sums:16@64`.
pub(super) fn parse_engine(text: &str) -> Result<(InputSource, u32), ReplayError> {
    let parts = text
        .split_once('@')
        .and_then(|(source, size)| Some((source.trim().parse().ok()?, size.trim().parse().ok()?)));
    let text = || text.to_owned();
    let (source, size) = parts.ok_or_else(|| ReplayError::EngineForm { text: text() })?;
    if SIZES.contains(&size) {
        Ok((source, size))
    } else {
        Err(ReplayError::EngineSize { text: text() })
    }
}

/// The values of `VYRE_CASE` for these types, and the passing mode of each: storage, unless `uniform` or `literal`
/// precedes it.
pub(super) fn parse(
    text: &str,
    types: &[ValueType],
) -> Result<(Vec<Value>, Vec<Passing>), ReplayError> {
    let parts: Vec<&str> = text.split(',').map(str::trim).collect();
    if parts.len() != types.len() {
        return Err(ReplayError::Count {
            text: text.to_owned(),
            found: parts.len(),
            expected: types.len(),
        });
    }
    let pairs = parts.iter().zip(types);
    let pairs = pairs.map(|(text, ty)| {
        let named = text.split_once(' ').and_then(|(word, digits)| {
            let way = Passing::from_name(word)?;
            Some((way, digits.trim()))
        });
        let (way, digits) = named.unwrap_or((Passing::Storage, text));
        Ok((regressions::parse(ty.rust_name(), digits)?, way))
    });
    let pairs: Vec<(Value, Passing)> = pairs.collect::<Result<_, ValueError>>()?;
    Ok(pairs.into_iter().unzip())
}
