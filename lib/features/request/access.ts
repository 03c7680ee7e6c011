import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { UserContext, Viewer } from '@/lib/server/context';
import type { Prisma, RequestRound } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { lockOwnedAlias, visibleTo } from '@/lib/server/services/access/alias';

type OfInbox = { aliasId: string };

/** Of its owner and members alone. @throws alias.notFound */
export async function requireInbox(
  db: Prisma.TransactionClient,
  viewer: Viewer,
  { aliasId }: OfInbox,
): Promise<void> {
  const count = await db.alias.count({ where: { AND: [{ id: aliasId }, visibleTo(viewer)] } });
  if (count === 0) throw new AppError('alias.notFound');
}

/** @throws alias.notFound, round.notFound */
export async function requireRound(
  { db, viewer }: UserContext,
  { aliasId, round: id }: OfInbox & { round: string },
): Promise<RequestRound> {
  await requireInbox(db, viewer, { aliasId });
  return existing(await db.requestRound.findFirst({ where: { id, aliasId } }));
}

/** @throws round.notFound */
export function existing<Row>(row: Row | null): Row {
  if (row === null) throw new AppError('round.notFound');
  return row;
}

/**
 * Runs a change by the inbox' owner, whose row is locked so that changes come one after another. It may be of two
 * thousand people, which takes a slow server longer than the usual five seconds.
 * @param what named in the audit
 * @throws alias.notFound, alias.notOwner, alias.blocked
 */
export const changeAsOwner = <T>(
  ctx: UserContext,
  { aliasId, what }: OfInbox & { what: string },
  change: (tx: Prisma.TransactionClient) => Promise<T>,
): Promise<T> =>
  ctx.db.$transaction(async (tx) => {
    await lockOwnedAlias(tx, ctx.viewer, aliasId);
    const changed = await change(tx);
    await recordRequests(ctx, tx, { aliasId, what });
    return changed;
  }, longTransaction);

export const recordRequests = (
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  { aliasId, what }: OfInbox & { what: string },
): Promise<void> =>
  record(
    ctx,
    {
      event: 'alias.modify',
      object: { type: 'alias', id: redactedId(aliasId) },
      details: { requests: what },
    },
    tx,
  );
