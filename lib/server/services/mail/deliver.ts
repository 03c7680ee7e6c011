import 'server-only';
import type { Context } from '@/lib/server/context';
import { type Mail, type Mailer, NotSent } from '@/lib/server/mail/mailer';

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
