import 'server-only';
import { oneLine } from '@/lib/domain/pasted/name';
import type { Context } from '@/lib/server/context';
import type { NotSent } from '@/lib/server/mail/mailer';

/** The mail server has taken somebody's mail. */
export async function noteSent({ db, now }: Context, recipientId: string): Promise<void> {
  await db.recipient.updateMany({ where: { id: recipientId }, data: { sentAt: now, refusal: null } });
}

/** It never will: its owner reads why. */
export async function noteRefused({ db }: Context, recipientId: string, { refusal }: NotSent): Promise<void> {
  const data = { refusal: oneLine(refusal ?? '').slice(0, 500) };
  await db.recipient.updateMany({ where: { id: recipientId, sentAt: null }, data });
}
