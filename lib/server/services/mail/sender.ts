import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import { oneLine } from '@/lib/domain/pasted/name';
import type { UserContext } from '@/lib/server/context';
import { type MailLanguage, mailLanguage } from '@/lib/server/mail/languages';
import type { Mailbox } from '@/lib/server/mail/mailer';

export type Sender = {
  login: string;
  /** Null when the account has no address that mail can go to. */
  own: Mailbox | null;
  language: MailLanguage;
  timezone: string | null;
};

/**
 * Who is sending, in the language of their account, else of their browser, else of the installation.
 * @param languages what the browser asks for, best first
 */
export async function senderOf(ctx: UserContext, languages: readonly string[]): Promise<Sender> {
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

/** The installation's address, whose answers go to the person; without one, the person's own. */
export function envelopeOf(ctx: UserContext, { own }: Sender): { from: Mailbox; replyTo: Mailbox | null } {
  const { MAIL_FROM } = ctx.config;
  if (MAIL_FROM) return { from: MAIL_FROM, replyTo: own };
  if (!own) throw new AppError('mail.noSender');
  return { from: own, replyTo: null };
}
