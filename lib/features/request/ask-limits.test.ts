import { afterAll, beforeAll, expect, test } from 'vitest';
import { userContext } from '@/testing/service/context';
import { type OwnDatabase, ownDatabase } from '@/testing/service/own-database';
import { askPeople, newRound } from '@/testing/service/requests';
import { addPeople, withdrawRequest } from './people';
import { askAgain, removeRound } from './rounds';

let own: OwnDatabase;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

const due = '2026-04-22';

async function limitedOwner() {
  const owner = await userContext({ db: own.db });
  return { ...owner, config: { ...owner.config, RATE_LIMITS: true } };
}

async function askUntilRefused(ask: () => Promise<unknown>): Promise<{ asked: number; error: unknown }> {
  for (let asked = 0; asked < 20; asked++) {
    const error = await ask().then(
      () => null,
      (refusal: unknown) => refusal,
    );
    if (error) return { asked, error };
  }
  return { asked: 20, error: null };
}

test('who is asked again in round after round gets ten mails a day, too', async () => {
  const owner = await limitedOwner();
  const made = await newRound(owner);
  await askPeople(owner, made, [{ name: 'Eve', address: 'eve@example.com' }]);
  const { aliasId } = made;
  let { round } = made;
  const again = async () => {
    const next = await askAgain(owner, { aliasId, round, due });
    await removeRound(owner, { aliasId, round });
    round = next.id;
  };
  expect(await askUntilRefused(again)).toMatchObject({ asked: 9, error: { code: 'round.overasked' } });
  const rows = await own.db.fileRequest.count({ where: { key: 'eve@example.com' } });
  expect(rows).toBe(1);
});

test('a withdrawn request, and another spelling of the mailbox, count', async () => {
  const owner = await limitedOwner();
  const made = await newRound(owner);
  let nth = 0;
  const ask = async () => {
    const person = { name: 'Max', address: `Max+${nth++}@example.com` };
    const [request = ''] = await askPeople(owner, made, [person]);
    await withdrawRequest(owner, { aliasId: made.aliasId, request, files: false });
  };
  expect(await askUntilRefused(ask)).toMatchObject({
    asked: 10,
    error: { answer: { wrong: [{ row: 1, field: 'address', reason: 'tooManyMails' }] } },
  });
});

test('a list that names a mailbox more often is refused whole, and counts nothing', async () => {
  const owner = await limitedOwner();
  const made = await newRound(owner);
  const people = Array.from({ length: 11 }, (_, n) => ({ name: 'Kim', address: `kim+${n}@example.com` }));
  await expect(addPeople(owner, { ...made, people, table: '' })).rejects.toMatchObject({
    code: 'round.wrongPeople',
  });
  await addPeople(owner, { ...made, people: people.slice(1), table: '' });
});
