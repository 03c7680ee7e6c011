import 'server-only';
import type { AuditEventName } from '@/lib/contract/admin/audit';
import { AppError } from '@/lib/contract/errors';
import { readUserAgent } from '@/lib/domain/user-agent';
import { startSession } from '@/lib/server/auth/session-rows';
import type { Context, Viewer } from '@/lib/server/context';
import type { Account, Prisma } from '@/lib/server/db/generated/client';
import { accountActor } from '@/lib/server/journal/audit';
import { record } from '@/lib/server/journal/record';
import type { FactorKind } from '@/lib/server/services/factor/spend-code';
import { hasFactor, needsPasskey } from '@/lib/server/services/factor/state';
import { type PasskeyUse, recordPasskeyUse } from '@/lib/server/services/passkey/passkeys';
import { recordClient } from './known-client';

type SessionRequest = {
  account: Pick<Account, 'id' | 'login' | 'admin'>;
  /** Condition that the account must unchanged meet. */
  unchanged: Prisma.AccountWhereInput;
  event: AuditEventName & `login${string}`;
  isKept: boolean;
  factor?: FactorKind | 'passkey';
  passkey?: PasskeyUse;
  isProgram?: boolean;
};

/**
 * Starts the session and tells the account of a new browser. Keeps an account that was to be deleted. Returns null if it
 * changed since it was checked; the row stays locked, so a later change ends this session.
 * @throws auth.loginFailed without a factor that has been set up meanwhile, passkey.refused
 */
export function enterAccount(ctx: Context, request: SessionRequest): Promise<Viewer | null> {
  const { account, unchanged, event, isKept, isProgram = false, factor, passkey } = request;
  const { id, login, admin } = account;
  const sessionId = ctx.newId();
  return ctx.db.$transaction(async (tx) => {
    const same = { ...unchanged, id, deletingAt: null };
    const kept = await tx.account.updateMany({
      where: { ...same, leavesAt: { not: null } },
      data: { state: 'Active', leavesAt: null, keptAt: ctx.now },
    });
    const [row] = await tx.account.updateManyAndReturn({
      where: { ...same, state: 'Active' },
      data: { loginCount: { increment: 1 }, lastLoginAt: ctx.now, vouchedAt: ctx.now },
      select: { loginCount: true },
    });
    if (!row) return null;
    if (await lacksProof({ ...ctx, db: tx }, request)) throw new AppError('auth.loginFailed');
    if (passkey) await recordPasskeyUse(ctx, tx, passkey);
    await startSession(tx, {
      id: sessionId,
      accountId: id,
      client: ctx.client,
      now: ctx.now,
      isKept,
      isProgram,
    });
    const isFirst = row.loginCount === 1;
    const isNew = await recordClient(ctx, tx, { accountId: id, sessionId, isProgram, isFirst });
    const actor = accountActor({ id, login, admin });
    const object = { type: 'account', id } as const;
    if (kept.count > 0) await record(ctx, { event: 'account.keep', actor, object }, tx);
    const { browser, system } = readUserAgent(ctx.client.userAgent);
    const details = {
      ...(browser && { browser }),
      ...(system && { system }),
      ...(factor && { factor }),
      ...(isNew && { isNew }),
    };
    await record(ctx, { event, actor, object, details }, tx);
    return { id, login, admin, sessionId };
  });
}

/** True for a password alone whose account has got a factor since it was checked; the row is locked now. */
async function lacksProof(
  ctx: Pick<Context, 'config'> & { db: Prisma.TransactionClient },
  { account, event, factor }: SessionRequest,
): Promise<boolean> {
  const isAlone = event === 'login' && !factor;
  return isAlone && ((await hasFactor(ctx, account.id)) || (await needsPasskey(ctx, account)));
}
