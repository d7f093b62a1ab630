/** What a phone goes through: lost answers, dead sockets, late clicks, reloads. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import {
  Tapadillo,
  TapadilloProblem,
  type Message,
  type SocketClass,
  type TokenStorage,
} from "@tapadillo/client";
import { service } from "./service.js";
import { eventually, Friends, until } from "./table.js";

const baseUrl = await service();
const friends = new Friends({ baseUrl });

afterEach(() => friends.hangUp());

/** Sockets that can be cut, and the network in which they can be. */
function network(): { Socket: SocketClass; cut(): void; isDown: boolean } {
  const open = new Set<WebSocket>();
  const own = {
    isDown: false,
    cut: () => open.forEach((socket) => socket.close()),
    Socket: class extends WebSocket {
      constructor(url: string) {
        super(own.isDown ? "ws://127.0.0.1:9/ws" : url);
        open.add(this);
      }
    },
  };
  return own;
}

/** A network in which the first answer to whatever changes something is lost, after the service has done it. */
function forgetful(): typeof fetch {
  const lost = new Set<unknown>();
  return async (where, how) => {
    const answer = await fetch(where, how);
    if (!how || how.method === "GET" || lost.has(how.body)) return answer;
    lost.add(how.body);
    throw new TypeError("the answer was lost");
  };
}

/** A `localStorage` of one phone, and what is in it. */
function drawer(): { kept: Map<string, string>; storage: TokenStorage } {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  return { kept, storage };
}

function refused(code: string, status: number): (error: unknown) => boolean {
  return (error) => error instanceof TapadilloProblem && error.code === code && error.status === status;
}

test("a socket that dies is replaced, and what was missed is made up for", async () => {
  const [ana] = await friends.espia(3);
  const net = network();
  const client = friends.phone({ WebSocket: net.Socket, pollMs: 600_000 });
  const leo = friends.keep(await client.joinRoom<"espia">({ code: ana.code, nickname: "Leo" }));
  await eventually(() => leo.status === "live");

  net.isDown = true;
  net.cut();
  await eventually(() => leo.status === "connecting");
  await ana.act("deal");
  assert.equal(leo.view.room.phase, "lobby");
  net.isDown = false;

  await until(leo, (view) => view.room.phase === "dealt");
  await eventually(() => leo.status === "live");
  await leo.act("seen");
});

test("no message of the chat is lost or told twice over a cut line", async () => {
  const net = network();
  const ana = friends.keep(await friends.phone().createRoom({ game: "impostor", nickname: "Ana" }));
  const client = friends.phone({ WebSocket: net.Socket, pollMs: 600_000 });
  const leo = friends.keep(await client.joinRoom({ code: ana.code, nickname: "Leo" }));
  await ana.say("1");
  const heard: string[] = [];
  leo.on("message", (message: Message) => heard.push(message.text));
  await ana.say("2");
  await eventually(() => heard.length === 2);

  net.isDown = true;
  net.cut();
  await eventually(() => leo.status === "connecting");
  await ana.say("3");
  net.isDown = false;
  await eventually(() => leo.status === "live");
  await leo.say("4");

  await eventually(() => heard.length === 4);
  assert.deepEqual(heard, ["1", "2", "3", "4"]);
});

test("without sockets it polls, and what has not changed is not sent again", async () => {
  const [ana] = await friends.espia(2);
  const statuses: number[] = [];
  const watched: typeof fetch = async (where, how) => {
    const answer = await fetch(where, how);
    statuses.push(answer.status);
    return answer;
  };
  const client = friends.phone({ transport: "polling", pollMs: 50, fetch: watched });
  const leo = friends.keep(await client.joinRoom<"espia">({ code: ana.code, nickname: "Leo" }));

  await eventually(() => statuses.filter((status) => status === 304).length > 2);
  await ana.act("deal");

  await until(leo, (view) => view.room.phase === "dealt");
  assert.equal(leo.status, "polling");
});

test("it polls while its sockets come to nothing", async () => {
  const net = network();
  net.isDown = true;
  const client = friends.phone({ WebSocket: net.Socket, pollMs: 50 });
  const [ana] = await friends.espia(2);
  const leo = friends.keep(await client.joinRoom<"espia">({ code: ana.code, nickname: "Leo" }));

  await ana.act("deal");

  await until(leo, (view) => view.room.phase === "dealt");
  assert.equal(leo.status, "polling");
});

