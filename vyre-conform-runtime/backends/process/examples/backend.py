#!/usr/bin/env python3
"""A backend of vyre-conform in Python: it speaks vyre-backend/1 and runs the wire format as Python functions.
docs/spec/protocol.md describes the protocol, the documentation of `vyre_conform_ir::wire` the bytes of a program, docs/spec/ir.md
what they mean. VYRE_BACKEND_PYTHON="python3 backend.py" makes it the backend `process-python`."""
import json, platform, re, struct, sys
from array import array
from itertools import accumulate
WORD = 0xFFFFFFFF
# The types by tag, with their bits. A value is a number from 0 on: an i32 and a float are their bits, lane 0 is lowest.
TYPES = "u32 i32 u64 bool u128 vec2 vec4 bytes f32 f16 bf16 f8e4m3 f8e5m2".split()
BITS = dict(zip(TYPES, [32, 32, 64, 1, 128, 64, 128, 32, 32, 16, 16, 8, 8]))
WORDS = {ty: max(1, bits // 32) for ty, bits in BITS.items()}
# Operators by tag; `m` is the mask of the type, `w` its width. Those of BY_LANE treat the lanes of a vector one by one.
UNARY = ["~a & {m}", "-a & {m}", "bin(a).count('1')", "{w} - (a).bit_length()", "((a & -a).bit_length() - 1) % ({w} + 1)",
         "int(format(a, '0{w}b')[::-1], 2)", "int.from_bytes((a).to_bytes({w} // 8, 'little'), 'big')"]
BINARY = ["(a + b) & {m}", "(a - b) & {m}", "(a * b) & {m}", "a // b if b else 0", "a % b if b else 0", "a & b", "a | b",
          "a ^ b", "(a << b % {w}) & {m}", "a >> b % {w}", "(a << b % {w} | a >> -b % {w}) & {m}",
          "(a >> b % {w} | a << -b % {w}) & {m}", "min(a, b)", "max(a, b)", "a * b >> {w}",
          "a == b", "a != b", "a < b", "a <= b", "a > b", "a >= b"]
SIGNED = {3: "quotient(sign(a), sign(b)) & {m}", 4: "(a - quotient(sign(a), sign(b)) * b) & {m} if b else 0", 9: "(sign(a) >> b % 32) & {m}",
          12: "min(sign(a), sign(b)) & {m}", 13: "max(sign(a), sign(b)) & {m}", 17: "sign(a) < sign(b)",
          18: "sign(a) <= sign(b)", 19: "sign(a) > sign(b)", 20: "sign(a) >= sign(b)"}
BY_LANE = (0, 1, 2, 12, 13)
ATOMIC = [eval("lambda x, v, e: " + form) for form in
          "(x + v) & 0xffffffff; x | v; x & v; x ^ v; min(x, v); max(x, v); v; v if x == e else x".split("; ")]
# Nodes and expressions by tag, where one line says it all. Fields are read from left to right: n is a number, e an
# expression, a a list of them, b a buffer with the words of its elements, f the function, d the first value of a local.
NODES = {0: "v{n} = {e}; {n}", 1: "v{d}", 2: "v{n} = {e}", 3: "put(v{n}, {e}, {e})", 7: "break", 11: "return {a}",
         12: "store({b}, {e}, {e})", 14: "yield"}
EXPRS = {0: "{n}", 1: "v{n}", 2: "get(v{n}, {e})", 3: "get({f}_{n}, {e})", 6: "select({e}, {e}, {e})",
         9: "({e} >> 32 * {n} & 0xffffffff)", 10: "load({b}, {e})", 11: "elements({b})", 12: "G[{n}]", 13: "W[{n}]", 14: "L[{n}]"}
def sign(a): return (a ^ 1 << 31) - (1 << 31)
def quotient(a, b): return (abs(a) // abs(b) if (a < 0) == (b < 0) else -(abs(a) // abs(b))) if b else 0
def select(condition, then, otherwise): return then if condition else otherwise
def get(values, i): return values[i] if i < len(values) else 0
def put(values, i, value): values.__setitem__(i, value) if i < len(values) else None
def elements(buffer, words): return len(buffer) // words
def load(buffer, words, i):
    return get(buffer, i) if words == 1 else sum(word << 32 * k for k, word in enumerate(buffer[i * words : (i + 1) * words]))
def store(buffer, words, i, value):
    for k in range(words): put(buffer, i * words + k, value >> 32 * k & WORD)
def atomic(op, buffer, i, value, expected):
    put(buffer, i, ATOMIC[op](old := get(buffer, i), value, expected))
    return old

class Code:
    """A program in the wire format, as the Python function `entry`."""
    def __init__(self, data):
        self.bytes, self.after = iter(data[12:]), []
        self.names = {f.__name__: f for f in (sign, quotient, select, get, put, elements, load, store, atomic)}
        self.fields = {"n": self.number, "e": self.expr, "a": lambda: "".join(f"{e}, " for e in self.list(self.expr)),
                       "b": self.buffer, "f": lambda: self.name, "d": self.declared}
        if data[:8] != b"\x89VYRE\r\n\x1a" or int.from_bytes(data[8:12], "little") not in (1, 2): raise ValueError("no program")
        self.section(), self.text()
        self.size = [self.number() for _ in range(3)]
        self.section()
        self.buffers = self.list(lambda: (self.text(), self.number(), self.byte(), TYPES[self.byte()], self.option()))
        self.section()
        for k in range(self.number()):
            if self.byte(): raise ValueError("a program brings the ops along that it calls")
            self.function(f"f{k}", [])
        self.section()
        self.function("entry", [f"b{k}" for k in range(len(self.buffers))])
        self.entry = self.names["entry"]
        self.bound = [k for _, k in sorted((b[1], k) for k, b in enumerate(self.buffers) if b[2] != 3)]
    def byte(self): return next(self.bytes)
    def number(self):
        value = shift = 0
        while (byte := self.byte()) > 127: value, shift = value | (byte & 127) << shift, shift + 7
        return value | byte << shift
    def text(self): return bytes(self.list(self.byte)).decode()
    def list(self, item): return [item() for _ in range(self.number())]
    def section(self): return [self.byte() for _ in range(5)]  # its number and its length
    def option(self): return self.number() if self.byte() else None
    def expr(self): return self.typed()[0]
    def block(self): return [line for lines in self.list(self.node) for line in lines]
    def filled(self, form): return re.sub(r"\{(\w)\}", lambda field: str(self.fields[field[1]]()), form)
    def buffer(self): return f"b{(number := self.number())}, {WORDS[self.buffers[number][3]]}"
    def declared(self):
        local = self.number()
        return f"{local} = " + ("0" if self.locals[local][2] is None else f"[0] * {self.locals[local][2]}")
    def function(self, name, buffers):
        self.name, _ = name, self.text()
        params, self.results = self.list(self.number), self.list(lambda: TYPES[self.byte()])
        self.locals = self.list(lambda: (self.text(), self.byte(), self.option()))
        for k, (_, _, data) in enumerate(self.list(lambda: (self.text(), self.byte(), self.list(self.number)))):
            self.names[f"{name}_{k}"] = data
        args = ", ".join(buffers + [f"v{p}" for p in params] + ["W=0", "L=0", "G=0"])
        exec("\n".join([f"def {name}({args}):", *written(self.block(), 1)]), self.names)
    def node(self):
        # The lines of the next node; a list among them is a block of its own.
        tag = self.byte()
        if tag in NODES: return [self.filled(NODES[tag])]
        if tag == 4: return [self.filled("if {e}:"), self.block(), "else:", self.block()]
        if tag == 5:
            self.after.append([])
            return [self.filled("for v{n} in range({e}, {e}):"), self.block() + self.after.pop()]
        if tag == 6:
            line, head, leave = self.filled("for _ in range({n} + 1):"), self.block(), [self.filled("if not {e}:"), ["break"]]
            # A `continue` does what comes after the body, which is read later.
            self.after.append([])
            body, after = self.block(), self.after.pop()
            after += self.block()
            return [line, head + leave + body + after]
        if tag == 8: return [(self.after[-1],), "continue"]
        if tag == 9:
            call, taken = self.filled("f{n}({a})"), self.list(lambda: f"v{self.number()}, ")
            return ["".join(taken) + "= " * bool(taken) + call]
        if tag == 10: return self.block()
        if tag == 13:
            call = self.filled("atomic({n}, b{n}, {e}, {e}, ") + (self.expr() if self.byte() else "0")
            return [f"v{self.number()} = {call})"]
        raise ValueError(f"there is no node {tag}")
    def typed(self):
        tag, ty = self.byte(), TYPES[self.byte()]
        if tag in EXPRS: return self.filled(EXPRS[tag]), ty
        if tag == 4:
            op, (a, of) = self.byte(), self.typed()
            return self.operator(f"u{op}_{of}", UNARY[op], of, a), ty
        if tag == 5:
            op, (a, of), b = self.byte(), self.typed(), self.expr()
            form = SIGNED.get(op, BINARY[op]) if of == "i32" else BINARY[op]
            return self.operator(f"b{op}_{of}", form, of, a, b, of[:3] == "vec" and op in BY_LANE), ty
        if tag == 7:
            value, of = self.typed()
            if ty == "bool": return f"({value} != 0)", ty
            if ty[:3] == "vec" and BITS[of] == 32: return f"({value} * {sum(1 << k for k in range(0, BITS[ty], 32))})", ty
            return f"({f'sign({value})' if of == 'i32' else value} & {(1 << BITS[ty]) - 1})", ty
        if tag == 8: return "(" + " | ".join(f"{lane} << {32 * k}" for k, lane in enumerate(self.list(self.expr))) + ")", ty
        raise ValueError(f"there is no expression {tag}")
    def operator(self, name, form, ty, a, b="0", by_lane=False):
        form = form.format(m=WORD if by_lane else (1 << BITS[ty]) - 1, w=BITS[ty])
        if not by_lane and all(len(re.findall(rf"\b{operand}\b", form)) < 2 for operand in "ab"):
            return "(" + re.sub(r"\b[ab]\b", lambda operand: a if operand[0] == "a" else b, form) + ")"
        # What names an operand twice, or works lane by lane, is a function.
        one = eval(f"lambda a, b: {form}", self.names)
        lanes = lambda a, b: sum(one(a >> k & WORD, b >> k & WORD) << k for k in range(0, BITS[ty], 32))
        self.names[name] = lanes if by_lane else one
        return f"{name}({a}, {b})"
    def run_op(self, head, words):
        columns = []
        for ty, own in zip(self.operands, parts(words, head["words"])):
            lanes = [own[k :: WORDS[ty]] for k in range(WORDS[ty])]
            columns += [[a | b << 32 for a, b in zip(*lanes)]] if ty == "u64" else lanes
        # One value for all cases counts as that value in every case.
        results = map(self.entry, *(column * head["cases"] if len(column) < head["cases"] else column for column in columns))
        if "u64" in self.results: return array("I", [word for (value,) in results for word in (value & WORD, value >> 32)])
        return array("I", [value for result in results for value in result])
    def dispatch(self, groups, buffers):
        bound, inside = dict(zip(self.bound, buffers)), places(self.size)
        for W in places(groups):
            own = [bound[k] if k in bound else array("I", bytes(4 * WORDS[b[3]] * b[4])) for k, b in enumerate(self.buffers)]
            waiting = [self.entry(*own, W, L, [w * n + l & WORD for w, n, l in zip(W, self.size, L)]) for L in inside]
            # An invocation with barriers is a generator: all of them go on to the next one.
            while waiting and waiting[0] is not None: waiting = [one for one in waiting if next(one, self) is not self]

def parts(words, lengths): return [words[end - length : end] for length, end in zip(lengths, accumulate(lengths))]
def places(size): return [(x, y, z) for z in range(size[2]) for y in range(size[1]) for x in range(size[0])]
def written(lines, depth):
    """The lines of a block, indented; what is in a tuple stands elsewhere too, and is known only now."""
    for line in lines or ["pass"]:
        if isinstance(line, str): yield " " * depth + line
        else: yield from written(line[0], depth) if isinstance(line, tuple) else written(line, depth + 1)
def launch(programs, head, words):
    given = iter(parts(words, [b["words"] for b in head["buffers"] if not b["zeros"]]))
    buffers = [array("I", bytes(4 * b["words"])) if b["zeros"] else next(given) for b in head["buffers"]]
    for step in head["steps"]: programs[step["program"]].dispatch(step["workgroups"], [buffers[k] for k in step["buffers"]])
    return b"".join(buffers[k].tobytes() for k in head["read_back"])

def answer(loaded, kind, head, words):
    if kind == 1:
        who = {"kind": "python", "device": f"{platform.python_implementation()} {platform.python_version()}", "driver": "backend.py 1"}
        limits = {"cases": 8192, "steps_per_second": 200000}
        return {"protocol": "vyre-backend/1", "identity": who, "limits": limits, "accepts": ["wire"]}, b""
    if kind == 2:
        data, places = words.tobytes(), accumulate((count + 3 & ~3 for count in head["bytes"]), initial=0)
        code = [Code(data[at : at + count]) for at, count in zip(places, head["bytes"])]
        if "op" in head: code[0].operands = head["op"]["operands"]
        loaded[head["handle"]] = code[0] if "op" in head else code
    elif kind == 3:
        code = loaded[head["handle"]]
        return {}, launch(code, head, words) if isinstance(code, list) else code.run_op(head, words)
    elif kind == 4: del loaded[head["handle"]]
    elif kind != 5: raise ValueError(f"there is no request of kind {kind}")
    return {}, b""

source, sink, loaded = sys.stdin.buffer, sys.stdout.buffer, {}
while len(header := source.read(12)) == 12:
    length, number, kind = struct.unpack("<III", header)
    kind, size, body = kind & 255, kind >> 8, source.read(length - 8)
    try:
        head, words = answer(loaded, kind, json.loads(body[:size]), array("I", body[size:]))
        kind |= 128
    except Exception as error:
        head, words, kind = {"error": "refused", "message": f"{type(error).__name__}: {error}"}, b"", 255
    head, words = json.dumps(head).encode(), bytes(words)
    head += b" " * (-len(head) % 4)
    sink.write(struct.pack("<III", 8 + len(head) + len(words), number, kind | len(head) << 8) + head + words)
    sink.flush()
    if kind == 5 | 128: break
