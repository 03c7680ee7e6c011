import { afterAll, beforeAll, expect, test } from 'vitest';
import { createToken, revokeToken } from '@/lib/features/token/tokens';
import { changeWebhook, createWebhook, listWebhooks, removeWebhook } from '@/lib/features/webhook/webhooks';
import { hashPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import { modifyAccount } from '@/lib/server/services/account/modify';
import { createCode, writeCode } from '@/lib/server/services/account-code/code';
import { resetPassword } from '@/lib/server/services/account-code/reset';
import { modifyAlias, removeMember } from '@/lib/server/services/alias/save';
import { sendNotices } from '@/lib/server/services/notice/send-notices';
import { removePasskey } from '@/lib/server/services/passkey/passkeys';
import { setPreferences } from '@/lib/server/services/settings/preferences';
import { inNewSession, openContext, ownAlias, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { ownDatabase } from '@/testing/service/own-database';
import { listOtherAccess } from './list';

const post = mailServer();
let database: Awaited<ReturnType<typeof ownDatabase>>;
let passwordHash = '';
beforeAll(async () => {
  database = await ownDatabase();
  passwordHash = await hashPassword(password);
});
afterAll(() => database.remove());

const password = 'correct horse battery';
const now = () => ({ db: database.db, now: new Date(), ...post.over() });

let serial = 0;
async function person(over: { admin?: boolean } = {}) {
  const address = `person-${serial++}@example.org`;
  const ctx = await inNewSession(await userContext({ ...now(), passwordHash, email: address, ...over }));
  return { ctx, address };
}

const hook = {
  url: 'https://8.8.8.8/secret-path',
  events: ['share.published' as const],
  format: 'json' as const,
  withLinks: false,
  enabled: true,
  password: 'not theirs',
  code: '',
};
const proven = { ...hook, password };

async function mailsTo(address: string) {
  await sendNotices(openContext(now()));
  return post.sink.for(address).map(({ email }) => email);
}

const passkey = (accountId: string) => ({
  id: `key-${accountId}`,
  accountId,
  credentialId: accountId,
  rpId: 'files.example.org',
  publicKey: Buffer.alloc(1),
  counter: 0,
  deviceType: 'singleDevice',
  backedUp: false,
  name: 'Pixel',
  createdAt: new Date('2026-11-03T12:00:00Z'),
});

/** A webhook, a member, a passkey and an access token. */
async function planted({ ctx }: { ctx: UserContext }) {
  const { id: accountId } = ctx.viewer;
  const thief = await userContext(now());
  const { id: aliasId } = await ownAlias(ctx);
  const alias = { aliasId, name: 'Bills', validity: 60_000, enabled: true, members: [thief.viewer.id] };
  await modifyAlias(ctx, alias);
  const { id: webhookId } = await createWebhook(ctx, proven);
  const { id: passkeyId } = await ctx.db.passkey.create({ data: passkey(accountId) });
  const { token } = await createToken(ctx, {
    name: 'sync',
    scopes: ['read'],
    validity: 60_000_000,
    networks: [],
  });
  return { thief: thief.viewer, aliasId, webhookId, passkeyId, tokenId: /^slw_.{12}/.exec(token)?.[0] ?? '' };
}

test('a session alone makes no webhook, leads none elsewhere and has none told links', async () => {
  const { ctx } = await person();
  const refusal = { code: 'settings.passwordWrong' };
  await expect(createWebhook(ctx, hook)).rejects.toMatchObject(refusal);
  expect(await ctx.db.webhook.count({ where: { accountId: ctx.viewer.id } })).toBe(0);
  const { id } = await createWebhook(ctx, proven);
  const elsewhere = { ...hook, id, url: 'https://9.9.9.9/' };
  await expect(changeWebhook(ctx, elsewhere)).rejects.toMatchObject(refusal);
  await expect(changeWebhook(ctx, { ...hook, id, withLinks: true })).rejects.toMatchObject(refusal);
  await changeWebhook(ctx, { ...hook, id, enabled: false });
  expect((await listWebhooks(ctx)).items).toMatchObject([
    { url: hook.url, withLinks: false, enabled: false },
  ]);
  await changeWebhook(ctx, { ...elsewhere, withLinks: true, password });
  await changeWebhook(ctx, { ...elsewhere, events: ['share.ended'] }); // fewer than before
  expect((await listWebhooks(ctx)).items).toMatchObject([{ url: elsewhere.url, withLinks: false }]);
});

test('a new webhook, or one that now carries links, is mailed to its owner, and the mail names only its host', async () => {
  const { ctx, address } = await person();
  const { id } = await createWebhook(ctx, proven);
  await changeWebhook(ctx, { ...proven, id, withLinks: true });
  await removeWebhook(ctx, { id });
  const mails = await mailsTo(address);
  expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('A webhook to 8.8.8.8 was added'));
  expect(mails.map(({ text = '' }) => text.includes('with their links')).sort()).toEqual([false, true]);
  for (const { text } of mails) expect(text).not.toContain('secret-path');
});

test('new members and silenced warnings are mailed to the address that the account had then', async () => {
  const { ctx, address } = await person();
  const { thief } = await planted({ ctx });
  await setPreferences(ctx, { tellSignIn: false });
  await setPreferences(ctx, { tellSignIn: false }); // no second mail
  await ctx.db.account.update({ where: { id: ctx.viewer.id }, data: { email: 'thief@example.org' } });
  const mails = await mailsTo(address);
  expect(mails.map(({ subject }) => subject).sort()).toEqual([
    'A webhook to 8.8.8.8 was added',
    'New members of “Bills”',
    'You are no longer told of new sign-ins',
  ]);
  expect(mails.find(({ subject }) => subject?.includes('members'))?.text).toContain(thief.login);
  expect(post.sink.for('thief@example.org')).toEqual([]);
});

test('an address that an admin replaces is told', async () => {
  const { ctx, address } = await person();
  const { ctx: admin } = await person({ admin: true });
  const change = { state: 'Active', admin: false, email: 'next@example.org', password: null } as const;
  await modifyAccount(admin, { accountId: ctx.viewer.id, ...change });
  expect((await mailsTo(address)).map(({ subject }) => subject)).toEqual(['Your e-mail address was changed']);
});

const resets = {
  'a mailed link': async (ctx: UserContext, address: string) => {
    const of = { accountId: ctx.viewer.id, kind: 'reset', address } as const;
    const token = (await writeCode(ctx, await createCode(ctx, ctx.db, of))) ?? '';
    await resetPassword(ctx, { token, password: 'another horse battery' });
  },
  'an admin’s new password': async (ctx: UserContext, email: string) => {
    const { ctx: admin } = await person({ admin: true });
    const change = { state: 'Active', admin: false, email, password: 'another horse battery' } as const;
    await modifyAccount(admin, { accountId: ctx.viewer.id, ...change });
  },
};

test.each(Object.entries(resets))(
  'after %s webhooks are off, tokens are over, and a mail names with its date what was planted',
  async (_, reset) => {
    const { ctx, address } = await person();
    const { thief } = await planted({ ctx });
    await reset(ctx, address);
    expect((await listWebhooks(ctx)).items).toMatchObject([{ enabled: false }]);
    const { text = '' } = (await mailsTo(address)).find((mail) => mail.text?.includes('was reset')) ?? {};
    const sentence = (start: string, rest: string) =>
      expect(text.replaceAll('\n', ' ')).toMatch(new RegExp(`${start}, added .*2026.*, ${rest}`));
    expect(text).toMatch(/The passkey “Pixel”, added 3 Nov.*2026.*, still signs in\./);
    sentence(thief.login, 'still has access to the inbox “Bills”');
    sentence('The webhook to 8.8.8.8', 'is off');
    sentence('The access token “sync”', 'is revoked');
    expect(text).toContain('https://files.example.org/app/settings/security');
    expect((await listOtherAccess(ctx)).items.map(({ kind }) => kind)).toEqual([
      'passkey',
      'member',
      'webhook',
    ]);
  },
);

test('access to an account is listed for its owner alone, who can remove each entry', async () => {
  const { ctx } = await person();
  const { ctx: stranger } = await person();
  const { thief, aliasId, webhookId, passkeyId, tokenId } = await planted({ ctx });
  const { items } = await listOtherAccess(ctx);
  expect(items.map(({ kind, id, name, inbox }) => [kind, id, name, inbox?.id ?? null])).toEqual([
    ['passkey', passkeyId, 'Pixel', null],
    ['member', thief.id, thief.login, aliasId],
    ['webhook', webhookId, '8.8.8.8', null],
    ['token', tokenId, 'sync', null],
  ]);
  for (const { created } of items) expect(created).toEqual(expect.any(Number));
  expect((await listOtherAccess(stranger)).items).toEqual([]);
  const member = { aliasId, accountId: thief.id };
  await expect(removeMember(stranger, member)).rejects.toMatchObject({ code: 'alias.notFound' });
  await expect(removeMember({ ...ctx, viewer: { ...thief } }, member)).rejects.toMatchObject({
    code: 'alias.notOwner',
  });
  await removeMember(ctx, member);
  await expect(removeMember(ctx, member)).rejects.toMatchObject({ code: 'alias.notFound' });
  await removePasskey(ctx, { id: passkeyId, password, code: '' });
  await removeWebhook(ctx, { id: webhookId });
  await revokeToken(ctx, { id: tokenId });
  expect((await listOtherAccess(ctx)).items).toEqual([]);
});
