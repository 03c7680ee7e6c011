import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { hashSecret, newSecret } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';
import type { Account } from '@/lib/server/db/generated/client';
import { Prisma } from '@/lib/server/db/generated/client';
import { checkGuesser, recordMiss } from '@/lib/server/limits/guesses';

export const codeMs = { reset: 30 * 60_000, email: 24 * 3_600_000 } as const;
export type CodeKind = keyof typeof codeMs;

type NewCode = { accountId: string; kind: CodeKind; address: string | null };

/** The code opens nothing until `writeCode`. Returns its ID. */
export async function createCode(
  { newId, now }: Context,
  db: Prisma.TransactionClient,
  { accountId, kind, address }: NewCode,
): Promise<string> {
  const id = newId();
  const endsAt = new Date(now.getTime() + codeMs[kind]);
  await db.accountCode.create({ data: { id, accountId, kind, address, createdAt: now, endsAt } });
  return id;
}

/** Returns the text for the link, in place of an earlier one; null if the code has ended meanwhile. */
export async function writeCode({ db, now }: Context, id: string): Promise<string | null> {
  const code = newSecret();
  const { count } = await db.accountCode.updateMany({
    where: { id, usedAt: null, endsAt: { gt: now } },
    data: { sha256: hashSecret(code) },
  });
  return count === 0 ? null : code;
}

export type CodeHolder = {
  kind: CodeKind;
  accountId: string;
  login: string;
  admin: boolean;
  address: string | null;
  email: string | null;
  state: Account['state'];
};

/**
 * A link to set a password ends with the address it was mailed to; who is leaving may need it to come back. A new
 * account opens by the proof of its address.
 */
const isUsable = ({ now }: Context, code: string) => Prisma.sql`
  c."sha256" = ${hashSecret(code)} AND c."usedAt" IS NULL AND c."endsAt" > ${now}
  AND a."id" = c."accountId" AND a."deletingAt" IS NULL
  AND (a."state" = 'Active' OR a."state" = 'Pending' AND c."kind" = 'email'
    OR a."leavesAt" IS NOT NULL AND c."kind" = 'reset')
  AND (c."kind" <> 'reset' OR a."source" = 'intern' AND (c."address" IS NULL OR c."address" = a."email"))`;

const columns = Prisma.raw(
  'c."kind", c."accountId", c."address", a."login", a."admin", a."email", a."state"',
);

/** Spends nothing. @throws code.over, limit.attempts */
export async function readCode(ctx: Context, code: string): Promise<CodeHolder> {
  checkGuesser(ctx);
  const [holder] = await ctx.db.$queryRaw<CodeHolder[]>`
    SELECT ${columns} FROM "AccountCode" c, "Account" a WHERE ${isUsable(ctx, code)}`;
  if (holder) return holder;
  await recordMiss(ctx);
  throw new AppError('code.over');
}

/** Locks the account before the code, as everything does that ends codes. @throws code.over */
export async function spendCode(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { code, kind, accountId }: { code: string; kind: CodeKind; accountId: string },
): Promise<CodeHolder> {
  await tx.$queryRaw`SELECT 1 FROM "Account" WHERE "id" = ${accountId} FOR NO KEY UPDATE`;
  const [holder] = await tx.$queryRaw<CodeHolder[]>`
    UPDATE "AccountCode" c SET "usedAt" = ${ctx.now} FROM "Account" a
    WHERE ${isUsable(ctx, code)} AND c."kind" = ${kind} RETURNING ${columns}`;
  if (!holder) throw new AppError('code.over');
  return holder;
}

export const pendingEmailCode = ({ db, now }: Context, accountId: string) =>
  db.accountCode.findFirst({ where: { accountId, kind: 'email', usedAt: null, endsAt: { gt: now } } });
