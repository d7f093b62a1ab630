import { Chat } from "./chat.js";
import { Emitter } from "./emitter.js";
import { randomId, type Http } from "./http.js";
import { Line, type SocketClass } from "./line.js";
import { TapadilloProblem } from "./problem.js";
import { backoff, sleep } from "./waiting.js";
import type {
  Actions,
  Clock,
  FieldsOf,
  FinishedRounds,
  GameId,
  Message,
  MessagePage,
  Offer,
  RoomEvent,
  ServerMessage,
  Timer,
  Views,
} from "./types.js";

/** How a seat hears of news: `live` by its socket, `polling` by asking, `offline` by neither; `closed` is final. */
export type Status = "connecting" | "live" | "polling" | "offline" | "closed";

export interface SeatEvents<G extends GameId> {
  /** What the seat may know, whole, whenever it has changed; with it public hints for animation. */
  view: [view: Views[G], events: readonly RoomEvent[]];
  /** The chat in its order, the last hundred messages first; listening to it is what starts it. */
  message: [message: Message];
  /** What went wrong in the background. Most of it passes by itself. */
  problem: [problem: TapadilloProblem];
  /** How news come; with `closed` the reason: `left`, `removed`, `room_closed`, …; `hung_up` after `close()`. */
  status: [status: Status, reason: string | null];
}

export interface SeatOptions {
  http: Http;
  code: string;
  token: string;
  /** Where its socket is; null to ask again and again instead. */
  socketUrl: string | null;
  Socket: SocketClass;
  pollMs: number;
}

/** After these there is nothing to come back to, or somebody else has come. */
const FINAL = new Set([
  "left",
  "removed",
  "room_closed",
  "room_not_found",
  "invalid_token",
  "token_revoked",
  "too_many_connections",
]);

/** One seat at a table: what it may know, kept up to date, and what it does. */
export class Seat<G extends GameId = GameId> {
  readonly code: string;
  /** Opens the seat again, from any device: keep it, and show it to nobody. */
  readonly token: string;
  readonly socketUrl: string | null;
  readonly #http: Http;
  readonly #line: Line | null;
  readonly #chat: Chat;
  readonly #emitter = new Emitter<SeatEvents<G>>();
  readonly #pollMs: number;
  #polling: AbortController | null = null;
  #view: Views[G];
  #receivedAt = performance.now();
  #etag: string | null = null;
  #status: Status = "connecting";
  #isChatOn = false;

