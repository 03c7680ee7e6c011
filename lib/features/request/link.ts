import 'server-only';
import { createHash, createHmac } from 'node:crypto';
import type { Context } from '@/lib/server/context';

type Keys = Pick<Context, 'config'>;

const derived = (purpose: string, secret: string | undefined, id: string) =>
  createHmac('sha256', `${purpose} ${secret}`).update(id).digest('hex').slice(0, 40);

const linkOf = 'link of a request';

/** A secret of this length needs no salt. */
export const linkHash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** 160 bits of an HMAC by AUTH_SECRET, so that each reminder can name it without its being stored. */
export const linkSecret = ({ config }: Keys, requestId: string): string =>
  derived(linkOf, config.AUTH_SECRET, requestId);

/** Of a request that exists, which may be older than AUTH_SECRET. */
export function storedLinkSecret(
  ctx: Keys,
  { id, linkHash: hash }: { id: string; linkHash: string },
): string {
  const before = derived(linkOf, ctx.config.AUTH_SECRET_OLD, id);
  return linkHash(before) === hash ? before : linkSecret(ctx, id);
}
