import 'server-only';
import type { UserContext } from '@/lib/server/context';
import { allOf } from '@/lib/server/services/own-data/contents';

/** People without the secrets of their links, and what they are asked for. */
export const requestsOf = (ctx: UserContext) => ({ requests: peopleOf(ctx), 'request-slots': slotsOf(ctx) });

const peopleOf = ({ db, viewer }: UserContext) =>
  allOf('', (after) =>
    db.fileRequest.findMany({
      where: { round: { alias: { ownerId: viewer.id } }, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: 500,
      select: {
        id: true,
        name: true,
        address: true,
        language: true,
        timezone: true,
        message: true,
        dueDay: true,
        createdAt: true,
        openedAt: true,
        completeAt: true,
        stoppedAt: true,
        reminded: true,
        round: { select: { name: true, message: true, dueDay: true, alias: { select: { name: true } } } },
        cells: {
          select: { slot: { select: { name: true } }, receivedAt: true, decision: true, reason: true },
        },
      },
    }),
  );

/** Examples come one by one, as each may have 2 MiB. Bytes become base64. */
async function* slotsOf({ db, viewer }: UserContext) {
  const round = {
    select: {
      name: true,
      message: true,
      dueDay: true,
      repeat: true,
      proof: true,
      alias: { select: { name: true } },
    },
  } as const;
  const slots = allOf('', (after) =>
    db.requestSlot.findMany({
      where: { round: { alias: { ownerId: viewer.id } }, id: { gt: after } },
      orderBy: { id: 'asc' },
      take: 500,
      omit: { roundId: true },
      include: { round },
    }),
  );
  for await (const slot of slots) {
    const select = { name: true, bytes: true } as const;
    yield { ...slot, exampleFile: await db.slotExample.findUnique({ where: { slotId: slot.id }, select }) };
  }
}
