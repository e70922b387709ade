// A backend of vyre-conform on WebGPU: it speaks vyre-backend/1 and takes WGSL. docs/spec/protocol.md describes the protocol.
//
// In node it runs on Dawn: node backend.mjs FOLDER [TOGGLE ..]
// FOLDER is where `npm install webgpu` was run; a toggle is one of Dawn's, such as `adapter=llvmpipe`.
// VYRE_BACKEND_NODE="node backend.mjs target/tint adapter=llvmpipe" makes it the backend `process-node`.
//
// In a browser, in a page that `vyre-browser` serves, frames travel as messages of a WebSocket:
// VYRE_BACKEND_CHROMIUM="vyre-browser -- chromium --headless=new --enable-unsafe-webgpu" is the backend `process-chromium`.
const browser = typeof document !== "undefined";

// The adapter that is there, and what is said of it.
const found = async () => {
  if (browser) {
    if (!navigator.gpu) throw new Error("this browser has no WebGPU: Chromium has it with --enable-unsafe-webgpu");
    const version = navigator.userAgent.match(/Chrom\w*\/[\d.]+/)?.[0] ?? navigator.userAgent;
    return { gpu: navigator.gpu, kind: "browser", version };
  }
  const [{ createRequire }, { join, resolve }, { pathToFileURL }] =
    await Promise.all(["node:module", "node:path", "node:url"].map((name) => import(name)));
  const [folder, ...toggles] = process.argv.slice(2);
  const dawn = createRequire(join(resolve(folder), "package.json")).resolve("webgpu");
  const { create, globals } = await import(pathToFileURL(dawn));
  Object.assign(globalThis, globals);
  return { gpu: create(toggles), kind: "dawn", version: "" };
};

const { gpu, kind: KIND, version } = await found();
const adapter = await gpu.requestAdapter();
if (!adapter) throw new Error("there is no adapter: install a Vulkan driver such as Mesa's lavapipe");
const device = await adapter.requestDevice({ requiredFeatures: [...adapter.features] });
// Dawn's objects must outlive every pending promise.
globalThis.kept = { gpu, adapter, device };

class Refusal extends Error {
  constructor(error, message) {
    super(message);
    this.error = error;
  }
}

const padded = (bytes) => Math.max(16, Math.ceil(bytes / 16) * 16);
const { STORAGE, UNIFORM, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;

const buffer = (words, contents) => {
  const made = device.createBuffer({ size: padded(4 * words), usage: STORAGE | UNIFORM | COPY_SRC | COPY_DST });
  if (contents?.length) device.queue.writeBuffer(made, 0, contents);
  return made;
};

// A pipeline over the bindings of a shader: [binding, type of buffer] each.
const prepared = async (code, entryPoint, bindings) => {
  const module = device.createShaderModule({ code });
  const { messages } = await module.getCompilationInfo();
  const errors = messages.filter((m) => m.type === "error");
  if (errors.length) throw new Refusal("compile", errors.map((m) => `${m.lineNum}:${m.linePos}: ${m.message}`).join("\n"));
  const entry = ([binding, type]) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } });
  const layout = device.createBindGroupLayout({ entries: bindings.map(entry) });
  const whole = device.createPipelineLayout({ bindGroupLayouts: [layout] });
  return { layout, bindings, pipeline: await device.createComputePipelineAsync({ layout: whole, compute: { module, entryPoint } }) };
};

// Runs dispatches, [prepared, workgroups, [[buffer, words] ..]] each, and reads buffers, [buffer, words] each.
const run = async (dispatches, back) => {
  const encoder = device.createCommandEncoder();
  const pass = encoder.beginComputePass();
  for (const [{ layout, bindings, pipeline }, workgroups, bound] of dispatches) {
    if (workgroups.includes(0)) continue;
    const entry = ([binding, type], k) => {
      const [buffer, words] = bound[k];
      return { binding, resource: { buffer, size: type === "uniform" ? padded(4 * words) : 4 * words } };
    };
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({ layout, entries: bindings.map(entry) }));
    pass.dispatchWorkgroups(...workgroups);
  }
  pass.end();
  const total = back.reduce((sum, [, words]) => sum + words, 0);
  const read = device.createBuffer({ size: padded(4 * total), usage: MAP_READ | COPY_DST });
  let at = 0;
  for (const [from, words] of back) {
    encoder.copyBufferToBuffer(from, 0, read, at, 4 * words);
    at += 4 * words;
  }
  device.queue.submit([encoder.finish()]);
  await read.mapAsync(GPUMapMode.READ);
  const words = new Uint32Array(read.getMappedRange().slice(0, 4 * total));
  read.destroy();
  return words;
};

const loaded = new Map();
const ACCESS = { read_only: "read-only-storage", read_write: "storage", uniform: "uniform" };

const load = async ({ handle, form, bytes, op, programs }, words) => {
  if (form !== "wgsl") throw new Refusal("refused", "only WGSL is accepted");
  const all = new Uint8Array(words.buffer, words.byteOffset, 4 * words.length);
  let at = 0;
  const texts = bytes.map((count) => {
    const text = new TextDecoder().decode(all.subarray(at, at + count));
    at += Math.ceil(count / 4) * 4;
    return text;
  });
  if (op) {
    const { entry, params, operands, passing, output } = op.shader;
    const given = operands.flatMap((binding, k) =>
      binding === null ? [] : [[binding, passing[k] === "storage" ? "read-only-storage" : "uniform"]]);
    loaded.set(handle, { op, code: await prepared(texts[0], entry, [[params, "uniform"], ...given, [output, "storage"]]) });
  } else {
    const of = ({ buffers }, k) => prepared(texts[k], "vyre_main", buffers.map((b) => [b.binding, ACCESS[b.access]]));
    loaded.set(handle, { code: await Promise.all(programs.map(of)) });
  }
};

