import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { publishState } from '@/lib/domain/publish';
import { audit, beginning } from '@/lib/server/audit/audit';
import { noteAuthFail } from '@/lib/server/audit/auth-fail';
import { verifyPassword } from '@/lib/server/auth/password';
import { unseal } from '@/lib/server/auth/sealed';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { attempt } from '@/lib/server/limits/attempt';
import { clientKey } from '@/lib/server/limits/client-key';
import { checkGuesser, missed } from '@/lib/server/limits/unknown-id';

/** What a visitor shows: all of it optional, none of it trusted. */
export type Proof = {
  /** From the header, decoded. */
  password: string | null;
  passwordCookie: string | null;
  visitCookie: string | null;
};

const select = {
  shareId: true,
  linkId: true,
  version: true,
  enabled: true,
  publishUntil: true,
  views: true,
  share: {
    select: {
      maxViews: true,
      passwordHash: true,
      passwordVersion: true,
      owner: { select: { state: true, deletingAt: true } },
    },
  },
} as const satisfies Prisma.PublicationSelect;

export type Publication = Prisma.PublicationGetPayload<{ select: typeof select }>;
export type Admission = { publication: Publication; visitId: string | null };

/**
 * THE gate: whatever leaves through a public link, details or bytes, has passed here for this very request.
 * Dead links are told apart from nothing: unknown, withdrawn, expired, used up and of a disabled owner answer alike.
 * @throws open.notFound, open.passwordRequired, open.passwordWrong, limit.attempts
 */
export async function admit(ctx: Context, linkId: string, proof: Proof): Promise<Admission> {
  const admission = await findOpenable(ctx, linkId, proof.visitCookie);
  if (!admission) throw new AppError('open.notFound');
  await checkPassword(ctx, admission.publication, proof, admission.visitId !== null);
  return admission;
}

/** What this visitor may try to open: a live link that has a view left, or is being visited already. */
export async function findOpenable(
  ctx: Context,
  linkId: string,
  visitCookie: string | null,
): Promise<Admission | null> {
  const publication = await findLive(ctx, linkId);
  if (!publication) return null;
  const visitId = await liveVisit(ctx, publication, visitCookie);
  const isUsedUp = publication.views >= publication.share.maxViews;
  return visitId === null && isUsedUp ? null : { publication, visitId };
}

/**
 * The publication behind a link that is neither withdrawn nor expired and whose owner may still publish. Links that
 * never were count as guesses; dead ones don't, or a class with an old link would lock its whole school out.
 * @throws limit.attempts
 */
export async function findLive(ctx: Context, linkId: string): Promise<Publication | null> {
  checkGuesser(ctx);
  const publication = await ctx.db.publication.findUnique({ where: { linkId }, select });
  if (!publication) {
    noteAuthFail(ctx, { kind: 'share_unknown', reason: 'no_such_link', account: beginning(linkId) });
    await missed(ctx);
    return null;
  }
  const { owner, maxViews } = publication.share;
  const state = publishState(publication, maxViews, ctx.now);
  const alive = state === 'published' || state === 'used-up';
  return alive && owner.state === 'Active' && !owner.deletingAt ? publication : null;
}

/** A visit is of one publishing under one password: publishing again or changing the password ends it. */
async function liveVisit(
  ctx: Context,
  publication: Publication,
  cookie: string | null,
): Promise<string | null> {
  const claims = cookie ? await unseal('visit', cookie, ctx.now) : null;
  return claims && isFor(claims, publication) ? String(claims.visit) : null;
}

async function checkPassword(
  ctx: Context,
  publication: Publication,
  proof: Proof,
  isVisiting: boolean,
): Promise<void> {
  const { passwordHash } = publication.share;
  if (passwordHash === null) return;
  if (proof.password !== null) {
    if (await isRight(ctx, publication, passwordHash, proof.password)) return;
    throw new AppError('open.passwordWrong');
  }
  if (isVisiting) return;
  if (proof.passwordCookie === null) throw new AppError('open.passwordRequired');
  const claims = await unseal('password', proof.passwordCookie, ctx.now);
  if (!claims || !isFor(claims, publication)) throw new AppError('open.passwordRequired');
}

async function isRight(ctx: Context, { shareId, linkId }: Publication, hash: string, password: string) {
  const client = clientKey(ctx.client.address);
  const right = await attempt(
    ctx,
    [
      { limit: 'sharePassword', of: [shareId, client] },
      { limit: 'sharePasswordTotal', of: [shareId] },
    ],
    async () => (await verifyPassword(hash, password)) || null,
  );
  if (right) return true;
  noteAuthFail(ctx, { kind: 'share_password', reason: 'bad_password', account: beginning(linkId) });
  const details = { reason: 'bad_password', link: beginning(linkId) };
  await audit(ctx, { event: 'share.open', outcome: 'refused', shareId, details });
  return false;
}

/** What a sealed proof of this publication says; see visit.ts for who writes it. */
export const boundTo = ({ shareId, version, share }: Publication) => ({
  share: shareId,
  version,
  password: share.passwordVersion,
});

function isFor(claims: Record<string, unknown>, publication: Publication): boolean {
  const bound = boundTo(publication);
  return (
    claims.share === bound.share && claims.version === bound.version && claims.password === bound.password
  );
}
