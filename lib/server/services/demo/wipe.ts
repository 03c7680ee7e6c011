import 'server-only';
import { BadConfiguration } from '@/lib/server/config';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { removeSome } from '@/lib/server/services/share/remove';
import { fillDemo } from './fill';

export const hourMs = 3_600_000;
const key = 'demo';

const hourOf = (at: Date): number => Math.floor(at.getTime() / hourMs);

/** Undefined where there is no demo. */
const wipedHour = async ({ db }: Context) => (await db.setting.findUnique({ where: { key } }))?.value;

const markHour = ({ db }: Context, value: number) =>
  db.setting.upsert({ where: { key }, create: { key, value }, update: { value } });

/**
 * Marks an empty database as a demo's, and takes the mark back where DEMO is off, so that no other data is ever wiped.
 * @throws BadConfiguration for a database that holds somebody's accounts
 */
export async function prepareDemo(ctx: Context): Promise<void> {
  if (!ctx.config.DEMO) {
    await ctx.db.setting.deleteMany({ where: { key } });
    return;
  }
  if ((await wipedHour(ctx)) === undefined) {
    const accounts = await ctx.db.account.count();
    if (accounts > 0)
      throw new BadConfiguration(
        `DEMO=true deletes everything every hour, and this database has ${accounts} account(s). Use an empty one, or remove DEMO.`,
      );
    await markHour(ctx, 0);
  }
  await wipeDemo(ctx);
}

/** Deletes everything and writes the examples anew, once an hour. @returns how many shares it deleted */
export async function wipeDemo(ctx: Context): Promise<number> {
  const hour = ctx.config.DEMO ? await wipedHour(ctx) : undefined;
  if (hour === undefined || hour === hourOf(ctx.now)) return 0;
  const removed = await removeShares(ctx);
  await ctx.db.$transaction(async (tx) => {
    for (const table of wipedTables) await tx.$executeRaw`DELETE FROM ${Prisma.raw(`"${table}"`)}`;
  });
  await fillDemo(ctx);
  await markHour(ctx, hourOf(ctx.now));
  return removed;
}

/** Rows of the others go with these. */
export const wipedTables = [
  'Account',
  'Invite',
  'Notice',
  'AuditEvent',
  'UsedLinkId',
  'UsedAliasId',
  'SignInChallenge',
  'DeviceRequest',
  'RateLimit', // its keys are visitors' addresses
] as const;

/** Repeats, because shares that a request has just locked are left for the next round. */
async function removeShares({ db }: Pick<Context, 'db'>): Promise<number> {
  let removed = 0;
  while ((await db.share.count()) > 0) removed += await removeSome(db, Prisma.sql`true`);
  return removed;
}
