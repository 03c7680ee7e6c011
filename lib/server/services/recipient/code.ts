import 'server-only';
import { createHmac, randomInt } from 'node:crypto';
import { AppError } from '@/lib/contract/errors';
import { readMailCode } from '@/lib/domain/pasted/codes';
import { audit, redactedId } from '@/lib/server/audit/audit';
import { isSameSecret } from '@/lib/server/auth/same-secret';
import { seal } from '@/lib/server/auth/sealed';
import type { Context } from '@/lib/server/context';
import { Prisma } from '@/lib/server/db/generated/client';
import { countTries } from '@/lib/server/limits/attempt';
import { receiverKey } from '@/lib/server/limits/counter-keys';
import { findOpenable } from '@/lib/server/services/open/gate';
import { putIntoOutbox } from './outbox';

export const codeMs = 15 * 60_000;
const maxTries = 5;

/** How long a browser is known to be a recipient's. */
const provenMs = 30 * 24 * 3_600_000;

/** The recipient whose link it is, as long as it opens for recipients alone. @throws open.notFound, limit.attempts */
async function recipientOf(ctx: Context, linkId: string) {
  const found = await findOpenable(ctx, linkId, { visitCookie: null });
  const isAsked = typeof found !== 'string' && found.publication.onlyRecipients;
  if (!isAsked || found.publication.recipientId === null) throw new AppError('open.notFound');
  return { shareId: found.publication.shareId, recipientId: found.publication.recipientId };
}

/**
 * Has a code mailed to the recipient whose link it is. It is made when the mail goes out, so that none lies in the outbox
 * and the newest mail has the one that counts.
 * @throws open.notFound, mail.off, limit.attempts
 */
export async function sendCode(ctx: Context, { linkId }: { linkId: string }): Promise<{ address: string }> {
  const { shareId, recipientId } = await recipientOf(ctx, linkId);
  if (!ctx.mail) throw new AppError('mail.off');
  const { address } = await ctx.db.recipient.findUniqueOrThrow({ where: { id: recipientId } });
  await countTries(ctx, [
    { limit: 'recipientCode', of: [recipientId] },
    { limit: 'recipientCodeDay', of: [recipientId] },
    { limit: 'code', of: [receiverKey(address)] },
  ]);
  const only = Prisma.sql`r."id" = ${recipientId}`;
  await ctx.db.$transaction((tx) => putIntoOutbox(tx, { shareId, kind: 'code', only }));
  return { address: beginningOf(address) };
}

/** Who was forwarded the link learns no more of the address than its owner recognizes. */
const beginningOf = (address: string) => `${address.slice(0, 1)}…${address.slice(address.lastIndexOf('@'))}`;

/** A new code, which ends the one before. @returns the code, which only its mail says */
export async function newCode({ db, now, config }: Context, recipientId: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0');
  const fresh = {
    hash: hashOf(config.AUTH_SECRET, recipientId, code),
    tries: 0,
    expiresAt: new Date(now.getTime() + codeMs),
  };
  await db.recipientCode.upsert({
    where: { recipientId },
    create: { recipientId, ...fresh },
    update: fresh,
  });
  return code;
}

/** Who reads the database could try a million codes, but not without the installation's secret. */
const hashOf = (secret: string | undefined, recipientId: string, code: string) =>
  createHmac('sha256', secret ?? '')
    .update(`${recipientId} ${code}`)
    .digest('base64url');

/**
 * Proves the address by a code. What hasn’t six digits is no try. Each other is counted before it is looked at, in one
 * statement for all nodes, and the right one takes the code away: of several at once one gets in.
 * @returns the value for the browser's cookie
 * @throws open.notFound, open.codeNotSix, open.codeOver, open.codeWrong, limit.attempts
 */
export async function proveCode(ctx: Context, { linkId, code }: { linkId: string; code: string }) {
  const { shareId, recipientId } = await recipientOf(ctx, linkId);
  const six = readMailCode(code);
  if (six === null) throw new AppError('open.codeNotSix');
  const [tried] = await ctx.db.$queryRaw<{ hash: string }[]>`
    UPDATE "RecipientCode" SET "tries" = "tries" + 1
    WHERE "recipientId" = ${recipientId} AND "expiresAt" > ${ctx.now} AND "tries" < ${maxTries} RETURNING "hash"`;
  if (!tried) throw new AppError('open.codeOver');
  if (!isSameSecret(tried.hash, hashOf(ctx.config.AUTH_SECRET, recipientId, six))) {
    const details = { reason: 'bad_code', link: redactedId(linkId) };
    await audit(ctx, { event: 'share.open', outcome: 'refused', shareId, details });
    throw new AppError('open.codeWrong');
  }
  const { count } = await ctx.db.recipientCode.deleteMany({ where: { recipientId, hash: tried.hash } });
  if (count === 0) throw new AppError('open.codeOver');
  const until = new Date(ctx.now.getTime() + provenMs);
  const claims = { share: shareId, recipient: recipientId };
  return { proof: await seal('recipient', claims, until, ctx.now), validMs: provenMs };
}
