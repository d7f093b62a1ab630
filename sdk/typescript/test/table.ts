/** Friends around one room, as the tests need them. */

import { Tapadillo, type GameId, type Seat, type TapadilloOptions, type Views } from "@tapadillo/client";

const NAMES = ["Ana", "Bea", "Eva", "Leo", "Sol"];
const PATIENCE_MS = 20_000;

/** Options with which nothing runs out in a test that does not wait for it. */
export const UNHURRIED = { minutes: 10, vote_seconds: null, guess_seconds: null } as const;

/** Read on until the view is as wanted; asks nobody. */
export async function until<G extends GameId>(
  seat: Seat<G>,
  wanted: (view: Views[G]) => boolean,
): Promise<Views[G]> {
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`${seat.player} waits in vain, in ${seat.view.room.phase}, ${seat.status}`);
    setTimeout(reject, PATIENCE_MS, error).unref();
  });
  return Promise.race([late, found(seat, wanted)]);
}

async function found<G extends GameId>(
  seat: Seat<G>,
  wanted: (view: Views[G]) => boolean,
): Promise<Views[G]> {
  for await (const view of seat) if (wanted(view)) return view;
  throw new Error(`${seat.player} was closed`);
}

/** Wait for what comes by itself. */
export async function eventually(isSo: () => boolean): Promise<void> {
  for (const giveUpAt = Date.now() + PATIENCE_MS; !isSo();) {
    if (Date.now() > giveUpAt) throw new Error("waited in vain");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Everything seats heard of in the background, so that a test can end them all. */
export class Friends {
  readonly seats: Seat[] = [];
  readonly #options: TapadilloOptions;

  constructor(options: TapadilloOptions) {
    this.#options = options;
  }

  /** One more frontend, with options of its own. */
  phone(more: Partial<TapadilloOptions> = {}): Tapadillo {
    return new Tapadillo({ ...this.#options, ...more });
  }

  /** So many friends in the lobby of their own room of `espia`, the host first. */
  async espia(size: number, options: object = {}): Promise<[Seat<"espia">, ...Seat<"espia">[]]> {
    const room = { game: "espia", nickname: "Ana", options: { ...UNHURRIED, ...options } } as const;
    const host = this.keep(await this.phone().createRoom(room));
    const rest = [];
    for (const nickname of NAMES.slice(1, size)) {
      rest.push(this.keep(await this.phone().joinRoom<"espia">({ code: host.code, nickname })));
    }
    return [host, ...rest];
  }

  keep<G extends GameId>(seat: Seat<G>): Seat<G> {
    this.seats.push(seat as unknown as Seat);
    return seat;
  }

  hangUp(): void {
    for (const seat of this.seats.splice(0)) seat.close();
  }
}

/** They are dealt cards, look at them, and the clock starts. */
export async function play(seats: readonly Seat<"espia">[]): Promise<void> {
  const [host] = seats as [Seat<"espia">];
  await host.act("deal");
  for (const seat of seats) await seat.act("seen");
  await host.act("start");
  for (const seat of seats) await until(seat, (view) => view.room.phase === "questions");
}