const WORDS = { u64: 2, vec2: 2, vec4: 4 };

const runOp = async ({ op, code }, { cases, words: counts, params, workgroups }, words) => {
  const made = [buffer(4, new Uint32Array(params))];
  const bound = [[made[0], 4]];
  let at = 0;
  for (const count of counts) {
    if (count) {
      made.push(buffer(count, words.subarray(at, at + count)));
      bound.push([made.at(-1), count]);
    }
    at += count;
  }
  const due = cases * (WORDS[op.result] ?? 1);
  made.push(buffer(due));
  bound.push([made.at(-1), due]);
  const results = await run([[code, workgroups, bound]], [bound.at(-1)]);
  made.forEach((one) => one.destroy());
  return results;
};

const launch = async ({ code }, { buffers, steps, read_back }, words) => {
  let at = 0;
  const made = buffers.map(({ words: count, zeros }) => {
    const contents = zeros ? undefined : words.subarray(at, at + count);
    at += zeros ? 0 : count;
    return [buffer(count, contents), count];
  });
  const dispatches = steps.map((step) => [code[step.program], step.workgroups, step.buffers.map((k) => made[k])]);
  const results = await run(dispatches, read_back.map((k) => made[k]));
  made.forEach(([one]) => one.destroy());
  return results;
};

const answer = async (kind, head, words) => {
  if (kind === 1) {
    const { vendor, architecture, device: name, description } = adapter.info;
    const driver = [version, description, vendor, architecture].filter(Boolean).join(", ");
    const identity = { kind: KIND, device: name || description || architecture || "unnamed", driver };
    return [{ protocol: "vyre-backend/1", identity, features: [...device.features].sort(), accepts: ["wgsl"] }];
  }
  if (kind === 2) return [{}, await load(head, words)];
  if (kind === 3) {
    const found = loaded.get(head.handle);
    if (!found) throw new Refusal("refused", `nothing is loaded as ${head.handle}`);
    return [{}, await (found.op ? runOp : launch)(found, head, words)];
  }
  if (kind === 4 && !loaded.delete(head.handle)) throw new Refusal("refused", `nothing is loaded as ${head.handle}`);
  if (kind !== 4 && kind !== 5) throw new Refusal("refused", `there is no request of kind ${kind}`);
  return [{}];
};

// The answer to a frame: the device's own complaints are errors of the request that they come from.
const answered = async (id, kind, text, words) => {
  let [head, results] = [{}, undefined];
  device.pushErrorScope("validation");
  try {
    [head, results] = await answer(kind, JSON.parse(text), words);
    kind |= 0x80;
  } catch (error) {
    [head, kind] = [{ error: error.error ?? "other", message: String(error.message) }, 0xff];
  }
  const complaint = await device.popErrorScope();
  if (complaint && kind !== 0xff) [head, results, kind] = [{ error: "other", message: complaint.message }, undefined, 0xff];
  const text_of = new TextEncoder().encode(JSON.stringify(head));
  const size = Math.ceil(text_of.length / 4) * 4;
  const bytes = new Uint8Array(12 + size + 4 * (results?.length ?? 0)).fill(32, 12, 12 + size);
  new Uint32Array(bytes.buffer, 0, 3).set([bytes.length - 4, id, kind + 256 * size]);
  bytes.set(text_of, 12);
  if (results) new Uint32Array(bytes.buffer, 12 + size).set(results);
  return bytes;
};

// The answer to the bytes of a frame, which are aligned, and whether it is the last one.
const answer_to = async (frame) => {
  const [, id, kind] = new Uint32Array(frame.buffer, 0, 3);
  const head = new TextDecoder().decode(frame.subarray(12, 12 + (kind >>> 8)));
  const words = new Uint32Array(frame.buffer, 12 + (kind >>> 8));
  return [await answered(id, kind & 255, head, words), (kind & 255) === 5];
};

if (browser) {
  const socket = new WebSocket(location.href.replace(/^http/, "ws"));
  socket.binaryType = "arraybuffer";
  // One after the other: a message may come before the one before is answered.
  let last = Promise.resolve();
  socket.onmessage = ({ data }) => {
    last = last.then(async () => socket.send((await answer_to(new Uint8Array(data)))[0]));
  };
} else {
  let chunks = [];
  let held = 0;
  for await (const chunk of process.stdin) {
    chunks.push(chunk);
    held += chunk.length;
    while (held >= 12) {
      if (chunks[0].length < 4) chunks = [Buffer.concat(chunks)];
      const length = 4 + chunks[0].readUInt32LE(0);
      if (held < length) break;
      const all = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      // A copy of its own, so that its words are aligned.
      const frame = new Uint8Array(all.subarray(0, length));
      chunks = [all.subarray(length)];
      held -= length;
      const [bytes, ends] = await answer_to(frame);
      await new Promise((done) => process.stdout.write(bytes, done));
      if (ends) process.exit(0);
    }
  }
  process.exit(0);
}
