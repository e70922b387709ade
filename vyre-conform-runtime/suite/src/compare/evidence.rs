//! Contradictions of a run, and the fewest faults that explain all of them.
//!
//! Each [`Conflict`] names components of an op, at least one of which is wrong: two functions that differ, a function
//! and a row, a function and a declared law. A set of faults explains the run if it intersects every conflict. The
//! cheapest sets are the explanations. All faults cost the same, except that a row costs a little more, because rows
//! are right by definition unless more evidence contradicts them. Two independent functions that are wrong in the same
//! way are a [`Coincidence`], which costs as much as another fault. So a declaration that independent functions refute
//! convicts none of them, and a row that all of them contradict is the suspect.

use super::{Blame, Party};
use crate::plan::Implementation;
use std::collections::BTreeSet;

/// A component of an op that may be wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Suspect {
    /// The op's Rust function.
    Reference,
    /// The function in `lower`.
    LowerFunction,
    /// The programs of an engine, with its decoding of their words.
    Program,
    /// A hand-written text, as reports name it: an alternate, a native text, the WGSL of a Category C op.
    Text(String),
    /// A row of the spec table, or a case of an engine's corpus, by index.
    Row(usize),
    /// A declared law, by its index among the laws of the op.
    Law(usize),
}

impl Suspect {
    /// The cost of this fault in an explanation.
    const fn cost(&self) -> u32 {
        match self {
            Self::Row(_) => FAULT + 1,
            _ => FAULT,
        }
    }

    /// An alternate, by name.
    pub fn alternate(name: &str) -> Self {
        Self::Text(format!("the alternate `{name}`"))
    }

    /// Its words in a report, for a function.
    pub(super) fn party(&self) -> Party {
        match self {
            Self::Reference => Party::Reference,
            Self::LowerFunction => Party::NamedFunction,
            Self::Program => Party::Other("the engine's program".to_owned()),
            Self::Text(name) => Party::Other(name.clone()),
            Self::Row(_) => Party::Other("a row of the spec table".to_owned()),
            Self::Law(_) => Party::Other("the declaration".to_owned()),
        }
    }

    /// The blame of this component in a trial of a subject.
    pub(super) fn blame(&self, subject: &Implementation) -> Blame {
        match self {
            Self::Reference => Blame::Reference,
            Self::LowerFunction => Blame::NamedFunction,
            Self::Program => Blame::Program,
            Self::Text(_) => Blame::of(subject),
            Self::Row(_) => Blame::Row,
            Self::Law(_) => Blame::Declaration,
        }
    }

    const fn is_function(&self) -> bool {
        !matches!(self, Self::Row(_) | Self::Law(_))
    }
}

/// Cost of a fault, and of a coincidence.
const FAULT: u32 = 10;

/// Maximal number of sets that a search visits.
const BUDGET: usize = 5_000;

/// A set of faults that explains a run.
pub type Faults = BTreeSet<Suspect>;

/// Components, at least one of which is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The components.
    pub components: Faults,
    /// True if it occurred on the failing input itself.
    pub on_failing_input: bool,
}

impl Conflict {
    /// A conflict between components.
    pub fn new(between: impl IntoIterator<Item = Suspect>, on_failing_input: bool) -> Self {
        let components = between.into_iter().collect();
        Self {
            components,
            on_failing_input,
        }
    }
}

/// Two functions with the same result, which a third component contradicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Coincidence {
    /// The functions, in order.
    functions: [Suspect; 2],
    /// The contradicting component.
    against: Suspect,
}

impl Coincidence {
    /// A coincidence of two functions, in any order: a pair counts once, wherever it was observed.
    pub fn new(mut functions: [Suspect; 2], against: Suspect) -> Self {
        functions.sort();
        Self { functions, against }
    }
}

/// Observations of a run about an op.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Evidence {
    /// The contradictions.
    pub conflicts: Vec<Conflict>,
    /// Functions that contradict a component in the same way.
    pub coincidences: Vec<Coincidence>,
    /// The declared laws in source form, by index.
    pub laws: Vec<String>,
}

/// The wrong components of one conflict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Culprits {
    /// Every explanation contains these; most important first.
    Certain(Vec<Suspect>),
    /// Explanations differ.
    Open,
}

impl Evidence {
    /// Adds other evidence about the same op.
    pub fn add(&mut self, other: Self) {
        let new = other.conflicts.into_iter();
        new.for_each(|conflict| self.conflict(conflict));
        self.coincidences.extend(other.coincidences);
        if self.laws.is_empty() {
            self.laws = other.laws;
        }
    }

    /// Adds a contradiction; a known one may be new on the failing input.
    pub fn conflict(&mut self, new: Conflict) {
        let mut known = self.conflicts.iter_mut();
        match known.find(|conflict| conflict.components == new.components) {
            Some(known) => known.on_failing_input |= new.on_failing_input,
            None => self.conflicts.push(new),
        }
    }

    /// The cheapest sets of faults that explain every contradiction.
    pub fn explanations(&self) -> Vec<Faults> {
        let mut search = Search {
            evidence: self,
            best: u32::MAX,
            found: vec![],
            left: BUDGET,
        };
        search.extend(&mut Faults::new());
        // A truncated search may have missed a cheaper explanation.
        match search.left {
            0 => vec![],
            _ => search.found,
        }
    }

