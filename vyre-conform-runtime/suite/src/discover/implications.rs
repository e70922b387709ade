//! The declarations of a catalog, and the laws that they imply.

use super::candidates::ordered;
use crate::strategy::{TypedLaw, equations, implied};
use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::generate::{Source, adversarial, case, witnessed};
use vyre_conform_runtime::registry::OpRef;

/// Number of cases in the comparison of two ops.
const COMPARED: u64 = 1 << 12;

/// The declarations of a catalog.
#[derive(Debug)]
pub struct DeclaredLaws {
    /// The declared laws of every op.
    laws: BTreeMap<&'static str, Vec<TypedLaw>>,
    /// Equations of laws that hold, each with the op that declares it.
    said: HashMap<BTreeSet<String>, &'static str>,
    /// Name of the first op with the same results.
    names: HashMap<TypeId, &'static str>,
    /// Ops that return the smaller, or the larger, of their two operands.
    order: HashMap<TypeId, Order>,
}

/// Operand that an op returns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    Smaller,
    Larger,
}

impl DeclaredLaws {
    /// Collects the declarations of a catalog.
    pub fn new(catalog: &Catalog) -> Self {
        let mut known = Self {
            laws: BTreeMap::new(),
            said: HashMap::new(),
            names: HashMap::new(),
            order: HashMap::new(),
        };
        let mut firsts: HashMap<(String, Vec<u32>), &'static str> = HashMap::new();
        for op in catalog.ops() {
            let def = op.def;
            let key = (def.op.signature.to_string(), results(&def.op));
            let name = *firsts.entry(key).or_insert(def.id);
            known.names.insert((def.op.key.id)(), name);
            if let Some(order) = order(&def.op) {
                known.order.insert((def.op.key.id)(), order);
            }
        }
        for op in catalog.ops() {
            let def = op.def;
            let typed = def.laws.iter();
            let typed = typed.filter_map(|law| TypedLaw::new(law, &def.op).ok());
            let typed: Vec<TypedLaw> = typed.collect();
            for law in typed.iter().filter(|law| !law.is_negative()) {
                let equations = known.equations(law);
                for one in equations.iter() {
                    let one = BTreeSet::from([one.clone()]);
                    known.said.entry(one).or_insert(def.id);
                }
                known.said.entry(equations).or_insert(def.id);
            }
            known.laws.insert(def.id, typed);
        }
        known
    }

    /// The equations of a law, with each op under the name of the first one with the same results.
    pub fn equations(&self, law: &TypedLaw) -> BTreeSet<String> {
        equations(law, &|op| self.name(op))
    }

    fn name(&self, op: &OpRef) -> String {
        let id = (op.key.id)();
        let known = self.names.get(&id).copied();
        known.map_or_else(|| (op.key.path)().to_owned(), str::to_owned)
    }

    /// The declared laws of an op.
    pub fn laws(&self, op: &Op) -> &[TypedLaw] {
        self.laws.get(op.def.id).map_or(&[], Vec::as_slice)
    }

    /// True if the op declares this law, as holding or as failing.
    pub fn declares(&self, op: &Op, law: &TypedLaw) -> bool {
        let wanted = self.equations(law);
        let mut declared = self.laws(op).iter();
        declared.any(|declared| self.equations(declared) == wanted)
    }

    /// The reason why a law that holds need not be declared, if any.
    pub fn follows(&self, op: &Op, law: &TypedLaw) -> Option<String> {
        let equations = self.equations(law);
        if equations.iter().all(|one| is_trivial(one)) {
            return Some("it is true of every op".into());
        }
        let each = equations.iter().map(|one| BTreeSet::from([one.clone()]));
        let of: Option<BTreeSet<&str>> = each.map(|one| self.said.get(&one).copied()).collect();
        if let Some(of) = of {
            let ids: Vec<&str> = of.into_iter().collect();
            return Some(format!("{} says the same", ids.join(" and ")));
        }
        let declared = self.laws(op);
        let with: Vec<TypedLaw> = declared.iter().chain([law]).cloned().collect();
        let implied = implied(&with).into_iter().find(|i| i.law == law.text);
        if let Some(implied) = implied {
            return Some(implied.reason());
        }
        if let Some(by) = self.by_order(op, law) {
            return Some(by);
        }
        self.by_algebra(op, law).or_else(|| {
            // Two constants represent the others: every multiple of the width, every divisor.
            let same = |d: &&TypedLaw| d.law.name == law.law.name && !d.is_negative();
            let family = law.value(0).is_some() && law.law.params.len() == 1;
            let others = declared.iter().filter(same).count();
            (family && others >= 2).then(|| {
                format!(
                    "{others} declared constants of {} stand for the others",
                    law.law.name
                )
            })
        })
    }

    /// True if the op declares that a law of this name holds.
    fn has(&self, op: &Op, name: &str) -> bool {
        let mut laws = self.laws(op).iter();
        laws.any(|law| law.law.name == name && !law.is_negative())
    }

