/** The socket over hours, and requests against a service that has its troubles: both played by the test. */

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import {
  Tapadillo,
  TapadilloProblem,
  type Message,
  type Seat,
  type SocketLike,
  type TapadilloOptions,
} from "@tapadillo/client";

const MINUTE = 60_000;
const VIEW = {
  version: 3,
  phase_seq: 1,
  time_scale: 1,
  room: { code: "K7MPQ", game: "impostor" },
  round: null,
  me: { player: "p1" },
  actions: [{ type: "tick" }, { type: "deal", phase_seq: 1 }],
};

/** A socket of which the test is the other end. */
class Wire implements SocketLike {
  static all: Wire[] = [];
  static get last(): Wire {
    return Wire.all.at(-1)!;
  }
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly sent: string[] = [];
  isClosed = false;

  constructor() {
    Wire.all.push(this);
  }

  send(text: string): void {
    this.sent.push((JSON.parse(text) as { type: string }).type);
  }

  close(): void {
    this.isClosed = true;
  }

  open(): this {
    this.readyState = 1;
    this.onopen!();
    return this;
  }

  push(message: object): void {
    this.onmessage!({ data: JSON.stringify(message) });
  }

  welcome(version = 3, lifeMs = 110 * MINUTE): this {
    const reconnect_before = new Date(Date.now() + lifeMs).toISOString();
    this.push({ type: "welcome", reconnect_before, view: { ...VIEW, version } });
    return this;
  }
}

const json = (body: unknown, status = 200, headers = {}): Response =>
  new Response(JSON.stringify(body), { status, headers });
const problem = (code: string, status: number, more = {}): object => ({
  code,
  status,
  detail: code,
  retryable: false,
  ...more,
});

let seat: Seat;
let told: Record<string, unknown>[];

/** A seat whose service answers with these, one after the other, then with the last again and again. */
async function sit(
  options: Partial<TapadilloOptions> = {},
  ...answers: (() => Response | Promise<Response>)[]
): Promise<Seat> {
  const seated = (): Response => json({ token: "pt_x", ws_url: "ws://x/ws", view: VIEW }, 201);
  told = [];
  const fetch = async (_: unknown, how?: RequestInit): Promise<Response> => {
    if (how?.body) told.push(JSON.parse(how.body as string) as Record<string, unknown>);
    return (answers.length > 1 ? answers.shift()! : (answers[0] ?? seated))();
  };
  if (answers.length > 0) answers.unshift(seated);
  const client = new Tapadillo({
    baseUrl: "http://x",
    WebSocket: Wire,
    fetch,
    pollMs: 600 * MINUTE,
    ...options,
  });
  return (seat = await client.joinRoom({ code: "K7MPQ", nickname: "Ana" }));
}

beforeEach(() => {
  Wire.all = [];
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
});
afterEach(() => {
  seat.close();
  mock.timers.reset();
});

test("it says hello first, and pings each minute that it hears nothing", async () => {
  await sit();
  Wire.last.open().welcome();
  assert.equal(seat.status, "live");

  for (let minute = 0; minute < 3; minute++) {
    mock.timers.tick(MINUTE);
    Wire.last.push({ type: "pong", version: 3 });
  }

  assert.deepEqual(Wire.last.sent, ["hello", "ping", "ping", "ping"]);
});

test("a pong that knows of a newer view is answered with another hello", async () => {
  await sit();
  Wire.last.open().welcome();
  mock.timers.tick(MINUTE);

  Wire.last.push({ type: "pong", version: 4 });
  Wire.last.welcome(4);

  assert.deepEqual(Wire.last.sent, ["hello", "ping", "hello"]);
  assert.equal(seat.view.version, 4);
});

test("an older view never takes the place of a newer one", async () => {
  await sit();
  Wire.last.open().welcome(5);

  Wire.last.push({ type: "view", events: [], view: { ...VIEW, version: 4 } });

  assert.equal(seat.view.version, 5);
});

