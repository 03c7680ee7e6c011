import 'server-only';
import { oneLine } from '@/lib/domain/pasted/name';
import type { Context } from '@/lib/server/context';
import type { NotSent } from '@/lib/server/mail/mailer';

export async function recordSent({ db, now }: Context, recipientId: string): Promise<void> {
  await db.recipient.updateMany({ where: { id: recipientId }, data: { sentAt: now, refusal: null } });
}

/** The owner of the share reads the refusal. */
export async function recordRefusal(
  { db }: Context,
  recipientId: string,
  { refusal }: NotSent,
): Promise<void> {
  const data = { refusal: oneLine(refusal ?? '').slice(0, 500) };
  await db.recipient.updateMany({ where: { id: recipientId, sentAt: null }, data });
}
