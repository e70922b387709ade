// A device of WebGPU, in a browser or in node with Dawn: what runs WGSL for `backend.mjs` and for the pages of kits.
export const browser = typeof document !== "undefined";

// An error with a name of docs/spec/protocol.md.
export class Refusal extends Error {
  constructor(error, message) {
    super(message);
    this.error = error;
  }
}

// The entry to WebGPU. In node, `folder` is where `npm install webgpu` was run, and a toggle is one of Dawn's.
export const found = async (folder = ".", toggles = []) => {
  if (browser) {
    if (!navigator.gpu) throw new Error("this browser has no WebGPU: Chromium has it with --enable-unsafe-webgpu");
    const version = navigator.userAgent.match(/Chrom\w*\/[\d.]+/)?.[0] ?? navigator.userAgent;
    return { gpu: navigator.gpu, kind: "browser", version };
  }
  const [{ createRequire }, { join, resolve }, { pathToFileURL }] =
    await Promise.all(["node:module", "node:path", "node:url"].map((name) => import(name)));
  const dawn = createRequire(join(resolve(folder), "package.json")).resolve("webgpu");
  const { create, globals } = await import(pathToFileURL(dawn));
  Object.assign(globalThis, globals);
  return { gpu: create(toggles), kind: "dawn", version: "" };
};

const padded = (bytes) => Math.max(16, Math.ceil(bytes / 16) * 16);
const ACCESS = { read_only: "read-only-storage", read_write: "storage", uniform: "uniform" };
const WORDS = { u64: 2, vec2: 2, vec4: 4 };

// An open device.
export const opened = async ({ gpu, kind, version }) => {
  const adapter = await gpu.requestAdapter();
  if (!adapter) throw new Error("there is no adapter: install a Vulkan driver such as Mesa's lavapipe");
  const device = await adapter.requestDevice({ requiredFeatures: [...adapter.features] });
  // Dawn's objects must outlive every pending promise.
  globalThis.kept = { gpu, adapter, device };
  const { STORAGE, UNIFORM, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;

  const buffer = (words, contents) => {
    const made = device.createBuffer({ size: padded(4 * words), usage: STORAGE | UNIFORM | COPY_SRC | COPY_DST });
    if (contents?.length) device.queue.writeBuffer(made, 0, contents);
    return made;
  };

  // A pipeline over the bindings of a shader: [binding, type of buffer] each. All calls of the device come first.
  const prepared = async (code, entryPoint, bindings) => {
    const module = device.createShaderModule({ code });
    const entry = ([binding, type]) => ({ binding, visibility: GPUShaderStage.COMPUTE, buffer: { type } });
    const layout = device.createBindGroupLayout({ entries: bindings.map(entry) });
    const whole = device.createPipelineLayout({ bindGroupLayouts: [layout] });
    const made = device.createComputePipelineAsync({ layout: whole, compute: { module, entryPoint } });
    const [{ messages }, pipeline] = await Promise.all([module.getCompilationInfo(), made.catch((error) => error)]);
    const errors = messages.filter((m) => m.type === "error");
    if (errors.length) throw new Refusal("compile", errors.map((m) => `${m.lineNum}:${m.linePos}: ${m.message}`).join("\n"));
    if (pipeline instanceof Error) throw new Refusal("compile", pipeline.message);
    return { layout, bindings, pipeline };
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

  // Work whose calls of the device come before its first wait: complaints are errors of this work.
  const guarded = async (work) => {
    device.pushErrorScope("validation");
    const working = work();
    const complaint = device.popErrorScope();
    const result = await working.catch((error) => ({ error }));
    const told = await complaint;
    if (result?.error instanceof Error) throw result.error;
    if (told) throw new Refusal("other", told.message);
    return result;
  };

  // The bindings of an op's shader.
  const opBindings = ({ params, operands, passing, output }) => {
    const given = operands.flatMap((binding, k) =>
      binding === null ? [] : [[binding, passing[k] === "storage" ? "read-only-storage" : "uniform"]]);
    return [[params, "uniform"], ...given, [output, "storage"]];
  };
  const loadOp = (text, shader) => prepared(text, shader.entry, opBindings(shader));
  const loadProgram = (text, buffers) => prepared(text, "vyre_main", buffers.map((b) => [b.binding, ACCESS[b.access]]));

  // The results of an op: `operands` are the words of those with a binding.
  const runOp = async (code, { words: due, params, workgroups }, operands) => {
    const made = [new Uint32Array(params), ...operands].map((words) => [buffer(words.length, words), words.length]);
    made.push([buffer(due), due]);
    const results = await run([[code, workgroups, made]], [made.at(-1)]);
    made.forEach(([one]) => one.destroy());
    return results;
  };

  // The buffers read back: `contents` are words, or numbers of zeros.
  const launch = async (programs, { steps, read_back }, contents) => {
    const made = contents.map((words) =>
      typeof words === "number" ? [buffer(words), words] : [buffer(words.length, words), words.length]);
    const dispatches = steps.map((step) => [programs[step.program], step.workgroups, step.buffers.map((k) => made[k])]);
    const results = await run(dispatches, read_back.map((k) => made[k]));
    made.forEach(([one]) => one.destroy());
    return results;
  };

  const { vendor, architecture, device: name, description } = adapter.info;
  const driver = [version, description, vendor, architecture].filter(Boolean).join(", ");
  const identity = { kind, device: name || description || architecture || "unnamed", driver };
  const features = [...device.features].sort();
  const language = [...(gpu.wgslLanguageFeatures ?? [])].sort();
  return { device, identity, features, language, guarded, loadOp, loadProgram, runOp, launch, prepared, buffer, run, words: WORDS };
};