test("a socket that no longer answers is given up", async () => {
  await sit();
  Wire.last.open().welcome();

  mock.timers.tick(MINUTE);
  mock.timers.tick(10_000);

  assert.equal(Wire.all[0]!.isClosed, true);
  assert.equal(seat.status, "connecting");
  mock.timers.tick(1_000);
  assert.equal(Wire.all.length, 2);
});

test("it tries again more and more rarely, at least three times a minute", async () => {
  await sit();
  for (let lost = 0; lost < 12; lost++) {
    Wire.last.onclose!();
    const before = Wire.all.length;
    mock.timers.tick(Math.min(20_000, 500 * 2 ** lost));
    assert.equal(Wire.all.length, before + 1);
  }
});

test("a new socket is opened before the service closes the old one, and not in the first minute", async () => {
  await sit();
  Wire.last.open().welcome(3, 0);
  mock.timers.tick(MINUTE - 1);
  assert.equal(Wire.all.length, 1);
  mock.timers.tick(1);
  assert.equal(Wire.all.length, 2);

  Wire.last.open().welcome();
  for (let minute = 0; minute < 104; minute++) {
    mock.timers.tick(MINUTE);
    Wire.last.push({ type: "pong", version: 3 });
  }
  assert.equal(Wire.all.length, 2);
  for (let minute = 0; minute < 6 && Wire.all.length === 2; minute++) {
    mock.timers.tick(MINUTE);
    Wire.last.push({ type: "pong", version: 3 });
  }
  assert.equal(Wire.all.length, 3);
});

test("when the network is back it does not wait, and a socket that slept is asked for the present", async () => {
  const online = new EventTarget();
  const { addEventListener, removeEventListener } = globalThis;
  globalThis.addEventListener = online.addEventListener.bind(online) as typeof addEventListener;
  globalThis.removeEventListener = online.removeEventListener.bind(online) as typeof removeEventListener;
  try {
    await sit();
    Wire.last.onclose!();
    online.dispatchEvent(new Event("online"));
    assert.equal(Wire.all.length, 2);

    Wire.last.open().welcome();
    online.dispatchEvent(new Event("online"));
    assert.deepEqual(Wire.last.sent, ["hello", "hello"]);

    seat.close();
    online.dispatchEvent(new Event("online"));
    assert.equal(Wire.all.length, 2);
  } finally {
    Object.assign(globalThis, { addEventListener, removeEventListener });
  }
});

test("a refused hello is tried again, when the service says so", async () => {
  await sit();

  Wire.last
    .open()
    .push({ type: "refused", id: null, problem: problem("store_busy", 503, { retry_after_seconds: 5 }) });

  mock.timers.tick(4_999);
  assert.equal(Wire.all.length, 1);
  mock.timers.tick(1);
  assert.equal(Wire.all.length, 2);
});

test("a final goodbye is final", async () => {
  await sit();
  const told: unknown[] = [];
  seat.on("status", (...news) => told.push(news));
  Wire.last.open().welcome().push({ type: "bye", code: "room_closed" });

  mock.timers.tick(600 * MINUTE);

  assert.deepEqual(told, [
    ["live", null],
    ["closed", "room_closed"],
  ]);
  assert.equal(Wire.all.length, 1);
});

test("a gap in the chat is read, and no message comes twice or out of order", async () => {
  const said = (id: number): Message => ({
    id: `${id}`,
    player: "p1",
    nickname: "Ana",
    text: `${id}`,
    at: "",
  });
  const page =
    (...ids: number[]) =>
    () =>
      json({ messages: ids.map(said), next: `${ids.at(-1) ?? 9}` });
  await sit({}, page(7), page(8, 9), page());
  const heard: string[] = [];
  seat.on("message", ({ text }) => heard.push(text));
  Wire.last.open().welcome();
  await settled();

  for (const id of [9, 9, 8, 10, 11, 11]) {
    Wire.last.push({ type: "message", ...said(id) });
    await settled();
  }

  assert.deepEqual(heard, ["7", "8", "9", "10", "11"]);
});

