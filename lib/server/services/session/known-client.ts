import 'server-only';
import { hashSecret } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { clientKey } from '@/lib/server/limits/counters';

/** Browsers keep no cookie for longer. */
export const knownMs = 400 * 24 * 3_600_000;

type ClientOf = { accountId: string; sessionId: string; isProgram: boolean; isFirst: boolean };

/**
 * Records a browser by its cookie, and by name and network where it has none; a program by its name alone. Tells the
 * account, which must be locked, of a new one, but not of its first.
 * @returns true if it is told
 */
export async function recordClient(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { accountId, sessionId, isProgram, isFirst }: ClientOf,
): Promise<boolean> {
  const { address, userAgent } = ctx.client;
  const place = isProgram ? `program ${userAgent}` : `place ${clientKey(address)} ${userAgent}`;
  const marks = isProgram || !ctx.browser ? [place] : [place, `browser ${ctx.browser()}`];
  const ids = marks.map((mark) => hashSecret(`${accountId} ${mark}`));
  const known = await tx.knownClient.count({ where: { id: { in: ids } } });
  const endsAt = new Date(ctx.now.getTime() + knownMs);
  await tx.$executeRaw`
    INSERT INTO "KnownClient" ("id", "accountId", "endsAt") SELECT unnest(${ids}::text[]), ${accountId}, ${endsAt}
    ON CONFLICT ("id") DO UPDATE SET "endsAt" = EXCLUDED."endsAt"`;
  const isNew = known === 0 && !isFirst;
  if (isNew) await record(ctx, { event: 'session.newClient', mail: { accountId, id: sessionId } }, tx);
  return isNew;
}
