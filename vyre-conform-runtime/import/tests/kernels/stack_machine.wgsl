// A small virtual machine: one program, an input a thread.
struct Instruction { op: u32, arg: i32 }
struct Machine { stack: array<i32, 16>, sp: u32, pc: u32, error: u32 }
@group(0) @binding(0) var<storage, read> code: array<Instruction>;
@group(0) @binding(1) var<storage, read> inputs: array<i32>;
struct Result { value: i32, error: u32 }
@group(0) @binding(2) var<storage, read_write> results: array<Result>;

const OP_PUSH = 0u; const OP_INPUT = 1u; const OP_ADD = 2u; const OP_SUB = 3u; const OP_MUL = 4u;
const OP_DUP = 5u; const OP_JNZ = 6u; const OP_SWAP = 7u; const OP_HALT = 8u; const OP_DIV = 9u;

fn push(m: ptr<function, Machine>, v: i32) {
    if (*m).sp >= 16u { (*m).error = 1u; return; }
    (*m).stack[(*m).sp] = v;
    (*m).sp++;
}

fn pop(m: ptr<function, Machine>) -> i32 {
    if (*m).sp == 0u { (*m).error = 2u; return 0; }
    (*m).sp--;
    return (*m).stack[(*m).sp];
}

fn execute(m: ptr<function, Machine>, input: i32) -> Result {
    for (var steps = 0; steps < 200; steps++) {
        if (*m).error != 0u { return Result(0, (*m).error); }
        if (*m).pc >= arrayLength(&code) { return Result(0, 3u); }
        let i = code[(*m).pc];
        (*m).pc++;
        switch i.op {
            case OP_PUSH: { push(m, i.arg); }
            case OP_INPUT: { push(m, input); }
            case OP_ADD, OP_SUB, OP_MUL, OP_DIV: {
                let b = pop(m);
                let a = pop(m);
                var r = a + b;
                switch i.op {
                    case OP_SUB: { r = a - b; }
                    case OP_MUL: { r = a * b; }
                    case OP_DIV: {
                        if b == 0 { (*m).error = 4u; break; }
                        r = a / b;
                    }
                    default: {}
                }
                push(m, r);
            }
            case OP_DUP: { let v = pop(m); push(m, v); push(m, v); }
            case OP_SWAP: { let b = pop(m); let a = pop(m); push(m, b); push(m, a); }
            case OP_JNZ: {
                let v = pop(m);
                if v == 0 { continue; }
                (*m).pc = u32(i.arg);
            }
            case OP_HALT: { return Result(pop(m), (*m).error); }
            default: { (*m).error = 5u; }
        }
    }
    return Result(-1, 6u);
}

@compute @workgroup_size(4)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= arrayLength(&inputs) { return; }
    var m: Machine;
    results[id.x] = execute(&m, inputs[id.x]);
}
