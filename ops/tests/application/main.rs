//! What was verified in applications: functions as text, and programs and engines on their own devices and buffers.

mod build_script;
mod emit;
mod examples;
mod pipelines;

use vyre_ops as _;
