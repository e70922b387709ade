//! Particles about three masses, computed with the strict float ops of the library: the same bits on every adapter.
//! `cargo run --release -p vyre-ops --example particles -- 4096 500 particles.png` takes the number of particles, the
//! number of steps and the file of the picture; it prints a digest of all positions and velocities for the processor
//! and for each adapter, and ends with an error where an adapter differs.

pub(crate) mod gpu;

use gpu::Gpu;
use std::error::Error;
use std::path::Path;
use vyre_conform_pipeline::Pipeline;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Program, Type, Var};
use vyre_conform_runtime::valid::{Limits, validate_program};

/// Words of a particle: position and velocity, `x` and `y` each.
const WORDS: u32 = 4;

/// Masses: where each is, and how heavy.
const MASSES: [[f32; 3]; 3] = [[-0.5, -0.25, 0.75], [0.5, -0.25, 0.75], [0.0, 0.5, 1.0]];

/// Minimal squared distance between a particle and a mass.
const SOFTENING: f32 = 1.0 / 64.0;

/// The time of a step.
const STEP: f32 = 1.0 / 256.0;

/// Points of the picture along a side.
const SIDE: usize = 512;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let mut number = |what: &str, default: u32| match args.next() {
        None => Ok(default),
        Some(text) => match text.parse() {
            Ok(number) if number > 0 => Ok(number),
            _ => Err(format!("`{text}` is not a number of {what}")),
        },
    };
    let (particles, steps) = (number("particles", 4096)?, number("steps", 500)?);
    let file = args.next().unwrap_or_else(|| "particles.png".to_owned());
    let state = on_processor(particles, steps);
    let expected = digest(&state);
    println!("{expected}  the processor");
    draw(&state, Path::new(&file))?;
    println!("the picture is in {file}");
    let mut differ = vec![];
    for gpu in Gpu::all()? {
        let name = gpu.name.clone();
        let mut progress = |step| eprint!("\r{name}: step {step} of {steps}");
        let state = simulated(&gpu, particles, steps, &mut progress)?;
        let actual = digest(&state);
        eprintln!();
        println!("{actual}  {name}");
        if actual != expected {
            differ.push(name);
        }
    }
    if differ.is_empty() {
        Ok(())
    } else {
        Err(format!("other bits than the processor's: {}", differ.join(", ")).into())
    }
}

/// Initial positions: a square that turns about its centre. All of these numbers are exact.
fn begin(particles: u32) -> Vec<u32> {
    let of = |i: u32| {
        let mixed = i.wrapping_mul(0x9E37_79B9) ^ (i.wrapping_mul(0x85EB_CA6B) >> 7);
        let along = |bits: u32| (f32::from(bits as u16) - 32_768.0) / 32_768.0;
        let [x, y] = [along(mixed & 0xFFFF), along(mixed >> 16)];
        [x, y, -y, x].map(f32::to_bits)
    };
    (0..particles).flat_map(of).collect()
}

/// A step of every particle, an invocation each: the pull of each mass, then velocity, then position.
fn step() -> Program {
    let mut kernel = Kernel::new("particles", [64, 1, 1]);
    let state = kernel.read_write("state", Type::F32);
    let i = kernel.bind("i", Expr::invocation_id(Axis::X) * WORDS);
    let [x, y, vx, vy] = [0, 1, 2, 3].map(|word| kernel.bind("state", state.at(i + word)));
    let number = |value: f32| Expr::literal(Type::F32, value.to_bits().into());
    let op =
        |kernel: &mut Kernel, id: &str, args: &[Expr]| kernel.call(id, args.to_vec(), Type::F32);
    let binary =
        |kernel: &mut Kernel, id: &str, a: Var, b: Var| op(kernel, id, &[a.into(), b.into()]);
    let mut pull = [0; 2].map(|_| kernel.bind("pull", number(0.0)));
    for [at_x, at_y, mass] in MASSES {
        let dx = op(&mut kernel, "f32::sub", &[number(at_x), x.into()]);
        let dy = op(&mut kernel, "f32::sub", &[number(at_y), y.into()]);
        let [xx, yy] = [dx, dy].map(|d| binary(&mut kernel, "f32::mul", d, d));
        let sum = binary(&mut kernel, "f32::add", xx, yy);
        let square = op(&mut kernel, "f32::add", &[sum.into(), number(SOFTENING)]);
        let distance = op(&mut kernel, "f32::sqrt", &[square.into()]);
        let cube = binary(&mut kernel, "f32::mul", square, distance);
        let factor = op(&mut kernel, "f32::div", &[number(mass), cube.into()]);
        let [px, py] = [dx, dy].map(|d| binary(&mut kernel, "f32::mul", d, factor));
        pull = [(pull[0], px), (pull[1], py)].map(|(a, b)| binary(&mut kernel, "f32::add", a, b));
    }
    let axes = [(x, vx, pull[0]), (y, vy, pull[1])];
    for (axis, (position, velocity, pull)) in (0..).zip(axes) {
        let change = op(&mut kernel, "f32::mul", &[pull.into(), number(STEP)]);
        let velocity = binary(&mut kernel, "f32::add", velocity, change);
        let distance = op(&mut kernel, "f32::mul", &[velocity.into(), number(STEP)]);
        let position = binary(&mut kernel, "f32::add", position, distance);
        kernel.store(state, i + axis, position);
        kernel.store(state, i + (axis + 2), velocity);
    }
    kernel.finish()
}

