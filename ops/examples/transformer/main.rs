//! A small language model, greedily: the same bits on the processor, on every adapter and on every registered backend.
//! `cargo run --release -p vyre-ops --example transformer -- 64 32` takes the number of tokens and the width of the
//! model; `--adapter llvmpipe,llvmpipe+native` behind them adds adapters in their profiles; `--only nvidia,cuda` leaves
//! out what has none of these in its name, such as the processor, which takes long for a wide model.
//!
//! The model is a decoder of two layers with seeded weights, made of the library's engines: embedding, RMS norm,
//! products of matrices, rotary embedding, attention with grouped heads, a gated MLP. Each machine computes a sequence
//! by itself and as one of seven, with a cache of keys and values and without one. A line gives a digest of all logits
//! of the sequence and how many tokens came a second; the example ends with an error where a digest differs.

pub(crate) mod adapter;
pub(crate) mod backend;
pub(crate) mod forward;
#[path = "../gpu/mod.rs"]
pub(crate) mod gpu;
pub(crate) mod greedy;
mod launch;
pub(crate) mod machine;
pub(crate) mod model;

use greedy::{Way, greedily};
use machine::{Machine, machines};
use model::{Model, Sizes};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args: Vec<String> = std::env::args().skip(1).collect();
    let named = names(&mut args, "--adapter")?;
    let only = names(&mut args, "--only")?.to_lowercase();
    let mut args = args.into_iter();
    let mut number = |what: &str, default: u32| match args.next() {
        None => Ok(default),
        Some(text) => match text.parse() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(format!("`{text}` is not a number of {what}")),
        },
    };
    let (tokens, width) = (number("tokens", 64)?, number("elements of a vector", 32)?);
    let model = Model::seeded(Sizes::of_width(width)?, tokens);
    println!("{}", model.describe());
    let mut digests = vec![];
    for mut machine in machines(&model, &named)? {
        let name = machine.name().to_owned();
        let is_meant = |part: &str| name.to_lowercase().contains(part.trim());
        let mut parts = only.split(',').filter(|part| !part.trim().is_empty());
        if !only.is_empty() && !parts.any(is_meant) {
            continue;
        }
        match compared(&mut *machine, &model) {
            Ok(results) => digests.extend(results.into_iter().map(|digest| (digest, name.clone()))),
            // A device without the memory or the time for it does not take the others with it.
            Err(error) => println!("{name}: not computed: {error}"),
        }
    }
    let Some(((expected, _), others)) = digests.split_first() else {
        return Err(match only.as_str() {
            "" => "nothing computed it".into(),
            only => format!("nothing that is called `{only}` computed it").into(),
        });
    };
    let mut differ: Vec<&str> = others
        .iter()
        .filter(|(digest, _)| digest != expected)
        .map(|(_, name)| name.as_str())
        .collect();
    differ.dedup();
    if differ.is_empty() {
        Ok(())
    } else {
        Err(format!("other logits than the first one's: {}", differ.join(", ")).into())
    }
}

/// Takes an option and its names out of the arguments; no name where it is not there.
fn names(args: &mut Vec<String>, option: &str) -> Result<String, Box<dyn Error>> {
    let Some(at) = args.iter().position(|arg| arg == option) else {
        return Ok(String::new());
    };
    let names = args.get(at + 1).cloned();
    let names = names.filter(|names| !names.starts_with("--"));
    args.drain(at..args.len().min(at + 2));
    names.ok_or_else(|| format!("`{option}` takes names, such as `llvmpipe+native`").into())
}

/// The digests of the first sequence's logits on a machine, a line for each way to compute them.
fn compared(machine: &mut dyn Machine, model: &Model) -> Result<Vec<blake3::Hash>, Box<dyn Error>> {
    let mut digests = vec![];
    for way in Way::ALL {
        let run = greedily(machine, model, way)?;
        let digest = run.sequences[way.of_interest()].digest();
        let (name, rate) = (machine.name(), run.rate);
        println!("{digest}  {name}, {way}: {rate:.0} tokens a second");
        digests.push(digest);
    }
    Ok(digests)
}
