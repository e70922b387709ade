// Runs a kit on the device of this machine, in node with Dawn:
//
//   npm install webgpu && node run.mjs -o answers.json
//
// --webgpu FOLDER is where `npm install webgpu` was run, by default this folder or the current one. Other words are
// toggles of Dawn, such as `adapter=NVIDIA`. What is done is kept in `answers.json.part`: the same command continues.
import { inflateRawSync } from "node:zlib";
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { found, opened } from "./device.mjs";
import { file, ready, runAll, sharedOf } from "./kit.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const words = process.argv.slice(2);
const option = (...names) => {
  const at = words.findIndex((word) => names.includes(word));
  return at < 0 ? undefined : words.splice(at, 2)[1];
};
const output = option("-o", "--output") ?? "answers.json";
const folder = option("--webgpu") ?? [here, "."].find((one) => existsSync(join(one, "node_modules/webgpu")));
if (!folder) {
  console.error("there is no WebGPU: run `npm install webgpu` here, or name the folder where it was run with --webgpu");
  process.exit(4);
}

// The package polls as fast as a core can: two cores have better work.
globalThis.setImmediate = (call, ...words) => setTimeout(call, 1, ...words);

// The kit is in the page.
const [, text] = readFileSync(join(here, "index.html"), "latin1").match(/ id="kit">([^<]*)</);
const kit = ready(JSON.parse(inflateRawSync(Buffer.from(text, "base64")).toString("utf8")));
const part = `${output}.part`;
const answers = new Map();
let device;
let began = new Date().toISOString();
if (existsSync(part)) {
  // The last line may be cut.
  const lines = readFileSync(part, "utf8").split("\n").slice(0, -1).map((line) => JSON.parse(line));
  const [head, ...rest] = lines;
  if (head?.digest === kit.digest) {
    [device, began] = [head.device, head.began];
    rest.forEach(([k, kept]) => answers.set(k, kept));
    console.error(`continuing: ${answers.size} of ${kit.requests.length} requests are done`);
  } else rmSync(part);
}

const entry = await found(folder, words);
let told = 0;
const state = {
  answers,
  stopped: () => false,
  opened: (open) => {
    const now = sharedOf(open);
    if (device && JSON.stringify(device) !== JSON.stringify(now)) {
      console.error(`${part} has answers of ${device.device}, this device is ${now.device}: remove it to begin again`);
      process.exit(4);
    }
    if (!device) writeFileSync(part, `${JSON.stringify({ digest: kit.digest, device: now, began })}\n`);
    device = now;
  },
  keep: (k, kept) => {
    answers.set(k, kept);
    appendFileSync(part, `${JSON.stringify([k, kept])}\n`);
    const done = Math.floor((100 * answers.size) / kit.requests.length);
    if (done > told) {
      told = done;
      console.error(`${done} %`);
    }
  },
};
await runAll(kit, () => opened(entry), state);
writeFileSync(output, await file(kit, device, answers, began));
rmSync(part);
const failed = [...answers.values()].filter(([one]) => one.error && one.error[0] !== "unsupported").length;
console.error(`${output}: ${answers.size} answers of ${device.device}; ${failed} requests failed. Send this file back`);
process.exit(0);