/// All positions and velocities after this many steps.
pub(crate) fn simulated(
    gpu: &Gpu,
    particles: u32,
    steps: u32,
    progress: &mut dyn FnMut(u32),
) -> Result<Vec<u32>, Box<dyn Error>> {
    const TOGETHER: u32 = 50;
    let valid = validate_program(step(), &Catalog::linked()?, &Limits::WEBGPU);
    let valid = valid.map_err(|broken| format!("the program breaks rules: {}", broken[0]))?;
    let pipeline = Pipeline::new(&gpu.device, &valid)?;
    let state = gpu.filled(&begin(particles));
    let groups = [particles.div_ceil(64), 1, 1];
    for first in (0..steps).step_by(TOGETHER as usize) {
        let mut encoder = gpu.encoder();
        for _ in first..steps.min(first + TOGETHER) {
            pipeline.record(&mut encoder, groups, &[&state])?;
        }
        gpu.run(encoder)?;
        progress(steps.min(first + TOGETHER));
    }
    gpu.read(&state)
}

/// The same by the processor's own floats.
pub(crate) fn on_processor(particles: u32, steps: u32) -> Vec<u32> {
    let of = |particle: &[u32]| {
        let [mut x, mut y, mut vx, mut vy] = [0, 1, 2, 3].map(|k| f32::from_bits(particle[k]));
        for _ in 0..steps {
            let mut pull = [0.0_f32; 2];
            for [at_x, at_y, mass] in MASSES {
                let (dx, dy) = (at_x - x, at_y - y);
                let square = dx * dx + dy * dy + SOFTENING;
                let factor = mass / (square * square.sqrt());
                pull = [pull[0] + dx * factor, pull[1] + dy * factor];
            }
            (vx, vy) = (vx + pull[0] * STEP, vy + pull[1] * STEP);
            (x, y) = (x + vx * STEP, y + vy * STEP);
        }
        [x, y, vx, vy].map(f32::to_bits)
    };
    let begin = begin(particles);
    begin.chunks_exact(WORDS as usize).flat_map(of).collect()
}

/// A digest of what the particles do.
pub(crate) fn digest(state: &[u32]) -> blake3::Hash {
    let bytes: Vec<u8> = state.iter().flat_map(|word| word.to_le_bytes()).collect();
    blake3::hash(&bytes)
}

/// Writes a picture of the square from -2 to 2: how many particles are at a point.
pub(crate) fn draw(state: &[u32], file: &Path) -> Result<(), Box<dyn Error>> {
    let mut counts = vec![0_u32; SIDE * SIDE];
    for particle in state.chunks_exact(WORDS as usize) {
        let along = |bits| (f32::from_bits(bits) + 2.0) * (SIDE as f32 / 4.0);
        let [x, y] = [along(particle[0]), along(particle[1])];
        let inside = 0.0..SIDE as f32;
        if inside.contains(&x) && inside.contains(&y) {
            counts[y as usize * SIDE + x as usize] += 1;
        }
    }
    let shade = |count: &u32| match count {
        0 => [8, 8, 24],
        count => [1, 2, 3].map(|of| (80 * of / 2 + 60 * (count - 1)).min(255) as u8),
    };
    let points: Vec<u8> = counts.iter().flat_map(shade).collect();
    let out = std::fs::File::create(file)
        .map_err(|error| format!("{} cannot be written: {error}", file.display()))?;
    let mut encoder = png::Encoder::new(std::io::BufWriter::new(out), SIDE as u32, SIDE as u32);
    encoder.set_color(png::ColorType::Rgb);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&points)?;
    writer.finish()?;
    Ok(())
}
