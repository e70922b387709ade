// The requests of a kit on a device: answers are digests of blocks of results, or words where the request wants them.
import { LANES, encoded, wordsOf } from "./cases.mjs";
import { digestShader, placeShader, productShader, sumShader, witnessShader } from "./cases.mjs";
import { GROUP, chunksOf, groups, halves, placesOf } from "./chunks.mjs";

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
    if (kept.size > 512) kept.delete(kept.keys().next().value);
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
    [[0, "uniform"], [1, "read-only-storage"], [2, "read-only-storage"], [3, "storage"]]);
  const placer = () => own("places", () => placeShader(kit.wgsl), [[0, "uniform"], [1, "storage"]]);
  const adder = (type) => own(`sum ${type === "u64" || type === "bool" ? type : "words"}`, () => sumShader(type),
    [[0, "read-only-storage"], [1, "read-only-storage"], [2, "storage"]]);

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

  const chunk = chunksOf(open, kit, makers, placer);

  // The digests of outputs, [buffer, words of a value] each: the dispatches and the buffers of digests.
  const digests = (outputs, { start, cases, places }, digesters, { buffer }) => {
    const blocks = Math.ceil(cases / kit.block);
    const numbers = buffer(8, new Uint32Array([...halves(start), cases, 0, ...kit.key, 0, 0]));
    const into = outputs.map(() => buffer(LANES * blocks));
    const bound = outputs.map(([output], k) => [numbers, output, places, into[k]]);
    const dispatches = bound.map((each, k) => [digesters[k], groups(cases, GROUP), each]);
    return [dispatches, into];
  };

  // The answer from outputs, [buffer, words of a value] each, and the operands.
  const answered = (head, outputs, inputs, before, digesters, room) => {
    const { want } = head;
    if (want === undefined) {
      const [more, into] = digests(outputs, head, digesters, room);
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
        const { dispatches, back, answer, used } = encode(room);
        const words = await open.run(dispatches, back);
        await Promise.all(used ?? []).catch(({ message }) => {
          throw Object.assign(new Error(`a term of an earlier request failed: ${message}`), { error: "lost" });
        });
        let at = 0;
        return answer(back.map(([, count]) => words.subarray(at, (at += count))));
      });
    } finally {
      room.end();
      trim();
    }
  };

  const runOp = async (request, { shader: k, source, start, cases, fixed, result }) => {
    const { types } = kit.sources[source];
    const [code, ...digesters] = await Promise.all([shader(k), digester(result)]);
    const { operands, places } = await chunk(source, start, cases);
    const head = { start, cases, places, want: request.want };
    return finish((room) => {
      const uniform = (words) => room.buffer(words.length, new Uint32Array(words));
      const given = operands.map((own, n) => (fixed?.[n] ? uniform(fixed[n]) : own));
      const bound = given.filter((_, n) => kit.shaders[k].passing[n] !== "l");
      const [x] = groups(cases, GROUP);
      const params = room.buffer(4, new Uint32Array([cases, x, 64 * x, 0]));
      const output = room.buffer(cases * result);
      const inputs = operands.map((own, n) => [own, wordsOf(types[n])]);
      const dispatches = [[code, [x, 1, 1], [params, ...bound, output]]];
      return answered(head, [[output, result]], inputs, dispatches, digesters, room);
    });
  };

  // The values of the terms of a law, and the dispatches that compute those that the chunk has not kept. `done` is the
  // end of these; others wait for it.
  const terms = (steps, codes, cases, own, room, done) => {
    const [x] = groups(cases, GROUP);
    const params = room.buffer(4, new Uint32Array([cases, x, 64 * x, 0]));
    const [values, dispatches, used] = [[], [], []];
    const computed = (step, k, of) => {
      const words = cases * wordsOf(step.type);
      const keeps = own.hasRoom(words);
      const value = (keeps ? own : room).buffer(words);
      if (step.apply) dispatches.push([codes[k], [x, 1, 1], [params, ...of, value]]);
      else dispatches.push([codes[k], groups(step.type === "u64" ? cases : words, 64), [...of, value]]);
      return [value, keeps];
    };
    const valueOf = (step, k) => {
      if (step.variable !== undefined) return [`v${step.variable}`, own.operands[step.variable]];
      if (step.constant) return [`c${step.constant}`, constant(step.constant, cases)];
      const of = (step.apply?.[1] ?? step.sum).map((n) => values[n]);
      const name = `${step.apply ? step.apply[0] : step.type}(${of.map(([one]) => one)})`;
      const known = own.terms.get(name);
      if (known) {
        used.push(known.done);
        return [name, known.value];
      }
      const [value, keeps] = computed(step, k, of.map(([, one]) => one));
      if (keeps) own.terms.set(name, { value, done });
      return [name, value];
    };
    steps.forEach((step, k) => values.push(valueOf(step, k)));
    return { values: values.map(([, value]) => value), dispatches, used };
  };

  const runLaw = async (request, { source, start, cases, law }) => {
    const [{ types }, { steps, compared }] = [kit.sources[source], kit.laws[law]];
    const code = (step) => (step.apply && shader(step.apply[0])) || (step.sum && adder(step.type));
    const codes = await Promise.all(steps.map(code));
    const digesters = await Promise.all(compared.map((k) => digester(wordsOf(steps[k].type))));
    const own = await chunk(source, start, cases);
    const head = { start, cases, places: own.places, want: request.want };
    let end;
    const done = new Promise((ok, fail) => (end = [ok, fail]));
    const result = finish((room) => {
      const { values, dispatches, used } = terms(steps, codes, cases, own, room, done);
      const outputs = compared.map((k) => [values[k], wordsOf(steps[k].type)]);
      const inputs = own.operands.map((one, n) => [one, wordsOf(types[n])]);
      return { ...answered(head, outputs, inputs, dispatches, digesters, room), used };
    });
    result.then(...end);
    done.catch(() => own.terms.forEach((term, name) => term.done === done && own.terms.delete(name)));
    return result;
  };

  const runLaunch = async (request, { programs, buffers, steps, read_back, words: wanted }) => {
    const load = ({ text, buffers }) => pipeline(`program ${text} ${JSON.stringify(buffers)}`, () => {
      const code = checked(kit.texts[text]);
      return open.guarded(() => open.loadProgram(code, buffers));
    });
    const [digest, place, ...codes] = await Promise.all([digester(1), placer(), ...programs.map(load)]);
    const contents = buffers.map((of) => (typeof of === "number" ? of : kit.words[of.words]));
    const result = await open.guarded(() => open.launch(codes, { steps, read_back }, contents));
    if (wanted) return { w: [encoded(result)], in: [] };
    const cases = result.length;
    return finish((room) => {
      const [places, dispatch] = placesOf(place, kit.key, 0, cases, room);
      const head = { start: 0, cases, places, want: request.want };
      return answered(head, [[room.buffer(cases, result), 1]], [], [dispatch], [digest], room);
    });
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
