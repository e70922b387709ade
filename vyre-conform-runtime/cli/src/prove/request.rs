//! Selection of laws for `prove`.

use super::ieee;
use crate::exit::Failure;
use crate::names::within;
use crate::suggestion::meant;
use vyre_conform_certificate::names::{Name, Names};
use vyre_conform_prove::claim::{ClaimError, DeclaredLaw};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::LawDef;

/// A requested law.
pub(super) struct LawRequest<'c> {
    pub(super) op: &'c Op,
    /// Its index among the op's declarations.
    pub(super) law: usize,
}

impl LawRequest<'_> {
    /// Op and law, in the syntax of requests.
    pub(super) fn name(&self) -> String {
        name(self.op, self.law)
    }

    const fn def(&self) -> &'static LawDef {
        &self.op.def.laws[self.law]
    }
}

/// The name of an op's law with this index.
pub(super) fn name(op: &Op, law: usize) -> String {
    format!("{}::{}", op.def.id, op.def.laws[law].text)
}

/// The names, with parts of ids expanded to the ops with laws whose ids contain them. Names of laws are unchanged.
pub(super) fn ids(catalog: &Catalog, written: &[String]) -> Vec<String> {
    let names = within(catalog, Names::parse(written));
    let of = |name: &Name| {
        let ops = catalog.ops().iter();
        let taken = ops.filter(|op| name.takes_id(op.def.id) && !op.def.laws.is_empty());
        let ids: Vec<String> = taken.map(|op| op.def.id.to_owned()).collect();
        if ieee::ALL.contains(&name.text()) || ids.is_empty() {
            vec![name.text().to_owned()]
        } else {
            ids
        }
    };
    names.each().flat_map(of).collect()
}

/// The laws of an op that the predicate selects.
fn laws<'c>(op: &'c Op, takes: &dyn Fn(&LawDef) -> bool) -> Vec<LawRequest<'c>> {
    let laws = op.def.laws.iter().enumerate();
    let taken = laws.filter(|(_, def)| takes(def));
    taken.map(|(law, _)| LawRequest { op, law }).collect()
}

/// The requested laws, and the number of laws about floats that were left out. A name may select something other than
/// laws.
pub(super) fn asked<'c>(
    catalog: &'c Catalog,
    names: &[String],
    is_taken: &dyn Fn(&str) -> bool,
) -> Result<(Vec<LawRequest<'c>>, usize), Failure> {
    let mut requests = vec![];
    if names.is_empty() {
        let all = catalog.ops().iter();
        for op in all {
            requests.extend(laws(op, &|_| true));
        }
        let before = requests.len();
        requests.retain(|requests| {
            let declared = DeclaredLaw::new(catalog, requests.op, requests.def());
            !matches!(declared, Err(ClaimError::Floats))
        });
        let floats = before - requests.len();
        return if requests.is_empty() {
            Err(Failure::nothing(
                "no integer op declares a law: there is nothing to prove",
            ))
        } else {
            Ok((requests, floats))
        };
    }
    for name in names {
        let before = requests.len();
        requests.extend(named(catalog, name));
        if requests.len() == before && !is_taken(name) {
            return Err(Failure::nothing(format!(
                "`{name}` names no op with laws and no law of an op; `list` shows the ops, `show OP` their laws{}",
                meant(catalog, name)
            )));
        }
    }
    Ok((requests, 0))
}

/// The laws that a name selects: all of an op, or those whose text or name it ends with.
fn named<'c>(catalog: &'c Catalog, name: &str) -> Vec<LawRequest<'c>> {
    let plain = |text: &str| text.split_whitespace().collect::<String>().to_lowercase();
    if let Some(op) = catalog.find(name) {
        return laws(op, &|_| true);
    }
    // The text of a law may contain `::`.
    let places = name.match_indices("::").map(|(at, _)| at);
    for at in places {
        let (op, law) = (&name[..at], plain(&name[at + 2..]));
        let Some(op) = catalog.find(op) else {
            continue;
        };
        let takes = |def: &LawDef| plain(def.text) == law || plain((def.law)().name) == law;
        let found = laws(op, &takes);
        if !found.is_empty() {
            return found;
        }
    }
    vec![]
}
