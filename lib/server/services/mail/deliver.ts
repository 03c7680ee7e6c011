import 'server-only';
import type { Context } from '@/lib/server/context';
import { type Mail, type Mailer, NotSent } from '@/lib/server/mail/mailer';

export type Failure = { to: string; error: NotSent };

/**
 * Sends each mail by itself: none of its receivers sees another one, and a refused one keeps nobody from theirs.
 * @returns those that were not sent
 */
export async function deliver(ctx: Context, mailer: Mailer, mails: readonly Mail[]): Promise<Failure[]> {
  const outcomes = await Promise.all(mails.map((mail) => trySend(mailer, mail)));
  const failures = outcomes.filter((outcome) => outcome !== null);
  for (const { error } of failures) ctx.log.warn({ err: error.cause }, 'a mail was not sent');
  return failures;
}

/** Null when the mail server has taken it. */
export async function trySend(mailer: Mailer, mail: Mail): Promise<Failure | null> {
  try {
    await mailer.send(mail);
    return null;
  } catch (error) {
    if (error instanceof NotSent) return { to: mail.to, error };
    throw error;
  }
}

/** To whom of these no mail ever reached the mail server. */
export const unasked = (failures: readonly Failure[]): string[] =>
  failures.filter(({ error }) => error.refusal === null).map(({ to }) => to);
