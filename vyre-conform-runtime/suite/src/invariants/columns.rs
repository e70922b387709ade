//! Columns in which `decode` numbers records: they distinguish the records and are independent of the words read back.

use vyre_conform_runtime::engine::{Output, Record};

/// Columns that distinguish records and have not changed with the words.
pub(super) struct Columns {
    fixed: Vec<usize>,
    /// The records of the first output.
    records: Vec<Record>,
}

impl Columns {
    pub(super) fn new(output: &Output) -> Self {
        let narrowest = output.iter().map(Vec::len).min().unwrap_or(0);
        Self {
            fixed: (0..narrowest)
                .filter(|column| distinct(output, *column))
                .collect(),
            records: output.clone(),
        }
    }

    /// True if no column is left.
    pub(super) fn none(&self) -> bool {
        self.fixed.is_empty()
    }

    /// Keeps the columns that distinguish the records of this output and are unchanged. A single record proves nothing:
    /// it may report that the engine gave up.
    pub(super) fn retain(&mut self, output: &Output) {
        if output.len() < 2 {
            return;
        }
        let known = &self.records;
        self.fixed.retain(|column| {
            let mut both = output.iter().zip(known);
            both.all(|(record, known)| record.get(*column) == known.get(*column))
                && distinct(output, *column)
        });
        let new = output.iter().skip(self.records.len()).cloned();
        let new: Vec<Record> = new.collect();
        self.records.extend(new);
    }
}

/// True if all records differ in a column.
fn distinct(output: &Output, column: usize) -> bool {
    let mut values: Vec<Option<&u32>> = output.iter().map(|record| record.get(column)).collect();
    values.sort_unstable();
    values.windows(2).all(|pair| pair[0] != pair[1])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn records(all: &[&[u32]]) -> Output {
        all.iter().map(|record| record.to_vec()).collect()
    }

    /// Oracle: the definition, on a few hand-written records.
    #[test]
    fn a_numbering_column_stays_and_is_distinct() {
        let mut columns = Columns::new(&records(&[&[0, 7, 7], &[1, 8, 7]]));
        columns.retain(&records(&[&[0, 7, 7], &[1, 9, 8], &[2, 5, 5]]));
        assert!(!columns.none(), "column 0 numbers them");
        // One record may be the report of an error.
        columns.retain(&records(&[&[5, 5]]));
        assert!(!columns.none());
        columns.retain(&records(&[&[0, 1, 1], &[1, 1, 1], &[2, 2, 2], &[2, 3, 3]]));
        assert!(columns.none(), "two records have the number 2");
    }
}
