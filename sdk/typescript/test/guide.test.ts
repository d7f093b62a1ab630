/**
 * What the guide tells people to type is typed here, every block of it, in a clone in which nothing is built or
 * installed, against the server that its first block starts.
 */

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { after, test } from "node:test";
import { ROOT, started } from "./service.js";

const ADDRESS = /http:\/\/[^ ]+/;
const [, start, curl, typescript, page] = (await readFile(`${ROOT}sdk/GUIDE.md`, "utf-8")).split(
  /^## /m,
) as string[];
const baseUrl = process.env.BASE_URL ?? (await started(shell(steps(start!)[0]!), {}, ADDRESS));
const MADE = new Set(["node_modules", "dist", ".cache"]);

/** A clone's `sdk/`, as it is before anything was built or installed. */
async function fresh(): Promise<string> {
  const clone = await mkdtemp(join(tmpdir(), "guide-"));
  after(() => rm(clone, { recursive: true }));
  await cp(`${ROOT}sdk`, join(clone, "sdk"), {
    recursive: true,
    filter: (path) => !MADE.has(basename(path)),
  });
  return clone;
}

/** The blocks of a section that are typed into a shell, and those that are put into a file, in their order. */
function steps(section: string, file: string | null = null): string[] {
  return [...section.matchAll(/^```(sh|ts)\n(.*?)^```$/gms)].map(([, language, code]) =>
    language === "sh" ? code! : `cat >> ${file} <<'END'\n${code}END\n`,
  );
}

/** A command that runs a server, so that ending it ends the server. */
function shell(command: string, cwd = "."): string[] {
  return ["sh", "-euc", `cd ${cwd}; exec ${command}`];
}

/**
 * What a reader sees after typing that, who has none of this package's own tools in the path. npm asks its registry
 * only for what was never installed on this machine.
 */
function typed(code: string, cwd: string): string {
  const quiet = {
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
    npm_config_loglevel: "error",
  };
  const path = process.env.PATH!.split(":").filter((each) => !each.endsWith("node_modules/.bin"));
  const env = { ...process.env, ...quiet, PATH: path.join(":") };
  const script = code.replaceAll("http://127.0.0.1:8000", baseUrl);
  return execFileSync("sh", ["-euc", script], { cwd, env, encoding: "utf-8", timeout: 150_000 });
}

test("curl plays a round", () => {
  const seen = typed(steps(curl!).join("\n"), ROOT).trim().split("\n");

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

test("the client, built and packed in a fresh clone, plays one too in a project of its own", async () => {
  const seen = typed(steps(typescript!, "play.mts").join("\n"), await fresh());

  assert.match(seen, /^Bea is (connecting|live)$/m);
  assert.match(seen, /^Bea sees questions$/m);
  assert.match(seen, /^(300|29\d) seconds are left$/m);
  assert.match(seen, /^It ended with (spy|innocent)_accused$/m);
  assert.match(seen, /^Bea may not: host_only, /m);
  assert.match(seen, /^Sol: Hola$/m);
  assert.match(seen, /^p1 is back in lobby$/m);
});

test("no archive of the client is without the client", async () => {
  const client = join(await fresh(), "sdk/typescript");
  await symlink(`${ROOT}sdk/typescript/node_modules`, join(client, "node_modules"));

  const packed = typed("npm pack > /dev/null; tar -tzf *.tgz", client).split("\n");

  for (const file of ["dist/index.js", "dist/index.d.ts", "README.md", "LICENSE"])
    assert.ok(packed.includes(`package/${file}`), file);
});

test("the page is built in a fresh clone, served, and says what the guide shows of it", async () => {
  const clone = await fresh();
  const [build, serve] = steps(page!);
  typed(build!, clone);
  const server = await started(
    shell(serve!.replace("8080", "0"), clone),
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
