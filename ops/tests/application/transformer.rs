//! The language model of the examples, at a small size.

#[path = "../../examples/transformer/main.rs"]
#[allow(
    dead_code,
    clippy::duplicate_mod,
    reason = "an example of its own, with its own main"
)]
mod example;

use example::adapter::Adapter;
use example::backend::OnBackend;
use example::forward::Pass;
use example::gpu::Gpu;
use example::greedy::{Sequence, Way, greedily};
use example::machine::{Machine, Processor};
use example::model::{EPSILON, Model, Sizes, Weight};
use std::error::Error;
use std::time::Duration;
use vyre_conform_pipeline::{EnginePipeline, PipelineCompiler};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch, Step};
use vyre_conform_runtime::engine::{Staged, StagedBuffer, Usage};
use vyre_conform_runtime::ir::{Kernel, Type};
use vyre_conform_runtime::valid::ValidProgram;
use vyre_conform_suite::backend::{Backend as _, requested};
use vyre_ops::float::ops::binary32::max;
use vyre_ops::float::ops::elementary::exp;

/// The number of the sequence that is computed alone and in a batch.
const SEQUENCE: u32 = 3;

fn small() -> Model {
    Model::seeded(Sizes::of_width(16).expect("four heads"), 5)
}

/// A sum of squares by 256 lanes: each lane adds the elements at its number and at every 256th after it, and the lanes
/// are folded by halves.
fn sum_of_squares(x: &[f32]) -> f32 {
    let mut lanes = [-0f32; 256];
    for (place, x) in x.iter().enumerate() {
        lanes[place % 256] += x * x;
    }
    let mut half = 128;
    while half > 0 {
        for lane in 0..half {
            lanes[lane] += lanes[lane + half];
        }
        half /= 2;
    }
    lanes[0]
}

/// The decoder in plain Rust, one place at a time, with the arithmetic of the standard library and CORE-MATH.
struct PlainDecoder<'m> {
    model: &'m Model,
    /// Keys and values of each layer, one vector a position.
    cache: Vec<[Vec<Vec<f32>>; 2]>,
}

