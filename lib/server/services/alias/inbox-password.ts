import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { hashPassword } from '@/lib/server/auth/password';
import { issueToken, openToken, visitMs } from '@/lib/server/auth/tokens';
import { tryPassword } from '@/lib/server/auth/try-password';
import type { AliasPass, Context, InboxLock, UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { recordAuthFail } from '@/lib/server/journal/auth-fail';
import { record } from '@/lib/server/journal/record';
import { redactedId } from '@/lib/server/journal/redacted';
import { lockOwnedAlias } from '@/lib/server/services/access/alias';
import { albumLock, type albumSelect } from '@/lib/server/services/album/lock';

type GuardedAlias = Pick<AliasPass, 'id' | 'lock'>;
export type InboxProof = {
  password: string | null;
  /** Of several, one valid cookie suffices. */
  cookie: string | readonly string[] | null;
};

type AliasLockRow = {
  passwordHash: string | null;
  passwordVersion: number;
  album: Prisma.ShareGetPayload<{ select: typeof albumSelect }> | null;
};

export function inboxLock(
  { passwordHash, passwordVersion, album }: AliasLockRow,
  now: Date,
): InboxLock | null {
  if (passwordHash !== null) return { hash: passwordHash, version: passwordVersion };
  return album && albumLock(album, now);
}

/**
 * Admits senders who send the password or hold a proof of it.
 * @throws alias.notUsable, alias.passwordRequired, alias.passwordWrong, limit.attempts
 */
export async function checkInboxPassword(
  ctx: Context,
  { id, lock }: GuardedAlias,
  { password, cookie }: InboxProof,
): Promise<void> {
  if (!lock) return;
  const { hash, shareId, proof } = lock;
  if (hash === null || password === null) {
    if (await hasInboxProof(ctx, { id, lock }, cookie)) return;
    throw new AppError(proof?.missing ?? (hash === null ? 'alias.notUsable' : 'alias.passwordRequired'));
  }
  const renew = (passwordHash: string) =>
    shareId
      ? ctx.db.share.updateMany({ where: { id: shareId, passwordHash: hash }, data: { passwordHash } })
      : ctx.db.alias.updateMany({ where: { id, passwordHash: hash }, data: { passwordHash } });
  if (await tryPassword(ctx, { subject: shareId ?? `alias ${id}`, hash, storeRehash: renew }, password))
    return;
  recordAuthFail(ctx, { kind: 'share_password', reason: 'bad_password', account: redactedId(id) });
  throw new AppError('alias.passwordWrong');
}

/** A proof holds for one alias and one password version. */
export async function hasInboxProof(
  { now }: Pick<Context, 'now'>,
  { id, lock }: GuardedAlias,
  cookie: InboxProof['cookie'],
): Promise<boolean> {
  for (const text of [cookie ?? []].flat()) {
    const claims = await openToken('inbox', text, now);
    if (claims?.alias === id && claims.version === lock?.version) return true;
  }
  return false;
}

/** Valid as long as the server keeps an unfinished upload, which needs it to go on. */
export async function createInboxProof(
  { now, config }: Pick<Context, 'now' | 'config'>,
  { id, lock }: { id: string; lock?: Pick<InboxLock, 'version'> | null },
): Promise<{ value: string; validMs: number }> {
  const validMs = Math.max(visitMs, config.UPLOAD_TTL);
  const until = new Date(now.getTime() + validMs);
  return {
    value: await issueToken('inbox', { alias: id, version: lock?.version ?? 0 }, until, now),
    validMs,
  };
}

/** Null removes the password. @throws alias.notFound, alias.notOwner */
export async function setInboxPassword(
  ctx: UserContext,
  { aliasId, value }: { aliasId: string; value: string | null },
): Promise<void> {
  const passwordHash = value === null ? null : await hashPassword(value, ctx);
  await ctx.db.$transaction(async (tx) => {
    await lockOwnedAlias(tx, ctx.viewer, aliasId);
    await tx.alias.update({
      where: { id: aliasId },
      data: { passwordHash, passwordVersion: { increment: 1 } },
    });
    const object = { type: 'alias', id: redactedId(aliasId) } as const;
    const details = { password: value === null ? 'removed' : 'set' };
    await record(ctx, { event: 'alias.modify', object, details }, tx);
  });
}
