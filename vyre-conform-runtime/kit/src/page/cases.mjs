// Cases from seeds and digests of results, on the device. Every text here is WGSL of vyre-conform's own backends.

const FLOATS = { f32: [32, 23], f16: [16, 10], bf16: [16, 7], f8e4m3: [8, 3], f8e5m2: [8, 2] };
const TWO = { u64: 2, vec2: 2, vec4: 4 };

// The words of a value.
export const wordsOf = (type) => TWO[type] ?? 1;

// Words from their text, and back.
export const decoded = (text) => {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  return new Uint32Array(bytes.buffer);
};
export const encoded = (words) => {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, 4 * words.length);
  let text = "";
  for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
  return btoa(text);
};

const uniform = (fields) => `struct Of { ${fields.map((field) => `${field}: u32`).join(", ")} }
@group(0) @binding(0) var<uniform> of_run: Of;
`;

// The shader that writes the witnesses of these types.
export const witnessShader = (wgsl, types) => {
  const place = "of_run.lo + i, of_run.hi, of_run.seed_lo, of_run.seed_hi";
  const word = (type, k, lane) => {
    if (type === "bool") return `witness_bool(${place}, ${k}u)`;
    const float = FLOATS[type];
    if (float) return `witness_float(${place}, ${k}u, ${float[0]}u, ${float[1]}u)`;
    return `witness_word(${place}, ${k}u, ${lane}u, ${wordsOf(type)}u)`;
  };
  const column = (k) => `@group(0) @binding(${k + 1}) var<storage, read_write> column${k}: array<u32>;\n`;
  const columns = types.map((_, k) => column(k));
  const writes = types.flatMap((type, k) => Array.from({ length: wordsOf(type) }, (_, lane) =>
    `    column${k}[(of_run.offset + i) * ${wordsOf(type)}u + ${lane}u] = ${word(type, k, lane)};\n`));
  return `${wgsl}
${uniform(["lo", "hi", "cases", "offset", "seed_lo", "seed_hi", "unused", "also_unused"])}${columns.join("")}
@compute @workgroup_size(64)
fn vyre_main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if i >= of_run.cases { return; }
${writes.join("")}}
`;
};

// The sums of a digest.
export const LANES = 2;

const LANE = Array.from({ length: LANES }, (_, lane) => lane);
const placed = uniform(["lo", "hi", "cases", "first", "key_lo", "key_hi", "unused", "also_unused"]);

// The shader that hashes the places of cases, which digests of all results about them begin with.
export const placeShader = (wgsl) => `${wgsl}
${placed}
@group(0) @binding(1) var<storage, read_write> places: array<u32>;
@compute @workgroup_size(64)
fn vyre_main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) own: u32) {
    let first = group.x * 1024u;
${LANE.map((lane) => `    let key${lane} = witness_key(of_run.hi, of_run.key_lo, of_run.key_hi, ${4 * lane}u);
`).join("")}    for (var k = 0u; k < 16u; k += 1u) {
        let i = first + k * 64u + own;
        if i >= of_run.cases { break; }
        let place = (of_run.lo + i) * 0x9e3779b1u;
${LANE.map((lane) => `        places[i * ${LANES}u + ${lane}u] = witness_hash(place + key${lane});
`).join("")}    }
}
`;

// The shader that adds results of this many words to the digests of their blocks: a workgroup has 1024 cases.
export const digestShader = (wgsl, words, block) => {
  const terms = (lane) => Array.from({ length: words }, (_, w) =>
    `        v${lane} = witness_hash(v${lane} ^ results[i * ${words}u + ${w}u]);\n`).join("");
  return `${wgsl}
${placed}
@group(0) @binding(1) var<storage, read> results: array<u32>;
@group(0) @binding(2) var<storage, read> places: array<u32>;
@group(0) @binding(3) var<storage, read_write> digests: array<atomic<u32>>;
var<workgroup> sums: array<atomic<u32>, ${LANES}>;
@compute @workgroup_size(64)
fn vyre_main(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) own: u32) {
    let first = group.x * 1024u;
${LANE.map((lane) => `    var sum${lane} = 0u;\n`).join("")}    for (var k = 0u; k < 16u; k += 1u) {
        let i = first + k * 64u + own;
        if i >= of_run.cases { break; }
${LANE.map((lane) => `        var v${lane} = places[i * ${LANES}u + ${lane}u];
${terms(lane)}        sum${lane} += v${lane};
`).join("")}    }
${LANE.map((lane) => `    atomicAdd(&sums[${lane}u], sum${lane});\n`).join("")}    workgroupBarrier();
    if own < ${LANES}u {
        atomicAdd(&digests[(of_run.first + first / ${block}u) * ${LANES}u + own], atomicLoad(&sums[own]));
    }
}
`;
};

