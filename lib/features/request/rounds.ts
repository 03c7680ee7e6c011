import 'server-only';
import type { RoundChange, RoundInput, RoundItem } from '@/lib/contract/alias/round';
import { AppError } from '@/lib/contract/errors';
import type { ListQuery } from '@/lib/contract/fields';
import { dayOfMonth, dueInstant } from '@/lib/domain/request/due';
import { roundLimits } from '@/lib/domain/request/progress';
import type { Context, UserContext } from '@/lib/server/context';
import type { Prisma, RequestRound } from '@/lib/server/db/generated/client';
import { checkDemoRoom } from '@/lib/server/limits/demo';
import { changeAsOwner, existing, requireInbox } from './access';
import { spendAsksAgain } from './ask-limits';
import { copyExamples } from './example';
import { demoLimits, insertRequests } from './insert';
import { planOf, zoneOf } from './queue';

type OfRound = { aliasId: string; round: string };

/** Newest first. Indexes: RequestRound_aliasId_createdAt_idx, FileRequest_roundId_completeAt_idx. @throws alias.notFound */
export async function listRounds(
  ctx: UserContext,
  { aliasId, q, page, pageSize }: ListQuery & { aliasId: string },
) {
  await requireInbox(ctx.db, ctx.viewer, { aliasId });
  const where = {
    aliasId,
    ...(q && { name: { contains: q, mode: 'insensitive' } }),
  } satisfies Prisma.RequestRoundWhereInput;
  const [rows, total] = await Promise.all([
    ctx.db.requestRound.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
      skip: (page - 1) * pageSize,
      take: pageSize,
    }),
    ctx.db.requestRound.count({ where }),
  ]);
  return { items: await roundItems(ctx, rows), total };
}

/** Index: FileRequest_roundId_completeAt_idx. */
export async function roundItems(ctx: Context, rows: readonly RequestRound[]): Promise<RoundItem[]> {
  const counts = await ctx.db.$queryRaw<{ id: string; people: bigint; complete: bigint; late: bigint }[]>`
    SELECT "roundId" AS "id", count(*) AS "people", count("completeAt") AS "complete",
      count(*) FILTER (WHERE "completeAt" IS NULL AND "dueAt" < ${ctx.now}) AS "late"
    FROM "FileRequest" WHERE "roundId" = ANY (${rows.map(({ id }) => id)}::text[]) GROUP BY "roundId"`;
  return rows.map(({ id, name, dueDay, repeat, createdAt }) => {
    const { people = 0n, complete = 0n, late = 0n } = counts.find((each) => each.id === id) ?? {};
    const sums = { people: Number(people), complete: Number(complete), late: Number(late) };
    return { id, name, due: dueDay, repeat, created: createdAt.getTime(), ...sums };
  });
}

/** @throws alias.notFound, alias.notOwner, alias.blocked, round.tooMany, request.invalid for a day in the past */
export async function createRound(
  ctx: UserContext,
  {
    aliasId,
    slots,
    proof = false,
    ...fields
  }: Omit<RoundInput, 'proof'> & { aliasId: string; proof?: boolean },
) {
  if (proof && !ctx.mail) throw new AppError('mail.off');
  return changeAsOwner(ctx, { aliasId, what: 'create' }, (tx) =>
    insertRound(ctx, tx, { aliasId, ...columnsOf(ctx, fields), proof, slots }),
  );
}

function columnsOf(ctx: Context, { due, repeat, ...fields }: RoundChange) {
  if (dueInstant(due, ctx.config.DEFAULT_TIMEZONE) < ctx.now.getTime())
    throw new AppError('request.invalid', { field: 'due', reason: 'inThePast' });
  return {
    ...fields,
    dueDay: due,
    anchorDay: dayOfMonth(due),
    repeat,
    asksAt: asksAtOf(ctx, { due, repeat }),
  };
}

/** The day after, where the server is. */
export const asksAtOf = (
  { config }: Pick<Context, 'config'>,
  { due, repeat }: { due: string; repeat: string | null },
): Date | null => (repeat === null ? null : new Date(dueInstant(due, config.DEFAULT_TIMEZONE) + 60_000));

type NewRound = Omit<Prisma.RequestRoundUncheckedCreateInput, 'id' | 'slots' | 'createdAt'> & {
  slots: Omit<Prisma.RequestSlotCreateManyInput, 'id' | 'roundId' | 'position'>[];
};

export async function insertRound(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { slots, ...round }: NewRound,
): Promise<{ id: string }> {
  const { aliasId } = round;
  if ((await tx.requestRound.count({ where: { aliasId } })) >= roundLimits.rounds)
    throw new AppError('round.tooMany', { max: roundLimits.rounds });
  await checkDemoRoom(ctx, demoLimits.rounds, () => tx.requestRound.count());
  const id = ctx.newId();
  await tx.requestRound.create({ data: { ...round, id, createdAt: ctx.now } });
  await tx.requestSlot.createMany({
    data: slots.map((slot, position) => ({ ...slot, id: ctx.newId(), roundId: id, position })),
  });
  return { id };
}

