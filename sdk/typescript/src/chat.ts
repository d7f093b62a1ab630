import type { Message, MessagePage } from "./types.js";

/**
 * The chat in its order: each message once and none left out, whether it was pushed or read.
 *
 * Ids count from 1 without gaps, so a gap is a lost push, and what is missing is read.
 */
export class Chat {
  readonly #read: (after: number | null) => Promise<MessagePage>;
  readonly #emit: (message: Message) => void;
  /** The id of the newest message that was told; null before the first look. */
  #last: number | null = null;
  #reading: Promise<void> | null = null;

  constructor(read: (after: number | null) => Promise<MessagePage>, emit: (message: Message) => void) {
    this.#read = read;
    this.#emit = emit;
  }

  /** A message that was pushed, or is the answer to one's own; rejects with what `read` rejects with. */
  async hear(message: Message): Promise<void> {
    const id = Number(message.id);
    if (this.#last === null) await this.catchUp();
    if (id > (this.#last ?? 0) + 1) await this.catchUp();
    if (id === (this.#last ?? 0) + 1) this.#tell(message);
  }

  /** Read whatever is not here yet; rejects with what `read` rejects with. */
  async catchUp(): Promise<void> {
    this.#reading ??= this.#readOn().finally(() => (this.#reading = null));
    await this.#reading;
  }

  /** The first look brings the newest hundred, which is enough; later ones bring all that came since. */
  async #readOn(): Promise<void> {
    let isWhole;
    do {
      const page = await this.#read(this.#last);
      isWhole = this.#last === null || page.messages.length === 0;
      for (const message of page.messages) if (Number(message.id) > (this.#last ?? 0)) this.#tell(message);
      this.#last = Math.max(this.#last ?? 0, Number(page.next));
    } while (!isWhole);
  }

  #tell(message: Message): void {
    this.#last = Number(message.id);
    this.#emit(message);
  }
}
