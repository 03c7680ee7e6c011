import 'server-only';
import { dueInstant } from '@/lib/domain/request/due';
import type { PersonInput } from '@/lib/domain/request/people-table';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { linkHash, linkSecret } from './link';
import { planOf, zoneOf } from './plan';

type NewRequests = { roundId: string; dueDay: string; people: readonly PersonInput[] };

/** Returns the IDs of the requests. The caller has checked the people. */
export async function insertRequests(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { roundId, dueDay: usual, people }: NewRequests,
): Promise<string[]> {
  const data = people.map(({ name, address, language, timezone, due, message }) => {
    const id = ctx.newId();
    const row = {
      id,
      roundId,
      name,
      address,
      key: address.toLowerCase(),
      language: language || null,
      timezone: timezone || null,
      message: message ?? '',
      dueDay: due || usual,
      createdAt: ctx.now,
      linkHash: linkHash(linkSecret(ctx, id)),
    };
    const dueAt = new Date(dueInstant(row.dueDay, zoneOf(ctx, row)));
    const plan = { ...row, reminded: 0, completeAt: null, stoppedAt: null };
    return { ...row, dueAt, mailedAt: ctx.now, remindAt: planOf(ctx, plan) };
  });
  await tx.fileRequest.createMany({ data });
  return data.map(({ id }) => id);
}
