import 'server-only';
import type { Asked, AskedSlot } from '@/lib/contract/alias/request';
import { AppError } from '@/lib/contract/errors';
import { phaseAt } from '@/lib/domain/inbox/inbox-form';
import { slotState } from '@/lib/domain/request/progress';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { recordAuthFail } from '@/lib/server/journal/auth-fail';
import { checkGuesser, recordMiss } from '@/lib/server/limits/guesses';
import { acceptingFiles } from '@/lib/server/services/access/alias';
import { formOf } from '@/lib/server/services/delivery/form-row';
import { nameOf, senderSelect } from '@/lib/server/services/profile/sender';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { linkHash } from './link';
import { slotForm } from './pass';
import { settleRequests } from './settle';

const include = {
  round: {
    include: {
      slots: { orderBy: { position: 'asc' } },
      alias: { include: { form: true, seal: true, owner: { select: senderSelect } } },
    },
  },
  cells: { include: { share: { select: { e2ee: true } } } },
} as const satisfies Prisma.FileRequestInclude;

type RequestRow = Prisma.FileRequestGetPayload<{ include: typeof include }>;

/**
 * One answer for what is withdrawn, guessed, taken down or turned off. Index: FileRequest_linkHash_key.
 * @throws asked.over, limit.attempts
 */
async function requireRequest(ctx: Context, token: string): Promise<RequestRow> {
  checkGuesser(ctx);
  const where = { linkHash: linkHash(token), round: { alias: acceptingFiles } };
  const row = await ctx.db.fileRequest.findFirst({ where, include });
  if (row) return row;
  recordAuthFail(ctx, { kind: 'alias_unknown', reason: 'no_such_alias', account: '' });
  await recordMiss(ctx);
  throw new AppError('asked.over');
}

/** @throws asked.over, limit.attempts */
export async function lookAtRequest(ctx: Context, { token }: { token: string }): Promise<Asked> {
  const row = await requireRequest(ctx, token);
  if (!row.openedAt)
    await ctx.db.fileRequest.updateMany({ where: { id: row.id }, data: { openedAt: ctx.now } });
  return viewOf(ctx, row);
}

/** Said by the page; without it the job finds what has arrived. @throws asked.over, limit.attempts */
export async function noteSaved(ctx: Context, { token }: { token: string }): Promise<Asked> {
  const { id } = await requireRequest(ctx, token);
  await settleRequests(ctx, ctx.db, [id]);
  return viewOf(ctx, await requireRequest(ctx, token));
}

const takenPhases = ['open', 'late'];

function isClosed({ now }: Context, { round }: RequestRow): boolean {
  const { form } = round.alias;
  return form !== null && !takenPhases.includes(phaseAt(formOf(form), now.getTime()));
}

async function viewOf(ctx: Context, row: RequestRow): Promise<Asked> {
  const { round, name, message, dueDay, dueAt, completeAt, stoppedAt } = row;
  const { alias } = round;
  const files = await filesOf(ctx, row);
  const slots = round.slots.map((slot): AskedSlot => {
    const cell = row.cells.find(({ slotId }) => slotId === slot.id);
    const { groups, endings, maxFiles } = slotForm(alias.form, slot);
    const { id, name, hint, needed, example } = slot;
    const state = slotState(cell);
    const reason = state === 'again' ? (cell?.reason ?? '') : null;
    return { id, name, hint, needed, example, groups, endings, maxFiles, state, reason, files: files(cell) };
  });
  return {
    inbox: alias.name,
    from: alias.form?.recipient || nameOf(alias.owner),
    name,
    title: round.name,
    messages: [round.message, message].filter((text) => text !== ''),
    due: dueDay,
    dueAt: dueAt.getTime(),
    late: completeAt === null && dueAt < ctx.now,
    closed: isClosed(ctx, row),
    complete: completeAt !== null,
    stopped: stoppedAt !== null,
    seal: alias.seal?.enabled ? { publicKey: Buffer.from(alias.seal.publicKey).toString('base64') } : null,
    slots,
  };
}

const maxFiles = 2_000;

