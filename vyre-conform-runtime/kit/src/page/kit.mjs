// A kit from its file to the file of its answers.
import { decoded } from "./cases.mjs";
import { engine } from "./requests.mjs";

const PATIENCE = 120_000;

// The features that texts of kits may use. Others are nobody's business.
const USED = ["packed_4x8_integer_dot_product", "shader-f16", "subgroups"];

// What the answers say about a device.
export const sharedOf = ({ identity, features, language }) =>
  ({ ...identity, features: USED.filter((name) => features.includes(name) || language.includes(name)) });

// A kit ready to run: words are decoded once.
export const ready = (kit) => {
  const words = kit.words.map(decoded);
  const recipe = (of) => {
    if (of.product) return { product: of.product.map((axis) => ("list" in axis ? { list: words[axis.list] } : axis)) };
    if (of.columns) return { columns: of.columns.map((k) => words[k]) };
    if (of.sequence) return { sequence: of.sequence.map(([length, part]) => [length, recipe(part)]) };
    if (of.from) return { from: [of.from[0], recipe(of.from[1])] };
    return of;
  };
  return { ...kit, words, sources: kit.sources.map(({ types, of }) => ({ types, of: recipe(of) })) };
};

// The requests, those about the same cases one after the other.
const ordered = ({ requests }) => {
  const place = ({ op, law }) => {
    const of = op ?? law;
    return of ? [of.source, of.start, of.cases] : [-1, 0, 0];
  };
  const places = requests.map(place);
  const before = ([a, b, c], [x, y, z]) => a - x || b - y || c - z;
  return requests.map((_, k) => k).sort((k, n) => before(places[k], places[n]) || k - n);
};

const seconds = (ms) => Math.round(ms / 1000);

// Runs the requests that have no answer yet, some at a time. `state` has `answers` by request, is asked for
// `stopped()`, and told of each answer by `keep(request, answers)`. A device that is lost is opened again by `reopen`.
export const runAll = async (kit, reopen, state, together = 3) => {
  let [open, answer] = [null, null];
  const start = async () => {
    open = await reopen();
    open.lost = open.device.lost.then(({ message }) => {
      throw Object.assign(new Error(`the device was lost: ${message}`), { error: "lost" });
    });
    open.lost.catch(() => {});
    answer = engine(kit, open);
    state.opened?.(open);
  };
  await start();
  const waiting = ordered(kit).filter((k) => !state.answers.has(k));
  const again = new Set();
  const one = async (k, on) => {
    const request = kit.requests[k];
    let timer;
    const late = new Promise((_, fail) => {
      const told = `no answer in ${seconds(PATIENCE)} s`;
      timer = setTimeout(() => fail(Object.assign(new Error(told), { error: "lost" })), PATIENCE);
    });
    try {
      await state.keep(k, await Promise.race([answer(request), on.lost, late]));
    } catch (error) {
      const message = String(error.message).slice(0, 2000);
      if (error.error !== "lost") return void (await state.keep(k, [{ error: [error.error ?? "other", message] }]));
      if (again.has(k)) await state.keep(k, [{ error: ["lost", message] }]);
      else waiting.unshift(k);
      again.add(k);
      on.gone = true;
    } finally {
      clearTimeout(timer);
    }
  };
  while (waiting.length && !state.stopped()) {
    const on = open;
    // After a loss those that may have caused it run alone.
    const alone = () => again.has(waiting[0]);
    const worker = async (wanted) => {
      while (waiting.length && !state.stopped() && !on.gone && wanted()) await one(waiting.shift(), on);
    };
    if (alone()) await worker(alone);
    else await Promise.all(Array.from({ length: together }, () => worker(() => true)));
    if (on.gone) {
      on.device.destroy();
      await start();
    }
  }
};

// The file of answers: the sum at its end is over everything before it.
export const file = async (kit, device, answers, began) => {
  const { version, digest, library, settings, names, track } = kit;
  const head = { format: "vyre-answers/1", kit: { version, digest, library, settings, names, track }, device, began };
  const ended = new Date().toISOString();
  const results = kit.requests.map(({ id }, k) => [id, ...(answers.get(k) ?? [])]);
  const body = JSON.stringify({ ...head, ended, results }).slice(0, -1);
  const sum = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(body));
  const hex = [...new Uint8Array(sum)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${body},"sum":"${hex}"}\n`;
};
