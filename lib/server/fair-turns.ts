import 'server-only';
import { AppError } from '@/lib/contract/errors';

type Bounds = { running: number; waiting: number };
type Turn = { begin: () => void; refuse: (error: AppError) => void };

/**
 * Has only so many pieces of work running at once, and others wait. Turns go round among those who ask; when all places
 * to wait are taken, the client with the fewest gets a turn of the client with the most. So one who asks for everything
 * gets all that nobody else wants, and no more.
 */
export class FairTurns {
  private readonly bounds: Bounds;
  /** In the order in which their turn comes. */
  private readonly waiting = new Map<string, Turn[]>();
  private running = 0;

  constructor(bounds: Bounds) {
    this.bounds = bounds;
  }

  /** @throws server.unavailable when there is no place to wait, or it is given to somebody else */
  async run<T>(asker: string, work: () => Promise<T>): Promise<T> {
    if (this.running < this.bounds.running) this.running++;
    else await this.turnOf(asker);
    try {
      return await work();
    } finally {
      this.handOver();
    }
  }

  private turnOf(asker: string): Promise<void> {
    const own = this.waiting.get(asker) ?? [];
    const all = [...this.waiting.values()];
    if (all.reduce((sum, { length }) => sum + length, 0) >= this.bounds.waiting) {
      const most = all.reduce((one, other) => (other.length > one.length ? other : one), []);
      if (most.length <= own.length + 1) throw new AppError('server.unavailable');
      most.pop()?.refuse(new AppError('server.unavailable'));
    }
    return new Promise((begin, refuse) => {
      this.waiting.set(asker, [...own, { begin, refuse }]);
    });
  }

  /** The one that ends hands its turn over. */
  private handOver(): void {
    const [next] = this.waiting;
    if (!next) return void this.running--;
    const [asker, [turn, ...rest]] = next;
    this.waiting.delete(asker);
    if (rest.length > 0) this.waiting.set(asker, rest); // behind all others
    turn?.begin();
  }
}
