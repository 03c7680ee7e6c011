import { expect, test } from 'vitest';
import { verifyPassword } from '@/lib/server/auth/password';
import { refusalOf } from '@/lib/server/http/refusal';
import { createAlias } from '@/lib/server/services/alias/save';
import { userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { createShare } from './create';
import { setShareField } from './set-field';

const properties = { validity: 60_000, maxViews: 30 };
const yearMs = 365 * 24 * 3600 * 1000;

test('a password is stored as its hash, and an empty name as none', async () => {
  const ctx = await userContext();
  const { id } = await createShare(ctx, { ...properties, name: '', password: 'geheim ✓' });
  const row = await ctx.db.share.findUniqueOrThrow({ where: { id } });
  expect(row.name).toBeNull();
  expect(row.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await verifyPassword(row.passwordHash, 'geheim ✓')).toBe(true);
  expect(await verifyPassword(row.passwordHash, 'geheim ✓\0')).toBe(false);
});

test('where links live for an hour, a longer one is told how much of a day that is', async () => {
  const ctx = await userContext({ config: configWith({ MAX_VALIDITY: '1 hour' }) });
  const tooLong = { code: 'share.validityTooLong', values: { days: 0.04 } };
  await expect(createShare(ctx, { ...properties, validity: yearMs })).rejects.toMatchObject(tooLong);
});

test('no share lives longer than allowed, neither new nor changed', async () => {
  const ctx = await userContext();
  const tooLong = { code: 'share.validityTooLong', values: { days: 365 } };
  await expect(createShare(ctx, { ...properties, validity: yearMs + 1 })).rejects.toMatchObject(tooLong);
  const { id } = await createShare(ctx, { ...properties, validity: yearMs });
  await expect(setShareField(ctx, id, { validity: yearMs + 1 })).rejects.toMatchObject(tooLong);
});

test('where passwords are required, none is made or left without', async () => {
  const plain = await userContext();
  const strict = { ...plain, config: { ...plain.config, REQUIRE_SHARE_PASSWORD: true } };
  const refused = { code: 'share.passwordNeeded' };
  await expect(createShare(strict, properties)).rejects.toMatchObject(refused);
  const { id } = await createShare(strict, { ...properties, password: 'x' });
  await expect(setShareField(strict, id, { password: null })).rejects.toMatchObject(refused);
});

test('deleting a share leaves a note for every file’s bytes, however deep the deletion starts', async () => {
  const ctx = await userContext();
  const { id } = await createShare(ctx, properties);
  const file = await ctx.db.file.create({
    data: { id: ctx.newId(), shareId: id, name: 'a', sizeBytes: 1, mimeType: 'text/plain' },
  });
  await ctx.db.account.delete({ where: { id: ctx.viewer.id } });
  expect(await ctx.db.removal.findUnique({ where: { fileId: file.id } })).not.toBeNull();
});

test('whose account is deleted while they create is told to sign in, as after the hour of a demo', async () => {
  const ctx = await userContext();
  await ctx.db.account.delete({ where: { id: ctx.viewer.id } });
  const alias = { name: 'Inbox', validity: 60_000, enabled: true, members: [] };
  for (const create of [() => createShare(ctx, properties), () => createAlias(ctx, alias)]) {
    const failure: unknown = await create().then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusalOf(failure, new Request('http://localhost/')).status).toBe(401);
  }
});
