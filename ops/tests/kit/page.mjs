// Opens the page of a kit in headless Chromium over the DevTools protocol, as often as it takes, and writes its answers.
//
// usage: node page.mjs CHROMIUM PROFILE < plan.json
// The plan: {url, width, scheme, closes, output}. `closes` are milliseconds after the start of a run at which the browser
// is killed, one a round; the last round runs to its end. One line of JSON tells what the page showed.
import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const [chromium, profile] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(0, "utf8"));
const flags = ["--headless=new", "--no-sandbox", "--no-first-run", "--disable-breakpad", "--disable-dev-shm-usage",
  "--enable-unsafe-webgpu", "--enable-features=Vulkan", "--use-webgpu-adapter=swiftshader", "--hide-scrollbars",
  "--disable-background-networking", "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
  `--user-data-dir=${profile}`, "about:blank"];
const wait = (ms) => new Promise((done) => setTimeout(done, ms));

// A browser with one page.
const opened = async () => {
  const child = spawn(chromium, flags, { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const [to, from] = [child.stdio[3], child.stdio[4]];
  const waiting = new Map();
  const heard = [];
  let [last, rest] = [0, Buffer.alloc(0)];
  to.on("error", () => {});
  from.on("data", (data) => {
    rest = Buffer.concat([rest, data]);
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const message = JSON.parse(rest.subarray(0, end).toString("utf8"));
      rest = rest.subarray(end + 1);
      if (!message.id) heard.push(message);
      else if (message.error) waiting.get(message.id).fail(new Error(JSON.stringify(message.error)));
      else waiting.get(message.id).done(message.result);
    }
  });
  const gone = new Promise((_, fail) => child.on("exit", () => fail(new Error("the browser ended"))));
  gone.catch(() => {});
  const send = (method, params = {}, sessionId) => Promise.race([gone, new Promise((done, fail) => {
    waiting.set(++last, { done, fail });
    to.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`);
  })]);
  const { targetId } = await send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await send("Target.attachToTarget", { targetId, flatten: true });
  const call = (method, params) => send(method, params, sessionId);
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await call(`${domain}.enable`);
  const { width = 800, scheme = "light" } = plan;
  await call("Emulation.setDeviceMetricsOverride", { width, height: 700, deviceScaleFactor: 1, mobile: width < 500 });
  await call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: scheme }] });
  await call("Page.navigate", { url: plan.url });
  const value = async (expression) => {
    const { result, exceptionDetails } = await call("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails));
    return result.value;
  };
  const stateIs = async (...states) => {
    for (let k = 0; k < 24000; k++) {
      const state = await value("document.documentElement?.dataset.state").catch(() => undefined);
      if (states.includes(state)) return state;
      if (state === "broken" || state === "no-webgpu") throw new Error(await value("document.getElementById('status').textContent"));
      await wait(50);
    }
    throw new Error(`no ${states} in 20 minutes`);
  };
  const end = async () => {
    const ended = new Promise((done) => child.on("exit", done));
    child.kill("SIGKILL");
    await ended;
  };
  return { call, value, stateIs, heard, end };
};

const told = { rounds: [] };
let code = 0;
try {
  for (const close of [...(plan.closes ?? []), null]) {
    const page = await opened();
    const state = await page.stateIs("ready", "paused", "done");
    told.rounds.push(await page.value("document.getElementById('amount').textContent"));
    if (state !== "done") await page.value("document.getElementById('start').click()");
    if (close !== null) {
      await wait(close);
      await page.end();
      continue;
    }
    await page.stateIs("done");
    writeFileSync(plan.output, await page.value("answersOfKit()"));
    told.shared = await page.value("document.getElementById('shared').innerText");
    told.status = await page.value("document.getElementById('status').textContent");
    told.overflow = await page.value("document.documentElement.scrollWidth - document.documentElement.clientWidth");
    told.paper = await page.value("getComputedStyle(document.body).backgroundColor");
    told.failures = await page.value("[...document.querySelectorAll('#failures li')].map((one) => one.textContent)");
    if (plan.screenshot) {
      writeFileSync(plan.screenshot, Buffer.from((await page.call("Page.captureScreenshot")).data, "base64"));
    }
    const of = (method) => page.heard.filter((message) => message.method === method).map(({ params }) => params);
    told.console = [...of("Runtime.exceptionThrown").map((p) => JSON.stringify(p.exceptionDetails)),
      ...of("Log.entryAdded").map((p) => p.entry.text)];
    told.requests = of("Network.requestWillBeSent").map((p) => p.request.url);
    await page.end();
  }
  console.log(JSON.stringify(told));
} catch (error) {
  console.error(error.message);
  code = 1;
}
process.exit(code);
