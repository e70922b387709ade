//! The identity of an engine: the results of its functions on inputs that never change.

use super::super::canonical;
use super::encode::of_words;
use serde_json::{Value, json};
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_ir::wire;
use vyre_conform_ir::{AtomicOp, Callee, Program, print};
use vyre_conform_runtime::engine::{
    EngineDef, History, Input, InputSource, LENGTHS, Output, Plan, Record, SIZES,
};
use vyre_conform_runtime::kernel_text::kernels;
use vyre_conform_runtime::registry::base_id;
use vyre_conform_runtime::registry::calls::EngineFunction;
use vyre_conform_spec::EngineKind;
use vyre_conform_suite::invariants::{PLANNED_INPUTS, noted, sums_inputs};

/// Contents of the buffers for `decode`: zeros, small words, arbitrary words.
const LEFT: [fn(u32) -> u32; 3] = [|_| 0, |k| mixed(k) & 7, mixed];

/// A pseudorandom word.
const fn mixed(k: u32) -> u32 {
    let x = (k ^ 0x9e37_79b9).wrapping_mul(0x85eb_ca6b);
    (x ^ (x >> 15)).wrapping_mul(0xc2b2_ae35)
}

/// The canonical text of an engine, and the ids of the ops that its programs call.
pub(super) fn text(def: &EngineDef) -> (String, Vec<String>) {
    let calls = Calls(def.id);
    let generated = (0..PLANNED_INPUTS).map(|n| {
        let source = InputSource::Generated(n);
        let input = calls.of(EngineFunction::Inputs, source, None, || (def.inputs)(n));
        (source, input)
    });
    let generated: Vec<(InputSource, Option<Input>)> = generated.collect();
    let cited = def.corpus.iter().enumerate().map(|(k, case)| {
        let source = InputSource::Corpus(k);
        let input = calls.of(EngineFunction::Inputs, source, None, case.input);
        (source, input)
    });
    let cited: Vec<(InputSource, Option<Input>)> = cited.collect();
    let mut programs = Programs::default();
    let plans = generated.iter().chain(&cited);
    // Texts, because the values of all plans take ten times their memory.
    let plans =
        plans.flat_map(|(source, input)| plans_of(def, *source, input.as_ref(), &mut programs));
    let plans = canonical::array(plans);
    let outputs = outputs(def, &generated);
    let cited_outputs = def.corpus.iter().zip(&cited).map(|(case, (source, _))| {
        let output = calls.of(EngineFunction::Reference, *source, None, case.output);
        (*source, output)
    });
    let cited_outputs: Vec<(InputSource, Option<Output>)> = cited_outputs.collect();
    let compared = outputs.iter().flatten().chain(&cited_outputs);
    let corpus = def.corpus.iter().zip(&cited).zip(&cited_outputs);
    let corpus = corpus.map(|((case, (_, input)), (_, output))| {
        json!([case.source, input.as_ref().map(columns), output])
    });
    let given = outputs.as_ref().map(|all| {
        let digest = |(_, output): &(_, Option<Output>)| output.as_ref().map(|o| lists(o));
        all.iter().map(digest).collect::<Vec<_>>()
    });
    let inputs = generated.iter().map(|(_, input)| input.as_ref());
    let inputs = inputs.map(|input| json!(input.map(columns)));
    let order = def.order.map(|order| order_of(def, order, compared));
    let invariants: Vec<&str> = def.invariants.iter().map(|i| i.name()).collect();
    let text = |value: Value| canonical::text(&value);
    let mut identity = vec![
        ("id", text(json!(base_id(def.id)))),
        ("version", text(json!(def.version))),
        ("invariants", text(json!(invariants))),
        ("programs", plans),
        ("inputs", text(inputs.collect())),
        ("reference", text(json!(given))),
        ("order", text(json!(order))),
        ("corpus", text(corpus.collect())),
    ];
    // Engines with lowered programs only omit the field.
    let hand_written = programs.hand_written();
    if !hand_written.is_empty() {
        identity.push(("kernels", text(json!(hand_written))));
    }
    (canonical::object(identity), programs.called_ops())
}

