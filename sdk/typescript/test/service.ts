/** The service that the tests play on: the one at BASE_URL, or one of our own, sixty times as fast. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { after } from "node:test";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const PYTHON = `${ROOT}.venv/bin/python`;

/** Its address; to be called before the first test. It ends after the last, or with this process, however that ends. */
export async function service(): Promise<string> {
  return (
    process.env.BASE_URL ??
    started([PYTHON, "-m", "infra.local"], { TIME_SCALE: "60", LIMITS: "off" }, /http:\/\/[^ ]+/)
  );
}

/** Run a server that tells its address; it ends as the service does. */
export async function started(
  command: string[],
  settings: NodeJS.ProcessEnv,
  address: RegExp,
): Promise<string> {
  const child = spawn(PYTHON, ["-I", "-S", "infra/local/keeper.py", ...command], {
    cwd: ROOT,
    env: { ...process.env, PORT: "0", DATA: "", ...settings },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ended = once(child, "exit");
  after(async () => {
    child.stdin.end();
    await ended;
  });
  for await (const line of createInterface(child.stdout)) {
    const found = address.exec(line);
    child.stdout.resume();
    if (found) return found[0];
  }
  throw new Error(`${command.join(" ")} did not start; it has said why`);
}
