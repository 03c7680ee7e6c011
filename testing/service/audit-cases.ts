import { expect } from 'vitest';
import type { AuditEventName } from '@/lib/contract/admin/audit';
import type { NewToken } from '@/lib/contract/session';
import { createToken, listTokens, revokeToken } from '@/lib/features/token/tokens';
import { createWebhook, removeWebhook, rotateSecret } from '@/lib/features/webhook/webhooks';
import type { UserContext } from '@/lib/server/context';
import { modifyAccount } from '@/lib/server/services/account/modify';
import { removeAccount } from '@/lib/server/services/account/remove';
import { createAlias, modifyAlias, removeAlias } from '@/lib/server/services/alias/save';
import { confirmClock } from '@/lib/server/services/clock/clock';
import { recordDownload } from '@/lib/server/services/download/record';
import { resetFactor } from '@/lib/server/services/factor/change';
import { beginFactor, confirmFactor } from '@/lib/server/services/factor/set-up';
import { openShare } from '@/lib/server/services/open/open-share';
import { allowAlias, blockAlias } from '@/lib/server/services/oversight/block-alias';
import { allowShare, blockShare } from '@/lib/server/services/oversight/block-share';
import { removeName } from '@/lib/server/services/oversight/names';
import { dismissReports } from '@/lib/server/services/oversight/reports';
import { reportLink, takeReport } from '@/lib/server/services/oversight/take-report';
import { addPasskey, beginPasskey } from '@/lib/server/services/passkey/add';
import { saveProfile } from '@/lib/server/services/profile/profile';
import { setOnlyRecipients } from '@/lib/server/services/recipient/recipients';
import { changeSettings } from '@/lib/server/services/server-settings/change';
import { signOut } from '@/lib/server/services/session/sessions';
import { signIn } from '@/lib/server/services/session/sign-in';
import { setEmail } from '@/lib/server/services/settings/email';
import { changePassword } from '@/lib/server/services/settings/password';
import { createShare } from '@/lib/server/services/share/create';
import { setLinkWords } from '@/lib/server/services/share/link-words';
import { unpublishShare } from '@/lib/server/services/share/publish';
import { removeFile, removeShare } from '@/lib/server/services/share/remove';
import { setShareField } from '@/lib/server/services/share/set-field';
import { newInvite } from '@/lib/server/services/signup/invites';
import { register } from '@/lib/server/services/signup/register';
import { completeUpload, saveProgress } from '@/lib/server/services/upload/progress';
import { removeUpload } from '@/lib/server/services/upload/remove';
import { softAuthenticator } from '@/testing/people/authenticator';
import { phoneCode } from '@/testing/people/totp';
import { type AuditWorld, password, wrong } from './audit-world';
import { ownAlias } from './context';

type AuditCase = { does: (world: AuditWorld) => Promise<unknown>; row: Record<string, unknown> };

const noProof = { password: null, passwordCookie: null, visitCookie: null };

const change = { state: 'Active', admin: false, email: null, password: null } as const;
const modify =
  (over: object) =>
  async ({ ctx, account }: AuditWorld) => {
    await modifyAccount(ctx, { accountId: (await account()).id, ...change, ...over });
  };

const token: NewToken = { name: 'Backup', scopes: ['read'], validity: 60_000, networks: [] };

const hook = {
  url: 'https://8.8.8.8/hook',
  events: ['share.ended' as const],
  format: 'json',
  withLinks: false,
  enabled: true,
  password,
  code: '',
} satisfies Parameters<typeof createWebhook>[1];

const refused = { outcome: 'refused' };
const anonymous = { actorKind: 'anonymous', actorId: null };

async function report({ stranger, publish }: AuditWorld) {
  const config = { ...stranger.config, ABUSE_MAIL: 'abuse@example.org' };
  await reportLink({ ...stranger, config }, { linkId: (await publish()).id, reason: 'malware', text: '' });
}

async function reportAlias({ ctx, stranger }: AuditWorld) {
  const { id, adminKey } = await ownAlias(ctx);
  const config = { ...stranger.config, ABUSE_MAIL: 'abuse@example.org' };
  const find = () => Promise.resolve({ kind: 'alias', id, about: 'Papers' } as const);
  await takeReport({ ...stranger, config }, { reason: 'malware', text: '' }, find);
  return adminKey;
}