    /// The wrong components in the conflict between these.
    pub(super) fn culprits(&self, between: &Faults) -> Culprits {
        let all = self.explanations();
        let is_certain = |who: &&Suspect| all.iter().all(|faults| faults.contains(*who));
        let mut certain: Vec<Suspect> = between.iter().filter(is_certain).cloned().collect();
        let Some(first) = all.first().filter(|_| !certain.is_empty()) else {
            return Culprits::Open;
        };
        certain.sort_by_cached_key(|who| std::cmp::Reverse(self.weight(who, first)));
        Culprits::Certain(certain)
    }

    /// The numbers of contradictions that no other fault explains: on the failing input, and in total.
    fn weight(&self, who: &Suspect, faults: &Faults) -> (usize, usize) {
        let alone = |conflict: &&Conflict| {
            let mut faulty = conflict.components.iter().filter(|w| faults.contains(*w));
            faulty.next() == Some(who) && faulty.next().is_none()
        };
        let alone: Vec<&Conflict> = self.conflicts.iter().filter(alone).collect();
        let here = alone
            .iter()
            .filter(|conflict| conflict.on_failing_input)
            .count();
        (here, alone.len())
    }

    /// The number of rows that contradict a function, except those that every explanation considers wrong.
    pub(super) fn rows_against(&self, who: &Suspect) -> usize {
        let row = |other: &Suspect| matches!(other, Suspect::Row(_));
        self.against(who).into_iter().filter(row).count()
    }

    /// Declared laws that a function breaks, except those that every explanation considers false.
    pub(super) fn laws_against(&self, who: &Suspect) -> Vec<String> {
        let against = self.against(who).into_iter();
        let laws = against.filter_map(|other| match other {
            Suspect::Law(law) => self.laws.get(law).cloned(),
            _ => None,
        });
        laws.collect()
    }

    /// True if every explanation contains this component.
    pub(super) fn is_certain(&self, who: &Suspect) -> bool {
        let all = self.explanations();
        !all.is_empty() && all.iter().all(|faults| faults.contains(who))
    }

    /// The numbers of rows and laws that a function contradicts, right or wrong.
    pub(super) fn refuted_by(&self, who: &Suspect) -> (usize, usize) {
        let against = self.contradicting(who);
        let rows = |of: &&Suspect| matches!(of, Suspect::Row(_));
        let laws = |of: &&Suspect| matches!(of, Suspect::Law(_));
        (
            against.iter().filter(rows).count(),
            against.iter().filter(laws).count(),
        )
    }

    /// Functions that contradict a component.
    pub(super) fn functions_against(&self, who: &Suspect) -> Vec<Suspect> {
        let functions = self.contradicting(who).into_iter();
        functions.filter(Suspect::is_function).collect()
    }

    fn against(&self, who: &Suspect) -> Faults {
        let all = self.explanations();
        let mut against = self.contradicting(who);
        against.retain(|other| all.is_empty() || !all.iter().all(|faults| faults.contains(other)));
        against
    }

    /// The other side of each contradiction between two.
    fn contradicting(&self, who: &Suspect) -> Faults {
        let of = self.conflicts.iter().map(|conflict| &conflict.components);
        let of = of.filter(|between| between.len() == 2 && between.contains(who));
        of.flatten()
            .filter(|other| *other != who)
            .cloned()
            .collect()
    }
}

/// A search for the cheapest explanations.
struct Search<'a> {
    evidence: &'a Evidence,
    best: u32,
    found: Vec<Faults>,
    left: usize,
}

impl Search<'_> {
    fn extend(&mut self, faults: &mut Faults) {
        let paid: u32 = faults.iter().map(Suspect::cost).sum();
        if paid > self.best || self.left == 0 {
            return;
        }
        self.left -= 1;
        let conflicts = self.evidence.conflicts.iter();
        let open = conflicts
            .filter(|conflict| conflict.components.is_disjoint(faults))
            .min_by_key(|conflict| conflict.components.len());
        let Some(open) = open else {
            return self.note(faults, paid + self.coincidences(faults) * FAULT);
        };
        let mut next: Vec<&Suspect> = open.components.iter().collect();
        // A component in most contradictions explains most: finding a cheap explanation early prunes others.
        next.sort_by_cached_key(|who| std::cmp::Reverse(self.degree(who)));
        for who in next {
            faults.insert(who.clone());
            self.extend(faults);
            faults.remove(who);
        }
    }

    fn degree(&self, who: &Suspect) -> usize {
        let conflicts = self.evidence.conflicts.iter();
        conflicts
            .filter(|conflict| conflict.components.contains(who))
            .count()
    }

    fn note(&mut self, faults: &Faults, cost: u32) {
        if cost < self.best {
            self.best = cost;
            self.found.clear();
        }
        if cost == self.best && !self.found.contains(faults) {
            self.found.push(faults.clone());
        }
    }

    /// The number of pairs of faulty functions that are wrong in the same way.
    fn coincidences(&self, faults: &Faults) -> u32 {
        let all = self.evidence.coincidences.iter().filter(|same| {
            same.functions.iter().all(|who| faults.contains(who)) && !faults.contains(&same.against)
        });
        let pairs: BTreeSet<&[Suspect; 2]> = all.map(|same| &same.functions).collect();
        pairs.len() as u32
    }
}

#[cfg(test)]
mod tests;
