import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { inSteps, longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';

/** Tables whose rows let somebody in, besides sessions: begun sign-ins, links by mail, invite keys. */
const entries = ['DeviceRequest', 'AccountCode', 'SignInChallenge', 'Invite'] as const;

/**
 * Ends every session and access token of everybody, and what else could become one. Passwords, passkeys and links of
 * shares stay. @returns how many sessions and tokens it ended
 */
export async function endAllSessions(ctx: Context): Promise<number> {
  return ctx.db.$transaction(async (tx) => {
    const live = { revokedAt: null, endsAt: { gt: ctx.now } };
    const count = await tx.session.count({ where: live });
    for (const table of entries) {
      const name = Prisma.raw(`"${table}"`);
      await inSteps(
        tx,
        (limit) =>
          Prisma.sql`DELETE FROM ${name} WHERE "id" = ANY (ARRAY(SELECT "id" FROM ${name} LIMIT ${limit}))`,
      );
    }
    await inSteps(
      tx,
      (limit) => Prisma.sql`
        UPDATE "Session" SET "revokedAt" = ${ctx.now} WHERE "id" = ANY (ARRAY(
          SELECT "id" FROM "Session" WHERE "revokedAt" IS NULL LIMIT ${limit}))`,
    );
    await record(ctx, { event: 'session.end', details: { change: 'everybody', count } }, tx);
    return count;
  }, longTransaction);
}
