// The page of a kit.
import { found, opened } from "./device.mjs";
import { file, ready, runAll, sharedOf } from "./kit.mjs";
import { storeOf } from "./store.mjs";

const at = (id) => document.getElementById(id);
const say = (text) => (at("status").textContent = text);
const inState = (state) => (document.documentElement.dataset.state = state);
const element = (name, text) => Object.assign(document.createElement(name), { textContent: text });

const NO_WEBGPU = "This browser has no WebGPU here. Chrome and Edge have it from version 113, Safari from 26, Firefox on " +
  "Windows from 141; Chrome on Linux with --enable-unsafe-webgpu --enable-features=Vulkan. It needs an address with " +
  "https: or localhost; where this is a file, serve its folder: vyre-conform kit serve FOLDER.";

// A rough measure of the work of a request.
const workOf = ({ op, law, launch, times }) =>
  (times ?? 1) * (20_000 + (op?.cases ?? 0) + (law ? law.cases * law.steps.length : 0) + (launch ? 10_000 : 0));

const timeOf = (ms) => (ms < 90_000 ? `${Math.ceil(ms / 1000)} seconds` : `${Math.ceil(ms / 60_000)} minutes`);

const begin = async () => {
  inState("looking");
  const kit = ready(JSON.parse(at("kit").textContent));
  let entry;
  try {
    entry = await found();
  } catch {
    inState("no-webgpu");
    return say(NO_WEBGPU);
  }
  let first;
  try {
    first = await opened(entry);
  } catch (error) {
    inState("no-webgpu");
    return say(`${error.message}. ${NO_WEBGPU}`);
  }
  const store = await storeOf(kit.digest);
  const shared = sharedOf(first);
  for (const [name, text] of [["Device", shared.device], ["Driver and browser", shared.driver],
    ["Features", shared.features.join(", ") || "none"], ["Also", "the times of this run, and the answers"]]) {
    at("shared").append(element("dt", name), element("dd", text));
  }
  at("device").hidden = false;
  at("work").hidden = false;
  let run = await store.run();
  let answers = await store.answers();
  if (run && JSON.stringify(run.device) !== JSON.stringify(shared)) {
    say("This browser has answers of another device or version; they are discarded when you start.");
    [run, answers] = [undefined, new Map()];
    await store.clear();
  }

  const works = kit.requests.map(workOf);
  const totals = new Map();
  kit.requests.forEach(({ family }) => totals.set(family, (totals.get(family) ?? 0) + 1));
  const rows = new Map();
  for (const [family, total] of totals) {
    const row = element("tr", "");
    const cells = [element("td", kit.families[family]), element("td", `0 / ${total}`), element("td", "")];
    row.append(...cells);
    at("families").append(row);
    rows.set(family, { total, done: 0, failed: 0, cells });
  }
  const whole = works.reduce((sum, work) => sum + work, 0);
  let doneWork = 0;
  const failed = ([one]) => one.error && one.error[0] !== "unsupported";
  const count = (k, kept) => {
    const row = rows.get(kit.requests[k].family);
    row.done += 1;
    row.cells[1].textContent = `${row.done} / ${row.total}`;
    doneWork += works[k];
    if (!failed(kept)) return;
    row.failed += 1;
    row.cells[2].textContent = row.failed;
    at("trouble").hidden = false;
    if (at("failures").children.length < 100) {
      at("failures").append(element("li", `${kit.families[kit.requests[k].family]}: ${kept[0].error.join(": ")}`));
    }
  };
  answers.forEach((kept, k) => count(k, kept));

  const session = { running: false, stop: false, since: 0, before: 0 };
  const show = () => {
    const [done, total] = [answers.size, kit.requests.length];
    at("progress").value = whole ? doneWork / whole : 1;
    at("amount").textContent = `${total} requests about ${totals.size} ops, engines and programs; ${done} are done.`;
    const own = doneWork - session.before;
    const rate = (performance.now() - session.since) / own;
    const known = session.running && own > whole / 1000;
    at("left").textContent = known && done < total ? `About ${timeOf(rate * (whole - doneWork))} are left.` : "";
    at("start").disabled = session.running || done === total;
    at("start").textContent = done ? "Continue" : "Start";
    at("pause").disabled = !session.running;
    at("download").disabled = !done;
    at("again").disabled = session.running || !done;
    if (!session.running) inState(done === total ? "done" : done ? "paused" : "ready");
  };
  const text = () => file(kit, shared, answers, run.began);

  const state = {
    answers,
    stopped: () => session.stop,
    keep: async (k, kept) => {
      await store.keep(k, kept);
      answers.set(k, kept);
      count(k, kept);
      show();
    },
  };
  const start = async () => {
    [session.running, session.stop] = [true, false];
    [session.since, session.before] = [performance.now(), doneWork];
    inState("running");
    say("Running. You may close this page and continue later.");
    show();
    if (!run) {
      run = { device: shared, began: new Date().toISOString() };
      await store.begin(run);
    }
    const awake = await navigator.wakeLock?.request("screen").catch(() => null);
    let device = first;
    first = null;
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
    awake?.release();
    session.running = false;
    show();
  };

  at("start").onclick = start;
  at("pause").onclick = () => {
    session.stop = true;
    say("Pausing after the requests that run …");
  };
  at("again").onclick = async () => {
    await store.clear();
    location.reload();
  };
  at("download").onclick = async () => {
    const link = element("a", "");
    link.href = URL.createObjectURL(new Blob([await text()], { type: "application/json" }));
    link.download = `answers-${kit.digest.slice(0, 8)}.json`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  };
  globalThis.answersOfKit = text;
  say(store.lasts ? "Ready." : "Ready. This browser keeps nothing here: leave the page open until the end.");
  show();
};

begin().catch((error) => {
  inState("broken");
  say(`This page failed: ${error.message}`);
});
