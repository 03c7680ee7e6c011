import 'server-only';
import { AppError } from '@/lib/contract/errors';

type QueueLimits = { running: number; waiting: number };
type WaitingTurn = { begin: () => void; refuse: (error: AppError) => void };

/**
 * Limits concurrent work. Waiting clients take turns; when the queue is full, the client with the most entries loses
 * one to those with fewer.
 */
export class FairTurns {
  private readonly limits: QueueLimits;
  private readonly waiting = new Map<string, WaitingTurn[]>();
  private running = 0;

  constructor(limits: QueueLimits) {
    this.limits = limits;
  }

  /** @throws server.unavailable when the queue is full, or the place is given to another client */
  async run<T>(client: string, work: () => Promise<T>): Promise<T> {
    if (this.running < this.limits.running) this.running++;
    else await this.waitForTurn(client);
    try {
      return await work();
    } finally {
      this.handOver();
    }
  }

  private waitForTurn(client: string): Promise<void> {
    const own = this.waiting.get(client) ?? [];
    const all = [...this.waiting.values()];
    if (all.reduce((sum, { length }) => sum + length, 0) >= this.limits.waiting) {
      const most = all.reduce((one, other) => (other.length > one.length ? other : one), []);
      if (most.length <= own.length + 1) throw new AppError('server.unavailable');
      most.pop()?.refuse(new AppError('server.unavailable'));
    }
    return new Promise((begin, refuse) => {
      this.waiting.set(client, [...own, { begin, refuse }]);
    });
  }

  private handOver(): void {
    const [next] = this.waiting;
    if (!next) return void this.running--;
    const [client, [turn, ...rest]] = next;
    this.waiting.delete(client);
    if (rest.length > 0) this.waiting.set(client, rest); // at the end of the queue
    turn?.begin();
  }
}
