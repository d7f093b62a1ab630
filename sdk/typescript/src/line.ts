import { Alarm, backoff } from "./waiting.js";
import type { ServerMessage } from "./types.js";

/** What the line needs of a WebSocket: the browser's class, Node's, or that of a library. */
export interface SocketLike {
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(text: string): void;
  close(): void;
}
export type SocketClass = new (url: string) => SocketLike;

/** How long to wait for the welcome, and for the answer to a ping. */
const ANSWER_MS = 8_000;
const PING_EVERY_MS = 60_000;
/** A socket is replaced at most this long before the instant that the service names, and not sooner than a minute. */
const EARLY_MS = 5 * 60_000;
const SOONEST_MS = 60_000;
/** A delay that no timer takes for "at once". */
const LONGEST_MS = 24 * 60 * 60_000;
const OPEN = 1;

export interface LineEvents {
  /** The socket is greeted, and from now on hears everything. */
  up(): void;
  /** The socket is lost; another one is tried until `close`. */
  down(): void;
  /** Anything the service says. */
  heard(message: ServerMessage): void;
}

/**
 * A socket that comes back: says hello, pings, and connects again when it is lost, silent or about to be closed.
 *
 * `hello` is the message with which a seat is taken up, `version` that of the view in hand.
 */
export class Line {
  readonly #url: string;
  readonly #Socket: SocketClass;
  readonly #hello: object;
  readonly #version: () => number;
  readonly #on: LineEvents;
  readonly #retry = new Alarm();
  readonly #answer = new Alarm();
  readonly #ping = new Alarm();
  readonly #replace = new Alarm();
  #socket: SocketLike | null = null;
  #failures = 0;

  constructor(url: string, Socket: SocketClass, hello: object, version: () => number, on: LineEvents) {
    this.#url = url;
    this.#Socket = Socket;
    this.#hello = hello;
    this.#version = version;
    this.#on = on;
  }

  /** Connect, in place of the socket that there is. */
  open(): void {
    this.close();
    let socket: SocketLike;
    try {
      socket = this.#socket = new this.#Socket(this.#url);
    } catch {
      return this.#lost(); // a page that came by https may open none without
    }
    socket.onopen = () => this.#say(this.#hello);
    socket.onmessage = ({ data }: { data: string }) => this.#hear(JSON.parse(data) as ServerMessage);
    socket.onclose = socket.onerror = () => this.#lost();
    this.#answer.set(ANSWER_MS, () => this.#lost());
  }

  /** Hang up, and stay away. */
  close(): void {
    for (const alarm of [this.#retry, this.#answer, this.#ping, this.#replace]) alarm.clear();
    const socket = this.#socket;
    this.#socket = null;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.onerror = () => undefined; // closing one that is still connecting is an error to some
    socket.close();
  }

  /** Look at once whether the line still stands: after a sleep, or when the network is back. */
  wake(): void {
    if (this.#socket === null) this.open();
    else if (this.#socket.readyState === OPEN) this.#ask(this.#hello);
  }

  #say(message: object): void {
    this.#socket?.send(JSON.stringify(message));
  }

  /** Say something that must be answered. */
  #ask(message: object): void {
    this.#say(message);
    this.#answer.set(ANSWER_MS, () => this.#lost());
  }

  #lost(retryAfterMs = 0): void {
    this.close();
    this.#retry.set(Math.max(retryAfterMs, backoff(this.#failures++)), () => this.open());
    this.#on.down();
  }

  #hear(message: ServerMessage): void {
    this.#answer.clear();
    this.#ping.set(PING_EVERY_MS, () => this.#ask({ type: "ping" }));
    if (message.type === "welcome") {
      this.#failures = 0;
      this.#replace.set(replaceIn(message.reconnect_before), () => this.open());
    }
    this.#on.heard(message);
    if (this.#socket === null) return; // that was the end
    if (message.type === "welcome") this.#on.up();
    else if (message.type === "pong" && message.version > this.#version()) this.#ask(this.#hello);
    // Nothing is asked here but hello and ping: whatever is refused, the line is not what it should be.
    else if (message.type === "refused") this.#lost((message.problem.retry_after_seconds ?? 0) * 1000);
  }
}

/** Not all phones at the same time, and not at once for a phone whose clock is wrong. */
function replaceIn(reconnectBefore: string): number {
  const left = Date.parse(reconnectBefore) - Date.now() - Math.random() * EARLY_MS;
  return Math.min(Math.max(left, SOONEST_MS), LONGEST_MS);
}
