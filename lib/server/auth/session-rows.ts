import 'server-only';
import { config } from '@/lib/server/config';
import type { Client, UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { inSteps } from '@/lib/server/db/in-steps';
import { passkeySite } from './passkey-site';

const clockToleranceMs = 120_000;

export async function startSession(
  db: Prisma.TransactionClient,
  session: {
    id: string;
    accountId: string;
    client: Client;
    now: Date;
    isKept?: boolean;
    isProgram?: boolean;
  },
): Promise<void> {
  const { id, accountId, client, now, isKept = false, isProgram = false } = session;
  await db.session.create({
    data: {
      id,
      accountId,
      ...client,
      createdAt: now,
      lastSeenAt: now,
      endsAt: new Date(now.getTime() + config().SESSION_MAX),
      isKept,
      isProgram,
    },
  });
}

/**
 * Ends an account's sessions except one, its access tokens, device requests and codes. Works in steps, because an account
 * can have a million; others see them end together, with the transaction.
 */
export async function endSessions(
  tx: Prisma.TransactionClient,
  {
    accountId,
    except,
    now,
    hasTokens = true,
  }: { accountId: string; except: string | null; now: Date; hasTokens?: boolean },
): Promise<void> {
  if (hasTokens) {
    await tx.deviceRequest.deleteMany({ where: { accountId } });
    await tx.accountCode.deleteMany({ where: { accountId, usedAt: null } });
  }
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
 * Locks the caller's account, so that its sessions can't end before the transaction does.
 * @returns true if the caller's own session is live
 */
export async function lockLiveSession(
  tx: Prisma.TransactionClient,
  { viewer: { id: accountId, sessionId }, now }: UserContext,
): Promise<boolean> {
  await tx.$queryRaw`SELECT 1 FROM "Account" WHERE "id" = ${accountId} FOR UPDATE`;
  const account = { state: 'Active', deletingAt: null } as const;
  return (
    (await tx.session.count({ where: { id: sessionId, accountId, account, ...liveSessionFilter(now) } })) > 0
  );
}

export const deleteSessions = (tx: Prisma.TransactionClient, accountId: string): Promise<void> =>
  inSteps(
    tx,
    (limit) => Prisma.sql`
      DELETE FROM "Session" WHERE "id" = ANY (ARRAY(
        SELECT "id" FROM "Session" WHERE "accountId" = ${accountId} LIMIT ${limit}))`,
  );

/**
 * Selects people's sessions that are not ended, idle too long or past their end.
 * @param now by the database's clock
 */
export const liveSessionFilter = (now: Date) => ({
  secretHash: null,
  revokedAt: null,
  endsAt: { gt: now },
  OR: [true, false].map((isKept) => ({
    isKept,
    lastSeenAt: { gt: new Date(now.getTime() - sessionIdleMs(isKept)) },
  })),
});

/** Includes up to two minutes for clocks that are apart: a session isn't lost because a node is ahead. */
export function sessionIdleMs(isKept: boolean): number {
  const { SESSION_VALID, SESSION_REMEMBER } = config();
  const idleMs = (isKept && SESSION_REMEMBER) || SESSION_VALID;
  return idleMs + Math.min(clockToleranceMs, idleMs / 4);
}

/**
 * `liveSessionFilter` as SQL on `"Session" s`, for access tokens too.
 * @param now `presentTime`, or `now()` where several requests share the condition (`kindOf` in
 * db/direct.ts)
 */
export const isLive = (
  now: Prisma.Sql,
): Prisma.Sql => Prisma.sql`s."revokedAt" IS NULL AND s."endsAt" > ${now}
  AND (s."secretHash" IS NOT NULL OR s."lastSeenAt" > ${now}
    - CASE WHEN s."isKept" THEN ${sessionIdleMs(true)}::float8 ELSE ${sessionIdleMs(false)}::float8 END * interval '1 millisecond')`;

/**
 * SQL condition on an alias of `"Account"`: SECOND_FACTOR demands one, and there is neither an app nor a passkey that
 * works here. Providers and proxies ask for their own.
 */
export function lacksFactor(account: Prisma.Sql): Prisma.Sql {
  const { SECOND_FACTOR, BASE_URL } = config();
  if (SECOND_FACTOR === 'off' || SECOND_FACTOR === 'optional') return Prisma.sql`false`;
  const isDemanded = SECOND_FACTOR === 'all' ? Prisma.sql`true` : Prisma.sql`${account}."admin"`;
  const rpId = passkeySite({ BASE_URL })?.rpId ?? '';
  return Prisma.sql`(${isDemanded} AND ${account}."source" = 'intern'
    AND NOT EXISTS (SELECT 1 FROM "SecondFactor" factor WHERE factor."accountId" = ${account}."id")
    AND NOT EXISTS (SELECT 1 FROM "Passkey" key WHERE key."accountId" = ${account}."id" AND key."rpId" = ${rpId}))`;
}
