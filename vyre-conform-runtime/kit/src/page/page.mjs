// The page of a kit.
import { found, opened } from "./device.mjs";
import { file, ready, runAll, sharedOf } from "./kit.mjs";
import { storeOf } from "./store.mjs";

const at = (id) => document.getElementById(id);
const say = (text) => (at("status").textContent = text);
const inState = (state) => (document.documentElement.dataset.state = state);
const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

const NO_WEBGPU = "This browser has no WebGPU here. Chrome and Edge have it from version 113, Safari from 26, " +
  "Firefox on Windows from 141; Chrome on Linux with --enable-unsafe-webgpu --enable-features=Vulkan. It needs an " +
  "address with https: or localhost; where this is a file, serve its folder: vyre-conform kit serve FOLDER.";

// A rough measure of the work of a request.
const workOf = ({ laws }, { op, law, launch, times }) => {
  const cases = (op?.cases ?? 0) + (law ? law.cases * laws[law.law].steps.length : 0);
  return (times ?? 1) * (20_000 + cases + (launch ? 10_000 : 0));
};

const timeOf = (ms) => (ms < 90_000 ? `${Math.ceil(ms / 1000)} seconds` : `${Math.ceil(ms / 60_000)} minutes`);

// Units of work that SwiftShader does on two cores in a millisecond.
const SLOW = 20_000;

// One entry for equal failures.
const listed = () => {
  const known = new Map();
  return (text) => {
    const entry = known.get(text) ?? { times: 0, item: element("li", text) };
    known.set(text, entry);
    entry.times += 1;
    if (entry.times > 1) entry.item.textContent = `${text} (${entry.times} times)`;
    else if (known.size <= 100) at("failures").append(entry.item);
    at("trouble").hidden = false;
  };
};

// Counts of answers, by op and engine, and their display.
const progressOf = (kit) => {
  const rows = new Map();
  for (const { family } of kit.requests) {
    const known = rows.get(family);
    if (known) known.total += 1;
    else {
      const cells = [kit.families[family], "", ""].map((text) => element("td", text));
      const row = element("tr", "");
      row.append(...cells);
      at("families").append(row);
      rows.set(family, { total: 1, done: 0, failed: 0, skipped: 0, cells });
    }
  }
  const progress = { works: kit.requests.map((request) => workOf(kit, request)), work: 0, families: rows.size };
  progress.whole = progress.works.reduce((sum, work) => sum + work, 0);
  const list = listed();
  progress.count = (k, kept) => {
    const row = rows.get(kit.requests[k].family);
    row.done += 1;
    row.cells[1].textContent = `${row.done} / ${row.total}`;
    progress.work += progress.works[k];
    const [{ error }] = kept;
    if (!error) return;
    if (error[0] === "unsupported") row.skipped += 1;
    else row.failed += 1;
    const counts = [["failed", row.failed], ["skipped", row.skipped]].filter(([, count]) => count);
    row.cells[2].textContent = counts.map(([name, count]) => `${count} ${name}`).join(", ");
    const name = kit.families[kit.requests[k].family];
    list(error[0] === "unsupported" ? `${name}: skipped, ${error[1]}` : `${name}: ${error.join(": ")}`);
  };
  return progress;
};

// The buttons and numbers of a session.
const show = (kit, answers, progress, session) => {
  const [done, total] = [answers.size, kit.requests.length];
  at("progress").value = progress.whole ? progress.work / progress.whole : 1;
  const about = `${total} requests about ${progress.families} ops, engines and programs`;
  at("amount").textContent = `${about}; ${done} are done.`;
  const own = progress.work - session.before;
  const left = ((performance.now() - session.since) / own) * (progress.whole - progress.work);
  const isKnown = session.running && own > progress.whole / 1000 && done < total;
  const slow = `It takes about ${timeOf(progress.whole / SLOW)} on a processor of two cores, and less on a GPU.`;
  at("left").textContent = isKnown ? `About ${timeOf(left)} are left.` : done ? "" : slow;
  at("start").disabled = session.running || done === total;
  at("start").textContent = done ? "Continue" : "Start";
  at("pause").disabled = !session.running;
  at("download").disabled = !done;
  at("again").disabled = session.running || !done;
  // A button that ends must not take the focus of a keyboard with it.
  if (document.activeElement?.disabled) ["pause", "start", "download"].map(at).find((one) => !one.disabled)?.focus();
  if (!session.running) inState(done === total ? "done" : done ? "paused" : "ready");
};

