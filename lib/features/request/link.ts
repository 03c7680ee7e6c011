import 'server-only';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { serverPaths } from '@/lib/paths';
import type { Context, InboxLock } from '@/lib/server/context';
import { hasInboxProof } from '@/lib/server/services/alias/inbox-password';
import { fingerprintIn } from '@/lib/server/services/alias/inbox-seal';

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
function storedLinkSecret(ctx: Keys, { id, linkHash: hash }: { id: string; linkHash: string }): string {
  const before = derived(linkOf, ctx.config.AUTH_SECRET_OLD, id);
  return linkHash(before) === hash ? before : linkSecret(ctx, id);
}

type Linked = {
  id: string;
  linkHash: string;
  round: { alias: { seal: Parameters<typeof fingerprintIn>[0] } };
};

/** Of a sealed inbox with the fingerprint of its key, as the link of the inbox itself. */
export const requestUrl = async (ctx: Keys, row: Linked): Promise<string> =>
  ctx.config.BASE_URL +
  serverPaths.request(storedLinkSecret(ctx, row), await fingerprintIn(row.round.alias.seal));

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

type Locked = { id: string; round: { proof: boolean; aliasId: string } };

/** Of a request whose person proves the address; each proof is of one request. */
export const lockOf = ({ id, round }: Locked): InboxLock | null =>
  round.proof ? { hash: null, version: `request ${id}`, proof: { of: id, missing: 'asked.unproven' } } : null;

/** The proofs of an address that a browser has, by request. */
export type ReadProofs = (requestId: string) => readonly string[];

export const noProofs: ReadProofs = () => [];

export async function isProven(ctx: Context, row: Locked, proofs: ReadProofs): Promise<boolean> {
  const lock = lockOf(row);
  return lock === null || hasInboxProof(ctx, { id: row.round.aliasId, lock }, proofs(row.id));
}
