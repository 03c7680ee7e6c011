import 'server-only';
import type { LeaveRequest } from '@/lib/contract/account/leaving';
import { AppError } from '@/lib/contract/errors';
import { normalLogin } from '@/lib/domain/ident';
import { liveSessionFilter } from '@/lib/server/auth/session-rows';
import type { UserContext } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { endRights } from '@/lib/server/services/account/end-rights';
import { lockAccount } from '@/lib/server/services/account/lock';
import { proofAsked, proveOwner } from '@/lib/server/services/factor/prove-owner';

const endOf = ({ now, config }: UserContext) => new Date(now.getTime() + config.ACCOUNT_GRACE);

export async function lookAtLeaving(ctx: UserContext) {
  const { id: ownerId } = ctx.viewer;
  const [asks, { isLastAdmin }, shares, aliases, shared] = await Promise.all([
    proofAsked(ctx),
    ctx.db.$transaction((tx) => lockAccount(ctx, tx, ownerId)),
    ctx.db.share.count({ where: { ownerId } }),
    ctx.db.alias.count({ where: { ownerId } }),
    ctx.db.alias.findMany({
      where: { ownerId, members: { some: { account: { state: 'Active', deletingAt: null } } } },
      select: {
        id: true,
        name: true,
        members: {
          where: { account: { state: 'Active', deletingAt: null } },
          select: { account: { select: { id: true, login: true } } },
        },
      },
      orderBy: [{ name: 'asc' }, { id: 'asc' }],
    }),
  ]);
  return {
    endsAt: endOf(ctx).getTime(),
    asks,
    isLastAdmin,
    shares,
    aliases,
    shared: shared.map(({ members, ...alias }) => ({
      ...alias,
      members: members.map(({ account }) => account),
    })),
  };
}

/**
 * Closes the own account, as disabling does, and lets it end after ACCOUNT_GRACE. Signing in keeps it: `enterAccount`.
 * @throws request.invalid, account.lastAdmin, auth.required when the session ended meanwhile, and as `proveOwner`
 */
export async function leaveAccount(
  ctx: UserContext,
  { login, heirs, ...proof }: LeaveRequest,
): Promise<void> {
  const { id: accountId, sessionId } = ctx.viewer;
  if (normalLogin(login) !== ctx.viewer.login)
    throw new AppError('request.invalid', { field: 'login', reason: 'notYours' });
  await proveOwner(ctx, proof, 'account.leave');
  await ctx.db.$transaction(async (tx) => {
    const { isLastAdmin } = await lockAccount(ctx, tx, accountId);
    const isLive = { id: sessionId, accountId, ...liveSessionFilter(ctx.now) };
    if ((await tx.session.count({ where: isLive })) === 0) throw new AppError('auth.required');
    if (isLastAdmin) throw new AppError('account.lastAdmin');
    await saveHeirs(tx, accountId, heirs);
    const leavesAt = endOf(ctx);
    await tx.account.update({ where: { id: accountId }, data: { state: 'Disabled', leavesAt } });
    await endRights(ctx, tx, accountId);
    const object = { type: 'account', id: accountId } as const;
    const details = { until: leavesAt.toISOString() };
    await record(ctx, { event: 'account.leave', object, details, mail: { accountId } }, tx);
  }, longTransaction);
}

/** @throws request.invalid for an heir who isn't an active member */
async function saveHeirs(
  tx: Prisma.TransactionClient,
  ownerId: string,
  heirs: LeaveRequest['heirs'],
): Promise<void> {
  await tx.alias.updateMany({ where: { ownerId }, data: { heirId: null } });
  const named = await tx.$executeRaw`
    UPDATE "Alias" a SET "heirId" = m."accountId"
    FROM json_to_recordset(${JSON.stringify(heirs)}::json) AS heir ("alias" text, "account" text)
    JOIN "AliasMember" m ON m."aliasId" = heir."alias" AND m."accountId" = heir."account"
    JOIN "Account" o ON o."id" = m."accountId" AND o."state" = 'Active' AND o."deletingAt" IS NULL
    WHERE a."id" = m."aliasId" AND a."ownerId" = ${ownerId}`;
  if (named !== heirs.length)
    throw new AppError('request.invalid', { field: 'heirs', reason: 'unknownAccount' });
}

const welcomeMs = 60_000;

/** True just after a sign-in that kept the account. */
export const wasJustKept = async ({ db, viewer, now }: UserContext): Promise<boolean> => {
  const keptAt = { gt: new Date(now.getTime() - welcomeMs) };
  return (await db.account.count({ where: { id: viewer.id, keptAt } })) > 0;
};
