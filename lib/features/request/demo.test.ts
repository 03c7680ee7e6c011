import { expect, test } from 'vitest';
import { userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { askPeople, newRound } from '@/testing/service/requests';
import { demoLimits } from './insert';
import { askAgain } from './rounds';

test('a demo asks so many people, in so many requests, until it is emptied', async () => {
  const own = await ownDatabase();
  const visitor = await userContext({ db: own.db, config: configWith({ DEMO: 'true' }) });
  const { aliasId, round } = await newRound(visitor);
  const crowd = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => ({ name: 'Ada', address: `ada-${from + at}@example.org` }));
  await askPeople(visitor, { aliasId, round }, crowd(demoLimits.people - 1));
  const full = { code: 'storage.full' };
  await expect(askPeople(visitor, { aliasId, round }, crowd(2, 2_000))).rejects.toMatchObject(full);
  await askPeople(visitor, { aliasId, round }, crowd(1, 2_000));
  await expect(askAgain(visitor, { aliasId, round, due: '2026-04-22' })).rejects.toMatchObject(full);
  expect(await own.db.fileRequest.count()).toBe(demoLimits.people);

  for (let made = 1; made < demoLimits.rounds; made++) await newRound(visitor, { aliasId });
  await expect(newRound(visitor, { aliasId })).rejects.toMatchObject(full);
  await own.remove();
});
