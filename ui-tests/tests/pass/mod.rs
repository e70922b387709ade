//! Code that must compile, a module for each form; the catalog shows that the bodies are translated.

mod attributes;
mod custom_laws;
mod engines;
mod every_key;
mod floats;
mod function_body;
mod guarded;
mod helpers;
mod literal_receiver;
mod mended;
mod names;
mod no_prelude;
mod raw_names;
mod shadowed_prelude;
mod signatures;
mod user_macro;
mod visibility;

/// Every engine of these modules, by id.
pub const ENGINES: &[&str] = &["engine::family::nothing", "engine::few", "engine::match"];

/// Every op of these modules, by id.
pub const OPS: &[&str] = &[
    "author::complement",
    "bf16::larger",
    "bool::different",
    "f16::halves",
    "f32::opposite",
    "f32::overlap",
    "family::sum_of_three",
    "i32::clamp",
    "i32::divide",
    "i32::mended_arms",
    "i32::negate",
    "i32::signed_share",
    "u32::and",
    "u32::choose",
    "u32::crate_visible",
    "u32::either",
    "u32::everywhere",
    "u32::gcd",
    "u32::half",
    "u32::here",
    "u32::in_a_function",
    "u32::inline",
    "u32::least",
    "u32::low_byte",
    "u32::macro_and",
    "u32::macro_or",
    "u32::match",
    "u32::mended_isqrt",
    "u32::mended_map",
    "u32::mended_matches",
    "u32::mended_pow",
    "u32::mended_while_let",
    "u32::mod",
    "u32::next",
    "u32::on_this_target",
    "u32::or",
    "u32::other",
    "u32::parent_visible",
    "u32::path_visible",
    "u32::plus_one",
    "u32::quotient",
    "u32::residue",
    "u32::rounds",
    "u32::shadowed",
    "u32::shadowed_law",
    "u32::shares",
    "u32::turn_low",
    "u32::weigh",
    "u64::minus_and_shift",
    "u64::rest",
    "u64::shift",
    "u64::shifted",
    "u64::turn_high",
    "vec2::exchange",
    "vec2::scaled",
    "vec4::select",
];