/// The canonical texts of the plans of one input at every workgroup size, the first with the results of its functions.
fn plans_of(
    def: &EngineDef,
    source: InputSource,
    input: Option<&Input>,
    programs: &mut Programs,
) -> Vec<String> {
    let calls = Calls(def.id);
    let of_size = |(k, size): (usize, u32)| {
        let made = input.and_then(|input| {
            let make = || (def.plan)(input, size);
            Some((
                input,
                calls.of(EngineFunction::Plan, source, Some(size), make)?,
            ))
        });
        let value = made.map_or(json!("panics"), |(input, made)| {
            let read = (k == 0).then(|| read(&calls, source, input, &made));
            json!([plan(&made, programs), read])
        });
        canonical::text(&value)
    };
    SIZES.into_iter().enumerate().map(of_size).collect()
}

/// The reference outputs of the generated inputs, `None` for an engine without a reference.
fn outputs(
    def: &EngineDef,
    generated: &[(InputSource, Option<Input>)],
) -> Option<Vec<(InputSource, Option<Output>)>> {
    let reference = def.reference?;
    let output = |(source, input): &(InputSource, Option<Input>)| {
        let input = input.as_ref();
        let call = |input| {
            Calls(def.id).of(EngineFunction::Reference, *source, None, || {
                reference(input)
            })
        };
        (*source, input.and_then(call))
    };
    Some(generated.iter().map(output).collect())
}

/// The order of the records of each output.
fn order_of<'a>(
    def: &EngineDef,
    order: fn(&Record, &Record) -> Ordering,
    outputs: impl Iterator<Item = &'a (InputSource, Option<Output>)>,
) -> String {
    let texts = outputs.filter_map(|(source, output)| {
        let output = output.as_ref()?;
        let text = || compared(order, output);
        Some(noted(def.id, EngineFunction::Order, *source, None, text))
    });
    texts.collect::<Vec<_>>().join(" ")
}

/// The canonical text of what an engine of floats is besides: its kind, the order in which it adds, and the inputs that
/// ask for it; nothing of an engine of integers.
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

/// Calls of the functions of an engine of this id.
struct Calls(&'static str);

impl Calls {
    /// The result for an input, unless the function panics.
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

/// The result of a function, unless it panics.
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

/// Results of comparing each record with its predecessor, in both directions, and with itself.
fn compared(order: fn(&Record, &Record) -> Ordering, records: &Output) -> String {
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

    /// The ids of the ops that the programs call, ascending.
    fn called_ops(&self) -> Vec<String> {
        let callees = self.0.iter().flat_map(|(program, _)| &program.callees);
        let ids = callees.filter_map(|callee| match callee {
            Callee::Op(id) => Some(id.clone()),
            Callee::Function(_) => None,
        });
        let ids: BTreeSet<String> = ids.collect();
        ids.into_iter().collect()
    }

    /// The hand-written kernels for the programs of the first plans: language, feature, text, memory and invocations of
    /// each.
    fn hand_written(&self) -> Vec<Value> {
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
    let guards = plan
        .guards
        .iter()
        .map(|g| json!([g.read_back, g.first_word]));
    let queues = plan
        .queues
        .iter()
        .map(|q| json!([q.read_back, q.word, q.bound]));
    json!({
        "programs": texts,
        "launch": launch(&plan.launch),
        "steps": plan.max_steps,
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

/// The results of a plan's `decode` and `histories` for fixed contents of the buffers.
fn read(calls: &Calls, source: InputSource, input: &Input, plan: &Plan) -> Value {
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
        let output = calls.of(EngineFunction::Decode, source, size, || {
            (plan.decode)(input, &words)
        });
        let output = output.map(|output| lists(&output));
        let histories = calls.of(EngineFunction::Histories, source, size, || {
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