    /// An op that distributes over minimum and maximum is monotone, and vice versa.
    fn by_order(&self, op: &Op, law: &TypedLaw) -> Option<String> {
        let of = |k| match law.arguments.get(k)? {
            crate::strategy::Argument::Op(op) => self.order.get(&(op.key.id)()).copied(),
            _ => None,
        };
        let first = of(0)?;
        let by = match law.law.name {
            "DistributiveOver" if self.has(op, "RightMonotone") => "RightMonotone implies",
            "DistributiveOver" | "RightDistributiveOver"
                if self.has(op, "LeftMonotone") && self.has(op, "Commutative") =>
            {
                "LeftMonotone and Commutative imply"
            }
            "RightDistributiveOver" if self.has(op, "LeftMonotone") => "LeftMonotone implies",
            "Homomorphism" | "DeMorgan" if of(1)? == first && self.has(op, "Monotone") => {
                "Monotone implies"
            }
            "Homomorphism" | "DeMorgan" if of(1)? != first && self.has(op, "Antitone") => {
                "Antitone implies"
            }
            _ => return None,
        };
        Some(format!("{by} it"))
    }

    /// The declared law of distributivity on the other side over the same op.
    fn mirrored(&self, op: &Op, law: &TypedLaw) -> Option<&str> {
        let of = |law: &TypedLaw| match law.arguments.first() {
            Some(crate::strategy::Argument::Op(g)) => Some(self.name(g)),
            _ => None,
        };
        let over = of(law).filter(|_| is_distributive(law))?;
        let mut declared = self.laws(op).iter().filter(|law| !law.is_negative());
        let found = declared
            .find(|declared| is_distributive(declared) && of(declared).as_ref() == Some(&over));
        found.map(|found| found.text.as_str())
    }

    /// Consequences of associativity and similar laws.
    fn by_algebra(&self, op: &Op, law: &TypedLaw) -> Option<String> {
        let all = |names: &[&str]| names.iter().all(|name| self.has(op, name));
        let own = match law.arguments.first() {
            Some(crate::strategy::Argument::Op(g)) => self.name(g) == self.name(&op.def.op),
            _ => false,
        };
        // For a commutative op, a law and its mirror image are equivalent, and the search finds the left one as well.
        if is_right(law) && all(&["Commutative"]) {
            return Some("Commutative makes it the mirror image of what holds on the left".into());
        }
        if law.law.name == "DistributiveOver"
            && all(&["Commutative"])
            && let Some(mirror) = self.mirrored(op, law)
        {
            return Some(format!("{mirror} and Commutative imply it"));
        }
        let semilattice = ["Idempotent", "Commutative", "Associative"];
        if own && is_distributive(law) && all(&semilattice) {
            return Some(format!("{} imply it", semilattice.join(", ")));
        }
        None
    }
}

/// True if the law distributes an op over another one, on either side.
fn is_distributive(law: &TypedLaw) -> bool {
    matches!(law.law.name, "DistributiveOver" | "RightDistributiveOver")
}

/// True for the right-hand version of a law that also has a left-hand one.
fn is_right(law: &TypedLaw) -> bool {
    matches!(
        law.law.name,
        "RightIdentity"
            | "RightAbsorbing"
            | "RightDistributiveOver"
            | "RightInjective"
            | "RightMonotone"
    )
}

/// True if both sides of an equation are the same text.
fn is_trivial(equation: &str) -> bool {
    let sides = equation.split_once(" = ");
    sides.is_some_and(|(l, r)| l == r && !equation.contains("=>"))
}

/// The results of an op on some cases.
fn results(op: &OpRef) -> Vec<u32> {
    let types = op.signature.operands;
    let sources: [Box<dyn Source>; 2] = [
        Box::new(adversarial(types)),
        Box::new(witnessed(types, 1, COMPARED)),
    ];
    let mut words = vec![];
    for source in sources {
        let step = source.len().div_ceil(COMPARED).max(1);
        for number in (0..source.len()).step_by(step as usize) {
            words.extend(op.call(&case(&*source, number)).words());
        }
    }
    words
}

/// The order if an op returns the smaller or the larger of its two operands.
fn order(op: &OpRef) -> Option<Order> {
    let types = op.signature.operands;
    let [l, r] = types else { return None };
    if l != r || op.signature.result != *l || !l.is_ordered() || l.float().is_some() {
        return None;
    }
    let source = witnessed(types, 1, COMPARED);
    let step = source.len().div_ceil(COMPARED).max(1);
    let cases = (0..source.len()).step_by(step as usize);
    let cases: Vec<_> = cases.map(|n| case(&source, n)).collect();
    let gives = |which: Order| {
        cases.iter().all(|pair| {
            let (a, b) = (&pair[0], &pair[1]);
            let smaller = if ordered(a) <= ordered(b) { a } else { b };
            let larger = if ordered(a) <= ordered(b) { b } else { a };
            let expected = if which == Order::Smaller {
                smaller
            } else {
                larger
            };
            op.call(pair) == *expected
        })
    };
    [Order::Smaller, Order::Larger]
        .into_iter()
        .find(|which| gives(*which))
}
