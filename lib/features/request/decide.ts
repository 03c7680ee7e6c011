import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { type Decision, slotState } from '@/lib/domain/request/progress';
import type { UserContext } from '@/lib/server/context';
import type { Prisma, RequestCell } from '@/lib/server/db/generated/client';
import { setDone } from '@/lib/server/services/delivery/marks';
import { existing, recordRequests, requireInbox } from './access';
import { queueAgain } from './queue';
import { settleRequests } from './settle';

type CellDecision = {
  aliasId: string;
  request: string;
  slot: string;
  decision: Decision | null;
  reason: string;
  version: number;
};

/**
 * Accepting ticks the delivery off. What is asked for again goes into another delivery; the first one stays.
 * @throws alias.notFound, round.notFound, request.changed when somebody else has decided meanwhile
 */
export async function decideCell(ctx: UserContext, given: CellDecision): Promise<void> {
  const { aliasId, request, decision } = given;
  const shareId = await ctx.db.$transaction(async (tx) => {
    await requireInbox(tx, ctx.viewer, { aliasId });
    const cell = await lockCell(tx, given);
    if (cell.version !== given.version)
      throw new AppError('request.changed', { field: 'decision' }, { answer: { now: nowOf(cell) } });
    await tx.requestCell.update({
      where: { requestId_slotId: { requestId: request, slotId: given.slot } },
      data: changeOf(cell, given),
    });
    await recordRequests(ctx, tx, { aliasId, what: decision ?? 'undo' });
    await settleRequests(ctx, tx, [request]);
    if (decision === 'again') await queueAgain(ctx, tx, request);
    return cell.shareId;
  });
  if (decision === 'accepted' && shareId) await setDone(ctx, { shareId, value: true });
}

const nowOf = (cell: RequestCell) => ({ state: slotState(cell), reason: cell.reason, version: cell.version });

/** A cell that nothing is known of yet gets a row. @throws round.notFound */
async function lockCell(
  tx: Prisma.TransactionClient,
  { aliasId, request, slot }: CellDecision,
): Promise<RequestCell> {
  const where = { id: request, round: { aliasId, slots: { some: { id: slot } } } };
  existing(await tx.fileRequest.findFirst({ where, select: { id: true } }));
  await tx.$executeRaw`
    INSERT INTO "RequestCell" ("requestId", "slotId") VALUES (${request}, ${slot}) ON CONFLICT DO NOTHING`;
  const [cell] = await tx.$queryRaw<RequestCell[]>`
    SELECT * FROM "RequestCell" WHERE "requestId" = ${request} AND "slotId" = ${slot} FOR UPDATE`;
  return existing(cell ?? null);
}

function changeOf(
  cell: RequestCell,
  { decision, reason }: CellDecision,
): Prisma.RequestCellUncheckedUpdateInput {
  const decided = { decision, reason: decision === 'again' ? reason : null, version: { increment: 1 } };
  if (decision !== 'again') return decided;
  const earlier = cell.shareId ? { push: cell.shareId } : cell.earlier;
  return { ...decided, shareId: null, receivedAt: null, attempt: { increment: 1 }, earlier };
}
