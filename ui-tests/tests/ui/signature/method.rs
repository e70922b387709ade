use vyre_conform_runtime::vyre_op;

struct Word(u32);

impl Word {
    #[vyre_op(laws(Involution))]
    fn inverse(self) -> u32 {
        !self.0
    }
}

fn main() {}
