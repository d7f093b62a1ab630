import { Http, randomId } from "./http.js";
import type { SocketClass } from "./line.js";
import { TapadilloProblem } from "./problem.js";
import { Seat } from "./seat.js";
import type {
  Credits,
  Deck,
  DeckSummary,
  Game,
  GameId,
  Games,
  NewRoom,
  RoomSummary,
  Seated,
  Views,
} from "./types.js";

/** Where tokens are kept: `localStorage`, or anything like it. */
export interface TokenStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

export interface TapadilloOptions {
  /** Where the service is: `https://api.example.com`. */
  baseUrl: string;
  /** The publishable key (`pk_…`) of whoever runs the frontend; the local server needs none. */
  apiKey?: string;
  /** In which language problems are explained and games named: `es`, `en`, `ru`. */
  language?: string;
  /** Where seats are kept, so that `resume` finds them after a reload. */
  storage?: TokenStorage;
  /** How to hear of news; `polling` opens no sockets. */
  transport?: "socket" | "polling";
  /** Milliseconds between two looks while no socket is up. */
  pollMs?: number;
  /** For how many milliseconds a request is repeated before it fails. */
  patienceMs?: number;
  /** Another `fetch` than the platform's. */
  fetch?: typeof globalThis.fetch;
  /** Another `WebSocket` than the platform's, which Node 20 does not have. */
  WebSocket?: SocketClass;
}

interface Kept {
  token: string;
  socketUrl: string | null;
}

/** After these a kept token opens nothing any more. */
const WORTHLESS = new Set([
  "left",
  "removed",
  "room_closed",
  "room_not_found",
  "invalid_token",
  "token_revoked",
]);

/** The service, as a frontend uses it. */
export class Tapadillo {
  readonly #http: Http;
  readonly #options: TapadilloOptions;

  constructor(options: TapadilloOptions) {
    const { baseUrl, apiKey, language, patienceMs = 15_000, fetch = globalThis.fetch } = options;
    this.#options = options;
    this.#http = new Http({ baseUrl, apiKey, language, patienceMs, fetch });
  }

  /** Make a room and sit down in it, as its host. */
  async createRoom<G extends GameId>(room: NewRoom<G>): Promise<Seat<G>> {
    return this.#enter<G>("rooms", room);
  }

  /** Take a seat in somebody's room; the code may be typed in any case, with spaces and hyphens. */
  async joinRoom<G extends GameId = GameId>({
    code,
    nickname,
  }: {
    code: string;
    nickname: string;
  }): Promise<Seat<G>> {
    return this.#enter<G>(`rooms/${encodeURIComponent(code)}/players`, { nickname });
  }

  /** Come back to a seat, by its token or by what the storage keeps for that room. */
  async resume<G extends GameId = GameId>(seat: {
    code: string;
    token?: string;
    socketUrl?: string;
  }): Promise<Seat<G>> {
    const kept = this.#kept(seat.code);
    const token = seat.token ?? kept?.token;
    if (token === undefined) throw new TapadilloProblem({ code: "invalid_token", status: 401 });
    try {
      const socketUrl = seat.socketUrl ?? kept?.socketUrl ?? (await this.#http.ask<Games>("games")).ws_url;
      const view = await this.#http.ask<Views[G]>(`rooms/${encodeURIComponent(seat.code)}`, { token });
      return this.#sit(token, socketUrl, view);
    } catch (error) {
      if (error instanceof TapadilloProblem && WORTHLESS.has(error.code)) this.#forget(seat.code);
      throw error;
    }
  }

  /** What somebody at the door of a room may know. */
  async room(code: string): Promise<RoomSummary> {
    return this.#http.ask<RoomSummary>(`rooms/${encodeURIComponent(code)}`);
  }

  /** The games, with the JSON Schema of their options. */
  async games(): Promise<Game[]> {
    return (await this.#http.ask<Games>("games")).games;
  }

  /** The decks, of one game or language if asked for. */
  async decks(of: { game?: GameId; locale?: string } = {}): Promise<DeckSummary[]> {
    return (await this.#http.ask<{ decks: DeckSummary[] }>(`decks?${new URLSearchParams({ ...of })}`)).decks;
  }

  /** A deck's entries as a player may see them; `view.room.deck` says which one, and in which version. */
  async deck(id: string, version?: string): Promise<Deck> {
    const query = version === undefined ? "" : `?version=${encodeURIComponent(version)}`;
    return this.#http.ask<Deck>(`decks/${encodeURIComponent(id)}${query}`);
  }

  /** Whom the pictures are owed to. */
  async credits(): Promise<Credits> {
    return this.#http.ask<Credits>("credits");
  }

  async #enter<G extends GameId>(path: string, body: object): Promise<Seat<G>> {
    const { token, ws_url, view } = await this.#http.ask<Seated<G>>(path, { body, key: randomId() });
    return this.#sit(token, ws_url, view);
  }

  #sit<G extends GameId>(token: string, socketUrl: string | null, view: Views[G]): Seat<G> {
    const { transport = "socket", pollMs = 2_000, storage } = this.#options;
    const Socket = this.#options.WebSocket ?? globalThis.WebSocket;
    const code = view.room.code;
    storage?.setItem(keptAs(code), JSON.stringify({ token, socketUrl } satisfies Kept));
    const isPolling = transport === "polling" || Socket === undefined;
    const seat = new Seat<G>(
      { http: this.#http, code, token, socketUrl: isPolling ? null : socketUrl, Socket, pollMs },
      view,
    );
    seat.on("status", (_, reason) => reason !== null && WORTHLESS.has(reason) && this.#forget(code));
    return seat;
  }

  #kept(code: string): Kept | null {
    const kept = this.#options.storage?.getItem(keptAs(code));
    return kept == null ? null : (JSON.parse(kept) as Kept);
  }

  #forget(code: string): void {
    this.#options.storage?.removeItem(keptAs(code));
  }
}

/** The code as the service writes it, so that a typed one finds the same. */
function keptAs(code: string): string {
  return `tapadillo/${code.replace(/[\s-]/g, "").toUpperCase()}`;
}
