import 'server-only';
import { dueInstant } from '@/lib/domain/request/due';
import type { PersonInput } from '@/lib/domain/request/people-table';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { checkDemoRoom } from '@/lib/server/limits/demo';
import { linkHash, linkSecret } from './link';
import { planOf, queueAsks, zoneOf } from './queue';

type NewRequests = { roundId: string; dueDay: string; people: readonly AskedPerson[]; byDay?: boolean };
/** Of a copied round: those who want no reminders get none of this one, either. */
type AskedPerson = PersonInput & { stoppedAt?: Date | null };

/** Of a demo, between two wipes. */
export const demoLimits = { rounds: 100, people: 1_000 } as const;

/** Returns the IDs of the requests. The caller has checked the people. */
export async function insertRequests(
  ctx: Context,
  tx: Prisma.TransactionClient,
  { roundId, dueDay: usual, people, byDay = false }: NewRequests,
): Promise<string[]> {
  await checkDemoRoom(ctx, demoLimits.people + 1 - people.length, () => tx.fileRequest.count());
  const data = people.map(({ name, address, language, timezone, due, message, stoppedAt = null }) => {
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
      stoppedAt,
      linkHash: linkHash(linkSecret(ctx, id)),
    };
    const dueAt = new Date(dueInstant(row.dueDay, zoneOf(ctx, row)));
    const plan = { ...row, reminded: 0, completeAt: null };
    return { ...row, dueAt, mailedAt: ctx.now, remindAt: planOf(ctx, plan) };
  });
  await tx.fileRequest.createMany({ data });
  const ids = data.map(({ id }) => id);
  await queueAsks(ctx, tx, { ids, byDay });
  return ids;
}
