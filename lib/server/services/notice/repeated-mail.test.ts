import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashPassword } from '@/lib/server/auth/password';
import type { UserContext } from '@/lib/server/context';
import type { Mailer } from '@/lib/server/mail/mailer';
import { addRecipients } from '@/lib/server/services/recipient/add';
import { changePassword } from '@/lib/server/services/settings/password';
import { createShareThroughAlias } from '@/lib/server/services/share/create';
import { publishShare } from '@/lib/server/services/share/publish';
import { draftShare, newAliasPass, ownAlias, userContext } from '@/testing/service/context';
import { mailServer } from '@/testing/service/mail';
import { type OwnDatabase, ownDatabase } from '@/testing/service/own-database';
import { sendNotices } from './send-notices';

const post = mailServer();
const password = 'the one of today';
let own: OwnDatabase;
beforeAll(async () => {
  own = await ownDatabase();
});
afterAll(() => own.remove());

/** Mails that wait, each with how it comes about; it goes to `to`. */
const kinds: [kind: string, queue: (ctx: UserContext, to: string) => Promise<unknown>][] = [
  [
    'a link for a recipient',
    async (ctx, to) => {
      const { id: shareId } = await draftShare(ctx);
      await publishShare(ctx, { shareId, reuseId: true });
      await addRecipients(ctx, { shareId, to: [to], languages: [] });
    },
  ],
  [
    'a sender’s receipt',
    async (ctx, to) => {
      const { id: aliasId } = await ownAlias(ctx);
      const given = { name: null, description: null, maxViews: 1 };
      const { id: shareId } = await createShareThroughAlias(
        { ...(await newAliasPass(ctx, aliasId)), db: own.db },
        given,
      );
      await ctx.db.delivery.update({ where: { shareId }, data: { email: to, language: 'en' } });
      await ctx.db.notice.create({ data: { id: ctx.newId(), shareId, kind: 'receipt', dueAt: new Date(0) } });
    },
  ],
  [
    'a word about the account',
    (ctx) => changePassword(ctx, { oldPassword: password, newPassword: 'another one, as long' }),
  ],
];

test.each(kinds)(
  '%s that is sent again after a crash is the same mail, by its Message-ID',
  async (_kind, queue) => {
    const person = await userContext({
      db: own.db,
      now: new Date(),
      passwordHash: await hashPassword(password),
    });
    const ctx: UserContext = { ...person, ...post.over() };
    const to = `${ctx.viewer.login}@example.org`;
    await own.db.account.update({ where: { id: ctx.viewer.id }, data: { email: to, language: 'en' } });
    await queue(ctx, to);
    const dying: Mailer = {
      send: async (mail) => {
        await ctx.mail?.send(mail);
        throw new Error('the process ends here');
      },
      check: async () => undefined,
      close: () => undefined,
    };
    await expect(sendNotices({ ...ctx, mail: dying })).rejects.toThrow('ends here');
    await own.db.$executeRaw`UPDATE "Notice" SET "dueAt" = now() - interval '1 second'`;
    await sendNotices(ctx);
    const ids = post.sink.for(to).map(({ email }) => email.messageId);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
  },
);