// A device that the page can use, and its entry; none if the page says why not.
const firstDevice = async () => {
  try {
    const entry = await found();
    return [entry, await opened(entry)];
  } catch (error) {
    inState("no-webgpu");
    say(navigator.gpu ? `${error.message}. ${NO_WEBGPU}` : NO_WEBGPU);
    return [];
  }
};

const showDevice = (shared) => {
  const features = shared.features.join(", ") || "none";
  const rows = [["Device", shared.device], ["Driver and browser", shared.driver], ["Features", features]];
  for (const [name, text] of [...rows, ["Also", "the times of this run, and the answers"]]) {
    at("shared").append(element("dt", name), element("dd", text));
  }
  at("device").hidden = false;
  at("work").hidden = false;
};

// What an earlier page of this device left.
const earlier = async (store, shared) => {
  const run = await store.run();
  if (!run || JSON.stringify(run.device) === JSON.stringify(shared)) return [run, await store.answers()];
  await store.clear();
  say("The answers that this browser had were of another device or version. Begin again.");
  return [undefined, new Map()];
};

// Runs what is missing, from `first` on, a device that is open.
const runMissing = async (kit, [entry, first], shared, state, session) => {
  let device = first;
  const reopen = async () => {
    const now = device ?? (await opened(entry));
    device = null;
    if (JSON.stringify(sharedOf(now)) !== JSON.stringify(shared)) throw new Error("another device came back");
    return now;
  };
  try {
    await runAll(kit, reopen, state);
    say(session.stop ? "Paused." : "Done. Download the answers and send the file back.");
  } catch (error) {
    say(`The device cannot be opened: ${error.message}. Reload this page to continue.`);
  }
};

const offer = (text, name) => {
  const link = element("a", "");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

// The kit in this page, which is compressed.
const included = async () => {
  const bytes = Uint8Array.from(atob(at("kit").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return JSON.parse(await new Response(stream).text());
};

const begin = async () => {
  inState("looking");
  const [entry, first] = await firstDevice();
  if (!entry) return;
  const kit = ready(await included());
  const shared = sharedOf(first);
  showDevice(shared);
  const store = await storeOf(kit.digest);
  say(store.lasts ? "Ready." : "Ready. This browser keeps nothing here: leave the page open until the end.");
  let [run, answers] = await earlier(store, shared);
  const progress = progressOf(kit);
  answers.forEach((kept, k) => progress.count(k, kept));
  const session = { running: false, stop: false, since: 0, before: 0 };
  const update = () => show(kit, answers, progress, session);
  const keep = async (k, kept) => {
    await store.keep(k, kept);
    answers.set(k, kept);
    progress.count(k, kept);
    update();
  };
  let unused = first;
  at("start").onclick = async () => {
    Object.assign(session, { running: true, stop: false, since: performance.now(), before: progress.work });
    inState("running");
    say("Running. You may close this page and continue later.");
    update();
    if (!run) await store.begin((run = { device: shared, began: new Date().toISOString() }));
    const awake = await navigator.wakeLock?.request("screen").catch(() => null);
    const device = unused;
    unused = null;
    await runMissing(kit, [entry, device], shared, { answers, keep, stopped: () => session.stop }, session);
    awake?.release();
    session.running = false;
    update();
  };
  at("pause").onclick = () => {
    session.stop = true;
    say("Pausing after the requests that run …");
  };
  at("again").onclick = async () => {
    if (!confirm("Remove the answers that are done?")) return;
    await store.clear();
    location.reload();
  };
  const text = () => file(kit, shared, answers, run.began);
  at("download").onclick = async () => offer(await text(), `answers-${kit.digest.slice(0, 8)}.json`);
  globalThis.answersOfKit = text;
  update();
};

begin().catch((error) => {
  inState("broken");
  say(`This page failed: ${error.message}`);
});
