/** How long to wait after so many failures in a row: exponential, with full jitter, so that nobody returns in step. */
export function backoff(failures: number): number {
  return Math.random() * Math.min(20_000, 500 * 2 ** failures);
}

/** Wait; ends early, with the signal's reason, when it is aborted. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const abort = (): void => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", abort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** Something that is due once; setting it again forgets what was set before. */
export class Alarm {
  #timer: ReturnType<typeof setTimeout> | undefined;

  set(ms: number, due: () => void): void {
    this.clear();
    this.#timer = setTimeout(due, ms);
  }

  clear(): void {
    clearTimeout(this.#timer);
  }
}
