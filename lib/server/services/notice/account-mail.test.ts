import { expect, test } from 'vitest';
import type { Prisma } from '@/lib/server/db/generated/client';
import type { AccountMailName } from '@/lib/server/mail/templates/template';
import { draftShare, noon, openContext, userContext } from '@/testing/service/context';
import { configWith } from '@/testing/service/mail';
import { composeAccountMail } from './account-mail';
import type { Notice } from './bundle';

const ctx = openContext({ config: configWith({}) });

async function receiver(over: Prisma.AccountUpdateInput = {}) {
  const { viewer } = await userContext();
  const email = `${viewer.id}@example.org`;
  await ctx.db.account.update({ where: { id: viewer.id }, data: { email, language: 'en', ...over } });
  return { id: viewer.id, email };
}

const noticeOf = (kind: AccountMailName, accountId: string, over: Partial<Notice> = {}) =>
  ({ id: ctx.newId(), kind, accountId, address: null, facts: {}, createdAt: noon, ...over }) as Notice;

const factsForAdmins = {
  storageDamaged: { count: 3 },
  diskLow: { folder: '/data', freeBytes: 1_000 },
  adminAdded: { id: 'bea-0123456789', login: 'bea' },
} as const;
const mailsForAdmins = Object.keys(factsForAdmins) as (keyof typeof factsForAdmins)[];

const others: [string, Prisma.AccountUpdateInput][] = [
  ['is no admin any more', { admin: false }],
  ['was disabled', { admin: true, state: 'Disabled' }],
  ['is being deleted', { admin: true, deletingAt: noon }],
  ['has no address', { admin: true, email: null }],
];

test.each(mailsForAdmins)(
  '“%s” is for admins alone, also of those who were some when it was queued',
  async (kind) => {
    const facts = factsForAdmins[kind];
    const admin = await receiver({ admin: true });
    expect((await composeAccountMail(ctx, noticeOf(kind, admin.id, { facts })))?.to).toBe(admin.email);
    for (const [why, over] of others) {
      const { id } = await receiver(over);
      expect([why, await composeAccountMail(ctx, noticeOf(kind, id, { facts }))]).toEqual([why, null]);
    }
  },
);

test('of a quarantined file its owner reads the name, admins the title, and who is none any more nothing', async () => {
  const owner = await userContext();
  const { id: shareId } = await draftShare(owner);
  const email = `${owner.viewer.id}@example.org`;
  await ctx.db.account.update({ where: { id: owner.viewer.id }, data: { email, language: 'en' } });
  await ctx.db.file.create({
    data: {
      id: owner.newId(),
      shareId,
      name: 'invoice.exe',
      sizeBytes: 1,
      mimeType: 'text/plain',
      scan: 'infected',
      scanNote: 'Eicar',
    },
  });
  const mailTo = async (accountId: string) =>
    composeAccountMail(ctx, noticeOf('quarantined', accountId, { id: `${shareId}/${accountId}` }));
  const [admin, former] = [await receiver({ admin: true }), await receiver()];
  expect((await mailTo(owner.viewer.id))?.text).toContain('invoice.exe: Eicar');
  const ofAdmin = (await mailTo(admin.id))?.text ?? '';
  expect([ofAdmin.includes('Eicar'), ofAdmin.includes('invoice.exe')]).toEqual([true, false]);
  expect(await mailTo(former.id)).toBeNull();
});

test.each(['passwordChanged', 'factorRemoved', 'passkeyAdded', 'leaving', 'emailChanged'] as const)(
  '“%s” reaches also who is leaving, in case it was somebody else, and nobody who is gone',
  async (kind) => {
    const leaving = await receiver({ state: 'Disabled', leavesAt: noon });
    expect((await composeAccountMail(ctx, noticeOf(kind, leaving.id)))?.to).toBe(leaving.email);
    const gone = await receiver({ leavesAt: noon, deletingAt: noon });
    expect(await composeAccountMail(ctx, noticeOf(kind, gone.id))).toBeNull();
  },
);

test('who has come back isn’t told that the account will be deleted', async () => {
  const { id } = await receiver();
  expect(await composeAccountMail(ctx, noticeOf('leaving', id))).toBeNull();
});

test('a link for a new password isn’t mailed when it would be too old, and one in time is', async () => {
  const { id, email } = await receiver();
  const asked = (minutesAgo: number) =>
    noticeOf('reset', id, { createdAt: new Date(ctx.now.getTime() - minutesAgo * 60_000) });
  expect((await composeAccountMail(ctx, asked(30)))?.to).toBe(email);
  expect(await composeAccountMail(ctx, asked(31))).toBeNull();
});