test("a room, a seat, an action and a message whose answers are lost are made once", async () => {
  const client = friends.phone({ fetch: forgetful() });
  const options = { words: 3 } as const;
  const ana = friends.keep(await client.createRoom({ game: "impostor", nickname: "Ana", options }));
  const leo = friends.keep(await client.joinRoom({ code: ana.code, nickname: "Leo" }));
  const bots = (): number => ana.view.room.players.filter((player) => player.kind === "bot").length;

  await ana.act("add_bot");
  await leo.say("hola");

  assert.equal(bots(), 1);
  assert.equal(ana.view.room.players.length, 3);
  assert.equal((await ana.messages()).messages.length, 1);
});

test("a click that was meant for an earlier phase counts in no later one", async () => {
  const [ana] = await friends.espia(3);
  const { phase_seq } = ana.view;
  await ana.act("deal");

  await assert.rejects(ana.act("deal", { phase_seq }), refused("stale_phase", 409));
});

test("a refusal says why, in the wanted language, and where", async () => {
  const client = friends.phone({ language: "en" });
  const options = { minutes: 7 } as unknown as { minutes: 5 };

  await assert.rejects(client.createRoom({ game: "espia", nickname: "Ana", options }), (problem) => {
    assert.ok(problem instanceof TapadilloProblem);
    assert.equal(problem.code, "invalid_options");
    assert.equal(problem.status, 422);
    assert.equal(problem.retryable, false);
    assert.match(problem.message, /option/i);
    assert.ok(problem.errors.some((fault) => fault.pointer.endsWith("minutes")));
    return true;
  });
  await assert.rejects(client.room("22222"), refused("room_not_found", 404));
});

test("a seat is found again after a reload, until it is left", async () => {
  const { kept, storage } = drawer();
  const seats = await friends.espia(3);
  const { code } = seats[0];
  const leo = friends.keep(await friends.phone({ storage }).joinRoom({ code, nickname: "Leo" }));
  leo.close();

  const again = friends.keep(await friends.phone({ storage }).resume({ code: code.toLowerCase() }));
  assert.equal(again.player, leo.player);
  await eventually(() => again.status === "live");
  await again.leave();

  assert.equal(again.status, "closed");
  assert.equal(kept.size, 0);
  await assert.rejects(friends.phone({ storage }).resume({ code }), refused("invalid_token", 401));
  await assert.rejects(
    new Tapadillo({ baseUrl }).resume({ code, token: again.token }),
    refused("token_revoked", 401),
  );
});

test("who asks to be forgotten leaves no name and no message behind, even if the answer is lost", async () => {
  const { kept, storage } = drawer();
  const ana = friends.keep(await friends.phone().createRoom({ game: "impostor", nickname: "Ana" }));
  const client = friends.phone({ storage, fetch: forgetful() });
  const leo = friends.keep(await client.joinRoom({ code: ana.code, nickname: "Leo" }));
  await leo.say("I am Leo");

  await leo.forget();

  assert.equal(leo.status, "closed");
  assert.equal(kept.size, 0);
  const { room } = await until(ana, (view) => view.room.players[1]?.status === "left");
  assert.equal(room.players[1]?.nickname, leo.player);
  assert.doesNotMatch(JSON.stringify(await ana.messages()), /Leo/);
  await assert.rejects(client.resume({ code: ana.code, token: leo.token }), refused("token_revoked", 401));
});

test("who has left can still be forgotten", async () => {
  const [ana, leo] = await friends.espia(2);
  await leo!.leave();

  await leo!.forget();

  await until(ana, (view) => view.room.players[1]?.nickname === "p2");
});

for (const transport of ["socket", "polling"] as const) {
  test(`who is shown the door is told why, and does not come back (${transport})`, async () => {
    const [ana] = await friends.espia(2);
    const client = friends.phone({ transport, pollMs: 50 });
    const leo = friends.keep(await client.joinRoom({ code: ana.code, nickname: "Leo" }));
    const told: (string | null)[] = [];
    leo.on("status", (status, reason) => status === "closed" && told.push(reason));
    await eventually(() => leo.status === (transport === "socket" ? "live" : "polling"));

    await ana.act("remove", { player: leo.player });

    await eventually(() => leo.status === "closed");
    assert.deepEqual(told, [transport === "socket" ? "removed" : "token_revoked"]);
  });
}

test("a seat with too many phones lets the oldest go, which stays away", async () => {
  const [ana] = await friends.espia(1);
  const { code, token } = ana;
  await eventually(() => ana.status === "live");

  for (let phones = 0; phones < 4; phones++) {
    const phone = friends.keep(await friends.phone().resume({ code, token }));
    await eventually(() => phone.status === "live");
  }

  await eventually(() => ana.status === "closed");
});
