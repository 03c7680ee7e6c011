import { expect, test } from 'vitest';
import { limits } from '@/lib/server/limits/policy';
import { openContext, ownAlias, userContext } from '@/test/context';
import { limitedContext } from '@/test/limited';
import { peekAlias } from './peek';

test('a sender learns the name of an alias and nothing about its owner', async () => {
  const { id } = await ownAlias(await userContext(), { name: 'Scans' });
  expect(await peekAlias(openContext(), id)).toEqual({ name: 'Scans' });
});

test('an alias that is off, or whose owner is out, looks like one that never was', async () => {
  const owner = await userContext();
  const { id } = await ownAlias(owner, { enabled: false });
  expect(await peekAlias(openContext(), id)).toBeNull();
  expect(await peekAlias(openContext(), 'never-was')).toBeNull();

  await owner.db.alias.update({ where: { id }, data: { enabled: true } });
  await owner.db.account.update({ where: { id: owner.viewer.id }, data: { state: 'Disabled' } });
  expect(await peekAlias(openContext(), id)).toBeNull();
});

test('whoever guesses too much is told nothing even about an alias that is there', async () => {
  const { id } = await ownAlias(await userContext());
  const guesser = limitedContext();
  const tries = Array.from({ length: limits.unknownId.max + 1 }, (_, n) => peekAlias(guesser, `guess-${n}`));
  expect(new Set(await Promise.all(tries))).toEqual(new Set([null]));
  expect(await peekAlias(guesser, id)).toBeNull();
  expect(await peekAlias(limitedContext(), id)).not.toBeNull();
});
