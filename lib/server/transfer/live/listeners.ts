import 'server-only';
import { type LiveCounts, liveBeatMs } from '@/lib/contract/byte-calls/live';
import { AppError } from '@/lib/contract/errors';
import { onNotification } from '@/lib/server/db/notifications';
import { tooMany } from '@/lib/server/limits/counters';
import { shareChannel } from '@/lib/server/tell-pages';
import type { ByteStream } from '@/lib/server/transfer/messages';
import { LiveStream } from './live-stream';

/** Pages that listen at the same time. Those beyond ask by themselves. */
export const liveLimits = { ofAccount: 20, ofNode: 2_000 };

/** A page hears of a busy share as often. */
const wakeMs = 1_000;

type Question = { shareId: string; accountId: string; ask: () => Promise<LiveCounts> };

/** One for all pages of this process: they share a timer and the connection for notifications. */
class Listeners {
  readonly #open = new Set<LiveStream>();
  readonly #woken = new Set<string>();
  #beat: NodeJS.Timeout | undefined;
  #wake: NodeJS.Timeout | undefined;
  #isHearing = false;
  #isClosed = false;

  /** @throws limit.requests, server.unavailable while the server stops, and as `ask` */
  async listen({ shareId, accountId, ask }: Question): Promise<{ stream: ByteStream; close: () => void }> {
    this.#checkRoom(accountId);
    const live = new LiveStream(shareId, accountId, ask, (ended) => this.#forget(ended));
    this.#open.add(live);
    this.#start();
    try {
      await live.begin();
    } catch (error) {
      live.end();
      throw error;
    }
    return { stream: live, close: () => live.end() };
  }

  get count(): number {
    return this.#open.size;
  }

  /** Ends all streams at once, because a node that stops waits for its answers. */
  close(): void {
    this.#isClosed = true;
    for (const live of this.#open) live.end();
  }

  #checkRoom(accountId: string): void {
    if (this.#isClosed) throw new AppError('server.unavailable');
    const own = [...this.#open].filter((live) => live.accountId === accountId).length;
    if (own >= liveLimits.ofAccount || this.#open.size >= liveLimits.ofNode)
      throw tooMany('limit.requests', liveBeatMs);
  }

  #start(): void {
    this.#beat ??= setInterval(() => this.#check(() => true, false), liveBeatMs).unref();
    if (this.#isHearing) return;
    this.#isHearing = true;
    onNotification(shareChannel, (shareId) => this.#hear(shareId));
  }

  #forget(live: LiveStream): void {
    this.#open.delete(live);
    if (this.#open.size > 0) return;
    clearInterval(this.#beat);
    this.#beat = undefined;
  }

  /** Tells at once, and then no more than once in `wakeMs`. */
  #hear(shareId: string): void {
    if (this.#open.size === 0) return;
    this.#woken.add(shareId);
    if (!this.#wake) this.#tellWoken();
  }

  #tellWoken(): void {
    const woken = new Set(this.#woken);
    this.#woken.clear();
    this.#wake = undefined;
    if (woken.size === 0) return;
    this.#check((live) => woken.has(live.shareId), true);
    this.#wake = setTimeout(() => this.#tellWoken(), wakeMs).unref();
  }

  #check(isMeant: (live: LiveStream) => boolean, isChanged: boolean): void {
    for (const live of this.#open) if (isMeant(live)) void live.check(isChanged);
  }
}

export const listeners = new Listeners();
