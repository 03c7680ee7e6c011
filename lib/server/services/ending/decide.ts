import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { displayZone } from '@/lib/domain/time/time-zone';
import type { Locale } from '@/lib/i18n/locales';
import { serverPaths } from '@/lib/paths';
import { issueToken, openToken } from '@/lib/server/auth/tokens';
import type { Context } from '@/lib/server/context';
import { lockShareRow } from '@/lib/server/db/file-rows';
import type { Prisma } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
import { checkGuesser, recordMiss } from '@/lib/server/limits/guesses';
import { mailMoment, mailTitle, titleSelect } from '@/lib/server/services/mail/wording';
import { checkValidity } from '@/lib/server/services/share/rules';

const extensionMs = 7 * 24 * 3600 * 1000;

/** Value of `reminded` once the owner has chosen to let the link end. */
const declinedStage = 3;

/** @throws ending.over, limit.attempts */
export async function getEnding(ctx: Context, { token }: { token: string }, language: Locale = 'en') {
  const end = await requireEnd(ctx, token);
  const { share, publishUntil } = await liveLink(ctx, ctx.db, end);
  const fallback = ctx.config.DEFAULT_TIMEZONE;
  const timezone = displayZone(share.owner.timezone, { device: undefined, fallback });
  return { name: await mailTitle(ctx, share, { language, timezone }), until: publishUntil.getTime() };
}

/**
 * Extends the link by a week, or stops its reminders. Either invalidates the token.
 * @throws ending.over, share.validityTooLong, limit.attempts
 */
export async function decideEnding(ctx: Context, { token, extend }: { token: string; extend: boolean }) {
  const end = await requireEnd(ctx, token);
  const { shareId } = end;
  return ctx.db.$transaction(async (tx) => {
    await lockShareRow(tx, shareId);
    const { share } = await liveLink(ctx, tx, end);
    if (!extend) {
      await tx.publication.update({ where: { shareId }, data: { reminded: declinedStage } });
      return { until: null };
    }
    const validityMs = Number(share.validityMs) + extensionMs;
    checkValidity(ctx, validityMs);
    const publishUntil = new Date(end.until.getTime() + extensionMs);
    await tx.share.update({
      where: { id: shareId },
      data: { validityMs, ...(share.linkEndsAt && { linkEndsAt: publishUntil }) },
    });
    await tx.publication.update({ where: { shareId }, data: { publishUntil, reminded: 0 } });
    await noteExtension(ctx, tx, {
      shareId,
      owner: { id: share.owner.id, login: share.owner.login },
      validityMs,
    });
    return { until: publishUntil.getTime() };
  });
}

async function requireEnd(ctx: Context, token: string): Promise<LinkEnd> {
  checkGuesser(ctx);
  const end = await readEndToken(ctx, token);
  if (end) return end;
  await recordMiss(ctx);
  throw new AppError('ending.over');
}

async function liveLink({ now }: Context, db: Prisma.TransactionClient, { shareId, until }: LinkEnd) {
  const link = await db.publication.findFirst({
    where: {
      shareId,
      enabled: true,
      publishUntil: { equals: until, gt: now },
      reminded: { lt: declinedStage },
      share: { blockedAt: null, owner: { state: 'Active', deletingAt: null } },
    },
    include: {
      share: {
        include: {
          alias: titleSelect.alias,
          delivery: titleSelect.delivery,
          owner: { select: { id: true, login: true, timezone: true } },
        },
      },
    },
  });
  if (!link) throw new AppError('ending.over');
  return link;
}

/** Records the owner as the actor: only they have the mail, although the caller is not signed in. */
async function noteExtension(
  ctx: Context,
  tx: Prisma.TransactionClient,
  {
    shareId,
    owner,
    validityMs,
  }: { shareId: string; owner: { id: string; login: string }; validityMs: number },
) {
  const extended = {
    event: 'share.limit',
    object: { type: 'share', id: shareId },
    shareId,
    actor: { kind: 'user', ...owner },
    details: { validityMs, byMail: true },
    activity: { field: 'validity' },
  } as const;
  await record(ctx, extended, tx);
}

/** The end of a share's link at one date. Moving that date invalidates its tokens. */
export type LinkEnd = { shareId: string; until: Date };

export const createEndToken = ({ now }: Context, { shareId, until }: LinkEnd): Promise<string> =>
  issueToken('ending', { share: shareId, end: until.getTime() }, until, now);

async function readEndToken({ now }: Context, token: string): Promise<LinkEnd | null> {
  const claims = await openToken('ending', token, now);
  return claims && { shareId: String(claims.share), until: new Date(Number(claims.end)) };
}

export async function endingValues(
  ctx: Context,
  end: LinkEnd,
  reader: { language: Locale; timezone: string | null },
) {
  const { BASE_URL } = ctx.config;
  const token = await createEndToken(ctx, end);
  return {
    date: mailMoment(ctx, end.until, reader),
    extendUrl: BASE_URL + serverPaths.ending('extend', token),
    endUrl: BASE_URL + serverPaths.ending('end', token),
  };
}
