import 'server-only';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from '@/lib/server/context';

type Keys = Pick<Context, 'config'>;

const derived = (purpose: string, secret: string | undefined, id: string) =>
  createHmac('sha256', `${purpose} ${secret}`).update(id).digest('hex').slice(0, 40);

const linkOf = 'link of a request';
const stopOf = 'end of a request’s reminders';

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

/** In the header of each mail: whoever has it ends reminders, and gets nothing else. */
export const stopToken = ({ config }: Keys, requestId: string): string =>
  `${requestId}.${derived(stopOf, config.AUTH_SECRET, requestId)}`;

/** @returns the request's ID; null if nobody here has made the token */
export function readStopToken({ config }: Keys, token: string): string | null {
  const [id = '', proof = ''] = token.split('.');
  const isMadeWith = (secret: string | undefined) => {
    const [given, right] = [Buffer.from(proof), Buffer.from(derived(stopOf, secret, id))];
    return given.length === right.length && timingSafeEqual(given, right);
  };
  const isMade =
    isMadeWith(config.AUTH_SECRET) || (config.AUTH_SECRET_OLD ? isMadeWith(config.AUTH_SECRET_OLD) : false);
  return isMade ? id : null;
}
