import { noAnswer, problemOf, TapadilloProblem } from "./problem.js";
import { backoff, sleep } from "./waiting.js";

/** How long one attempt may take. */
const ATTEMPT_MS = 10_000;

export interface HttpOptions {
  baseUrl: string;
  apiKey?: string | undefined;
  language?: string | undefined;
  patienceMs: number;
  fetch: typeof fetch;
}

/** One request. Whatever it is, it can be repeated: a POST carries an id of its own, in `key` or in its body. */
export interface Call {
  /** Without one it is a POST if there is a body, else a GET. */
  method?: "DELETE";
  token?: string;
  body?: object;
  key?: string;
  etag?: string | null;
  signal?: AbortSignal;
}

/** An answer; there is no `body` if the client has it already (304) or nothing is to be said (204). */
export interface Answer<T> {
  body: T | null;
  etag: string | null;
}

/** The requests of one service. */
export class Http {
  readonly #options: HttpOptions;

  constructor(options: HttpOptions) {
    this.#options = { ...options, baseUrl: options.baseUrl.replace(/\/+$/, "") };
  }

  /** Ask until there is an answer, as long as patience lasts; rejects with `TapadilloProblem`. */
  async ask<T>(path: string, call: Call = {}): Promise<T> {
    const giveUpAt = performance.now() + this.#options.patienceMs;
    for (let failures = 0; ; failures++) {
      try {
        return (await this.once<T>(path, call)).body as T;
      } catch (error) {
        if (!(error instanceof TapadilloProblem && error.retryable)) throw error;
        const wait = Math.max(error.retryAfterMs ?? 0, backoff(failures));
        if (performance.now() + wait > giveUpAt) throw error;
        await sleep(wait, call.signal);
      }
    }
  }

  /** Ask once; rejects with `TapadilloProblem`, and with the signal's reason when it is aborted. */
  async once<T>(path: string, call: Call = {}): Promise<Answer<T>> {
    const { fetch, baseUrl } = this.#options; // a browser's fetch must not be called as a method of ours
    const timeout = AbortSignal.timeout(ATTEMPT_MS);
    let answer: Response;
    try {
      answer = await fetch(`${baseUrl}/v1/${path}`, {
        method: call.method ?? (call.body ? "POST" : "GET"),
        headers: this.#headers(call),
        body: call.body ? JSON.stringify(call.body) : null,
        signal: call.signal ? AbortSignal.any([call.signal, timeout]) : timeout,
      });
      if (answer.status === 204) return { body: null, etag: null };
      if (answer.ok) return { body: (await answer.json()) as T, etag: answer.headers.get("ETag") };
    } catch (cause) {
      call.signal?.throwIfAborted();
      throw noAnswer(cause);
    }
    if (answer.status === 304) return { body: null, etag: call.etag ?? null };
    throw await problemOf(answer);
  }

  #headers(call: Call): Headers {
    const { apiKey, language } = this.#options;
    const headers = new Headers();
    if (call.token !== undefined) headers.set("Authorization", `Bearer ${call.token}`);
    else if (apiKey !== undefined) headers.set("X-Api-Key", apiKey);
    if (language !== undefined) headers.set("Accept-Language", language);
    if (call.body) headers.set("Content-Type", "application/json");
    if (call.key !== undefined) headers.set("Idempotency-Key", call.key);
    if (call.etag) headers.set("If-None-Match", call.etag);
    return headers;
  }
}

/** An id that nobody guesses: 128 bits. (`crypto.randomUUID` is missing on pages that came over plain HTTP.) */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}
