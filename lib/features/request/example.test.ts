import { afterAll, beforeAll, expect, test } from 'vitest';
import { later, userContext } from '@/testing/service/context';
import { type OwnDatabase, ownDatabase } from '@/testing/service/own-database';
import { newRound } from '@/testing/service/requests';
import { repeatRounds } from './remind';
import { askAgain, changeRound } from './rounds';

let own: OwnDatabase;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

const mib = 1024 ** 2;
const monthly = { name: 'Papers', message: '', due: '2026-03-22', repeat: 'month' } as const;

async function repeated(sizeBytes: number) {
  const owner = await userContext({ db: own.db });
  const made = await newRound(owner);
  const { aliasId, round, slots } = made;
  await changeRound(owner, { aliasId, round, ...monthly });
  const example = { slotId: slots[0] ?? '', name: 'Form.pdf', bytes: Buffer.alloc(sizeBytes) };
  await own.db.slotExample.create({ data: example });
  const where = { slot: { round: { aliasId } } };
  const rounds = () => own.db.requestRound.count({ where: { aliasId } });
  const kept = async () => {
    const rows = await own.db.slotExample.findMany({
      where,
      select: { slot: { select: { roundId: true } } },
    });
    return rows.map(({ slot }) => (slot.roundId === round ? 'first' : 'next')).sort();
  };
  return { owner, ...made, rounds, kept };
}

test('examples of a round that is asked again count as others do: beyond the room it is refused whole', async () => {
  const { owner, aliasId, round, rounds, kept } = await repeated(51 * mib);
  await expect(askAgain(owner, { aliasId, round, due: '2026-05-01' })).rejects.toMatchObject({
    code: 'round.examplesFull',
  });
  expect([await rounds(), await kept()]).toEqual([1, ['first']]);
});

test.each([
  [50, ['first', 'next']],
  [51, ['next']],
])(
  'a round that begins by itself, with examples of %i MiB, keeps within the room, and shows them',
  async (size, places) => {
    const { owner, rounds, kept } = await repeated(size * mib);
    await repeatRounds(later(owner, 31 * 86_400));
    expect([await rounds(), await kept()]).toEqual([2, places]);
  },
);
