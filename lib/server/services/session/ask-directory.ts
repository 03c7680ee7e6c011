import 'server-only';
import type { Client } from 'ldapts';
import { withDirectory } from '@/lib/server/auth/directory/connection';
import { directoryProblem } from '@/lib/server/auth/directory/directory';
import { admissionInDirectory } from '@/lib/server/auth/directory/look-up';
import { endSessions } from '@/lib/server/auth/session-rows';
import { directorySource } from '@/lib/server/config/admission';
import type { Context } from '@/lib/server/context';
import type { Account } from '@/lib/server/db/generated/client';
import { longTransaction } from '@/lib/server/db/in-steps';
import { record } from '@/lib/server/journal/record';
import { applyAdmission, sourceKind } from '@/lib/server/services/account/apply-admission';

const askAgainMs = 15 * 60_000;
const patienceMs = 24 * 3_600_000;

/** People asked for on one connection. */
const batch = 25;

/**
 * Asks the directory whether the people of live sessions and access tokens are still there, and ends those of who isn't.
 * One that can't be asked ends nobody before a day.
 */
export async function askDirectory(ctx: Context): Promise<number> {
  if (!ctx.config.LDAP_URL) return 0;
  let ended = 0;
  try {
    for (;;) {
      const accounts = await unvouched(ctx, askAgainMs);
      if (accounts.length === 0) return ended;
      await withDirectory(ctx.config, async (client) => {
        for (const account of accounts) ended += Number(!(await isStillThere(ctx, client, account)));
      });
    }
  } catch (error) {
    const { place, detail } = directoryProblem(error);
    ctx.log.warn(
      { source: directorySource, place, detail, err: error },
      'the directory can’t be asked who is still there',
    );
    return ended + (await endUnvouched(ctx));
  }
}

async function isStillThere(ctx: Context, client: Client, account: Account): Promise<boolean> {
  const { id, login, subject } = account;
  const person = { subject: subject ?? '', login, now: ctx.now };
  const admission = await admissionInDirectory(client, ctx.config, person);
  await ctx.db.account.update({ where: { id }, data: { vouchedAt: ctx.now } });
  await applyAdmission(ctx, account, admission);
  if (!admission.refusal) return true;
  ctx.log.warn({ event: 'login', source: directorySource, account: id }, admission.refusal.reason);
  return false;
}

/** Accounts with a live session or token that the directory hasn't vouched for, for so long. */
const unvouched = ({ db, now }: Context, ms: number): Promise<Account[]> =>
  db.account.findMany({
    where: {
      source: directorySource,
      state: 'Active',
      deletingAt: null,
      vouchedAt: { lte: new Date(now.getTime() - ms) },
      sessions: { some: { revokedAt: null, endsAt: { gt: now } } },
    },
    orderBy: { vouchedAt: 'asc' },
    take: batch,
  });

async function endUnvouched(ctx: Context): Promise<number> {
  for (let ended = 0; ; ) {
    const accounts = await unvouched(ctx, patienceMs);
    if (accounts.length === 0) return ended;
    for (const account of accounts) await endAll(ctx, account);
    ended += accounts.length;
  }
}

const endAll = (ctx: Context, { id, login }: Account): Promise<void> =>
  ctx.db.$transaction(async (tx) => {
    await endSessions(tx, { accountId: id, except: null, now: ctx.now });
    const actor = { kind: sourceKind(directorySource), id, login };
    const details = { change: 'unvouched' };
    await record(ctx, { event: 'session.end', actor, object: { type: 'account', id }, details }, tx);
  }, longTransaction);
