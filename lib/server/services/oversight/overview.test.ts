import { expect, test } from 'vitest';
import { publishShare } from '@/lib/server/services/share/publish';
import { draftShare, ownAlias, userContext } from '@/testing/service/context';
import { readOverview } from './overview';

test('the overview counts people, their bytes, and what is open to visitors', async () => {
  const admin = await userContext({ admin: true });
  const before = await readOverview(admin);
  const owner = await userContext();
  const [open, draft] = [await draftShare(owner), await draftShare(owner)];
  await publishShare(owner, { shareId: open.id, reuseId: true });
  const file = { name: 'plan.txt', sizeBytes: 70, mimeType: 'text/plain' };
  await owner.db.file.create({ data: { ...file, id: owner.newId(), shareId: draft.id } });
  const inbox = await ownAlias(owner);
  const now = await readOverview(admin);
  expect(now).toMatchObject({
    accounts: before.accounts + 1,
    usedBytes: before.usedBytes + 70,
    links: before.links + 1,
    inboxes: before.inboxes + 1,
    version: admin.config.VERSION,
  });
  expect(now.freeBytes).toBeGreaterThan(0);

  await owner.db.alias.updateMany({ where: { ownerId: owner.viewer.id }, data: { enabled: false } });
  await owner.db.share.update({ where: { id: open.id }, data: { blockedAt: owner.now } });
  expect(inbox).toBeDefined();
  expect(await readOverview(admin)).toMatchObject({ links: before.links, inboxes: before.inboxes });
});

test('the overview opens where the disk is gone, so that an admin reads what Health says of it', async () => {
  const admin = await userContext({ admin: true });
  const config = { ...admin.config, STORAGE: 'disk' as const, FILES_DIR: '/nowhere/at/all' };
  expect((await readOverview({ ...admin, config })).freeBytes).toBeNull();
});