test("what may be accepted later is asked again, as late as the service says, and the rest never", async () => {
  mock.timers.reset();
  let asked = 0;
  const counted = (answer: () => Response) => () => (asked++, answer());
  const busy = counted(() =>
    json(problem("store_busy", 503, { retryable: true }), 503, { "Retry-After": "1" }),
  );
  await sit(
    {},
    busy,
    counted(() => json({ view: VIEW })),
    counted(() => json(problem("wrong_phase", 409), 409)),
  );
  const began = performance.now();

  await seat.act("tick");
  assert.equal(asked, 2);
  assert.ok(performance.now() - began >= 1_000);

  await assert.rejects(seat.act("deal"), { code: "wrong_phase", status: 409 });
  assert.equal(asked, 3);
});

test("an action is about the phase of the view that offers it, which may be still on its way", async () => {
  const dealt = { ...VIEW, version: 4, phase_seq: 2, actions: [{ type: "start", phase_seq: 2 }] };
  await sit(
    {},
    () => json({ view: VIEW }),
    () => json(dealt),
    () => json({ view: dealt }),
  );

  await seat.act("deal");
  await seat.act("start");

  assert.deepEqual(
    told.slice(1).map(({ type, phase_seq }) => [type, phase_seq]),
    [
      ["deal", 1],
      ["start", 2],
    ],
  );
  assert.notEqual(told[1]!.action_id, told[2]!.action_id);
});

test("who must wait longer than patience lasts is told so at once", async () => {
  await sit({}, () =>
    json(problem("too_many_requests", 429, { retryable: true }), 429, { "Retry-After": "60" }),
  );

  await assert.rejects(seat.say("hola"), {
    code: "too_many_requests",
    retryable: true,
    retryAfterMs: 60_000,
  });
});

test("what is not the service's answer is a problem too", async () => {
  await sit(
    { patienceMs: 0 },
    () => new Response("<h1>Bad gateway</h1>", { status: 502 }),
    () => Promise.reject(new TypeError("offline")),
  );

  await assert.rejects(seat.rounds(), { code: "unexpected_answer", status: 502, retryable: true });
  await assert.rejects(
    seat.rounds(),
    (error) => error instanceof TapadilloProblem && error.code === "no_answer" && error.status === 0,
  );
});

test("without socket and network it is offline, and polls again when the network is back", async () => {
  mock.timers.reset();
  let isDown = true;
  const look = (): Response => {
    if (isDown) throw new TypeError("offline");
    return json({ ...VIEW, version: 4 });
  };
  await sit({ transport: "polling", pollMs: 10 }, look);
  const told: string[] = [];
  seat.on("status", (status) => told.push(status));
  await new Promise((resolve) => setTimeout(resolve, 50));
  isDown = false;

  for await (const { version } of seat) if (version === 4) break;
  await settled();

  assert.deepEqual(told, ["offline", "polling"]);
});

test("what a listener throws hinders nobody", async () => {
  const thrown: unknown[] = [];
  const own = process.listeners("uncaughtException");
  process
    .removeAllListeners("uncaughtException")
    .on("uncaughtException", (error) => thrown.push(error.message));
  await sit();
  const seen: number[] = [];
  seat.on("view", () => {
    throw new Error("a frontend's bug");
  });
  const off = seat.on("view", ({ version }) => seen.push(version));

  Wire.last.open().welcome(4);
  off();
  Wire.last.welcome(5);
  await settled();

  assert.deepEqual(seen, [4]);
  assert.deepEqual(thrown, ["a frontend's bug", "a frontend's bug"]);
  process.removeAllListeners("uncaughtException");
  for (const each of own) process.on("uncaughtException", each);
});

/** Let everything happen that waits for nothing outside. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Never called: what the compiler refuses is the test. */
export async function typed(espia: Seat<"espia">, any: Seat): Promise<void> {
  await espia.act("deal");
  await espia.act("vote", { guilty: true });
  // @ts-expect-error: whom?
  await espia.act("accuse");
  // @ts-expect-error: that is how impostor votes
  await espia.act("vote", { suspect: "p2" });
  // @ts-expect-error: there is no such action
  await espia.act("clue", { text: "rojo" });
  if (any.plays("shpion")) await any.act("guess", { word: any.view.candidates![0]! });
}
