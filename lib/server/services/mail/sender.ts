import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import { oneLine } from '@/lib/domain/pasted/name';
import type { UserContext } from '@/lib/server/context';
import { type MailLanguage, mailLanguage } from '@/lib/server/mail/languages';
import type { Mailbox } from '@/lib/server/mail/mailer';

export type MailSender = {
  login: string;
  own: Mailbox | null;
  language: MailLanguage;
  timezone: string | null;
};

/**
 * Uses the account's language, else the browser's, else the installation's.
 * @param languages the browser's languages, preferred first
 */
export async function findSender(ctx: UserContext, languages: readonly string[]): Promise<MailSender> {
  const { login, email, language, timezone } = await ctx.db.account.findUniqueOrThrow({
    where: { id: ctx.viewer.id },
    select: { login: true, email: true, language: true, timezone: true },
  });
  const address = mailAddress(email ?? '');
  return {
    login,
    own: address === null ? null : { name: oneLine(login), address },
    language: mailLanguage([language, ...languages, ctx.config.DEFAULT_LANGUAGE]),
    timezone,
  };
}

export function envelopeFor(
  ctx: UserContext,
  { own }: MailSender,
): { from: Mailbox; replyTo: Mailbox | null } {
  const { MAIL_FROM } = ctx.config;
  if (MAIL_FROM) return { from: MAIL_FROM, replyTo: own };
  if (!own) throw new AppError('mail.noSender');
  return { from: own, replyTo: null };
}
