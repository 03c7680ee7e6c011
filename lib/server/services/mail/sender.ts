import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { mailAddress } from '@/lib/domain/mail/mail-address';
import { oneLine } from '@/lib/domain/pasted/plain-text';
import type { Context, UserContext } from '@/lib/server/context';
import { type MailLanguage, mailLanguage } from '@/lib/server/mail/languages';
import { type Mail, type Mailbox, type Mailer, NotSent } from '@/lib/server/mail/mailer';
import { nameOf, senderSelect } from '@/lib/server/services/profile/sender';
import type { MailLook } from './content';
import { senderLook, viaServer } from './sender-look';

type MailSender = {
  /** Whom readers see. */
  name: string;
  look: MailLook | null;
  own: Mailbox | null;
  language: MailLanguage;
  timezone: string | null;
};

/**
 * Uses the account's language, else the browser's, else the installation's.
 * @param languages the browser's languages, preferred first
 */
export async function findSender(ctx: UserContext, languages: readonly string[]): Promise<MailSender> {
  const { email, language, timezone, ...account } = await ctx.db.account.findUniqueOrThrow({
    where: { id: ctx.viewer.id },
    select: {
      ...senderSelect,
      picture: true,
      email: true,
      language: true,
      timezone: true,
    },
  });
  const address = mailAddress(email ?? '');
  const name = nameOf(account);
  return {
    name,
    look: await senderLook(ctx, account),
    own: address === null ? null : { name: oneLine(name), address },
    language: mailLanguage([language, ...languages, ctx.config.DEFAULT_LANGUAGE]),
    timezone,
  };
}

export function envelopeFor(
  ctx: UserContext,
  { own, name, look }: MailSender,
): { from: Mailbox; replyTo: Mailbox | null } {
  const { MAIL_FROM } = ctx.config;
  if (MAIL_FROM) return { from: look ? viaServer(ctx, name, MAIL_FROM) : MAIL_FROM, replyTo: own };
  if (!own) throw new AppError('mail.noSender');
  return { from: own, replyTo: null };
}

export type MailFailure = { to: string; error: NotSent };

/**
 * Sends each mail by itself: receivers don't see each other, and a refused mail doesn't stop the rest.
 * @returns the mails that were not sent
 */
export async function deliver(ctx: Context, mailer: Mailer, mails: readonly Mail[]): Promise<MailFailure[]> {
  const outcomes = await Promise.all(mails.map((mail) => trySend(mailer, mail)));
  const failures = outcomes.filter((outcome) => outcome !== null);
  for (const { error } of failures) ctx.log.warn({ err: error.cause }, 'a mail was not sent');
  return failures;
}

/** Returns null once the mail server has accepted the mail. */
export async function trySend(mailer: Mailer, mail: Mail): Promise<MailFailure | null> {
  try {
    await mailer.send(mail);
    return null;
  } catch (error) {
    if (error instanceof NotSent) return { to: mail.to, error };
    throw error;
  }
}

export const unsentReceivers = (failures: readonly MailFailure[]): string[] =>
  failures.filter(({ error }) => error.refusal === null).map(({ to }) => to);
