//! The strict floats, compared with independent oracles: the processor, `rustc_apfloat`, `half`, exact integers.

mod approximate;
mod arithmetic;
mod cases;
mod conversions;
mod corrected;
mod corrected16;
mod devices;
mod elementary;
mod exhaustive;
mod faults;
mod hand_written_kernels;
mod integers;
mod native;
mod native_programs;
mod oracle;
mod order;
mod plain;
mod references;
mod sixteen;
mod support;
mod uncommon_launches;
mod wider;
