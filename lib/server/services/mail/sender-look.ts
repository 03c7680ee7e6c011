import 'server-only';
import { readableAccents } from '@/lib/domain/look';
import { oneLine, shortened } from '@/lib/domain/pasted/plain-text';
import type { Context } from '@/lib/server/context';
import type { Mailbox } from '@/lib/server/mail/mailer';
import { profileOf, type SenderRow } from '@/lib/server/services/profile/sender';
import { drawForMail } from '@/lib/server/thumbnails/decode';
import type { MailLook } from './content';
import { logoPicture } from './logo';

type MailedSender = SenderRow & { picture: { webp: Uint8Array } | null };

/** Name, line, face and colour of whoever writes; null without a name, or where it is hidden. */
export async function senderLook(ctx: Context, account: MailedSender): Promise<MailLook | null> {
  const profile = account.showName ? profileOf(account) : null;
  if (!profile) return null;
  const { name, line, color } = profile;
  const png = account.picture && (await drawForMail('face', [Buffer.from(account.picture.webp)]));
  const face = png && logoPicture(ctx, png, { cid: 'sender', alt: '' });
  return { accent: color && readableAccents(color).light, logo: null, sender: { name, line, face } };
}

/** The name that the address of the server stands behind. */
export function viaServer({ config }: Pick<Context, 'config'>, name: string, from: Mailbox): Mailbox {
  return { ...from, name: oneLine(`${shortened(name, 60)} via ${new URL(config.BASE_URL).host}`) };
}
