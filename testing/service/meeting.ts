import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';

type Lock = (tx: Prisma.TransactionClient) => Promise<unknown>;

/**
 * Runs `work` while `lock` holds a row, and releases it once two statements wait. Without it, parallel calls overlap
 * only by chance.
 */
export async function meeting<T>(ctx: Context, lock: Lock, work: () => Promise<T>): Promise<T> {
  let result: Promise<T> | undefined;
  await ctx.db.$transaction(
    async (tx) => {
      await lock(tx);
      result = work();
      result.catch(() => undefined);
      while ((await waitingStatements(ctx)) < 2);
    },
    { timeout: 20_000 },
  );
  return result as Promise<T>;
}

export async function waitingStatements({ db }: Pick<Context, 'db'>): Promise<number> {
  const [{ number } = { number: 0 }] = await db.$queryRaw<{ number: number }[]>`
    SELECT count(*)::int AS number FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  return number;
}
