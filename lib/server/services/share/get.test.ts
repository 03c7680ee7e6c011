import { expect, test } from 'vitest';
import { draftShare, noon, ownAlias, userContext } from '@/testing/service/context';
import { getShare } from './detail';
import { publishShare } from './publish';

test('the detail of many files says how many have not fully arrived, until a link is open', async () => {
  const owner = await userContext();
  const { id: shareId } = await draftShare(owner);
  const file = { shareId, sizeBytes: 7, mimeType: 'text/plain' };
  const whole = { ...file, name: 'whole', storedBytes: 7, state: 'complete' } as const;
  await owner.db.file.create({ data: { ...whole, id: owner.newId() } });
  const upload = { create: { expiresAt: new Date(noon.getTime() + 60_000) } };
  await owner.db.file.create({ data: { ...file, id: owner.newId(), name: 'half', upload } });
  const totals = async (filesUpTo: number) => (await getShare(owner, { shareId, filesUpTo })).total;

  expect(await totals(1)).toEqual({ files: 2, size: 14, incomplete: 1 });
  expect(await totals(2)).toBeUndefined();
  await publishShare(owner, { shareId, reuseId: true });
  expect(await totals(1)).toEqual({ files: 2, size: 14 });
});

test('template tags in a delivery’s message stay as the sender wrote them', async () => {
  const owner = await userContext();
  const { id: shareId } = await draftShare(owner, { description: 'Dear {{name}}: {{key}}' });
  const descriptionNow = async () => (await getShare(owner, { shareId })).description;
  expect(await descriptionNow()).toBe(`Dear {{name}}: ${shareId}`);
  const { id: aliasId } = await ownAlias(owner);
  await owner.db.share.update({ where: { id: shareId }, data: { aliasId } });
  expect(await descriptionNow()).toBe('Dear {{name}}: {{key}}');
});
