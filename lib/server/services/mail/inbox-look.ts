import 'server-only';
import { createHash } from 'node:crypto';
import { readableAccents } from '@/lib/domain/look';
import { BoundedMap } from '@/lib/server/bounded-map';
import type { Context } from '@/lib/server/context';
import { drawForMail } from '@/lib/server/thumbnails/decode';
import type { MailLook } from './content';
import { logoPicture } from './logo';

/** By the logo's digest. */
const drawn = new BoundedMap<string, Promise<Buffer | null>>(100);

/** The colour and logo that the senders of an inbox see, for the mails about it. */
export async function inboxLook(ctx: Context, aliasId: string | null): Promise<MailLook | null> {
  if (aliasId === null) return null;
  const alias = await ctx.db.alias.findUnique({
    where: { id: aliasId },
    select: { name: true, form: { select: { color: true, logo: { select: { webp: true } } } } },
  });
  if (!alias?.form) return null;
  const { color, logo } = alias.form;
  const png = logo && (await drawOnce(logo.webp));
  return {
    accent: color && readableAccents(color).light,
    logo: png && logoPicture(ctx, png, { cid: 'inbox', alt: alias.name }),
  };
}

async function drawOnce(webp: Uint8Array): Promise<Buffer | null> {
  const key = createHash('sha256').update(webp).digest('base64');
  const png = drawn.get(key) ?? drawForMail('logo', [Buffer.from(webp)]).catch(() => null);
  drawn.set(key, png);
  if ((await png) === null) drawn.delete(key);
  return png;
}
