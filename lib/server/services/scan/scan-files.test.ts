import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { UserContext } from '@/lib/server/context';
import { storeFiles } from '@/lib/server/services/form/store';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { eicar, maxStreamBytes, startClamd } from '@/testing/service/clamd';
import { draftShare, intoShare, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { receiveFile, scanning, scanOf, shareFor } from '@/testing/service/scanned';
import { scanFiles } from './scan-files';
import { saveVerdict } from './verdict';

const clamd = await startClamd();
const post = mailServer();
const nowhere = { host: '127.0.0.1', port: 1 };
const address = clamd?.tcp ?? nowhere;

// The scan looks at all files.
let own: Awaited<ReturnType<typeof ownDatabase>>;
beforeAll(async () => {
  own = await ownDatabase();
});
beforeEach(() => own.db.file.deleteMany());
afterAll(async () => {
  await clamd?.stop();
  await own.remove();
});

async function receiver(way: 'inbox' | 'own', settings: object = {}) {
  const plain = await userContext({ db: own.db });
  const share = await shareFor(plain, way);
  const ctx = scanning(plain, { address, ...settings });
  const receive = (content: string | Buffer, name?: string) =>
    receiveFile(ctx, { shareId: share.shareId, content, ...(name && { name }) });
  return { ...share, plain, ctx, receive };
}

describe('what arrives', () => {
  test.each([
    ['inbox', { SCAN: 'inboxes' }, 'pending'],
    ['own', { SCAN: 'inboxes' }, 'none'],
    ['own', { SCAN: 'all' }, 'pending'],
    ['inbox', { address: undefined }, 'none'],
  ] as const)(
    'in a share of %s with %o is %s from the start, also by a form',
    async (way, settings, scan) => {
      const { ctx, shareId, receive } = await receiver(way, settings);
      expect(await scanOf(own, await receive('x'))).toEqual([scan, null]);
      const id = ctx.newId();
      const file = { id, name: 'b', path: '', mimeType: 'text/plain', sizeBytes: 1 };
      await ctx.db.removal.create({ data: { fileId: id, since: new Date(Date.now() + 60_000) } });
      const stored = { ...file, crc32: '00000000', sha256: null };
      await storeFiles(ctx, { ...intoShare(ctx, shareId), files: [stored] });
      expect(await scanOf(own, id)).toEqual([scan, null]);
    },
  );

  test('is let through, marked, when the scan is turned off', async () => {
    const { plain, receive } = await receiver('inbox');
    const id = await receive(eicar);
    await scanFiles(plain);
    expect(await scanOf(own, id)).toEqual(['notScanned', 'away']);
  });
});

describe.skipIf(!clamd)('the scan', () => {
  test('tells clean files from infected ones, and has nothing to do after that', async () => {
    const { ctx, receive } = await receiver('inbox');
    const [clean, empty, infected] = [await receive('x'), await receive(''), await receive(eicar)];
    expect(await scanFiles(ctx)).toEqual({ count: 3, isAgainSoon: false });
    for (const id of [clean, empty]) expect(await scanOf(own, id)).toEqual(['clean', null]);
    expect(await scanOf(own, infected)).toEqual(['infected', 'Eicar-Test.UNOFFICIAL']);
    expect(await scanFiles(ctx)).toEqual({ count: 0, isAgainSoon: false });
    const events = await own.db.auditEvent.findMany({
      where: { objectId: infected, event: 'file.quarantine' },
    });
    expect(events).toMatchObject([{ actorKind: 'user', details: { found: 'Eicar-Test.UNOFFICIAL' } }]);
  });

  test.each([
    ['allow', 'notScanned'],
    ['hold', 'infected'],
  ])('with SCAN_UNSCANNABLE=%s what it can’t look into is %s', async (SCAN_UNSCANNABLE, scan) => {
    const { ctx, receive } = await receiver('inbox', { SCAN_UNSCANNABLE });
    const id = await receive(Buffer.alloc(maxStreamBytes + 300_000));
    await scanFiles(ctx);
    expect(await scanOf(own, id)).toEqual([scan, 'tooLarge']);
    expect((await scanFiles(ctx)).count).toBe(0);
  });

  test('of what was there before looks with SCAN=all alone, which has it open meanwhile', async () => {
    const { plain, shareId } = await receiver('own');
    const [clean, infected] = [
      await receiveFile(plain, { shareId, content: 'x' }),
      await receiveFile(plain, { shareId, content: eicar }),
    ];
    await scanFiles(scanning(plain, { address }));
    expect(await scanOf(own, infected)).toEqual(['none', null]);
    await scanFiles(scanning(plain, { address: nowhere, SCAN: 'all', SCAN_DOWN: 'hold' }));
    expect(await scanOf(own, infected)).toEqual(['none', null]);
    await scanFiles(scanning(plain, { address, SCAN: 'all' }));
    expect([(await scanOf(own, clean))[0], (await scanOf(own, infected))[0]]).toEqual(['clean', 'infected']);
  });

  test('may find twice what two nodes scan: one verdict counts, and none frees what is quarantined', async () => {
    const { ctx, receive } = await receiver('inbox');
    const id = await receive(eicar);
    await Promise.all([scanFiles(ctx), scanFiles(ctx)]);
    expect(await own.db.auditEvent.count({ where: { objectId: id, event: 'file.quarantine' } })).toBe(1);
    const row = await own.db.file.findUniqueOrThrow({ where: { id } });
    const file = { ...row, sizeBytes: Number(row.sizeBytes) };
    expect(await saveVerdict(ctx, { ...file, scan: 'pending' }, { scan: 'clean' })).toBe(false);
    expect((await scanOf(own, id))[0]).toBe('infected');
  });
});

describe.skipIf(!clamd)('while clamd is away', () => {
  test('files are held, and get their verdict when it is back', async () => {
    const { ctx, receive } = await receiver('inbox');
    const ids = [await receive('x'), await receive(eicar)];
    expect(await scanFiles(scanning(ctx, { address: nowhere }))).toEqual({ count: 0, isAgainSoon: true });
    for (const id of ids) expect(await scanOf(own, id)).toEqual(['pending', null]);
    await scanFiles(ctx);
    expect(await Promise.all(ids.map(async (id) => (await scanOf(own, id))[0]))).toEqual([
      'clean',
      'infected',
    ]);
  });

  test('with SCAN_DOWN=allow they are let through, marked, and scanned when it is back', async () => {
    const { ctx, receive } = await receiver('inbox');
    const ids = [await receive('x'), await receive(eicar)];
    await scanFiles(scanning(ctx, { address: nowhere, SCAN_DOWN: 'allow' }));
    for (const id of ids) expect(await scanOf(own, id)).toEqual(['notScanned', 'away']);
    await scanFiles(ctx);
    expect(await Promise.all(ids.map(async (id) => (await scanOf(own, id))[0]))).toEqual([
      'clean',
      'infected',
    ]);
  });

  test('a file that can’t be read holds up no other', async () => {
    const { ctx, receive } = await receiver('inbox');
    const [broken, fine] = [await receive('x'), await receive('y')];
    await ctx.storage.remove(broken);
    expect(await scanFiles(ctx)).toEqual({ count: 1, isAgainSoon: false });
    expect([(await scanOf(own, broken))[0], (await scanOf(own, fine))[0]]).toEqual(['pending', 'clean']);
  });
});

describe.skipIf(!clamd)('mails', () => {
  const withMail = async (ctx: UserContext, over: object = {}) => {
    const email = `${ctx.viewer.id}@example.org`;
    await own.db.account.update({ where: { id: ctx.viewer.id }, data: { email, ...over } });
    return () => post.sink.for(email).map(({ email: { subject, text } }) => ({ subject, text }));
  };
  const sendDue = async (ctx: UserContext) => {
    await own.db.notice.updateMany({ data: { dueAt: new Date(0) } });
    await sendNotices({ ...ctx, now: new Date() });
  };

  test('of an arrival wait for the verdict; of what is quarantined the owner learns all, admins no name', async () => {
    const { mail } = post.over();
    const { ctx, receive, shareId, aliasId } = await receiver('inbox');
    const [by, admin, recipient] = [
      { ...ctx, mail },
      await userContext({ db: own.db, admin: true }),
      'bob@example.org',
    ];
    const ownerMails = await withMail(ctx);
    const adminMails = await withMail(admin, { language: 'de' });
    const linked = { shareId, address: recipient, key: recipient, language: 'en', linkId: ctx.newId() };
    await own.db.recipient.create({ data: { ...linked, id: ctx.newId() } });
    await own.db.share.update({ where: { id: shareId }, data: { passwordHash: 'x' } });
    await own.db.notice.create({
      data: { id: ctx.newId(), shareId, accountId: ctx.viewer.id, dueAt: new Date(0) },
    });
    await receive(eicar, 'bill.exe');
    await receive(eicar, 'bill2.exe');
    await sendDue(by);
    expect(ownerMails()).toEqual([]);
    await scanFiles(by);
    await sendDue(by);
    expect(
      ownerMails()
        .map(({ subject }) => subject)
        .sort(),
    ).toEqual([expect.stringContaining('Inbox'), 'Files in “Plans” were quarantined'].sort());
    const told = ownerMails().find(({ subject }) => subject?.includes('quarantined'))?.text;
    expect(told).toContain('bill.exe: Eicar-Test.UNOFFICIAL');
    expect(told).toContain('bill2.exe');
    expect(adminMails()).toHaveLength(1);
    expect(JSON.stringify(adminMails())).toContain('Quarantäne');
    expect(JSON.stringify(adminMails())).not.toMatch(/bill|Plans/);
    expect(post.sink.for(recipient)).toEqual([]);
    expect(aliasId).not.toBe('');
  });
});

test('an account’s own share with nothing to scan is left alone', async () => {
  const plain = await userContext({ db: own.db });
  const { id: shareId } = await draftShare(plain);
  const id = await receiveFile(plain, { shareId, content: 'x' });
  await scanFiles(plain);
  expect(await scanOf(own, id)).toEqual(['none', null]);
});
