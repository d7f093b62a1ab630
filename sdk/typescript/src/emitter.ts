/** Tells listeners of events; `Events` maps each event to what its listeners are given. */
export class Emitter<Events extends Record<keyof Events, unknown[]>> {
  readonly #listeners: { [E in keyof Events]?: Set<(...given: Events[E]) => void> } = {};

  /** Listen; the function that comes back ends it. */
  on<E extends keyof Events>(event: E, listener: (...given: Events[E]) => void): () => void {
    const those = (this.#listeners[event] ??= new Set());
    those.add(listener);
    return () => void those.delete(listener);
  }

  /** Tell everybody; what a listener throws is reported as uncaught, and hinders nobody else. */
  emit<E extends keyof Events>(event: E, ...given: Events[E]): void {
    for (const listener of this.#listeners[event] ?? []) {
      try {
        listener(...given);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
