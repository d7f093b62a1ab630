/** The example page: a host plays on it, the others with the client alone. */

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { afterEach, test } from "node:test";
import { Window } from "happy-dom";
import { service } from "./service.js";
import { eventually, Friends, until } from "./table.js";

const PACKAGE = new URL("../../", import.meta.url);
const baseUrl = await service();
const friends = new Friends({ baseUrl });
const every = setInterval;
let opened = 0;

afterEach(() => friends.hangUp());

/** Open the page in the place of the one before; whoever saw that one is remembered by the browser. */
async function open(hash = "", storage?: Window["localStorage"]): Promise<Window> {
  const html = await readFile(new URL("examples/table.html", PACKAGE), "utf-8");
  const window = new Window({ url: `http://page/?server=${baseUrl}${hash}` });
  const [markup, script] = html.split(/<script type="module">|<\/script>/) as [string, string];
  window.document.write(markup);
  const { document, location } = window;
  const ticking = (tick: () => void, ms: number): unknown => every(tick, ms).unref();
  Object.assign(globalThis, {
    document,
    location,
    localStorage: storage ?? window.localStorage,
    setInterval: ticking,
  });
  const module = new URL(`.cache/page/${opened++}.mjs`, PACKAGE);
  await mkdir(new URL("./", module), { recursive: true });
  await writeFile(module, script.replace("../dist/index.js", "@tapadillo/client"));
  await import(module.href);
  return window;
}

/** Fill in the form with this button, and press it. */
function submit(window: Window, button: string, fields: Record<string, string> = {}): void {
  const form = [...window.document.querySelectorAll("form")].find((each) =>
    each.textContent.endsWith(button),
  );
  assert.ok(form, `there is no ${button}`);
  for (const [name, value] of Object.entries(fields)) {
    const control = form.querySelector(`[name="${name}"]`) as unknown as HTMLSelectElement;
    const option = [...(control.options ?? [])].find((each) => each.textContent === value);
    control.value = option?.value ?? value;
  }
  form.querySelector("button")!.click();
}

const text = (window: Window, id: string): string => window.document.getElementById(id)!.textContent;

test("a host opens a table on the page, plays a round of espia with two friends, and is found again after a reload", async () => {
  const page = await open();
  submit(page, "open", { game: "Spy", nickname: "Ana" });
  await eventually(() => page.location.hash !== "");
  const code = page.location.hash.slice(1);
  const bea = friends.keep(await friends.phone().joinRoom<"espia">({ code, nickname: "Bea" }));
  const leo = friends.keep(await friends.phone().joinRoom<"espia">({ code, nickname: "Leo" }));

  await eventually(() => /Bea.*Leo/.test(text(page, "players")));
  submit(page, "deal");
  await eventually(() => text(page, "card") !== "");
  submit(page, "seen");
  for (const friend of [bea, leo]) {
    await until(friend, (view) => view.room.phase === "dealt");
    await friend.act("seen");
  }
  await eventually(
    () => text(page, "actions").includes("start") && !text(page, "actions").includes("Not yet: start"),
  );
  submit(page, "start");
  await eventually(() => /^\d:\d\d$/.test(text(page, "clock")));
  submit(page, "accuse", { suspect: "Leo" });
  await until(bea, (view) => view.room.phase === "accusation");
  await bea.act("vote", { guilty: true });

  await eventually(() => /spy accused|innocent accused/.test(text(page, "story")));
  assert.match(
    text(page, "story"),
    /It was .+\. Ana: (resident|spy), Bea: (resident|spy), Leo: (resident|spy)/,
  );

  const again = await open(page.location.hash, page.localStorage);
  await eventually(() => text(again, "title").startsWith(`${code} · round over`));
  submit(page, "leave");
  await eventually(() => text(again, "problem").includes("closed"));
});

test("what is refused is explained on the page", async () => {
  const page = await open();

  submit(page, "sit down", { code: "22222", nickname: "Ana" });

  // The seat of the page before may still tell here that it was closed.
  await eventually(() => /room/i.test(text(page, "problem")));
});
