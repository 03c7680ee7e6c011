import 'server-only';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import type { Mail } from '@/lib/server/mail/mailer';
import type { TemplateValues } from '@/lib/server/mail/templates/template';
import { enterable } from '@/lib/server/services/account/lock';
import type { MailLook } from '@/lib/server/services/mail/content';
import type { Notice } from './bundle';

export type AccountMailContent = {
  to: string;
  login: string;
  language: string | null;
  links: { login: string; url: string }[];
  facts?: MailFacts;
  /** In place of what such mails have. */
  mail?: Partial<Pick<Mail, 'from' | 'replyTo' | 'unsubscribeUrl'>>;
  look?: MailLook | null;
};
export type MailFacts = Omit<TemplateValues, 'user' | 'url' | 'accounts'>;

export type ReadContent = (ctx: Context, notice: Notice) => Promise<AccountMailContent | null>;

/** People who are leaving are told, too: it may have been somebody else with their password. */
export async function warningContent(
  ctx: Context,
  notice: Notice,
  path?: string,
): Promise<AccountMailContent | null> {
  const account = await receiverOf(ctx, notice, enterable);
  const links = path && account ? [{ login: account.login, url: ctx.config.BASE_URL + path }] : [];
  const facts = (notice.facts ?? {}) as MailFacts;
  return account && { ...account, to: notice.address ?? account.email ?? '', links, facts };
}

export const receiverOf = (
  { db }: Context,
  { accountId }: Pick<Notice, 'accountId'>,
  who: Prisma.AccountWhereInput = { state: 'Active' },
) =>
  db.account.findFirst({
    where: { ...who, id: accountId ?? '', deletingAt: null },
    select: {
      login: true,
      email: true,
      language: true,
      timezone: true,
      tellSignIn: true,
      state: true,
      admin: true,
    },
  });
