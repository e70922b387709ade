// A backend of vyre-conform on WebGPU: it speaks vyre-backend/1 and takes WGSL. docs/spec/protocol.md describes the protocol.
//
// In node it runs on Dawn: node backend.mjs FOLDER [TOGGLE ..]
// FOLDER is where `npm install webgpu` was run; a toggle is one of Dawn's, such as `adapter=llvmpipe`.
// VYRE_BACKEND_NODE="node backend.mjs target/tint adapter=llvmpipe" makes it the backend `process-node`.
//
// In a browser, in a page that `vyre-browser` serves, frames travel as messages of a WebSocket:
// VYRE_BACKEND_CHROMIUM="vyre-browser -- chromium --headless=new --enable-unsafe-webgpu" is the backend `process-chromium`.
import { Refusal, browser, found, opened } from "./device.mjs";

const [folder, ...toggles] = browser ? [] : process.argv.slice(2);
const open = await opened(await found(folder, toggles));

const loaded = new Map();

const load = async ({ handle, form, bytes, op, programs }, words) => {
  if (form !== "wgsl") throw new Refusal("refused", "only WGSL is accepted");
  const all = new Uint8Array(words.buffer, words.byteOffset, 4 * words.length);
  let at = 0;
  const texts = bytes.map((count) => {
    const text = new TextDecoder().decode(all.subarray(at, at + count));
    at += Math.ceil(count / 4) * 4;
    return text;
  });
  if (op) loaded.set(handle, { op, code: await open.loadOp(texts[0], op.shader) });
  else loaded.set(handle, { code: await Promise.all(programs.map(({ buffers }, k) => open.loadProgram(texts[k], buffers))) });
};

const runOp = ({ op, code }, { cases, words: counts, params, workgroups }, words) => {
  let at = 0;
  const operands = counts.map((count) => words.subarray(at, (at += count)));
  const due = cases * (open.words[op.result] ?? 1);
  return open.runOp(code, { words: due, params, workgroups }, operands.filter((words) => words.length));
};

const launch = ({ code }, head, words) => {
  let at = 0;
  const contents = head.buffers.map(({ words: count, zeros }) => (zeros ? count : words.subarray(at, (at += count))));
  return open.launch(code, head, contents);
};

const answer = async (kind, head, words) => {
  if (kind === 1) {
    const { identity, features } = open;
    return [{ protocol: "vyre-backend/1", identity, features, accepts: ["wgsl"] }];
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
  try {
    [head, results] = await open.guarded(() => answer(kind, JSON.parse(text), words));
    kind |= 0x80;
  } catch (error) {
    [head, kind] = [{ error: error.error ?? "other", message: String(error.message) }, 0xff];
  }
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