/** Names of sealed files are no names. Index: File_shareId_path_name_id_idx. */
async function filesOf({ db }: Context, { cells }: RequestRow) {
  const files = await db.file.findMany({
    where: { shareId: { in: cells.flatMap(({ shareId }) => shareId ?? []) } },
    orderBy: [{ shareId: 'asc' }, { name: 'asc' }, { id: 'asc' }],
    take: maxFiles,
    select: { shareId: true, name: true, sizeBytes: true, state: true, scan: true },
  });
  return (cell: RequestRow['cells'][number] | undefined): AskedSlot['files'] =>
    files
      .filter(({ shareId }) => shareId === cell?.shareId)
      .slice(0, 100)
      .map(({ name, sizeBytes, state, scan }) => ({
        name: cell?.share?.e2ee ? '' : name,
        size: Number(sizeBytes),
        arrived: state === 'complete',
        held: scan === 'infected',
      }));
}

type Beginning = { token: string; slot: string; sealedKey?: string | null | undefined };

/**
 * Returns the delivery that a slot's files go into: one for each attempt, however many devices begin.
 * @throws asked.over, asked.accepted, limit.attempts, limit.alias, alias.sealedOnly, alias.closed, alias.notYetOpen
 */
export async function beginSlot(
  ctx: Context,
  { token, slot: slotId, sealedKey }: Beginning,
): Promise<{ share: string }> {
  const row = await requireRequest(ctx, token);
  const slot = row.round.slots.find(({ id }) => id === slotId);
  if (!slot) throw new AppError('asked.over');
  const cell = row.cells.find((each) => each.slotId === slotId);
  if (cell?.decision === 'accepted') throw new AppError('asked.accepted');
  if (cell?.shareId && !sealedKey) return { share: cell.shareId };
  const place = { requestId: row.id, slotId, attempt: cell?.attempt ?? 0, before: cell?.shareId ?? null };
  // A tab that seals has a key of its own, which what came before doesn't open with.
  const nth = (cell?.attempt ?? 0) + (cell?.earlier.length ?? 0) + (cell?.shareId ? 1 : 0);
  const { id: share } = await createDelivery(ctx, row, { slot, sealedKey: sealedKey ?? null, nth });
  await keepDelivery(ctx, share, place);
  return { share };
}

type CellPlace = { requestId: string; slotId: string; attempt: number; before: string | null };

/** Unless it was decided meanwhile. */
async function keepDelivery({ db }: Context, share: string, place: CellPlace): Promise<void> {
  const { requestId, slotId, attempt, before } = place;
  await db.$executeRaw`
    INSERT INTO "RequestCell" ("requestId", "slotId") VALUES (${requestId}, ${slotId}) ON CONFLICT DO NOTHING`;
  await db.$executeRaw`
    UPDATE "RequestCell" SET "shareId" = ${share}, "earlier" = array_remove("earlier" || ARRAY[${before}]::text[], NULL)
    WHERE "requestId" = ${requestId} AND "slotId" = ${slotId} AND "attempt" = ${attempt}
      AND "decision" IS DISTINCT FROM 'accepted' AND "shareId" IS NOT DISTINCT FROM ${before}`;
}

type SlotDelivery = { slot: RequestRow['round']['slots'][number]; sealedKey: string | null; nth: number };

function createDelivery(ctx: Context, row: RequestRow, { slot, sealedKey, nth }: SlotDelivery) {
  const { id, ownerId, validityMs, form } = row.round.alias;
  const sender = { name: 'optional', email: 'optional', reference: 'optional' } as const;
  const pass = {
    id,
    ownerId,
    validityMs: Number(validityMs),
    albumId: null,
    form: { ...slotForm(form, slot), sender },
  };
  const said = { name: row.name, email: row.address, reference: slot.name };
  const sealing = sealedKey ? ({ e2ee: 'v1', sealedKey } as const) : {};
  return createShareThroughAlias(
    { ...ctx, alias: pass },
    { name: null, description: null, maxViews: 1, sender: said, answers: {}, ...sealing },
    `request ${row.id} ${slot.id} ${nth}`,
  );
}
