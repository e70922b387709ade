// The requests of a kit on a device: answers are digests of blocks of results, or words where the request wants them.
import { digestShader, encoded, pieces, productShader, sumShader, witnessShader, wordsOf } from "./cases.mjs";

const GROUP = 1024;

// The feature that a text needs and the device lacks.
const lacking = (text, features) => {
  if (/^\s*enable f16;/m.test(text) && !features.includes("shader-f16")) return "shader-f16";
  if (/^\s*enable subgroups;/m.test(text) && !features.includes("subgroups")) return "subgroups";
  return undefined;
};

// What answers requests on an open device.
export const engine = (kit, open) => {
  const { device } = open;
  const kept = new Map();
  // A pipeline, prepared once; few are kept, because a kit has thousands.
  const pipeline = (name, make) => {
    const known = kept.get(name);
    if (known) return known;
    const made = make();
    kept.set(name, made);
    if (kept.size > 256) kept.delete(kept.keys().next().value);
    return made;
  };
  const checked = (text) => {
    const lacks = lacking(text, open.features);
    if (lacks) throw Object.assign(new Error(`the device lacks ${lacks}`), { error: "unsupported" });
    return text;
  };
  const shader = (k) => pipeline(`shader ${k}`, () => {
    const { parts, passing } = kit.shaders[k];
    let next = 1;
    const operands = [...passing].map((way) => (way === "l" ? null : next++));
    const ways = { s: "storage", u: "uniform", l: "literal" };
    const of = { entry: "vyre_main", params: 0, operands, passing: [...passing].map((way) => ways[way]), output: next };
    const text = checked(parts.map((part) => kit.texts[part]).join(""));
    return open.guarded(() => open.loadOp(text, of));
  });
  const own = (name, text, bindings) =>
    pipeline(name, () => open.guarded(() => open.prepared(text(), "vyre_main", bindings)));
  const witnesses = (types) => own(`witnesses ${types}`, () => witnessShader(kit.wgsl, types),
    [[0, "uniform"], ...types.map((_, k) => [k + 1, "storage"])]);
  const products = (types) => own(`products ${types.map(wordsOf)}`, () => productShader(types),
    [[0, "uniform"], [1, "read-only-storage"], ...types.map((_, k) => [k + 2, "storage"])]);
  // The shaders that make cases of these types.
  const makers = (types) => Promise.all([witnesses(types), products(types)]);
  const digester = (words) => own(`digest ${words}`, () => digestShader(kit.wgsl, words, kit.block),
    [[0, "uniform"], [1, "read-only-storage"], [2, "storage"]]);
  const adder = (type) => own(`sum ${type === "u64" || type === "bool" ? type : "words"}`, () => sumShader(type),
    [[0, "read-only-storage"], [1, "read-only-storage"], [2, "storage"]]);

  const halves = (number) => [number >>> 0, Math.floor(number / 2 ** 32) >>> 0];
  const groups = (cases, each) => [Math.ceil(cases / each), 1, 1];

  // The buffers of one request; they end with it.
  const scratch = () => {
    const all = [];
    const buffer = (words, contents) => {
      const made = open.buffer(words, contents);
      all.push(made);
      return [made, words];
    };
    return { buffer, end: () => all.forEach((one) => one.destroy()) };
  };

  // Columns of one value; few are kept.
  const columns = new Map();
  const constant = (words, cases) => {
    const name = `${words} ${cases}`;
    const known = columns.get(name);
    if (known) return known;
    const column = new Uint32Array(cases * words.length);
    if (words.length === 1) column.fill(words[0]);
    else for (let n = 0; n < column.length; n++) column[n] = words[n % words.length];
    const made = [open.buffer(column.length, column), column.length];
    columns.set(name, made);
    return made;
  };
  const trim = () => {
    for (const [name, [buffer]] of columns) {
      if (columns.size <= 8) return;
      columns.delete(name);
      buffer.destroy();
    }
  };

  // The operands of some cases of a source, and the dispatches that make them.
  const operands = ({ types, of }, start, cases, [witness, produce], { buffer }) => {
    const made = types.map((type) => buffer(cases * wordsOf(type)));
    const dispatches = [];
    for (const piece of pieces(of, types, start, cases)) {
      if (piece.columns) {
        piece.columns.forEach((column, k) => {
          if (column.length) device.queue.writeBuffer(made[k][0], 4 * piece.offset * wordsOf(types[k]), column);
        });
        continue;
      }
      if (piece.axes) {
        const numbers = buffer(4, new Uint32Array([piece.cases, piece.offset, 0, 0]));
        const axes = buffer(piece.axes.length, piece.axes);
        dispatches.push([produce, groups(piece.cases, 64), [numbers, axes, ...made]]);
        continue;
      }
      const numbers = new Uint32Array([...halves(piece.start), piece.cases, piece.offset, ...piece.seed, 0, 0]);
      dispatches.push([witness, groups(piece.cases, 64), [buffer(8, numbers), ...made]]);
    }
    return [made, dispatches];
  };

  // The digests of outputs, [buffer, words of a value] each: the dispatches and the buffers of digests.
  const digests = (outputs, start, cases, digesters, { buffer }) => {
    const blocks = Math.ceil(cases / kit.block);
    const numbers = buffer(8, new Uint32Array([...halves(start), cases, 0, ...kit.key, 0, 0]));
    const into = outputs.map(() => buffer(4 * blocks));
    const dispatches = outputs.map(([output], k) => [digesters[k], groups(cases, GROUP), [numbers, output, into[k]]]);
    return [dispatches, into];
  };

  // The answer from outputs, [buffer, words of a value] each, and the operands.
  const answered = (head, outputs, inputs, before, digesters, room) => {
    const { start, cases, want } = head;
    if (want === undefined) {
      const [more, into] = digests(outputs, start, cases, digesters, room);
      return { dispatches: [...before, ...more], back: into, answer: (parts) => ({ d: parts.map(encoded) }) };
    }
    const [from, to] = want;
    const all = [...outputs, ...inputs];
    const part = (words, k) => encoded(words.slice(from * all[k][1], to * all[k][1]));
    const answer = (parts) => {
      const found = parts.map(part);
      return { w: found.slice(0, outputs.length), in: found.slice(outputs.length) };
    };
    return { dispatches: before, back: all.map(([one]) => one), answer };
  };

  // Runs what `encode` returns: its calls of the device are one piece.
  const finish = async (encode) => {
    const room = scratch();
    try {
      return await open.guarded(async () => {
        const { dispatches, back, answer } = encode(room);
        const words = await open.run(dispatches, back);
        let at = 0;
        return answer(back.map(([, count]) => words.subarray(at, (at += count))));
      });
    } finally {
      room.end();
      trim();
    }
  };

  const runOp = async (request, { shader: k, source, start, cases, fixed, result }) => {
    const of = kit.sources[source];
    const head = { start, cases, want: request.want };
    const [code, maker, ...digesters] = await Promise.all([shader(k), makers(of.types), digester(result)]);
    return finish((room) => {
      const [made, dispatches] = operands(of, start, cases, maker, room);
      const given = made.map((own, n) => (fixed?.[n] ? room.buffer(fixed[n].length, new Uint32Array(fixed[n])) : own));
      const bound = given.filter((_, n) => kit.shaders[k].passing[n] !== "l");
      const [x] = groups(cases, GROUP);
      const params = room.buffer(4, new Uint32Array([cases, x, 64 * x, 0]));
      const output = room.buffer(cases * result);
      dispatches.push([code, [x, 1, 1], [params, ...bound, output]]);
      const inputs = made.map((own, n) => [own, wordsOf(of.types[n])]);
      return answered(head, [[output, result]], inputs, dispatches, digesters, room);
    });
  };

  const runLaw = async (request, { source, start, cases, law }) => {
    const [of, { steps, compared }] = [kit.sources[source], kit.laws[law]];
    const head = { start, cases, want: request.want };
    const code = (step) => (step.apply && shader(step.apply[0])) || (step.sum && adder(step.type));
    const codes = await Promise.all(steps.map(code));
    const all = compared.map((k) => digester(wordsOf(steps[k].type)));
    const [maker, ...digesters] = await Promise.all([makers(of.types), ...all]);
    return finish((room) => {
      const [made, dispatches] = operands(of, start, cases, maker, room);
      const [x] = groups(cases, GROUP);
      const params = room.buffer(4, new Uint32Array([cases, x, 64 * x, 0]));
      const values = [];
      steps.forEach((step, k) => {
        const each = wordsOf(step.type);
        if (step.variable !== undefined) return values.push(made[step.variable]);
        if (step.constant) {
          return values.push(constant(step.constant, cases));
        }
        const out = room.buffer(cases * each);
        if (step.apply) dispatches.push([codes[k], [x, 1, 1], [params, ...step.apply[1].map((n) => values[n]), out]]);
        else {
          const [left, right] = step.sum.map((n) => values[n]);
          dispatches.push([codes[k], groups(step.type === "u64" ? cases : cases * each, 64), [left, right, out]]);
        }
        return values.push(out);
      });
      const outputs = compared.map((k) => [values[k], wordsOf(steps[k].type)]);
      const inputs = made.map((own, n) => [own, wordsOf(of.types[n])]);
      return answered(head, outputs, inputs, dispatches, digesters, room);
    });
  };

  const runLaunch = async (request, { programs, buffers, steps, read_back, words: wanted }) => {
    const load = ({ text, buffers }) => pipeline(`program ${text} ${JSON.stringify(buffers)}`, () => {
      const code = checked(kit.texts[text]);
      return open.guarded(() => open.loadProgram(code, buffers));
    });
    const [digest, ...codes] = await Promise.all([digester(1), ...programs.map(load)]);
    const contents = buffers.map((of) => (typeof of === "number" ? of : kit.words[of.words]));
    const result = await open.guarded(() => open.launch(codes, { steps, read_back }, contents));
    if (wanted) return { w: [encoded(result)], in: [] };
    const head = { start: 0, cases: result.length, want: request.want };
    return finish((room) => answered(head, [[room.buffer(result.length, result), 1]], [], [], [digest], room));
  };

  const once = (request) => {
    if (request.op) return runOp(request, request.op);
    return request.law ? runLaw(request, request.law) : runLaunch(request, request.launch);
  };

  // The answers to a request, one for each time that it is to run; several if they differ.
  return async (request) => {
    const answers = [];
    for (let k = 0; k < (request.times ?? 1); k++) answers.push(await once(request));
    const same = answers.every((one) => JSON.stringify(one) === JSON.stringify(answers[0]));
    return same ? answers.slice(0, 1) : answers;
  };
};
