//! Identity of an engine: the results of its functions on fixed inputs, and the text of the annotated function.

use super::super::canonical;
use super::encode::of_words;
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::panic::{AssertUnwindSafe, catch_unwind};
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_ir::wire;
use vyre_conform_ir::{AtomicOp, Program, print};
use vyre_conform_runtime::engine::{
    EngineDef, History, Input, InputSource, LENGTHS, Output, Plan, SIZES,
};
use vyre_conform_runtime::kernel_text::kernels;
use vyre_conform_runtime::registry::base_id;
use vyre_conform_runtime::registry::calls::EngineFunction;
use vyre_conform_spec::EngineKind;
use vyre_conform_suite::invariants::{noted, sums_inputs};

/// Number of generated inputs whose plans are part of an engine's identity.
const PLANNED: u64 = 4;
/// Number of generated inputs that are part of the identity with their reference outputs: the suite's default.
const INPUTS: u64 = 16;
/// Contents of the buffers for `decode`: zeros, small words, arbitrary words.
const LEFT: [fn(u32) -> u32; 3] = [|_| 0, |k| mixed(k) & 7, mixed];

/// A pseudorandom word.
const fn mixed(k: u32) -> u32 {
    let x = (k ^ 0x9e37_79b9).wrapping_mul(0x85eb_ca6b);
    (x ^ (x >> 15)).wrapping_mul(0xc2b2_ae35)
}

/// The canonical text of an engine.
pub(super) fn text(def: &EngineDef) -> String {
    let asked = Asking(def.id);
    let inputs = (0..INPUTS).map(|n| {
        let source = InputSource::Generated(n);
        asked.of(EngineFunction::Inputs, source, None, || (def.inputs)(n))
    });
    let inputs: Vec<Option<Input>> = inputs.collect();
    let mut programs = Programs::default();
    let mut plans: Vec<Value> = vec![];
    for (n, input) in (0..PLANNED).zip(&inputs) {
        let source = InputSource::Generated(n);
        for (k, size) in SIZES.into_iter().enumerate() {
            let made = input.as_ref().and_then(|input| {
                let made = asked.of(EngineFunction::Plan, source, Some(size), || {
                    (def.plan)(input, size)
                });
                Some((input, made?))
            });
            plans.push(made.map_or(json!("panics"), |(input, made)| {
                let read = (k == 0).then(|| read(&asked, source, input, &made));
                json!([plan(&made, &mut programs), read])
            }));
        }
    }
    let cases = def.corpus.iter().enumerate().map(|(k, case)| {
        let source = InputSource::Corpus(k);
        let input = asked.of(EngineFunction::Inputs, source, None, case.input);
        (
            case.source,
            input,
            asked.of(EngineFunction::Reference, source, None, case.output),
        )
    });
    let cited: Vec<(&str, Option<Input>, Option<Output>)> = cases.collect();
    let references = def.reference.map(|reference| {
        let given = |(n, input): (u64, &Option<Input>)| {
            let input = input.as_ref()?;
            asked.of(
                EngineFunction::Reference,
                InputSource::Generated(n),
                None,
                || reference(input),
            )
        };
        let all = (0..INPUTS).zip(&inputs).map(given);
        all.collect::<Vec<Option<Output>>>()
    });
    let generated = (0..).map(InputSource::Generated);
    let generated = generated.zip(references.iter().flatten());
    let corpus = (0..).map(InputSource::Corpus);
    let outputs = generated.chain(corpus.zip(cited.iter().map(|(_, _, output)| output)));
    let order = def.order.map(|order| {
        let compared = outputs.filter_map(|(source, output)| {
            let output = output.as_ref()?;
            let text = || compared(order, output);
            Some(noted(def.id, EngineFunction::Order, source, None, text))
        });
        compared.collect::<Vec<_>>().join(" ")
    });
    let corpus = cited
        .iter()
        .map(|(source, input, output)| json!([source, input.as_ref().map(columns), output]));
    let corpus: Vec<Value> = corpus.collect();
    let given = references.as_ref().map(|all| {
        all.iter()
            .map(|o| o.as_ref().map(|o| lists(o)))
            .collect::<Vec<_>>()
    });
    let mut identity = json!({
        "id": base_id(def.id),
        "version": def.version,
        "source": def.source,
        "invariants": def.invariants.iter().map(|i| i.name()).collect::<Vec<_>>(),
        "programs": plans,
        "inputs": inputs.iter().map(|input| input.as_ref().map(columns)).collect::<Vec<_>>(),
        "reference": given,
        "corpus": corpus,
        "order": order,
    });
    // Engines with lowered programs only omit the field.
    let by_hand = programs.by_hand();
    if !by_hand.is_empty() {
        identity["kernels"] = json!(by_hand);
    }
    canonical::text(&identity)
}

/// The canonical text of the float properties of an engine: its kind, its order of additions, and the inputs that
/// request it; `None` for an engine of integers.
pub(super) fn kind(def: &EngineDef) -> Option<String> {
    if def.kind == EngineKind::Integer {
        return None;
    }
    let order = def.accumulation.map(|of| of.order.to_string());
    let asked = def.accumulation.map(|_| {
        let lengths = LENGTHS.into_iter().map(|products| {
            let inputs = sums_inputs(def, products);
            inputs.map(|all| all.iter().map(columns).collect::<Vec<String>>())
        });
        lengths.collect::<Vec<_>>()
    });
    let own = json!([base_id(def.id), def.kind.name(), order, asked]);
    Some(canonical::text(&own))
}