  /** Sit down with a view that has just come; `Tapadillo` does this. */
  constructor(options: SeatOptions, view: Views[G]) {
    const { http, code, token, socketUrl, Socket, pollMs } = options;
    this.code = code;
    this.token = token;
    this.socketUrl = socketUrl;
    this.#http = http;
    this.#pollMs = pollMs;
    this.#view = view;
    this.#chat = new Chat(
      (after) =>
        http.ask<MessagePage>(this.#path(`/messages${after === null ? "" : `?after=${after}`}`), { token }),
      (message) => this.#status !== "closed" && this.#emitter.emit("message", message),
    );
    this.#line =
      socketUrl === null
        ? null
        : new Line(socketUrl, Socket, { type: "hello", room: code, token }, () => this.#view.version, {
            up: () => this.#up(),
            down: () => this.#poll(),
            heard: (message) => this.#heard(message),
          });
    this.#line?.open();
    this.#poll();
    globalThis.addEventListener?.("online", this.#wake);
    globalThis.document?.addEventListener("visibilitychange", this.#wake);
  }

  /** The newest view. */
  get view(): Views[G] {
    return this.#view;
  }

  get status(): Status {
    return this.#status;
  }

  /** Whose seat it is: `p1`, … */
  get player(): string {
    return this.#view.me.player;
  }

  /** Whether it is a seat of that game; if so, the types of its views and actions are that game's. */
  plays<H extends G>(game: H): this is Seat<H> {
    return this.#view.room.game === game;
  }

  /** Listen; the function that comes back ends it. */
  on<E extends keyof SeatEvents<G>>(event: E, listener: (...given: SeatEvents<G>[E]) => void): () => void {
    const off = this.#emitter.on(event, listener);
    if (event === "message" && !this.#isChatOn) {
      this.#isChatOn = true;
      void this.#catchUp();
    }
    return off;
  }

  /** The present view and then each newer one, until the seat is closed. Who is slow gets the newest only. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Views[G], void, void> {
    for (let last: Views[G] | null = null; ;) {
      if (last !== this.#view) yield (last = this.#view);
      else if (this.#status === "closed") return;
      else await this.#news();
    }
  }

  /** The entries of `actions` of that type: what the seat may do now, and with what. */
  offers<T extends Actions[G]["type"]>(type: T): Offer<G, T>[] {
    return this.#view.actions.filter((offer) => offer.type === type) as Offer<G, T>[];
  }

  /**
   * Do something; resolves to the view after it, rejects with the `TapadilloProblem` of its refusal.
   *
   * What it is about (`phase_seq`) is taken from the present view, unless it is given. It is repeated until there is
   * an answer, as long as patience lasts, and applied once however often it is repeated.
   */
  async act<T extends Actions[G]["type"]>(type: T, ...[fields]: FieldsOf<G, T>): Promise<Views[G]> {
    return this.#do(type, fields);
  }

  /** Say something to all; repeated until there is an answer, and said once. */
  async say(text: string): Promise<Message> {
    const call = { token: this.token, body: { text }, key: randomId() };
    const message = await this.#http.ask<Message>(this.#path("/messages"), call);
    if (this.#isChatOn) void this.#chat.hear(message).catch(this.#report);
    return message;
  }

  /** What was said: the last hundred messages, or those after one. */
  async messages(after?: string): Promise<MessagePage> {
    const query = after === undefined ? "" : `?after=${encodeURIComponent(after)}`;
    return this.#http.ask<MessagePage>(this.#path(`/messages${query}`), { token: this.token });
  }

  /** Every finished round, everything revealed. */
  async rounds(): Promise<FinishedRounds[G][]> {
    const call = { token: this.token };
    return (await this.#http.ask<{ rounds: FinishedRounds[G][] }>(this.#path("/rounds"), call)).rounds;
  }

  /** Ask for the view now. Hints of the moment, `connected` and `claim_host`, come by no other way. */
  async refresh(): Promise<Views[G]> {
    this.#take(await this.#http.ask<Views[G]>(this.#path(), { token: this.token }));
    return this.#view;
  }

  /** Milliseconds of game time that are left on the round's clock or on its timer now; null if none is set. */
  remaining(which: "clock" | "timer"): number | null {
    const round: { clock?: Clock; timer: Timer | null } | null = this.#view.round;
    const limit = round?.[which];
    if (limit?.remaining_ms == null) return null;
    if (limit.deadline === null) return limit.remaining_ms;
    const passed = (performance.now() - this.#receivedAt) * this.#view.time_scale;
    return Math.max(0, limit.remaining_ms - passed);
  }

  /** Give up the seat, for good. */
  async leave(): Promise<void> {
    await this.#do("leave");
    this.#end("left");
  }

  /** Leave and be forgotten: the nickname and what was said are deleted, results stay. Works after leaving, too. */
  async forget(): Promise<void> {
    await this.#http.ask<null>(this.#path(`/players/${this.player}`), {
      method: "DELETE",
      token: this.token,
    });
    this.#end("left");
  }

  /** Hang up. The seat stays, and `Tapadillo.resume` comes back to it. */
  close(): void {
    this.#end("hung_up");
  }

  #path(rest = ""): string {
    return `rooms/${this.code}${rest}`;
  }

  async #do(type: Actions[G]["type"], fields?: object): Promise<Views[G]> {
    // What is not offered yet may be offered by a view that is still on its way.
    if (this.offers(type).length === 0) await this.refresh();
    const [offer] = this.offers(type);
    const phase_seq = offer ? offer.phase_seq : this.#view.phase_seq;
    const call = { token: this.token, body: { type, phase_seq, action_id: randomId(), ...fields } };
    const { view } = await this.#http.ask<{ view: Views[G] }>(this.#path("/actions"), call);
    this.#take(view);
    return view;
  }

