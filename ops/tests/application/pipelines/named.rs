//! Buffers by the names in their kernel.

use super::{Gpu, catalog, random};
use vyre_conform_pipeline::{EnginePipeline, RecordError};
use vyre_conform_runtime::engine::Staged;
use vyre_conform_runtime::spec::AdditionOrder;
use vyre_ops::kernels::{self, named};

/// The names of buffers whose contents do not matter.
macro_rules! names {
    ($name:ident { $($field:ident),+ }) => {
        named::$name { $($field: &()),+ }.named().map(|(name, ())| name).to_vec()
    };
}

/// Oracle: the dispatches themselves, which list their buffers.
#[test]
fn every_kernel_has_the_fields_of_its_buffers() {
    let matmul = kernels::matmul(2, 3, 4, AdditionOrder::FmaChain);
    let all: [(Staged, Vec<&str>); 13] = [
        (kernels::reduce(9), names!(Reduce { source, total })),
        (kernels::scan_exclusive(9), names!(Scan { source, sums })),
        (kernels::scan_inclusive(9), names!(Scan { source, sums })),
        (
            kernels::compact(9),
            names!(Compact {
                flags,
                values,
                indices,
                kept,
                count
            }),
        ),
        (
            kernels::histogram(9, 2).expect("bins"),
            names!(Histogram {
                source,
                counts,
                ranks
            }),
        ),
        (
            kernels::radix_sort(9),
            names!(RadixSort {
                keys,
                values,
                sorted_keys,
                sorted_values
            }),
        ),
        (
            kernels::partition(9),
            names!(Partition {
                flags,
                values,
                indices,
                placed,
                count
            }),
        ),
        (
            kernels::top_k(9, 2).expect("words"),
            names!(TopK {
                words,
                largest,
                indices
            }),
        ),
        (
            kernels::unique(9),
            names!(Unique {
                words,
                distinct,
                counts,
                runs
            }),
        ),
        (
            kernels::softmax(2, 3).expect("a size"),
            names!(Softmax { source, target }),
        ),
        (matmul.expect("a size"), names!(Matmul { a, b, product })),
        (kernels::blake3(9), names!(Blake3 { text, hash })),
        (
            kernels::blake3_chunks(9, 0).expect("a part"),
            names!(Blake3Chunks { text, values }),
        ),
    ];
    for (staged, names) in all {
        let used: Vec<&str> = staged.buffers.iter().map(|entry| entry.name).collect();
        assert_eq!(names, used);
    }
}

/// Oracle: a stable sort by hand; the order of the named buffers is irrelevant, and buffers of another kernel are
/// refused without a change to the encoder.
#[test]
#[ignore = "a long run: seconds"]
fn sort_accepts_its_buffers_by_name() {
    const LEN: u32 = 1000;
    let catalog = catalog();
    for gpu in Gpu::all() {
        let sort = EnginePipeline::new(&gpu.device, &catalog, &kernels::radix_sort(LEN));
        let sort = sort.expect("a kernel");
        let keys = random(LEN, 1);
        let places: Vec<u32> = (0..LEN).collect();
        let contents = [gpu.buffer(&keys), gpu.buffer(&places)];
        let results = [(); 2].map(|()| gpu.buffer(&vec![0; LEN as usize]));
        let buffers = named::RadixSort {
            sorted_values: &results[1],
            sorted_keys: &results[0],
            values: &contents[1],
            keys: &contents[0],
        };
        let mut encoder = gpu.encoder();
        let mut rotated = buffers.named();
        rotated.reverse();
        sort.record_named(&mut encoder, &rotated).expect("recorded");
        let other = named::Scan {
            source: &contents[0],
            sums: &results[0],
        };
        let wrong = sort.record_named(&mut encoder, &other.named());
        assert!(
            matches!(&wrong, Err(RecordError::Unknown { name, .. }) if name == "source"),
            "{wrong:?}"
        );
        let small = sort.bind_named(&buffers.named()[..3]).map(drop);
        let name = "sorted_values".to_owned();
        assert_eq!(small, Err(RecordError::Missing { name }));
        gpu.queue.submit([encoder.finish()]);
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by_key(|k| keys[*k]);
        let sorted: Vec<u32> = order.iter().map(|k| keys[*k]).collect();
        let moved: Vec<u32> = order.iter().map(|k| *k as u32).collect();
        assert_eq!(gpu.words(&results[0]), sorted);
        assert_eq!(gpu.words(&results[1]), moved);
        // The listing of docs/book/application.md.
        let again = [(); 2].map(|()| gpu.buffer(&vec![0; LEN as usize]));
        let buffers = [&contents[0], &contents[1], &again[0], &again[1]];
        crate::recorded::sorted(&gpu.device, &gpu.queue, LEN, buffers).expect("recorded");
        assert_eq!(gpu.words(&again[0]), sorted);
        assert_eq!(gpu.words(&again[1]), moved);
    }
}
