import fs from 'node:fs';
import { expect, test } from 'vitest';
import { verifyPassword } from '@/lib/server/auth/password';
import type { Context } from '@/lib/server/context';
import type { Report } from '@/lib/server/import/report';
import { sha256Of } from '@/lib/server/services/storage/stored-files';
import type { ExpectedShare } from './expected';
import type { Sample } from './sample';

export function testSample(sample: Sample): void {
  test('a dry run writes nothing and says what the real run will say', async () => {
    const before = fs.statSync(sample.folder).mtimeMs;
    const dry = await sample.run(true);
    const { db } = sample.ctx;
    expect([
      await db.share.count(),
      await db.file.count(),
      await db.alias.count(),
      await db.imported.count(),
    ]).toEqual([0, 0, 0, 0]);
    sample.report = await sample.run(false);
    expect(dry.imported).toEqual(sample.report.imported);
    // New ids differ.
    const comparableRemarks = ({ remarks }: Report) =>
      remarks.map(({ kind, oldId, reason }) => ({ kind, oldId, reason }));
    expect(comparableRemarks(dry)).toEqual(comparableRemarks(sample.report));
    expect(fs.statSync(sample.folder).mtimeMs).toBe(before);
  });

  test('accounts come as they were', async () => {
    for (const { login, source, state, admin, email, created, lenient, subject = null } of sample.expected
      .accounts)
      if (!lenient)
        expect(await sample.ctx.db.account.findUnique({ where: { login } }), login).toMatchObject({
          source,
          state,
          admin,
          email,
          subject,
          createdAt: new Date(created),
        });
  });

  test('inboxes come with their address, their time and whether they are open', async () => {
    const rows = await sample.ctx.db.alias.findMany({
      include: { owner: true, members: { include: { account: true } } },
    });
    expect(rows).toHaveLength(sample.expected.aliases.length);
    for (const { id, name, enabled, owner, validityMs, members = [] } of sample.expected.aliases) {
      const row = rows.find((one) => one.id === id);
      expect(row, id).toMatchObject({ enabled, owner: { login: owner.replace('@', '') } });
      if (name !== null) expect(row?.name).toBe(name);
      expect(row?.name).not.toBe('');
      expect(row?.members.map(({ account }) => account.login).sort()).toEqual([...members].sort());
      if (validityMs) expect(row?.validityMs).toBe(BigInt(validityMs));
    }
  });

  test('shares come with link, views, times, owner, note and exactly their whole files', async () => {
    expect(await sample.ctx.db.share.count()).toBe(sample.expected.shares.length);
    for (const share of sample.expected.shares) await checkShare(sample, share);
  });

  test('the report names what stayed behind and what is otherwise than before', () => {
    const lines = sample.report.lines();
    for (const { id, reason, kind } of sample.expected.notImportable)
      expect(sample.report.skipped, id).toContainEqual(
        expect.objectContaining({ kind, oldId: expect.stringContaining(id), reason }),
      );
    for (const { mention, optional } of sample.expected.warnings)
      if (!optional)
        expect(
          lines.some((line) => mention.some((word) => line.includes(word))),
          mention.join(),
        ).toBe(true);
  });

  test('the report of a second run says all that the first has said', async () => {
    const { remarks } = await sample.run(false);
    expect(remarks).toEqual(sample.report.remarks);
  });

  test('a second run brings nothing twice, and nothing back that was deleted here', async () => {
    const { db } = sample.ctx;
    const one = sample.expected.shares.find(({ password, newLinkId }) => password === null && !newLinkId);
    const linkId = one?.linkId ?? '';
    await db.share.deleteMany({ where: { publication: { linkId } } });
    const counts = async () => [
      await db.share.count(),
      await db.file.count(),
      await db.alias.count(),
      await db.account.count(),
    ];
    const before = await counts();
    const again = await sample.run(false);
    expect(await counts()).toEqual(before);
    expect(again.imported).toMatchObject({ accounts: 0, aliases: 0, shares: 0, files: 0 });
  });
}

export function testPasswords(sample: Sample): void {
  test('passwords of shares open what they opened, and nothing else does', async () => {
    const locked = sample.expected.shares.filter(({ password }) => password !== null);
    expect(locked.length).toBeGreaterThan(0);
    for (const { linkId, password, wrongPasswords } of locked) {
      const { share } = await sample.ctx.db.publication.findUniqueOrThrow({
        where: { linkId: linkId ?? '' },
        include: { share: true },
      });
      expect(await verifyPassword(share.passwordHash, password ?? ''), `${linkId}`).toBe(true);
      for (const wrong of wrongPasswords) expect(await verifyPassword(share.passwordHash, wrong)).toBe(false);
    }
  });

  test('each account signs in with the password it had', async () => {
    for (const { login, password, lenient } of sample.expected.accounts) {
      if (lenient) continue;
      const { passwordHash } = await sample.ctx.db.account.findUniqueOrThrow({ where: { login } });
      if (password === null) expect(passwordHash).toBeNull();
      else expect(await verifyPassword(passwordHash, password), login).toBe(true);
    }
  });
}

async function checkShare({ ctx }: Sample, expected: ExpectedShare): Promise<void> {
  const { linkId, owner, maxViews, alias = null } = expected;
  const oldId = expected.shareId ?? expected.oldId ?? linkId ?? '';
  const before = await ctx.db.imported.findFirstOrThrow({ where: { kind: 'share', oldId } });
  const row = await ctx.db.share.findUniqueOrThrow({
    where: { id: before.newId },
    include: { owner: true, files: true, publication: true },
  });
  expect(row, oldId).toMatchObject({ maxViews, aliasId: alias, owner: { login: owner.replace('@', '') } });
  checkPublication(row.publication, expected);
  if (expected.name !== undefined) expect(row.name).toBe(expected.name);
  if (expected.description !== undefined && !expected.descriptionHas)
    expect(row.description).toBe(expected.description);
  for (const words of expected.descriptionHas ?? []) expect(row.description).toContain(words);
  expect(row.passwordHash === null, oldId).toBe(expected.password === null);
  expect(row.files.map(({ id }) => id).sort()).toEqual(expected.files.map(({ id }) => id).sort());
  for (const file of expected.files) await checkFile(ctx, row.files, file);
}

function checkPublication(publication: unknown, expected: ExpectedShare): void {
  const { linkId, enabled, views, publishUntil, publishedAt, newLinkId } = expected;
  if (linkId === null) expect(publication).toBeNull();
  else
    expect(publication, linkId).toMatchObject({
      linkId: newLinkId ? expect.not.stringMatching(`^${linkId}$`) : linkId,
      enabled,
      views,
      publishUntil: new Date(publishUntil ?? ''),
      ...(publishedAt && { publishedAt: new Date(publishedAt) }),
    });
}

async function checkFile(ctx: Context, files: { id: string }[], expected: ExpectedShare['files'][number]) {
  const { id, name, path: folder, size, sha256, mime } = expected;
  expect(files.find((one) => one.id === id)).toMatchObject({
    name: name ?? expect.stringMatching(/./),
    ...(folder !== null && { path: folder }),
    sizeBytes: BigInt(size),
    sha256,
    state: 'complete',
    ...(mime && mime !== 'application/octet-stream' && { mimeType: mime.split(';')[0] }),
  });
  expect(await sha256Of(ctx.storage, id, size)).toBe(sha256);
}
