import { expect, test } from 'vitest';
import { type AuditEventName, auditEvents } from '@/lib/contract/audit';
import { hashPassword } from '@/lib/server/auth/password';
import type { Context, UserContext } from '@/lib/server/context';
import { createAccount } from '@/lib/server/services/account/create';
import { modifyAccount } from '@/lib/server/services/account/modify';
import { removeAccount } from '@/lib/server/services/account/remove';
import { removeAlias } from '@/lib/server/services/alias/remove';
import { createAlias, modifyAlias } from '@/lib/server/services/alias/save';
import { noteDownload } from '@/lib/server/services/download/note';
import { openShare } from '@/lib/server/services/open/open-share';
import { signIn } from '@/lib/server/services/session/sign-in';
import { signOut } from '@/lib/server/services/session/sign-out';
import { setEmail } from '@/lib/server/services/settings/email';
import { changePassword } from '@/lib/server/services/settings/password';
import { createShare } from '@/lib/server/services/share/create';
import { publishShare, unpublishShare } from '@/lib/server/services/share/publish';
import { removeFile, removeShare } from '@/lib/server/services/share/remove';
import { setShareField } from '@/lib/server/services/share/set-field';
import { newInvite } from '@/lib/server/services/signup/new-invite';
import { register } from '@/lib/server/services/signup/register';
import { beginUpload } from '@/lib/server/services/upload/begin';
import { completeUpload } from '@/lib/server/services/upload/complete';
import { saveProgress } from '@/lib/server/services/upload/progress';
import { removeUpload } from '@/lib/server/services/upload/remove';
import { draftShare, intoShare, ownAlias, userContext } from '@/test/context';
import { limitedContext } from '@/test/limited';
import { count } from '../limits/attempt';
import { beginning } from './audit';
import { noteTokenRefused } from './refused-pass';

const password = 'a secret that must never be written down';
const wrong = 'another secret that must never be written down';

const noProof = { password: null, passwordCookie: null, visitCookie: null };

async function world() {
  const me = await userContext({
    admin: true,
    passwordHash: await hashPassword(password),
    requestId: 'the-request',
  });
  const other = await userContext({ now: me.now });
  const ctx: UserContext = {
    ...me,
    config: { ...me.config, SIGNUP_MODE: 'invite', INVITE_PASSWORD: password },
  };
  const stranger: Context = { ...ctx, viewer: null };
  const share = await draftShare(ctx);
  const upload = async (sizeBytes = 3) => {
    const id = ctx.newId();
    const file = { name: 'a.txt', path: '', mimeType: 'text/plain', sizeBytes };
    await beginUpload(ctx, { id, destination: intoShare(ctx, share.id), file });
    return id;
  };
  const account = async () => {
    const body = {
      login: `made-${ctx.newId().toLowerCase()}`,
      password,
      state: 'Active',
      admin: false,
    } as const;
    await createAccount(ctx, body);
    return ctx.db.account.findUniqueOrThrow({ where: { login: body.login } });
  };
  const alias = { name: 'Inbox', validity: 60_000, enabled: true, members: [other.viewer.id] };
  const publish = () => publishShare(ctx, { shareId: share.id, reuseId: false });
  return { ctx, other, stranger, share, upload, account, alias, publish };
}

type World = Awaited<ReturnType<typeof world>>;
type Case = { does: (world: World) => Promise<unknown>; row: Record<string, unknown> };

const change = { state: 'Active', admin: false, email: null, password: null } as const;
const modify =
  (over: object) =>
  async ({ ctx, account }: World) => {
    await modifyAccount(ctx, { accountId: (await account()).id, ...change, ...over });
  };

const refused = { outcome: 'refused' };
const anonymous = { actorKind: 'anonymous', actorId: null };

