import 'server-only';
import { config } from '@/lib/server/config';
import type { Client, UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { inSteps } from '@/lib/server/db/in-steps';

export async function startSession(
  db: Prisma.TransactionClient,
  session: { id: string; accountId: string; client: Client; now: Date; isKept?: boolean },
): Promise<void> {
  const { id, accountId, client, now, isKept = false } = session;
  await db.session.create({
    data: {
      id,
      accountId,
      ...client,
      createdAt: now,
      lastSeenAt: now,
      endsAt: new Date(now.getTime() + config().SESSION_MAX),
      isKept,
    },
  });
}

type Ending = {
  accountId: string;
  except: string | null;
  now: Date;
  /** Whether access tokens end with them. */
  hasTokens?: boolean;
};

/**
 * Ends an account's sessions, except the one that is to stay, its access tokens, and what programs were allowed to
 * fetch. A client that signs in for each call makes a million of them: they end in steps, and all at once for everybody
 * else, with the transaction.
 */
export async function endSessions(
  tx: Prisma.TransactionClient,
  { accountId, except, now, hasTokens = true }: Ending,
): Promise<void> {
  if (hasTokens) await tx.deviceRequest.deleteMany({ where: { accountId } });
  await inSteps(
    tx,
    (limit) => Prisma.sql`
      UPDATE "Session" SET "revokedAt" = ${now} WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "Session"
        WHERE "accountId" = ${accountId} AND "revokedAt" IS NULL AND "id" <> ${except ?? ''}
          AND (${hasTokens} OR "secretHash" IS NULL) LIMIT ${limit}))`,
  );
}

/**
 * Holds the caller's account, so that nothing ends its sessions meanwhile.
 * @returns whether the caller's own goes on
 */
export async function holdSession(
  tx: Prisma.TransactionClient,
  { viewer: { id: accountId, sessionId }, now }: UserContext,
): Promise<boolean> {
  await tx.$queryRaw`SELECT 1 FROM "Account" WHERE "id" = ${accountId} FOR UPDATE`;
  const account = { state: 'Active', deletingAt: null } as const;
  return (await tx.session.count({ where: { id: sessionId, accountId, account, ...liveAt(now) } })) > 0;
}

/** Those of an account that is gone for everybody already: however many they are, it can go after them. */
export const forgetSessions = (tx: Prisma.TransactionClient, accountId: string): Promise<void> =>
  inSteps(
    tx,
    (limit) => Prisma.sql`
      DELETE FROM "Session" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "Session" WHERE "accountId" = ${accountId} LIMIT ${limit}))`,
  );

/**
 * A person's sessions that still open something: not ended, refreshed in time, and not older than any may become.
 * @param now by this process's clock
 */
export const liveAt = (now: Date) => ({
  secretHash: null,
  revokedAt: null,
  endsAt: { gt: now },
  OR: [true, false].map((isKept) => ({
    isKept,
    lastSeenAt: { gt: new Date(now.getTime() - unusedMs(isKept)) },
  })),
});

/** How long a session lives without use, in milliseconds. */
export function unusedMs(isKept: boolean): number {
  const { SESSION_VALID, SESSION_REMEMBER } = config();
  return (isKept && SESSION_REMEMBER) || SESSION_VALID;
}

/**
 * The same as a condition on `"Session" held`, for statements.
 * @param now SQL for the time that counts: a request's own, by the clock of the process that took it in, or `now()`, the
 * database's, where the condition has to be the same for several requests (`kindOf` in db/batched-query.ts)
 */
export const isLive = (
  now: Prisma.Sql,
): Prisma.Sql => Prisma.sql`held."revokedAt" IS NULL AND held."endsAt" > ${now}
  AND (held."secretHash" IS NOT NULL OR held."lastSeenAt" > ${now}
    - CASE WHEN held."isKept" THEN ${unusedMs(true)}::float8 ELSE ${unusedMs(false)}::float8 END * interval '1 millisecond')`;
