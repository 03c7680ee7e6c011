import { expect, test } from 'vitest';
import { hashPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { saveVerdict } from '@/lib/server/services/scan/verdict';
import { ownFile } from '@/lib/server/services/share/own-files';
import { removeFile } from '@/lib/server/services/share/remove';
import { inNewSession, later, userContext } from '@/testing/service/context';
import { receiveFile, scanOf, shareFor } from '@/testing/service/scanned';
import { listQuarantine, releaseFile, removeQuarantined } from './quarantine';

const password = 'a horse in the harbour';
const passwordHash = await hashPassword(password);
const admin = await inNewSession(await userContext({ admin: true, passwordHash }));
const proof = { password, code: '', reason: 'a false alarm' };
const signedIn = Prisma.sql`true`;

async function quarantined() {
  const owner = await userContext();
  const { shareId } = await shareFor(owner, 'inbox');
  const fileId = await receiveFile(owner, { shareId, content: 'x', name: 'bill.pdf' });
  const file = { id: fileId, shareId, name: 'bill.pdf', mimeType: 'text/plain', sizeBytes: 1 };
  await saveVerdict(owner, { ...file, scan: 'none' }, { scan: 'infected', name: 'Test.Virus' });
  const listed = async (ctx: UserContext = admin) =>
    (await listQuarantine(ctx, { page: 1, pageSize: 100 })).items.find(({ id }) => id === fileId);
  return { owner, shareId, fileId, file, listed };
}

test('an admin learns what was found, whose it is and where from, and of it no content', async () => {
  const { owner, listed } = await quarantined();
  expect(await listed()).toEqual({
    id: expect.any(String),
    name: 'bill.pdf',
    size: 1,
    found: 'Test.Virus',
    at: owner.now.getTime(),
    owner: { id: owner.viewer.id, login: owner.viewer.login },
    alias: 'Inbox',
  });
});

test('a released file is there for all again, and no later verdict takes it back', async () => {
  const { owner, shareId, fileId, file, listed } = await quarantined();
  await expect(ownFile(owner, { shareId, fileId }, signedIn)).rejects.toMatchObject({
    code: 'file.notFound',
  });
  await releaseFile(admin, { fileId, ...proof });
  await expect(ownFile(owner, { shareId, fileId }, signedIn)).resolves.toMatchObject({ id: fileId });
  const late = { scan: 'infected', name: 'Test.Virus' } as const;
  expect(await saveVerdict(owner, { ...file, scan: 'pending' }, late)).toBe(false);
  expect(await scanOf(owner, fileId)).toEqual(['clean', null]);
  expect(await listed()).toBeUndefined();
  const events = await owner.db.auditEvent.findMany({ where: { objectId: fileId, event: 'file.release' } });
  expect(events).toMatchObject([
    { actorLogin: admin.viewer.login, shareId, details: { reason: 'a false alarm', found: 'Test.Virus' } },
  ]);
});

test('nothing is released by a stolen session, or twice, or that is not in quarantine', async () => {
  const { owner, shareId, fileId } = await quarantined();
  const wrong = releaseFile(admin, { fileId, ...proof, password: 'guessed' });
  await expect(wrong).rejects.toMatchObject({ code: 'settings.passwordWrong' });
  expect((await scanOf(owner, fileId))[0]).toBe('infected');
  const provided = await inNewSession(await userContext({ admin: true }));
  await owner.db.account.update({ where: { id: provided.viewer.id }, data: { source: 'oauth:hub' } });
  const stale = later(provided, 3_600);
  await expect(releaseFile(stale, { fileId, ...proof })).rejects.toMatchObject({
    code: 'account.signInAgain',
  });
  const both = await Promise.allSettled([1, 2].map(() => releaseFile(admin, { fileId, ...proof })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const pending = await receiveFile(owner, { shareId, content: 'y' });
  for (const deed of [releaseFile, removeQuarantined])
    await expect(deed(admin, { fileId: pending, ...proof })).rejects.toMatchObject({ code: 'file.notFound' });
});

test('an admin deletes it, and so does its owner', async () => {
  const [first, second] = [await quarantined(), await quarantined()];
  await removeQuarantined(admin, first);
  await removeFile(second.owner, second);
  for (const { owner, fileId, listed } of [first, second]) {
    expect(await owner.db.file.count({ where: { id: fileId } })).toBe(0);
    expect(await owner.db.removal.count({ where: { fileId } })).toBe(1);
    expect(await listed()).toBeUndefined();
  }
});
