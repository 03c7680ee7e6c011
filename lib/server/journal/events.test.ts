import { expect, test } from 'vitest';
import { type AuditEventName, auditEvents } from '@/lib/contract/admin/audit';
import type { Context } from '@/lib/server/context';
import { redactedId } from '@/lib/server/journal/redacted';
import { recordRefusedToken } from '@/lib/server/limits/guesses';
import { createAlias } from '@/lib/server/services/alias/save';
import { signIn } from '@/lib/server/services/session/sign-in';
import { changePassword } from '@/lib/server/services/settings/password';
import { newInvite } from '@/lib/server/services/signup/invites';
import { register } from '@/lib/server/services/signup/register';
import { cases } from '@/testing/service/audit-cases';
import { type AuditWorld, password, world, wrong } from '@/testing/service/audit-world';
import { ownAlias } from '@/testing/service/context';
import { limitedContext } from '@/testing/service/limited';
import { countTries } from '../limits/attempt';

const elsewhere: AuditEventName[] = [
  'login.oauth',
  'login.proxy',
  'session.end',
  'invite.revoke',
  'account.forgot',
  'account.resetLink',
  'account.reset',
  'account.leave',
  'account.keep',
  'account.export',
  'file.quarantine',
  'file.release',
  'mail.sent',
  'system.start',
  'system.stop',
  'system.migrate',
  'system.import',
];

const byClient: Partial<Record<AuditEventName, (ctx: Context) => Promise<unknown>>> = {
  'token.refused': recordRefusedToken,
  'limit.hit': async (ctx) => {
    const tries = Array.from({ length: 10 }, () =>
      countTries(ctx, [{ limit: 'register', of: [String(ctx.client.address)] }]),
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
  ['login', ({ ctx }: AuditWorld) => signIn(ctx, { account: ctx.viewer.login, password: wrong })],
  [
    'settings.password',
    ({ ctx }: AuditWorld) => changePassword(ctx, { oldPassword: wrong, newPassword: wrong }),
  ],
  ['invite.create', ({ ctx }: AuditWorld) => newInvite(ctx, { password: wrong })],
  [
    'invite.use',
    ({ stranger }: AuditWorld) => register(stranger, { login: 'nobody', password, invite: wrong }),
  ],
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

test('at most half of an id that grants access is written down', () => {
  expect([redactedId('abcdefghijklmnop'), redactedId('inbox'), redactedId('')]).toEqual([
    'abcdef…',
    'in…',
    '…',
  ]);
});