/** What brings each event about, and what its row says beside event, actor and address. */
const cases: Partial<Record<AuditEventName, Case>> = {
  login: {
    does: ({ ctx }) => signIn(ctx, { account: ctx.viewer.login, password }),
    row: { objectType: 'account' },
  },
  logout: { does: ({ ctx }) => signOut(ctx), row: {} },
  'token.refused': { does: () => Promise.resolve(), row: { ...refused, ...anonymous } },
  'settings.password': {
    does: ({ ctx }) => changePassword(ctx, { oldPassword: password, newPassword: wrong }),
    row: { objectType: 'account' },
  },
  'settings.email': {
    does: ({ ctx }) => setEmail(ctx, { email: 'a@example.org' }),
    row: { details: { change: 'set' } },
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
  'limit.hit': { does: () => Promise.resolve(), row: refused },
};

async function registers({ ctx, stranger }: World): Promise<void> {
  const { key } = await newInvite(ctx, { password });
  await register(stranger, { login: `new-${ctx.newId().toLowerCase()}`, password, invite: key });
}

function downloads(isFile: boolean) {
  return async ({ ctx, share, upload }: World) => {
    const fileId = isFile ? await upload() : null;
    const sent = {
      sizeBytes: 3,
      sentBytes: isFile ? 3 : 1,
      isWhole: isFile,
      isRange: false,
      startedAt: ctx.now,
    };
    await noteDownload(ctx, { shareId: share.id, fileId, visitId: null }, sent);
  };
}

/** Written where no service of ours does it yet, or by the start and the end of a process. */
const elsewhere: AuditEventName[] = [
  'login.oauth',
  'login.proxy',
  'session.end',
  'invite.revoke',
  'mail.sent',
  'system.start',
  'system.stop',
  'system.migrate',
];

/** These two look at the client alone, so they get one of their own. */
const byClient: Partial<Record<AuditEventName, (ctx: Context) => Promise<unknown>>> = {
  'token.refused': noteTokenRefused,
  'limit.hit': async (ctx) => {
    const tries = Array.from({ length: 10 }, () =>
      count(ctx, [{ limit: 'register', of: [String(ctx.client.address)] }]),
    );
    return Promise.allSettled(tries);
  },
};

test('every event is brought about here or named as somebody else’s', () => {
  expect([...Object.keys(cases), ...elsewhere].sort()).toEqual([...auditEvents].sort());
});

test.each(Object.entries(cases))(
  '%s is written down once, with who, from where and what',
  async (event, { does, row }) => {
    const here = await world();
    const { client } = limitedContext();
    const { address } = client;
    // By its address each case finds its own rows.
    Object.assign(here.ctx, { client });
    Object.assign(here.stranger, { client });
    const limited = { ...here.stranger, config: { ...here.stranger.config, RATE_LIMITS: true } };
    await (byClient[event as AuditEventName]?.(limited) ?? does(here));

    const rows = await here.ctx.db.auditEvent.findMany({ where: { event, address } });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      outcome: 'ok',
      requestId: 'the-request',
      at: here.ctx.now,
      ...(!('actorKind' in row) &&
        event !== 'limit.hit' && { actorKind: 'admin', actorId: here.ctx.viewer.id }),
      ...row,
    });
    expect(JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? 0 : value))).not.toContain(
      'secret',
    );
  },
);

test.each([
  ['login', ({ ctx }: World) => signIn(ctx, { account: ctx.viewer.login, password: wrong })],
  ['settings.password', ({ ctx }: World) => changePassword(ctx, { oldPassword: wrong, newPassword: wrong })],
  ['invite.create', ({ ctx }: World) => newInvite(ctx, { password: wrong })],
  ['invite.use', ({ stranger }: World) => register(stranger, { login: 'nobody', password, invite: wrong })],
])('%s that is refused is written down as refused', async (event, fails) => {
  const here = await world();
  const { client } = limitedContext();
  Object.assign(here.ctx, { client });
  Object.assign(here.stranger, { client });
  await expect(fails(here)).rejects.toThrow();
  const rows = await here.ctx.db.auditEvent.findMany({ where: { event, address: client.address } });
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatchObject({ outcome: 'refused' });
  expect(JSON.stringify(rows[0]?.details)).not.toContain('secret');
});

test('a change that fails leaves no row', async () => {
  const { ctx, alias } = await world();
  const { id } = await ownAlias(ctx);
  await expect(createAlias(ctx, { ...alias, id })).rejects.toThrow('alias.idTaken');
  expect(await ctx.db.auditEvent.count({ where: { event: 'alias.create', actorId: ctx.viewer.id } })).toBe(0);
});

test('of an id that is a right, never more than half is written down', () => {
  expect([beginning('abcdefghijklmnop'), beginning('inbox'), beginning('')]).toEqual(['abcdef…', 'in…', '…']);
});
