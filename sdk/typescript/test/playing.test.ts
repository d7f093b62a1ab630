/** Whole rounds, over sockets, against the service itself. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import type { Message, Seat } from "@tapadillo/client";
import { service } from "./service.js";
import { eventually, Friends, play, until } from "./table.js";

const friends = new Friends({ baseUrl: await service() });

afterEach(() => friends.hangUp());

test("three friends play a round of espia, and all that they hear comes by their sockets", async () => {
  const seats = await friends.espia(3);
  await play(seats);
  const spy = seats.find((seat) => seat.view.me.card?.kind === "spy")!;
  const [accuser, voter] = seats.filter((seat) => seat !== spy) as [Seat<"espia">, Seat<"espia">];

  await accuser.act("accuse", { suspect: spy.player });
  await until(voter, (view) => view.room.phase === "accusation");
  await voter.act("vote", { guilty: true });

  for (const seat of seats) {
    const { result } = await until(seat, (view) => view.result !== null);
    assert.equal(result?.outcome, "spy_accused");
    assert.equal(result.winners, "residents");
    assert.equal(seat.status, "live");
  }
  const [round] = await spy.rounds();
  assert.equal(round?.result.outcome, "spy_accused");
});

test("one plays a word of impostor against bots, and talks to a friend who watches", async () => {
  const client = friends.phone();
  const options = { words: 1, laps: 1, clue_seconds: null, vote_seconds: null, guess_seconds: null } as const;
  const ana = friends.keep(await client.createRoom({ game: "impostor", nickname: "Ana", bots: 4, options }));
  await ana.act("deal");
  const bea = friends.keep(await client.joinRoom<"impostor">({ code: ana.code, nickname: "Bea" }));
  const heard: Message[] = [];
  bea.on("message", (message) => heard.push(message));
  await ana.act("seen");
  await ana.act("start");
  await ana.say("¿Quién será?");
  await ana.say("Yo no.");

  for await (const { result, me, round } of ana) {
    if (result !== null) break;
    if (ana.offers("clue").length > 0) await ana.act("clue", { text: "de siempre" });
    else if (ana.offers("vote").length > 0 && !round?.voted.includes(me.player))
      await ana.act("vote", { suspect: null });
    else if (ana.offers("guess").length > 0) await ana.act("guess", { word: "perro" });
  }

  assert.ok(
    ["impostors_out", "impostor_guessed", "impostors_parity", "ballots_exhausted"].includes(
      ana.view.result!.outcome,
    ),
  );
  assert.equal(ana.view.room.phase, "match_over");
  await eventually(() => heard.length === 2);
  assert.deepEqual(
    heard.map((message) => [message.id, message.nickname, message.text]),
    [
      ["1", "Ana", "¿Quién será?"],
      ["2", "Ana", "Yo no."],
    ],
  );
});

test("three friends ask and answer in shpion, by what the view offers", async () => {
  const client = friends.phone();
  const room = { game: "shpion", nickname: "Аня", options: { minutes: null }, bots: 2 } as const;
  const anya = friends.keep(await client.createRoom(room));
  await anya.act("deal");
  await anya.act("seen");
  await anya.act("start");

  const before = (await until(anya, () => anya.offers("ask").length + anya.offers("answer").length > 0))
    .round!.questions.length;
  const ask = anya.offers("ask").find((offer) => offer.question);
  const answer = anya.offers("answer").find((offer) => offer.option);
  if (ask) await anya.act("ask", { to: ask.to[0]!, question: ask.question![0]! });
  else await anya.act("answer", { option: answer!.option![0]! });

  await until(
    anya,
    ({ round }) =>
      round!.questions.length >= before && round!.questions[before - (ask ? 0 : 1)]?.answer != null,
  );
});

test("a clock runs out with nobody asking, and everybody is told", async () => {
  const seats = await friends.espia(3, { minutes: 5 });
  await play(seats);
  const began = performance.now();
  const leftMs = seats[0].remaining("clock")! / 60;

  for (const seat of seats) await until(seat, (view) => view.room.phase === "pointing");

  assert.ok(performance.now() - began > leftMs - 100);
});

test("what is left counts down with the game's clock, and stands while people vote", async () => {
  const seats = await friends.espia(3);
  assert.equal(seats[0].remaining("clock"), null);
  await play(seats);
  const spy = seats.find((seat) => seat.view.me.card?.kind === "spy")!;
  const accuser = seats.find((seat) => seat !== spy)!;
  const at = performance.now();
  const first = spy.remaining("clock")!;
  await new Promise((resolve) => setTimeout(resolve, 300));

  const second = spy.remaining("clock")!;
  const passed = performance.now() - at;
  await accuser.act("accuse", { suspect: spy.player });

  assert.ok(first <= 600_000 && Math.abs(first - second - passed * 60) < 600);
  const standing = accuser.remaining("clock")!;
  await new Promise((resolve) => setTimeout(resolve, 50));
  assert.equal(accuser.remaining("clock"), standing);
  assert.equal(accuser.remaining("timer"), null);
});