/// Calls the functions of the engine with this id.
struct Asking(&'static str);

impl Asking {
    /// The result of a function on an input; `None` if it panics.
    fn of<T>(
        &self,
        function: EngineFunction,
        source: InputSource,
        size: Option<u32>,
        call: impl FnOnce() -> T,
    ) -> Option<T> {
        tried(|| noted(self.0, function, source, size, call))
    }
}

/// The result of a function; `None` if it panics.
fn tried<T>(function: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(function)).ok()
}

/// The digest of lists of words, each preceded by its length.
fn lists(lists: &[Vec<u32>]) -> String {
    let words = lists.iter().flat_map(|list| {
        let length = list.len() as u64;
        [length as u32, (length >> 32) as u32]
            .into_iter()
            .chain(list.iter().copied())
    });
    of_words(words)
}

fn columns(input: &Input) -> String {
    lists(&input.columns)
}

/// The results of an order on each record and its predecessor, in both directions, and on each record and itself.
fn compared(order: fn(&Vec<u32>, &Vec<u32>) -> Ordering, records: &Output) -> String {
    let asked = |a, b| match tried(|| order(a, b)) {
        Some(Ordering::Less) => '<',
        Some(Ordering::Equal) => '=',
        Some(Ordering::Greater) => '>',
        None => '!',
    };
    let pairs = records.windows(2);
    pairs
        .flat_map(|pair| {
            [
                asked(&pair[0], &pair[1]),
                asked(&pair[1], &pair[0]),
                asked(&pair[0], &pair[0]),
            ]
        })
        .collect()
}

/// Programs with known digests: most engines use the same programs for every input.
#[derive(Default)]
struct Programs(Vec<(Program, String)>);

impl Programs {
    /// The digest of a program's wire bytes, or of its text if it exceeds the wire format.
    fn digest(&mut self, program: &Program) -> String {
        if let Some((_, digest)) = self.0.iter().find(|(known, _)| known == program) {
            return digest.clone();
        }
        let bytes = wire::encode(program).unwrap_or_else(|_| print::program(program).into_bytes());
        let digest = blake3::hash(&bytes).to_hex().to_string();
        self.0.push((program.clone(), digest.clone()));
        digest
    }

    /// The hand-written kernels for the programs of the first plans: language, feature, text, memory and invocations of
    /// each.
    fn by_hand(&self) -> Vec<Value> {
        let kernels = self.0.iter().flat_map(|(program, _)| kernels(program));
        let all = kernels.map(|(of, kernel)| {
            let size = (kernel.memory, kernel.invocations);
            json!([of.target.key(), of.hardware, kernel.text, size])
        });
        all.collect()
    }
}

fn plan(plan: &Plan, programs: &mut Programs) -> Value {
    let texts: Vec<String> = plan
        .programs
        .iter()
        .map(|program| programs.digest(program))
        .collect();
    let guards = plan.guards.iter().map(|g| json!([g.read_back, g.from]));
    let queues = plan
        .queues
        .iter()
        .map(|q| json!([q.read_back, q.word, q.bound]));
    json!({
        "programs": texts,
        "launch": launch(&plan.launch),
        "steps": plan.most_steps,
        "guards": guards.collect::<Vec<_>>(),
        "queues": queues.collect::<Vec<_>>(),
        "order_dependent": plan.order_dependent,
    })
}

fn launch(launch: &Launch) -> Value {
    let buffers = launch.buffers.iter().map(|buffer| match buffer {
        Contents::Words(words) => json!([words.len(), of_words(words.iter().copied())]),
        Contents::Zeros(words) => json!(words),
    });
    let steps = launch
        .steps
        .iter()
        .map(|step| json!([step.program, step.workgroups, step.buffers]));
    json!({
        "buffers": buffers.collect::<Vec<_>>(),
        "steps": steps.collect::<Vec<_>>(),
        "read_back": launch.read_back,
    })
}

/// The results of a plan's `decode` and `histories` on given contents of the buffers.
fn read(asked: &Asking, source: InputSource, input: &Input, plan: &Plan) -> Value {
    let sizes: Vec<usize> = plan
        .launch
        .read_back
        .iter()
        .map(|k| plan.launch.buffers.get(*k).map_or(0, Contents::len))
        .collect();
    let made = LEFT.into_iter().map(|word| {
        let words = sizes
            .iter()
            .map(|size| (0..*size as u32).map(word).collect());
        let words: Vec<Vec<u32>> = words.collect();
        let size = Some(SIZES[0]);
        let output = asked.of(EngineFunction::Decode, source, size, || {
            (plan.decode)(input, &words)
        });
        let output = output.map(|output| lists(&output));
        let histories = asked.of(EngineFunction::Histories, source, size, || {
            (plan.histories)(input, &words)
        });
        json!([
            output,
            histories.map(|all| all.iter().map(history).collect::<Vec<_>>())
        ])
    });
    made.collect()
}

fn history(of: &History) -> String {
    let events = of.events.iter().flat_map(|event| {
        let op = AtomicOp::ALL.iter().position(|op| *op == event.op);
        let op = op.map_or(u32::MAX, |k| k as u32);
        [
            event.invocation,
            op,
            event.value,
            event.expected,
            event.before,
        ]
    });
    of_words([of.initial, of.last].into_iter().chain(events))
}