/** Causes of each event, and the columns of its row beside event, actor and address. */
export const cases: Partial<Record<AuditEventName, AuditCase>> = {
  login: {
    does: ({ ctx }) => signIn(ctx, { account: ctx.viewer.login, password }),
    row: { objectType: 'account' },
  },
  logout: { does: ({ ctx }) => signOut(ctx), row: {} },
  'token.refused': { does: () => Promise.resolve(), row: { ...refused, ...anonymous } },
  'token.create': { does: ({ ctx }) => createToken(ctx, token), row: { objectType: 'token' } },
  'token.revoke': {
    does: async ({ ctx }) => {
      await createToken(ctx, token);
      const [made] = (await listTokens(ctx)).items;
      await revokeToken(ctx, { id: made?.id ?? '' });
    },
    row: { objectType: 'token' },
  },
  'settings.password': {
    does: ({ ctx }) => changePassword(ctx, { oldPassword: password, newPassword: wrong }),
    row: { objectType: 'account' },
  },
  'settings.email': {
    does: ({ ctx }) => setEmail(ctx, { email: 'a@example.org', password }),
    row: { details: { change: 'set' } },
  },
  'settings.profile': {
    does: ({ ctx }) => saveProfile(ctx, { name: 'Ada Lovelace' }),
    row: { objectType: 'account', details: { name: 'Ada Lovelace' } },
  },
  'account.profile': {
    does: async ({ ctx }) => {
      await saveProfile(ctx, { name: 'Ada Lovelace' });
      await removeName(ctx, { accountId: ctx.viewer.id });
    },
    row: { objectType: 'account', details: { name: 'Ada Lovelace' } },
  },
  'settings.factor': { does: ({ ctx }) => withFactor(ctx), row: { details: { change: 'on' } } },
  'webhook.create': { does: ({ ctx }) => createWebhook(ctx, hook), row: { objectType: 'webhook' } },
  'webhook.modify': {
    does: async ({ ctx }) => rotateSecret(ctx, await createWebhook(ctx, hook)),
    row: { details: { host: '8.8.8.8', rotated: true } },
  },
  'webhook.remove': {
    does: async ({ ctx }) => removeWebhook(ctx, await createWebhook(ctx, hook)),
    row: { objectType: 'webhook' },
  },
  'settings.passkey': {
    does: ({ ctx }) => withPasskey(ctx),
    row: { details: { change: 'added', name: 'Phone' } },
  },
  'account.factor': {
    does: async ({ ctx, account }) => {
      const { id: accountId } = await account();
      await ctx.db.secondFactor.create({ data: { accountId, secret: 'x', lastStep: 0 } });
      await resetFactor(ctx, { accountId });
    },
    row: { objectType: 'account', details: { login: expect.any(String), change: 'off' } },
  },
  'account.create': { does: ({ account }) => account(), row: { objectType: 'account' } },
  'account.modify': { does: modify({ email: 'a@example.org' }), row: {} },
  'account.role': {
    does: modify({ admin: true }),
    row: { details: { login: expect.any(String), admin: true } },
  },
  'account.disable': { does: modify({ state: 'Disabled' }), row: {} },
  'account.enable': {
    does: async ({ ctx, account }) => {
      const { id: accountId } = await account();
      await modifyAccount(ctx, { accountId, ...change, state: 'Disabled' });
      await modifyAccount(ctx, { accountId, ...change });
    },
    row: {},
  },
  'account.password': { does: modify({ password }), row: {} },
  'account.quota': {
    does: modify({ maxBytes: 5000 }),
    row: { details: { login: expect.any(String), maxBytes: 5000 } },
  },
  'account.remove': {
    does: async ({ ctx, account }) => removeAccount(ctx, { accountId: (await account()).id }),
    row: { objectType: 'account' },
  },
  'account.register': { does: registers, row: { actorKind: 'user' } },
  'invite.use': { does: registers, row: { actorKind: 'user', objectType: 'invite' } },
  'invite.create': { does: ({ ctx }) => newInvite(ctx, { password }), row: { objectType: 'invite' } },
  'alias.create': { does: ({ ctx, alias }) => createAlias(ctx, alias), row: { objectType: 'alias' } },
  'alias.members': {
    does: ({ ctx, alias }) => createAlias(ctx, alias),
    row: { details: { added: 1, removed: 0 } },
  },
  'alias.modify': {
    does: async ({ ctx, alias }) => modifyAlias(ctx, { aliasId: (await ownAlias(ctx)).id, ...alias }),
    row: { objectType: 'alias' },
  },
  'alias.remove': {
    does: async ({ ctx }) => removeAlias(ctx, { aliasId: (await ownAlias(ctx)).id }),
    row: { objectType: 'alias' },
  },
  'alias.block': {
    does: async ({ ctx }) => blockAlias(ctx, { ...(await ownAlias(ctx)), reason: 'Malware' }),
    row: { objectType: 'alias', details: { name: expect.any(String), reason: 'Malware' } },
  },
  'alias.allow': {
    does: async ({ ctx }) => {
      const { adminKey } = await ownAlias(ctx);
      await blockAlias(ctx, { adminKey, reason: 'Malware' });
      await allowAlias(ctx, { adminKey });
    },
    row: { objectType: 'alias' },
  },
  'alias.report': {
    does: reportAlias,
    row: { ...anonymous, objectType: 'alias', details: { name: expect.any(String), reason: 'malware' } },
  },
  'alias.dismiss': {
    does: async (world) => dismissReports(world.ctx, { id: await reportAlias(world) }),
    row: { objectType: 'alias' },
  },
  'share.block': {
    does: ({ ctx, share }) => blockShare(ctx, { shareId: share.id, reason: 'Malware' }),
    row: { objectType: 'share', details: { reason: 'Malware' } },
  },
  'share.allow': {
    does: async ({ ctx, share }) => {
      await blockShare(ctx, { shareId: share.id, reason: 'Malware' });
      await allowShare(ctx, { shareId: share.id });
    },
    row: { objectType: 'share' },
  },
  'share.report': { does: report, row: { ...anonymous, details: { reason: 'malware' } } },
  'share.dismiss': {
    does: async (world) => {
      await report(world);
      await dismissReports(world.ctx, { id: world.share.id });
    },
    row: { objectType: 'share' },
  },
  'share.create': {
    does: ({ ctx }) => createShare(ctx, { validity: 60_000, maxViews: 1, password }),
    row: { objectType: 'share', shareId: expect.any(String) },
  },
  'share.modify': {
    does: ({ ctx, share }) => setShareField(ctx, share.id, { name: 'New' }),
    row: { details: { field: 'name' } },
  },
  'share.password': {
    does: ({ ctx, share }) => setShareField(ctx, share.id, { password }),
    row: { details: { change: 'set' } },
  },
  'share.limit': {
    does: ({ ctx, share }) => setShareField(ctx, share.id, { maxViews: 9 }),
    row: { details: { maxViews: 9 } },
  },
  'share.link': {
    does: ({ ctx, share }) =>
      setLinkWords(ctx, { shareId: share.id, words: `audited-${share.id}`.toLowerCase() }),
    row: { objectType: 'share', details: { link: expect.any(String) } },
  },
  'share.recipients': {
    does: ({ ctx, share }) => setOnlyRecipients(ctx, { shareId: share.id, only: true }),
    row: { objectType: 'share', details: { only: true } },
  },
  'share.publish': { does: ({ publish }) => publish(), row: { objectType: 'share' } },
  'share.unpublish': {
    does: async ({ ctx, share, publish }) => {
      await publish();
      await unpublishShare(ctx, { shareId: share.id });
    },
    row: {},
  },
  'share.remove': { does: ({ ctx, share }) => removeShare(ctx, { shareId: share.id }), row: {} },
  'share.open': {
    does: async ({ stranger, publish }) => openShare(stranger, (await publish()).id, noProof),
    row: { ...anonymous, details: { link: expect.stringMatching(/^.{6}…$/) } },
  },
  'file.remove': {
    does: async ({ ctx, share, upload }) => removeFile(ctx, { shareId: share.id, fileId: await upload() }),
    row: { objectType: 'file' },
  },
  'file.view': { does: downloads(true, { isShown: true }), row: { objectType: 'file' } },
  'download.file': { does: downloads(true), row: { outcome: 'ok', objectType: 'file' } },
  'download.zip': { does: downloads(false), row: { outcome: 'partial' } },
  'upload.start': { does: ({ upload }) => upload(), row: { objectType: 'file', details: { sizeBytes: 3 } } },
  'upload.complete': {
    does: async ({ ctx, upload }) => {
      const fileId = await upload();
      const writer = await ctx.storage.openWriter(fileId, 0, 100);
      await writer.write([Buffer.from('abc')], 0);
      await writer.sync();
      await writer.close();
      await saveProgress(ctx, { fileId, from: 0, to: 3, crc32: '00000000' });
      await completeUpload(ctx, { fileId, sizeBytes: 3, sha256: null });
    },
    row: { objectType: 'file', shareId: expect.any(String) },
  },
  'upload.abort': {
    does: async ({ ctx, share, upload }) => removeUpload(ctx, { fileId: await upload(), shareId: share.id }),
    row: { objectType: 'file' },
  },
  'system.clock': {
    does: ({ ctx }) => confirmClock(ctx),
    row: { details: { now: expect.any(String) } },
  },
  'system.settings': {
    does: ({ ctx }) => changeSettings(ctx, { changes: [{ name: 'FOOTER_TEXT', value: null }] }),
    row: { details: { names: 'FOOTER_TEXT' } },
  },
  'limit.hit': { does: () => Promise.resolve(), row: refused },
};

async function registers({ ctx, stranger }: AuditWorld): Promise<void> {
  const { key } = await newInvite(ctx, { password });
  await register(stranger, { login: `new-${ctx.newId().toLowerCase()}`, password, invite: key });
}

async function withFactor(ctx: UserContext): Promise<void> {
  const { secret, setup } = await beginFactor(ctx, { password });
  await confirmFactor(ctx, { setup, code: phoneCode(secret, ctx.now) });
}

async function withPasskey(ctx: UserContext): Promise<void> {
  const { options } = await beginPasskey(ctx, { password, code: '' });
  await addPasskey(ctx, { name: 'Phone', credential: softAuthenticator().make(options) });
}

function downloads(isFile: boolean, over: { isShown?: boolean } = {}) {
  return async ({ ctx, share, upload }: AuditWorld) => {
    const fileId = isFile ? await upload() : null;
    const sent = {
      sizeBytes: 3,
      sentBytes: isFile ? 3 : 1,
      isWhole: isFile,
      hasEnd: isFile,
      isRange: false,
      startedAt: ctx.now,
    };
    await recordDownload(ctx, { shareId: share.id, fileId, visitId: null, ...over }, sent);
  };
}