impl PlainDecoder<'_> {
    fn weight(&self, weight: Weight) -> Vec<f32> {
        let bits = self.model.weights[weight.0].iter();
        bits.map(|bits| f32::from_bits(*bits)).collect()
    }

    /// The product of a vector and a matrix.
    fn product(&self, x: &[f32], weight: Weight) -> Vec<f32> {
        let weights = self.weight(weight);
        let columns = weights.len() / x.len();
        let mut sums = vec![0f32; columns];
        for (x, row) in x.iter().zip(weights.chunks(columns)) {
            for (sum, weight) in sums.iter_mut().zip(row) {
                *sum = x.mul_add(*weight, *sum);
            }
        }
        sums
    }

    fn norm(&self, x: &[f32], weight: Weight) -> Vec<f32> {
        let root = (sum_of_squares(x) / x.len() as f32 + EPSILON).sqrt();
        let weighed = x.iter().zip(self.weight(weight));
        weighed.map(|(x, weight)| x / root * weight).collect()
    }

    /// Rotates the heads of a vector.
    fn rotate_heads(&self, x: &[f32], place: usize) -> Vec<f32> {
        let [cosines, sines] =
            [self.model.cosines, self.model.sines].map(|table| self.weight(table));
        let pairs = self.model.sizes.head as usize / 2;
        let rotate_heads = x.chunks(2).enumerate().flat_map(|(k, pair)| {
            let index = place * pairs + k % pairs;
            let (c, s) = (cosines[index], sines[index]);
            [pair[0] * c - pair[1] * s, pair[0] * s + pair[1] * c]
        });
        rotate_heads.collect()
    }

    /// One head over the previous keys and values.
    fn head(query: &[f32], keys: &[&[f32]], values: &[&[f32]]) -> Vec<f32> {
        let scale = 1.0 / (query.len() as f32).sqrt();
        let scores = keys.iter().map(|key| {
            let pairs = query.iter().zip(*key);
            pairs.fold(0f32, |sum, (a, b)| a.mul_add(*b, sum)) * scale
        });
        let scores: Vec<f32> = scores.collect();
        let greatest = scores.iter().copied().reduce(max).expect("a key");
        let powers: Vec<f32> = scores.iter().map(|score| exp(score - greatest)).collect();
        let sum = powers.iter().copied().reduce(|sum, next| sum + next);
        let sum = sum.expect("a key");
        let mut mean = vec![0f32; query.len()];
        for (power, value) in powers.iter().zip(values) {
            for (mean, value) in mean.iter_mut().zip(*value) {
                *mean = (power / sum).mul_add(*value, *mean);
            }
        }
        mean
    }

    /// The logits for the token after this one.
    fn logits(&mut self, token: u32) -> Vec<f32> {
        let item = self.model.sizes;
        let [width, head] = [item.width, item.head].map(|len| len as usize);
        let embedding = self.weight(self.model.embedding);
        let mut x = embedding[token as usize * width..][..width].to_vec();
        for (k, layer) in self.model.layers.iter().enumerate() {
            let normed = self.norm(&x, layer.norm);
            let [query, key, value] =
                [layer.query, layer.key, layer.value].map(|weight| self.product(&normed, weight));
            let place = self.cache[k][0].len();
            let [query, key] = [query, key].map(|vectors| self.rotate_heads(&vectors, place));
            self.cache[k][0].push(key);
            self.cache[k][1].push(value);
            let group = (item.heads / item.key_heads) as usize;
            let heads = query.chunks(head).enumerate().flat_map(|(number, query)| {
                let [keys, values] = [0, 1].map(|side| {
                    let all = self.cache[k][side].iter();
                    all.map(|place| &place[number / group * head..][..head])
                        .collect::<Vec<&[f32]>>()
                });
                Self::head(query, &keys, &values)
            });
            let mixed: Vec<f32> = heads.collect();
            let out = self.product(&mixed, layer.out);
            x = x.iter().zip(out).map(|(x, out)| x + out).collect();
            let normed = self.norm(&x, layer.mlp_norm);
            let [gate, up] = [layer.gate, layer.up].map(|weight| self.product(&normed, weight));
            let gated = gate.iter().zip(up);
            let gated = gated.map(|(gate, up)| gate * (1.0 / (1.0 + exp(-gate))) * up);
            let out = self.product(&gated.collect::<Vec<f32>>(), layer.down);
            x = x.iter().zip(out).map(|(x, out)| x + out).collect();
        }
        let normed = self.norm(&x, self.model.norm);
        self.product(&normed, self.model.logits)
    }
}

/// The sequence under test in plain Rust.
fn reference_sequence(model: &Model) -> Sequence {
    let mut plain = PlainDecoder {
        model,
        cache: vec![Default::default(); model.layers.len()],
    };
    let mut sequence = Sequence {
        tokens: model.prompt(SEQUENCE),
        logits: vec![],
    };
    for place in 0..model.places() as usize - 1 {
        let logits = plain.logits(sequence.tokens[place]);
        sequence.logits.extend(logits.iter().map(|x| x.to_bits()));
        if place + 1 == sequence.tokens.len() {
            // In reverse order, the last of the greatest is the first.
            let best = (0..logits.len())
                .rev()
                .max_by(|a, b| logits[*a].total_cmp(&logits[*b]));
            sequence.tokens.push(best.expect("a word") as u32);
        }
    }
    sequence
}

/// The sequence under test, computed by a machine.
fn machine_sequence(machine: &mut dyn Machine, model: &Model, way: Way) -> Sequence {
    let mut actual = greedily(machine, model, way).expect("computed");
    assert!(actual.rate > 0.0, "{}", actual.rate);
    actual.sequences.swap_remove(way.of_interest())
}

