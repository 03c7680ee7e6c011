import 'server-only';
import type { Asked, AskedSlot } from '@/lib/contract/alias/asked';
import { AppError } from '@/lib/contract/errors';
import type { Sender } from '@/lib/contract/share/sender';
import { phaseAt } from '@/lib/domain/inbox/inbox-form';
import { slotState } from '@/lib/domain/request/progress';
import { maskedAddress } from '@/lib/server/auth/mail-code';
import type { Context } from '@/lib/server/context';
import { formOf } from '@/lib/server/services/delivery/form-row';
import { nameOf, profileOf } from '@/lib/server/services/profile/sender';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { findRequest, type RequestRow, requireRequest, type Shown } from './entry';
import { isProven, noProofs } from './link';
import { slotForm } from './pass';
import { settleRequests } from './settle';

/** Without the proof that its round wants, says who asks and nothing else. @throws asked.over, limit.attempts */
export async function lookAtRequest(ctx: Context, { token, proofs = noProofs }: Shown): Promise<Asked> {
  const row = await findRequest(ctx, token);
  if (!(await isProven(ctx, row, proofs)))
    return { ...nothing, from: askerOf(row), codeTo: maskedAddress(row.address) };
  if (!row.openedAt)
    await ctx.db.fileRequest.updateMany({ where: { id: row.id }, data: { openedAt: ctx.now } });
  return viewOf(ctx, row);
}

/** Said by the page; without it the job finds what has arrived. @throws asked.over, asked.unproven, limit.attempts */
export async function noteSaved(ctx: Context, shown: Shown): Promise<Asked> {
  const { id } = await requireRequest(ctx, shown);
  await settleRequests(ctx, ctx.db, [id]);
  return viewOf(ctx, await requireRequest(ctx, shown));
}

const askerOf = ({ round: { alias } }: RequestRow): string => alias.form?.recipient || nameOf(alias.owner);

/** As on the inbox’s own page: one that names its recipient shows nobody else. */
const senderIn = ({ round: { alias } }: RequestRow): Sender | null =>
  alias.form?.recipient || !alias.owner.showName ? null : profileOf(alias.owner);

const nothing: Asked = {
  inbox: '',
  from: '',
  sender: null,
  name: '',
  title: '',
  messages: [],
  due: '',
  dueAt: 0,
  late: false,
  closed: false,
  complete: false,
  stopped: false,
  seal: null,
  codeTo: null,
  slots: [],
};

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
    const { id, name, hint, needed, example, attached } = slot;
    const state = slotState(cell);
    const reason = state === 'again' ? (cell?.reason ?? '') : null;
    const kinds = { groups, endings, maxFiles };
    const exampleFile = attached?.name ?? null;
    return { id, name, hint, needed, example, exampleFile, ...kinds, state, reason, files: files(cell) };
  });
  return {
    inbox: alias.name,
    from: askerOf(row),
    sender: senderIn(row),
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
    codeTo: null,
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

type Beginning = Shown & { slot: string; sealedKey?: string | null | undefined };

/**
 * Returns the delivery that a slot's files go into: one for each attempt, however many devices begin. A device that seals
 * has its own, as it has a key of its own.
 * @throws asked.over, asked.unproven, asked.accepted, limit.attempts, limit.alias, alias.sealedOnly, alias.closed, alias.notYetOpen
 */
export async function beginSlot(
  ctx: Context,
  { slot: slotId, sealedKey, ...shown }: Beginning,
): Promise<{ share: string }> {
  const row = await requireRequest(ctx, shown);
  const slot = row.round.slots.find(({ id }) => id === slotId);
  if (!slot) throw new AppError('asked.over');
  const cell = row.cells.find((each) => each.slotId === slotId);
  if (cell?.decision === 'accepted') throw new AppError('asked.accepted');
  if (cell?.shareId && !sealedKey) return { share: cell.shareId };
  const attempt = cell?.attempt ?? 0;
  const sitting = sealedKey ? `${attempt} ${sealedKey}` : `${attempt + (cell?.earlier.length ?? 0)}`;
  const { id: share } = await createDelivery(ctx, row, { slot, sealedKey: sealedKey ?? null, sitting });
  await keepDelivery(ctx, share, { requestId: row.id, slotId, attempt });
  return { share };
}

type CellPlace = { requestId: string; slotId: string; attempt: number };

/** Unless it was decided meanwhile. Of sittings that begin at once, those before the last one come earlier. */
async function keepDelivery({ db }: Context, share: string, place: CellPlace): Promise<void> {
  const { requestId, slotId, attempt } = place;
  await db.$executeRaw`
    INSERT INTO "RequestCell" ("requestId", "slotId") VALUES (${requestId}, ${slotId}) ON CONFLICT DO NOTHING`;
  await db.$executeRaw`
    UPDATE "RequestCell" SET "shareId" = ${share},
      "earlier" = array_remove(array_remove("earlier" || ARRAY["shareId"], NULL), ${share})
    WHERE "requestId" = ${requestId} AND "slotId" = ${slotId} AND "attempt" = ${attempt}
      AND "decision" IS DISTINCT FROM 'accepted' AND "shareId" IS DISTINCT FROM ${share}`;
}

type SlotDelivery = { slot: RequestRow['round']['slots'][number]; sealedKey: string | null; sitting: string };

function createDelivery(ctx: Context, row: RequestRow, { slot, sealedKey, sitting }: SlotDelivery) {
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
    `request ${row.id} ${slot.id} ${sitting}`,
  );
}
