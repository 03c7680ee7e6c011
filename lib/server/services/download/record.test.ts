import { expect, test } from 'vitest';
import type { Context } from '@/lib/server/context';
import { draftShare, noon, userContext } from '@/testing/service/context';
import { recordDownload, type SentBytes } from './record';

const sizeBytes = 1000;
const whole = { sizeBytes, sentBytes: sizeBytes, isWhole: true, isRange: false, hasEnd: true };
const half = { ...whole, sentBytes: 600, isWhole: false, hasEnd: false };
const part = { ...whole, sentBytes: 400, isRange: true };

async function readable() {
  const ctx = await userContext();
  const { id: shareId } = await draftShare(ctx);
  const fileId = ctx.newId();
  await ctx.db.file.create({
    data: { id: fileId, shareId, name: 'a', sizeBytes, mimeType: 'text/plain' },
  });
  const note = (seconds: number, sent: Omit<SentBytes, 'startedAt'>, from: Context = ctx) =>
    recordDownload(
      from,
      { shareId, fileId, visitId: null },
      { ...sent, startedAt: new Date(noon.getTime() + seconds * 1000) },
    );
  const history = async () => {
    const rows = await ctx.db.download.findMany({ where: { shareId }, orderBy: { startedAt: 'asc' } });
    return rows.map(({ sentBytes, complete }) => [Number(sentBytes), complete]);
  };
  const outcomes = async () => {
    const events = await ctx.db.auditEvent.findMany({
      where: { shareId, event: 'download.file' },
      orderBy: { id: 'asc' },
    });
    return events.map(({ outcome }) => outcome);
  };
  return { ctx, note, history, outcomes };
}

test('a file taken again within a minute was downloaded once, from a minute on twice', async () => {
  const { note, history, outcomes } = await readable();
  for (const seconds of [0, 1, 59.9]) await note(seconds, whole);
  expect(await history()).toEqual([[1000, true]]);
  expect(await outcomes()).toEqual(['ok']);
  await note(60, whole);
  await note(-60, whole); // a slow download that began long before
  expect(await history()).toEqual([
    [1000, true],
    [1000, true],
    [1000, true],
  ]);
  expect(await outcomes()).toEqual(['ok', 'ok', 'ok']);
});

test.each([null, '192.0.2.2'])(
  'a download from another address (%s) counts as another person’s',
  async (address) => {
    const { ctx, note, history } = await readable();
    await note(0, whole);
    const other = { ...ctx, client: { ...ctx.client, address } };
    for (const seconds of [1, 2]) await note(seconds, whole, other);
    expect(await history()).toHaveLength(2);
  },
);

test('two halves that each began anew are no whole; one half and the rest of it are', async () => {
  const { note, history, outcomes } = await readable();
  for (const seconds of [0, 1]) await note(seconds, half);
  expect(await history()).toEqual([[600, false]]);
  expect(await outcomes()).toEqual(['partial']);
  await note(2, part);
  expect(await history()).toEqual([[1000, true]]);
  expect(await outcomes()).toEqual(['partial', 'ok']);
});