/// Oracle: the decoder in plain Rust, which shares no code with the engines' plans and references.
#[test]
fn the_references_compute_the_model_in_every_way() {
    let model = small();
    let expected = reference_sequence(&model);
    let mut processor = Processor::new().expect("the library");
    for order in Way::ALL {
        let actual = machine_sequence(&mut processor, &model, order);
        assert_eq!(actual, expected, "{order}");
    }
    let mut different: Vec<u32> = expected.tokens.clone();
    different.sort_unstable();
    different.dedup();
    assert!(different.len() > 4, "too few words: {:?}", expected.tokens);
}

/// Oracle: the decoder in plain Rust.
#[test]
fn logits_have_the_same_bits_on_every_adapter() {
    let model = small();
    let expected = reference_sequence(&model);
    for gpu in Gpu::all().expect("adapters") {
        let mut adapter = Adapter::new(gpu, &model).expect("the library");
        for order in Way::ALL {
            let actual = machine_sequence(&mut adapter, &model, order);
            assert_eq!(actual, expected, "{order} on {}", adapter.name());
            assert_eq!(actual.digest(), expected.digest());
        }
    }
}

/// Oracle: the decoder in plain Rust. The device belongs to the profile, and its programs have native floats.
#[test]
fn logits_have_the_same_bits_in_a_profile() {
    let model = small();
    let expected = reference_sequence(&model);
    let _ = vyre_conform_wgpu::required();
    let mut all = vyre_conform_wgpu::adapters().profiles.iter();
    let native = all.find(|b| b.identity().slug == "llvmpipe+native");
    let native = native.expect("this test needs Mesa's lavapipe among the adapters");
    let mut adapter = Adapter::in_profile(native, &model).expect("a device");
    assert_eq!(adapter.name(), "llvmpipe+native");
    for order in Way::ALL {
        let actual = machine_sequence(&mut adapter, &model, order);
        assert_eq!(actual, expected, "{order}");
    }
}

/// Oracle: a pipeline runs its compiler's output: here a kernel that adds another number than the program does.
#[test]
fn pipeline_runs_the_output_of_its_compiler() {
    let mut k = Kernel::new("adds_one", [1, 1, 1]);
    let words = k.read_write("words", Type::U32);
    k.store(words, 0, words.at(0) + 1);
    let program = k.finish();
    let launch = Launch {
        buffers: vec![Contents::Zeros(1)],
        steps: vec![Step {
            program: 0,
            workgroups: [1, 1, 1],
            buffers: vec![0],
        }],
        read_back: vec![0],
    };
    let buffers = vec![StagedBuffer::new("words", 0, 1, Usage::WriteOnZeros)];
    let staged = Staged::new(vec![program], launch, buffers, vec![]);
    let catalog = Catalog::linked().expect("the library");
    let gpu = Gpu::all().expect("adapters").swap_remove(0);
    let device = gpu.device.clone();
    let adds_two = move |_: &ValidProgram, layout: &wgpu::BindGroupLayout| {
        let text = "@group(0) @binding(0) var<storage, read_write> words: array<u32>;
            @compute @workgroup_size(1) fn vyre_main() { words[0] += 2u; }";
        let module = device.create_shader_module(wgpu::ShaderModuleDescriptor {
            label: None,
            source: wgpu::ShaderSource::Wgsl(text.into()),
        });
        let layout = device.create_pipeline_layout(&wgpu::PipelineLayoutDescriptor {
            label: None,
            bind_group_layouts: &[Some(layout)],
            immediate_size: 0,
        });
        Ok(
            device.create_compute_pipeline(&wgpu::ComputePipelineDescriptor {
                label: None,
                layout: Some(&layout),
                module: &module,
                entry_point: Some("vyre_main"),
                compilation_options: Default::default(),
                cache: None,
            }),
        )
    };
    let compiled = |compiler: PipelineCompiler| {
        EnginePipeline::compiled_by(&gpu.device, &catalog, &staged, &compiler)
    };
    let lowered = EnginePipeline::new(&gpu.device, &catalog, &staged);
    let reused = compiled(PipelineCompiler::new(adds_two));
    // The compiler also serves another length.
    let again = reused
        .clone()
        .and_then(|reused| reused.with(&catalog, &staged));
    for (pipeline, expected) in [(lowered, 1), (reused, 2), (again, 2)] {
        let words = gpu.filled(&[0]);
        let mut encoder = gpu.encoder();
        let pipeline = pipeline.expect("it compiles");
        pipeline.record(&mut encoder, &[&words]).expect("buffers");
        gpu.run(encoder).expect("it runs");
        assert_eq!(gpu.read(&words).expect("words"), [expected]);
    }
    let refused = compiled(PipelineCompiler::new(|_, _| Err("no such thing".into())));
    let refused = refused.expect_err("no pipeline").to_string();
    assert_eq!(refused, "the device refuses `adds_one`: no such thing");
}