/**
 * Deliveries stay; where a proof of addresses is new, people give it at the next visit.
 * @throws alias.notFound, alias.notOwner, alias.blocked, round.notFound, mail.off, request.invalid for a day in the past
 */
export async function changeRound(
  ctx: UserContext,
  { aliasId, round: id, ...fields }: RoundChange & OfRound & { proof?: boolean | undefined },
) {
  await changeAsOwner(ctx, { aliasId, what: 'change' }, async (tx) => {
    const before = existing(await tx.requestRound.findFirst({ where: { id, aliasId } }));
    const { proof = before.proof, ...head } = fields;
    if (proof && !before.proof && !ctx.mail) throw new AppError('mail.off');
    const isMoved = head.due !== before.dueDay;
    const { due, repeat, name, message } = head;
    const data = isMoved
      ? columnsOf(ctx, head)
      : {
          name,
          message,
          repeat,
          asksAt: before.repeat === repeat ? before.asksAt : asksAtOf(ctx, { due, repeat }),
        };
    await tx.requestRound.update({ where: { id }, data: { ...data, proof } });
    if (isMoved) await moveDay(ctx, tx, { id, from: before.dueDay, to: due });
  });
}

async function moveDay(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { id: roundId, from, to }: { id: string; from: string; to: string },
): Promise<void> {
  for (const person of await tx.fileRequest.findMany({ where: { roundId, dueDay: from } })) {
    const moved = { ...person, dueDay: to };
    const dueAt = new Date(dueInstant(to, zoneOf(ctx, person)));
    await tx.fileRequest.update({
      where: { id: person.id },
      data: { dueDay: to, dueAt, remindAt: planOf(ctx, moved) },
    });
  }
}

/**
 * @throws alias.notFound, alias.notOwner, alias.blocked, round.notFound, round.tooMany, round.examplesFull, round.overasked,
 * mail.limitReached, request.invalid for the day
 */
export const askAgain = (ctx: UserContext, { aliasId, round, due }: OfRound & { due: string }) =>
  changeAsOwner(ctx, { aliasId, what: 'again' }, async (tx) => {
    const before = existing(await tx.requestRound.findFirst({ where: { id: round, aliasId } }));
    await spendAsksAgain(ctx, tx, round);
    const { name, message } = before;
    const next = await copyRound(ctx, tx, {
      before,
      ...columnsOf(ctx, { due, repeat: null, name, message }),
    });
    await tx.requestRound.update({ where: { id: round }, data: { asksAt: null, repeat: null } });
    const { repeat } = before;
    await tx.requestRound.update({
      where: { id: next.id },
      data: { repeat, anchorDay: before.anchorDay, asksAt: asksAtOf(ctx, { due, repeat }) },
    });
    return next;
  });

type CopiedRound = Pick<RequestRound, 'dueDay' | 'anchorDay' | 'repeat' | 'asksAt'> & {
  before: RequestRound;
  /** Nobody has pressed a button: mails wait for the morning. */
  byDay?: boolean;
};

/** Slots with their examples and people come along, files don't. */
export async function copyRound(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { before, dueDay, anchorDay, repeat, asksAt, byDay = false }: CopiedRound,
): Promise<{ id: string }> {
  const { id: roundId, aliasId, name, message, proof } = before;
  const slots = await tx.requestSlot.findMany({
    where: { roundId },
    orderBy: { position: 'asc' },
    omit: { id: true, roundId: true, position: true },
  });
  const people = await tx.fileRequest.findMany({ where: { roundId }, orderBy: { id: 'asc' } });
  const next = await insertRound(ctx, tx, {
    aliasId,
    name,
    message,
    dueDay,
    anchorDay,
    repeat,
    asksAt,
    proof,
    slots,
  });
  const copied = people.map(({ name, address, language, timezone, message, stoppedAt }) => ({
    name,
    address,
    language,
    timezone,
    message,
    stoppedAt,
  }));
  await copyExamples(tx, { aliasId, from: roundId, to: next.id, byDay });
  await insertRequests(ctx, tx, { roundId: next.id, dueDay, people: copied, byDay });
  return next;
}

/** Deliveries stay. @throws alias.notFound, alias.notOwner, alias.blocked, round.notFound */
export async function removeRound(ctx: UserContext, { aliasId, round: id }: OfRound): Promise<void> {
  await changeAsOwner(ctx, { aliasId, what: 'remove' }, async (tx) => {
    const { count } = await tx.requestRound.deleteMany({ where: { id, aliasId } });
    existing(count > 0 ? count : null);
  });
}
