// Opens a page in headless Chromium over the DevTools protocol and tells what it saw.
//
// usage: node browser.mjs CHROMIUM < scenes.json
// A scene: {url, width, height, media, scheme, mobile, bare, script, screenshot, pdf}; `bare` keeps the page's own
// script from running, `script` is an expression whose value is reported, `screenshot` and `pdf` are files to write. The answer is one line of JSON: for every
// scene its value, what the console said, and every address that was asked for.
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const scenes = JSON.parse(readFileSync(0, "utf8"));
const profile = mkdtempSync(join(tmpdir(), "vyre-report-"));
const flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
  "--disable-background-networking", "--disable-component-update", "--disable-sync",
  `--user-data-dir=${profile}`, "--remote-debugging-pipe", "about:blank"];
const child = spawn(process.argv[2], flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
const [toBrowser, fromBrowser] = [child.stdio[3], child.stdio[4]];

let last = 0;
const waiting = new Map();
const heard = [];
let rest = Buffer.alloc(0);
fromBrowser.on("data", (data) => {
  rest = Buffer.concat([rest, data]);
  for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
    const message = JSON.parse(rest.subarray(0, end).toString("utf8"));
    rest = rest.subarray(end + 1);
    if (message.id) {
      const { resolve, reject } = waiting.get(message.id);
      waiting.delete(message.id);
      message.error ? reject(new Error(JSON.stringify(message.error))) : resolve(message.result);
    } else {
      heard.push(message);
    }
  }
});
const send = (method, params = {}, sessionId) =>
  new Promise((resolve, reject) => {
    const id = ++last;
    waiting.set(id, { resolve, reject });
    toBrowser.write(JSON.stringify({ id, method, params, sessionId }) + "\0");
  });
const event = async (name, from) => {
  for (let k = 0; k < 1200; k++) {
    if (heard.slice(from).some((m) => m.method === name)) return;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  throw new Error(`no ${name} in 30 seconds`);
};

const scene = async (s) => {
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const call = (method, params) => send(method, params, sessionId);
  const from = heard.length;
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await call(`${domain}.enable`);
  await call("Emulation.setDeviceMetricsOverride", {
    width: s.width, height: s.height, deviceScaleFactor: 1, mobile: !!s.mobile });
  await call("Emulation.setEmulatedMedia", {
    media: s.media ?? "",
    features: [{ name: "prefers-color-scheme", value: s.scheme ?? "light" }] });
  if (s.bare) await call("Emulation.setScriptExecutionDisabled", { value: true });
  await call("Page.navigate", { url: s.url });
  await event("Page.loadEventFired", from);
  if (s.bare) await call("Emulation.setScriptExecutionDisabled", { value: false });
  const answer = { value: null };
  if (s.script) {
    const { result, exceptionDetails } = await call("Runtime.evaluate", {
      expression: s.script, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    answer.value = result.value;
  }
  const save = (file, data) => writeFileSync(file, Buffer.from(data, "base64"));
  if (s.screenshot) save(s.screenshot, (await call("Page.captureScreenshot", {})).data);
  if (s.pdf) save(s.pdf, (await call("Page.printToPDF", { printBackground: false })).data);
  const mine = heard.slice(from).filter((m) => m.sessionId === sessionId);
  const told = (method) => mine.filter((m) => m.method === method).map((m) => m.params);
  answer.console = [
    ...told("Runtime.consoleAPICalled").map((p) => JSON.stringify(p.args)),
    ...told("Runtime.exceptionThrown").map((p) => JSON.stringify(p.exceptionDetails)),
    ...told("Log.entryAdded").map((p) => p.entry.text),
  ];
  answer.requests = told("Network.requestWillBeSent").map((p) => p.request.url);
  await send("Target.closeTarget", { targetId });
  return answer;
};

let code = 0;
try {
  const answers = [];
  for (const s of scenes) answers.push(await scene(s));
  console.log(JSON.stringify(answers));
} catch (error) {
  console.error(error.message);
  code = 1;
} finally {
  const closed = new Promise((resolve) => child.on("exit", resolve));
  send("Browser.close").catch(() => {});
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 5000))]);
  child.kill("SIGKILL");
  rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  process.exit(code);
}
