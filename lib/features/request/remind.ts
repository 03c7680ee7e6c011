import 'server-only';
import { isDaytime, nextDaytime, nextDueDay, type Repeat } from '@/lib/domain/request/due';
import { instantOf } from '@/lib/domain/time/time-zone';
import type { Context } from '@/lib/server/context';
import type { FileRequest, Prisma, RequestRound } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { isBelowLimit } from '@/lib/server/limits/attempt';
import { planOf, queueReminders, zoneOf } from './queue';
import { asksAtOf, copyRound } from './rounds';
import { settleRequests } from './settle';

const batch = 100;
const dayMs = 24 * 3_600_000;

/**
 * Queues the reminders that are due. Nodes skip each other's rows, and a repeated run finds none that is counted.
 * Index: FileRequest_remindAt_idx.
 */
export async function remindPeople(ctx: Context): Promise<number> {
  if (!ctx.mail) return 0;
  for (let queued = 0; ; ) {
    const { looked, sent, isFull } = await ctx.db.$transaction((tx) => remindSome(ctx, tx));
    queued += sent;
    if (looked < batch || isFull) return queued;
  }
}

async function remindSome(ctx: Context, tx: Prisma.TransactionClient) {
  const due = await tx.$queryRaw<FileRequest[]>`
    SELECT r.* FROM "FileRequest" r WHERE r."remindAt" <= ${ctx.now} ORDER BY r."remindAt" LIMIT ${batch}
    FOR UPDATE SKIP LOCKED`;
  await settleRequests(
    ctx,
    tx,
    due.map(({ id }) => id),
  );
  const people = await tx.fileRequest.findMany({
    where: { id: { in: due.map(({ id }) => id) } },
    include: { round: { select: { alias: { select: openSelect } } } },
  });
  const reminders: { id: string; remindAt: Date | null }[] = [];
  let isFull = false;
  for (const person of people) {
    const at = await pausedUntil(ctx, tx, person);
    if (at !== 'now') await tx.fileRequest.update({ where: { id: person.id }, data: { remindAt: at } });
    else if (!isFull && (await isBelowLimit(ctx, { limit: 'reminders', of: ['server'] })))
      reminders.push({
        id: person.id,
        remindAt: planOf(ctx, { ...person, mailedAt: ctx.now, reminded: person.reminded + 1 }),
      });
    else isFull = true;
  }
  await queueReminders(ctx, tx, reminders);
  return { looked: due.length, sent: reminders.length, isFull };
}

const openSelect = {
  enabled: true,
  blockedAt: true,
  owner: { select: { state: true, deletingAt: true } },
} as const;
type DuePerson = Prisma.FileRequestGetPayload<{
  include: { round: { select: { alias: { select: typeof openSelect } } } };
}>;

/** Null for never: who has sent all, wants none, or whose mail came back. Index: FileRequest_key_createdAt_idx. */
async function pausedUntil(
  ctx: Context,
  tx: Prisma.TransactionClient,
  person: DuePerson,
): Promise<Date | null | 'now'> {
  const { now } = ctx;
  const { alias } = person.round;
  if (person.refusal !== null) return null;
  const at = planOf(ctx, person);
  if (at === null) return null;
  if (at > now) return at;
  const morning = (ms: number) => new Date(nextDaytime(ms, zoneOf(ctx, person)));
  if (!isDaytime(now.getTime(), zoneOf(ctx, person))) return morning(now.getTime());
  const isOpen =
    alias.enabled && !alias.blockedAt && alias.owner.state === 'Active' && !alias.owner.deletingAt;
  const since = new Date(now.getTime() - 20 * 3_600_000);
  const hadMail = {
    key: person.key,
    id: { not: person.id },
    mailedAt: { gt: since, lte: now },
    reminded: { gt: 0 },
  };
  if (!isOpen || (await tx.fileRequest.count({ where: hadMail })) > 0) return morning(now.getTime() + dayMs);
  return 'now';
}

/** One round that can’t begin keeps no other from it. */
const againMs = 3_600_000;

/** Begins rounds that repeat, each once, however late; one that can't begin, as its inbox is full, an hour later. */
export async function repeatRounds(ctx: Context): Promise<number> {
  for (let count = 0; ; ) {
    const due = { id: '' };
    try {
      const isAsked = await ctx.db.$transaction((tx) => repeatOne(ctx, tx, due), longTransaction);
      if (!isAsked) return count;
      count++;
    } catch (error) {
      if (due.id === '') throw error;
      ctx.log.error({ err: error, round: due.id }, 'a request could not be repeated');
      const asksAt = new Date(ctx.now.getTime() + againMs);
      await ctx.db.requestRound.updateMany({
        where: { id: due.id, asksAt: { not: null } },
        data: { asksAt },
      });
    }
  }
}

/** @param due is told the one that is begun. Index: RequestRound_asksAt_idx */
async function repeatOne(
  ctx: Context,
  tx: Prisma.TransactionClient,
  due: Pick<RequestRound, 'id'>,
): Promise<boolean> {
  const [first] = await tx.$queryRaw<{ id: string }[]>`
    SELECT "id" FROM "RequestRound" WHERE "asksAt" <= ${ctx.now} ORDER BY "asksAt" LIMIT 1 FOR UPDATE SKIP LOCKED`;
  if (!first) return false;
  due.id = first.id;
  const before = await tx.requestRound.update({ where: { id: first.id }, data: { asksAt: null } });
  const { anchorDay } = before;
  const repeat = before.repeat as Repeat;
  const endOf = (day: string) => instantOf(`${day}T23:59`, ctx.config.DEFAULT_TIMEZONE) ?? 0;
  let dueDay = nextDueDay(before.dueDay, { repeat, anchorDay });
  while (endOf(dueDay) < ctx.now.getTime()) dueDay = nextDueDay(dueDay, { repeat, anchorDay });
  const asksAt = asksAtOf(ctx, { due: dueDay, repeat });
  await copyRound(ctx, tx, { before, dueDay, anchorDay, repeat, asksAt, byDay: true });
  return true;
}