/// Oracle: the decoder in plain Rust.
#[test]
fn logits_have_the_same_bits_on_independent_backends() {
    let model = small();
    let expected = reference_sequence(&model);
    let names = ["c11", "opencl"].map(str::to_owned);
    let mut computed_on = vec![];
    for opened in requested(Duration::from_secs(600), &names) {
        for absent in &opened.absent {
            println!("{absent}");
        }
        for (slug, backend) in &opened.list {
            let mut machine = OnBackend::new(backend).expect("the library");
            let actual = machine_sequence(&mut machine, &model, Way::ALL[0]);
            assert_eq!(actual, expected, "{slug}");
            computed_on.push(*slug);
        }
    }
    // A C compiler has built the tests, so `c11` is present; a required driver has to be present as well.
    let expected_bits = ["c11", "opencl"]
        .iter()
        .filter(|name| **name == "c11" || std::env::var_os("VYRE_REQUIRE_OPENCL").is_some());
    for name in expected_bits {
        let is_there = computed_on.iter().any(|slug| slug.contains(name));
        assert!(is_there, "no {name} among {computed_on:?}");
    }
}

/// Oracle: the decoder in plain Rust, on adapters that compute floats natively where that is right.
#[test]
#[ignore = "a long run: seconds"]
fn logits_have_the_same_bits_on_native_floats() {
    let model = small();
    let expected = reference_sequence(&model);
    let selected = vyre_conform_wgpu::required();
    let mut computed_on = vec![];
    for profile in &vyre_conform_wgpu::adapters().profiles {
        let slug = &profile.identity().slug;
        let adapter = slug.strip_suffix("+native");
        let is_selected = selected
            .iter()
            .any(|backend| Some(&*backend.identity().slug) == adapter);
        // An adapter without float controls runs no programs in this profile.
        if is_selected && profile.load_programs(&[]).is_ok() {
            let mut machine = OnBackend::new(profile).expect("the library");
            let actual = machine_sequence(&mut machine, &model, Way::ALL[0]);
            assert_eq!(actual, expected, "{slug}");
            computed_on.push(slug);
        }
    }
    assert!(!computed_on.is_empty(), "no adapter has float controls");
}

/// The processor, which forgets everything after each pass.
struct Forgetful(Processor);

impl Machine for Forgetful {
    fn name(&self) -> &str {
        "forgetful"
    }

    fn forget(&mut self) {}

    fn run(&mut self, model: &Model, pass: &Pass) -> Result<Vec<Vec<u32>>, Box<dyn Error>> {
        self.0.forget();
        self.0.run(model, pass)
    }
}

/// Oracle: attention to keys that are all zero gives other results.
#[test]
fn lost_cache_changes_the_digest() {
    let model = small();
    let expected = reference_sequence(&model).digest();
    let mut machine = Forgetful(Processor::new().expect("the library"));
    for order in Way::ALL {
        let actual = machine_sequence(&mut machine, &model, order).digest();
        assert_eq!(actual == expected, !order.with_cache, "{order}");
    }
}
