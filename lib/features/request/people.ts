import 'server-only';
import type { WrongPeople } from '@/lib/contract/alias/round';
import { AppError } from '@/lib/contract/errors';
import { emailIn } from '@/lib/domain/mail/mail-address';
import { cleanName } from '@/lib/domain/pasted/plain-text';
import { dueInstant } from '@/lib/domain/request/due';
import {
  findWrongPeople,
  type NumberedPerson,
  type PersonInput,
  readPeople,
} from '@/lib/domain/request/people-table';
import { roundLimits } from '@/lib/domain/request/progress';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { removeShare } from '@/lib/server/services/share/remove';
import { changeAsOwner, existing } from './access';
import { countAsks, spendAsks } from './ask-limits';
import { insertRequests } from './insert';
import { requestUrl } from './link';
import { zoneOf } from './queue';

type PeopleInput = { aliasId: string; round: string; people: PersonInput[]; table: string };

/**
 * Asks all of them or none.
 * @throws alias.notFound, alias.notOwner, alias.blocked, round.notFound, round.tooMany, round.wrongPeople naming row and field
 */
export async function addPeople(ctx: UserContext, { aliasId, round, people, table }: PeopleInput) {
  const given = [
    ...people.map((person, at) => ({ ...cleaned(person), row: at + 1 })),
    ...readPeople(table).people,
  ];
  return changeAsOwner(ctx, { aliasId, what: 'ask' }, async (tx) => {
    const { dueDay } = existing(await tx.requestRound.findFirst({ where: { id: round, aliasId } }));
    const there = await tx.fileRequest.findMany({ where: { roundId: round }, select: { key: true } });
    if (there.length + given.length > roundLimits.people)
      throw new AppError('round.tooMany', { max: roundLimits.people });
    const wrong = [
      ...findWrongPeople(given, new Set(there.map(({ key }) => key))),
      ...findLate(ctx, given),
      ...(await findOverasked(ctx, tx, given)),
    ].sort((one, other) => one.row - other.row);
    if (wrong.length > 0)
      throw new AppError('round.wrongPeople', { count: wrong.length }, { answer: { wrong } });
    await spendAsks(ctx, given.length);
    await insertRequests(ctx, tx, { roundId: round, dueDay, people: given });
    return { added: given.length, wrong: [] };
  });
}

const cleaned = ({ name, address, ...rest }: PersonInput): PersonInput => ({
  ...rest,
  name: cleanName(name),
  address: emailIn(address) ?? address,
});

const findLate = (ctx: UserContext, people: readonly NumberedPerson[]): WrongPeople =>
  people
    .filter((person) => person.due && dueInstant(person.due, zoneOf(ctx, person)) < ctx.now.getTime())
    .map(({ row }) => ({ row, field: 'due', reason: 'inThePast' }));

async function findOverasked(
  ctx: UserContext,
  tx: Prisma.TransactionClient,
  people: readonly NumberedPerson[],
): Promise<WrongPeople> {
  const beyond = new Set(await countAsks(ctx, tx, people));
  return people
    .filter(({ address }) => beyond.has(address))
    .map(({ row }) => ({ row, field: 'address', reason: 'tooManyMails' }));
}

type OfOne = { aliasId: string; request: string };

const ofInbox = ({ aliasId, request: id }: OfOne): Prisma.FileRequestWhereInput => ({
  id,
  round: { aliasId },
});

/**
 * Nothing here names the person afterwards, unless what came with the request is kept.
 * @throws alias.notFound, alias.notOwner, alias.blocked, round.notFound
 */
export async function withdrawRequest(
  ctx: UserContext,
  { files, ...one }: OfOne & { files: boolean },
): Promise<void> {
  const shareIds = await changeAsOwner(ctx, { aliasId: one.aliasId, what: 'withdraw' }, async (tx) => {
    const { id, cells } = existing(
      await tx.fileRequest.findFirst({ where: ofInbox(one), include: { cells: true } }),
    );
    await tx.fileRequest.delete({ where: { id } });
    return cells.flatMap(({ shareId, earlier }) => [...(shareId ? [shareId] : []), ...earlier]);
  });
  if (!files) return;
  const there = await ctx.db.share.findMany({
    where: { id: { in: shareIds }, ownerId: ctx.viewer.id },
    select: { id: true },
  });
  for (const { id: shareId } of there) await removeShare(ctx, { shareId });
}

/** @throws alias.notFound, alias.notOwner, alias.blocked, round.notFound */
export const getRequestLink = (ctx: UserContext, one: OfOne): Promise<{ link: string }> =>
  changeAsOwner(ctx, { aliasId: one.aliasId, what: 'link' }, async (tx) => {
    const include = { round: { select: { alias: { select: { seal: true } } } } } as const;
    const row = existing(await tx.fileRequest.findFirst({ where: ofInbox(one), include }));
    return { link: await requestUrl(ctx, row) };
  });
