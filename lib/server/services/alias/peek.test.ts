import { expect, test } from 'vitest';
import { AliasForm } from '@/lib/contract/alias/alias-form';
import { limits } from '@/lib/server/limits/policy';
import { noon, openContext, ownAlias, userContext } from '@/testing/service/context';
import { limitedContext } from '@/testing/service/limited';
import { saveForm } from './form';
import { inboxLanguage, peekAlias } from './peek';

const plain = { language: null, color: null, logo: null, receiver: null };

test('a sender learns the name of an alias and nothing about its owner', async () => {
  const { id } = await ownAlias(await userContext(), { name: 'Scans' });
  expect(await peekAlias(openContext(), id)).toEqual({
    state: 'open',
    name: 'Scans',
    ...plain,
    isLate: false,
    seal: null,
    form: null,
    album: null,
  });
});

test('an alias that is off says no more than that; one whose owner is out looks like one that never was', async () => {
  const owner = await userContext();
  const { id } = await ownAlias(owner, { enabled: false });
  expect(await peekAlias(openContext(), id)).toEqual({ state: 'off' });
  expect(await peekAlias(openContext(), 'never-was')).toBeNull();
  await owner.db.account.update({ where: { id: owner.viewer.id }, data: { state: 'Disabled' } });
  expect(await peekAlias(openContext(), id)).toBeNull();
});

test('with a form a sender is told for whom it is, and when it opens and ends', async () => {
  const owner = await userContext();
  const { id } = await ownAlias(owner);
  const at = (hours: number) => noon.getTime() + hours * 3_600_000;
  const form = AliasForm.parse({ opensAt: at(1), closesAt: at(3), lateUntil: at(5) });
  await saveForm(owner, { ...form, aliasId: id });
  const seen = (hours: number) => peekAlias(openContext({ now: new Date(at(hours)) }), id);
  expect(await seen(0)).toEqual({ state: 'early', name: 'Inbox', ...plain, at: at(1), album: null });
  expect(await seen(2)).toMatchObject({
    state: 'open',
    isLate: false,
    form: { recipient: owner.viewer.login },
  });
  expect(await seen(4)).toMatchObject({ state: 'open', isLate: true });
  for (const hours of [5, 9])
    expect(await seen(hours)).toEqual({ state: 'closed', name: 'Inbox', ...plain, at: at(5), album: null });
  await saveForm(owner, { ...form, recipient: 'The office', aliasId: id });
  expect(await seen(2)).toMatchObject({ form: { recipient: 'The office' } });
});

test('where the owner has no room left, a sender is told before anything is chosen', async () => {
  const owner = await userContext();
  const { id } = await ownAlias(owner);
  await owner.db.account.update({ where: { id: owner.viewer.id }, data: { maxFiles: 1 } });
  expect(await peekAlias(openContext(), id)).toMatchObject({ state: 'open' });
  await owner.db.tally.create({ data: { ownerId: owner.viewer.id, shares: 1, sizeBytes: 1, files: 1 } });
  expect(await peekAlias(openContext(), id)).toEqual({ state: 'full', name: 'Inbox', ...plain });
});

test('after too many guesses even an existing alias is refused', async () => {
  const owner = await userContext();
  const { id } = await ownAlias(owner);
  await saveForm(owner, { ...AliasForm.parse({ language: 'de' }), aliasId: id });
  const guesser = limitedContext();
  const tries = Array.from({ length: limits.unknownId.max + 1 }, (_, n) => peekAlias(guesser, `guess-${n}`));
  expect(new Set(await Promise.all(tries))).toEqual(new Set([null]));
  expect([await peekAlias(guesser, id), await inboxLanguage(guesser, id)]).toEqual([null, null]);
  expect(await peekAlias(limitedContext(), id)).not.toBeNull();
  expect(await inboxLanguage(limitedContext(), id)).toBe('de');
});
