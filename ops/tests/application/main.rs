//! Verified code in applications: functions as text, and programs and engines on the application's devices and buffers.

#[allow(unreachable_pub, reason = "a build script, whose main the book shows")]
mod build_script;
mod emit;
mod errors;
mod examples;
mod large;
mod pipelines;
#[allow(
    unreachable_pub,
    reason = "a function of an application, which a page shows"
)]
mod recorded;
mod transformer;

use vyre_ops as _;