  #up(): void {
    this.#polling?.abort();
    this.#polling = null;
    this.#turn("live");
    void this.#catchUp();
  }

  #heard(message: ServerMessage): void {
    if (message.type === "welcome") this.#take(message.view as Views[G]);
    else if (message.type === "view") this.#take(message.view as Views[G], message.events);
    else if (message.type === "message" && this.#isChatOn) void this.#chat.hear(message).catch(this.#report);
    else if (message.type === "refused") this.#report(new TapadilloProblem(message.problem));
    else if (message.type === "bye" && FINAL.has(message.code)) this.#end(message.code);
  }

  /** Ask again and again, until the socket is up. */
  #poll(): void {
    if (this.#polling || this.#status === "closed") return;
    this.#turn("connecting");
    const { signal } = (this.#polling = new AbortController());
    void this.#askOn(signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
  }

  async #askOn(signal: AbortSignal): Promise<void> {
    for (let failures = 0, pause = this.#pollMs; ;) {
      await sleep(pause, signal);
      try {
        const call = { token: this.token, etag: this.#etag, signal };
        const { body, etag } = await this.#http.once<Views[G]>(this.#path(), call);
        signal.throwIfAborted(); // the socket was faster
        failures = 0;
        pause = this.#pollMs;
        this.#etag = etag;
        if (body) this.#take(body);
        this.#turn("polling");
        await this.#catchUp();
      } catch (error) {
        signal.throwIfAborted();
        this.#report(error);
        if (error.status === 0) this.#turn("offline");
        pause = Math.max(this.#pollMs, backoff(failures++), error.retryAfterMs ?? 0);
      }
    }
  }

  async #catchUp(): Promise<void> {
    if (this.#isChatOn) await this.#chat.catchUp().catch(this.#report);
  }

  /** Show a view unless a newer one is shown already; an equally old one may have newer hints and times. */
  #take(view: Views[G], events: readonly RoomEvent[] = []): void {
    if (view.version < this.#view.version || this.#status === "closed") return;
    this.#view = view;
    this.#receivedAt = performance.now();
    this.#emitter.emit("view", view, events);
  }

  #turn(status: Status, reason: string | null = null): void {
    if (status === this.#status || this.#status === "closed") return;
    this.#status = status;
    this.#emitter.emit("status", status, reason);
  }

  #end(reason: string): void {
    this.#line?.close();
    this.#polling?.abort();
    globalThis.removeEventListener?.("online", this.#wake);
    globalThis.document?.removeEventListener("visibilitychange", this.#wake);
    this.#turn("closed", reason);
  }

  readonly #wake = (): void => {
    if (globalThis.document?.visibilityState === "hidden") return;
    if (this.#line) this.#line.wake();
    else void this.refresh().catch(this.#report);
  };

  /** Tell of a problem that nobody waits for; anything else is a bug, and thrown. */
  readonly #report: (error: unknown) => asserts error is TapadilloProblem = (error) => {
    if (!(error instanceof TapadilloProblem)) throw error;
    if (FINAL.has(error.code)) this.#end(error.code);
    this.#emitter.emit("problem", error);
  };

  #news(): Promise<void> {
    return new Promise((resolve) => {
      const offs = (["view", "status"] as const).map((event) => this.#emitter.on(event, () => done()));
      const done = (): void => {
        for (const off of offs) off();
        resolve();
      };
    });
  }
}