// The shader of wrapping sums of a type.
export const sumShader = (type) => {
  const sum = {
    u64: "out[2u * i] = a[2u * i] + b[2u * i];\n    " +
      "out[2u * i + 1u] = a[2u * i + 1u] + b[2u * i + 1u] + select(0u, 1u, out[2u * i] < a[2u * i]);",
    bool: "out[i] = a[i] ^ b[i];",
  }[type] ?? "out[i] = a[i] + b[i];";
  return `@group(0) @binding(0) var<storage, read> a: array<u32>;
@group(0) @binding(1) var<storage, read> b: array<u32>;
@group(0) @binding(2) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(64)
fn vyre_main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if i >= arrayLength(&out)${type === "u64" ? " / 2u" : ""} { return; }
    ${sum}
}
`;
};

// The shader that writes the cases of a product: `axes` has eight numbers an operand, then lists and masks.
export const productShader = (types) => {
  const column = (k) => `@group(0) @binding(${k + 2}) var<storage, read_write> column${k}: array<u32>;\n`;
  const operand = (type, k) => {
    const into = (w) => `column${k}[(of_run.offset + i) * ${wordsOf(type)}u + ${w}u]`;
    const each = (value) => Array.from({ length: wordsOf(type) }, (_, w) => `${into(w)} = ${value(w)};`).join(" ");
    return `    {
        var digit = axes[${8 * k}u] + (axes[${8 * k + 1}u] + i) / axes[${8 * k + 2}u];
        let length = axes[${8 * k + 3}u];
        if length != 0u { digit = digit % length; }
        let base = axes[${8 * k + 4}u];
        let rest = axes[${8 * k + 6}u];
        var mask = axes[base];
        var word = axes[${8 * k + 5}u] + digit;
        if rest != 0u {
            if digit == 0u { word = 0u; } else {
                word = (digit - 1u) % rest + 1u;
                mask = axes[base + (digit - 1u) / rest];
            }
        }
        if axes[${8 * k + 7}u] == 1u { ${each((w) => `axes[base + digit * 4u + ${w}u]`)} } else {
            ${each((w) => `select(0u, word, ((mask >> ${w}u) & 1u) == 1u)`)}
        }
    }
`;
  };
  return `${uniform(["cases", "offset", "unused", "also_unused"])}
@group(0) @binding(1) var<storage, read> axes: array<u32>;
${types.map((_, k) => column(k)).join("")}
@compute @workgroup_size(64)
fn vyre_main(@builtin(global_invocation_id) id: vec3<u32>) {
    let i = id.x;
    if i >= of_run.cases { return; }
${types.map(operand).join("")}}
`;
};

const lengthOf = (axis) => {
  if (axis.list) return axis.list.length / 4;
  const [, count, masks] = axis.range;
  return masks.length === 1 ? count : 1 + masks.length * (count - 1);
};

// Numbers of a shader have 32 bits; no piece has as many cases.
const MOST = 2 ** 31;

// The pieces of a product from `start` on, with the numbers of its axes; the last operand varies fastest.
const product = (axes, start, cases, offset) => {
  const [numbers, more] = [[], []];
  let [repeat, whole] = [1, cases];
  for (const axis of [...axes].reverse()) {
    const length = lengthOf(axis);
    const rest = start % repeat;
    const steady = repeat > MOST && repeat - rest >= cases;
    // An axis that varies this slowly varies at the end of a piece.
    if (repeat > MOST && !steady) whole = Math.min(whole, repeat - rest);
    const turn = repeat > MOST ? [0, MOST] : [rest, repeat];
    const [first, count, masks] = axis.range ?? [0, 0, []];
    const values = axis.list ?? masks;
    const base = 8 * axes.length + more.reduce((sum, one) => sum + one.length, 0);
    const [lists, many] = [axis.list ? 1 : 0, masks.length > 1 ? count - 1 : 0];
    const digits = [Math.floor(start / repeat) % length, ...turn, length < 2 ** 32 ? length : 0];
    numbers.unshift([...digits, base, first, many, lists]);
    more.push(values);
    repeat *= length;
  }
  const words = Uint32Array.from([...numbers.flat(), ...more.flatMap((one) => [...one])]);
  const after = whole < cases ? product(axes, start + whole, cases - whole, offset + whole) : [];
  return [{ offset, cases: whole, axes: words }, ...after];
};

// The pieces of the cases of a recipe: columns, a product or a stream of witnesses, each from a case of the run on.
export const pieces = (recipe, types, start, cases, offset = 0) => {
  if (recipe.witnesses) return [{ offset, cases, start, seed: recipe.witnesses }];
  if (recipe.from) return pieces(recipe.from[1], types, start + recipe.from[0], cases, offset);
  if (recipe.product) return product(recipe.product, start, cases, offset);
  if (recipe.columns) {
    const columns = recipe.columns.map((words, k) => {
      const each = wordsOf(types[k]);
      return words.subarray(start * each, (start + cases) * each);
    });
    return [{ offset, cases, columns }];
  }
  const found = [];
  let [skip, done] = [start, 0];
  for (const [length, part] of recipe.sequence) {
    const here = Math.max(0, Math.min(length - skip, cases - done));
    if (here) found.push(...pieces(part, types, skip, here, offset + done));
    skip = Math.max(0, skip - length);
    done += here;
  }
  return found;
};
