import 'server-only';
import type { LiveCounts } from '@/lib/contract/byte-calls/live';
import type { ByteStream } from '@/lib/server/transfer/messages';

const beat = Buffer.from(':\n\n');

/** The events of one page. Each begins with its rights, so that it ends with them, and says nothing while nobody knows. */
export class LiveStream implements ByteStream {
  readonly shareId: string;
  readonly accountId: string;
  readonly #ask: () => Promise<LiveCounts>;
  readonly #onEnd: (ended: LiveStream) => void;
  #said = '';
  /** The last thing to say: a page that reads slowly needs no older one. */
  #next: Buffer | null = null;
  #isOver = false;
  #isAsking = false;
  #isChangedMeanwhile = false;
  #waken: (() => void) | null = null;

  constructor(
    shareId: string,
    accountId: string,
    ask: () => Promise<LiveCounts>,
    onEnd: (ended: LiveStream) => void,
  ) {
    this.shareId = shareId;
    this.accountId = accountId;
    this.#ask = ask;
    this.#onEnd = onEnd;
  }

  /** @throws as `ask` */
  async begin(): Promise<void> {
    this.#isAsking = true;
    this.#say(await this.#ask(), true);
    this.#isAsking = false;
    void this.#checkAgain();
  }

  /** Never rejects: without an answer the page has no right. */
  async check(isChanged: boolean): Promise<void> {
    if (this.#isAsking) {
      this.#isChangedMeanwhile ||= isChanged;
      return;
    }
    this.#isAsking = true;
    try {
      this.#say(await this.#ask(), isChanged);
    } catch {
      this.end();
    }
    this.#isAsking = false;
    await this.#checkAgain();
  }

  /** An answer may be older than what happened while it was asked for. */
  async #checkAgain(): Promise<void> {
    if (!this.#isChangedMeanwhile) return;
    this.#isChangedMeanwhile = false;
    await this.check(true);
  }

  #say(counts: LiveCounts, isChanged: boolean): void {
    const text = JSON.stringify(counts);
    if (isChanged || text !== this.#said) this.#next = Buffer.from(`data: ${text}\n\n`);
    else this.#next ??= beat;
    this.#said = text;
    this.#waken?.();
  }

  end(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#onEnd(this);
    this.#waken?.();
  }

  async next(): Promise<IteratorResult<Buffer>> {
    while (!this.#isOver) {
      const value = this.#next;
      this.#next = null;
      if (value) return { done: false, value };
      await new Promise<void>((resolve) => {
        this.#waken = resolve;
      });
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<Buffer>> {
    this.end();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): ByteStream {
    return this;
  }
}
