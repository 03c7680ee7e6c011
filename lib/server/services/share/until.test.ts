import { expect, test } from 'vitest';
import { draftShare, noon, openContext, userContext } from '@/testing/service/context';
import { createShare } from './create';
import { getShare } from './detail';
import { publishShare, unpublishShare } from './publish';
import { setShareField } from './set-field';

const hour = 3_600_000;
const day = 24 * hour;
const max = openContext().config.MAX_VALIDITY;
const at = (ms: number) => noon.getTime() + ms;
const refused = (field: string, reason: string) => ({ code: 'request.invalid', values: { field, reason } });

test('a link ends at the date that was chosen, however late it is published', async () => {
  const ctx = await userContext();
  const { id: shareId } = await createShare(ctx, { validity: hour, until: at(5 * day), maxViews: 1 });
  await publishShare({ ...ctx, now: new Date(at(3 * day)) }, { shareId, reuseId: true });
  expect(await getShare(ctx, { shareId })).toMatchObject({
    until: at(5 * day),
    publishInfo: { publishUntil: at(5 * day) },
  });
});

test('published again after its date it lives as long again as it was to', async () => {
  const ctx = await userContext();
  const { id: shareId } = await createShare(ctx, { validity: hour, until: at(5 * day), maxViews: 1 });
  const later = { ...ctx, now: new Date(at(6 * day)) };
  await publishShare(later, { shareId, reuseId: true });
  expect((await getShare(later, { shareId })).publishInfo?.publishUntil).toBe(at(11 * day));
});

test('a date moves the end of a published link, and a validity takes its place again', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { validityMs: day });
  await publishShare(ctx, { shareId, reuseId: true });
  await setShareField(ctx, shareId, { until: at(3 * day) });
  expect(await getShare(ctx, { shareId })).toMatchObject({
    until: at(3 * day),
    validity: 3 * day,
    publishInfo: { publishUntil: at(3 * day) },
  });
  await setShareField(ctx, shareId, { validity: 2 * day });
  expect(await getShare(ctx, { shareId })).toMatchObject({
    until: null,
    publishInfo: { publishUntil: at(2 * day) },
  });
});

test('a date of a live link counts from its publishing, for its length and for the longest one', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { validityMs: 11 * day });
  await publishShare(ctx, { shareId, reuseId: true });
  const later = { ...ctx, now: new Date(at(10 * day)) };
  await setShareField(later, shareId, { until: at(20 * day) });
  expect(await getShare(later, { shareId })).toMatchObject({ validity: 20 * day, until: at(20 * day) });
  const tooLate = setShareField(later, shareId, { until: at(max + 1) });
  await expect(tooLate).rejects.toMatchObject(refused('value', 'tooLate'));
});

test('while a link is withdrawn, a date counts from the day on which it is set', async () => {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx, { validityMs: day });
  await publishShare(ctx, { shareId, reuseId: true });
  await unpublishShare(ctx, { shareId });
  const later = { ...ctx, now: new Date(at(10 * day)) };
  await setShareField(later, shareId, { until: at(10 * day + max) });
  expect(await getShare(later, { shareId })).toMatchObject({ validity: max, until: at(10 * day + max) });
});

test('dates that are over or too far away are refused, and the field is named', async () => {
  const ctx = await userContext();
  const create = (until: number) => createShare(ctx, { validity: hour, until, maxViews: 1 });
  await expect(create(at(-1))).rejects.toMatchObject(refused('until', 'inThePast'));
  await expect(create(at(0))).rejects.toMatchObject(refused('until', 'inThePast'));
  await expect(create(at(max + 1))).rejects.toMatchObject(refused('until', 'tooLate'));
  const { id: shareId } = await create(at(max));
  const set = (until: number) => setShareField(ctx, shareId, { until });
  await expect(set(0)).rejects.toMatchObject(refused('value', 'inThePast'));
  await expect(set(8_640_000_000_000_000)).rejects.toMatchObject(refused('value', 'tooLate'));
  await expect(set(Number.MAX_SAFE_INTEGER)).rejects.toMatchObject(refused('value', 'tooLate'));
});
