/** What the guide tells people to type is typed here: every block of it, against the server that its first block starts. */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { ROOT, started } from "./service.js";

const ADDRESS = /http:\/\/[^ ]+/;
const [, start, curl, typescript, page] = (await readFile(`${ROOT}sdk/GUIDE.md`, "utf-8")).split(
  /^## /m,
) as string[];
const baseUrl = process.env.BASE_URL ?? (await started(shell(start!), {}, ADDRESS));
const folder = await mkdtemp(join(tmpdir(), "guide-"));

after(() => rm(folder, { recursive: true }));

/** The code of a section in one language. */
function blocks(section: string, language: string): string {
  const found = [...section.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, given]) => given === language);
  return found.map(([, , code]) => code).join("\n");
}

/** The command of a section that runs a server, so that ending it ends the server. */
function shell(section: string): string[] {
  return ["sh", "-euc", `exec ${blocks(section, "sh")}`];
}

/** What a reader sees after typing the code of a section. */
function typed(code: string, cwd: string): string {
  const quiet = { npm_config_offline: "true", npm_config_audit: "false", npm_config_loglevel: "error" };
  const env = { ...process.env, ...quiet };
  const script = code.replaceAll("http://127.0.0.1:8000", baseUrl);
  return execFileSync("sh", ["-euc", script], { cwd, env, encoding: "utf-8", timeout: 150_000 });
}

test("curl plays a round", () => {
  const seen = typed(blocks(curl!, "sh"), ROOT).trim().split("\n");

  const [game, actions, dealt, again, stale, ...cards] = seen;
  const [left, unchanged, hello, phase, outcome] = cards.splice(3);
  assert.equal(game, "espia");
  assert.match(actions!, /'type': 'deal', 'phase_seq': 1/);
  assert.deepEqual([dealt, again, stale], ["dealt", "dealt", "stale_phase"]);
  assert.deepEqual(cards.sort(), ["resident", "resident", "spy"]);
  assert.equal(left, "300000");
  assert.deepEqual([unchanged, hello, phase], ["304", "welcome", "accusation"]);
  assert.match(outcome!, /^(spy|innocent)_accused$/);
});

test("the client, installed from its archive into a project of its own, plays one too", async () => {
  await symlink(`${ROOT}sdk`, join(folder, "sdk"));
  typed(blocks(typescript!, "sh"), folder);
  const project = join(folder, "my-party");
  const options = {
    target: "ES2022",
    module: "NodeNext",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    types: [],
    strict: true,
  };
  await writeFile(
    join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions: options, files: ["play.mts"] }),
  );
  await writeFile(
    join(project, "play.mts"),
    blocks(typescript!, "ts").replaceAll("http://127.0.0.1:8000", baseUrl),
  );
  typed(`node ${ROOT}sdk/typescript/node_modules/typescript/bin/tsc -p .`, project);

  const seen = typed("node --experimental-websocket play.mjs", project);

  assert.match(seen, /^Bea is (connecting|live)$/m);
  assert.match(seen, /^Bea sees questions$/m);
  assert.match(seen, /^(300|29\d) seconds are left$/m);
  assert.match(seen, /^It ended with (spy|innocent)_accused$/m);
  assert.match(seen, /^Bea may not: host_only, /m);
  assert.match(seen, /^Sol: Hola$/m);
  assert.match(seen, /^p1 is back in lobby$/m);
});

test("the page is served, and says what the guide shows of it", async () => {
  const server = await started(
    shell(page!.replace("8080", "0")),
    { PYTHONUNBUFFERED: "1" },
    /http:\/\/[^/]+/,
  );

  const [html, client] = await Promise.all(
    ["examples/table.html", "dist/index.js"].map((path) => fetch(`${server}/${path}`)),
  );

  assert.equal(client!.status, 200);
  const shown = await html!.text();
  for (const [, excerpt] of page!.matchAll(/^```js\n(.*?)^```$/gms))
    assert.ok(shown.includes(excerpt!), excerpt);
});
