import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { GivenReport } from '@/lib/contract/report';
import { serverPaths } from '@/lib/paths';
import type { BrowserRedirect } from '@/lib/server/auth/external/flow';
import type { Context } from '@/lib/server/context';
import type { Prisma } from '@/lib/server/db/generated/client';
import { recordAuthFail } from '@/lib/server/journal/auth-fail';
import { checkGuesser, recordMiss } from '@/lib/server/limits/guesses';
import { acceptingFiles } from '@/lib/server/services/access/alias';
import { takeReport } from '@/lib/server/services/oversight/take-report';
import { senderSelect } from '@/lib/server/services/profile/sender';
import { isProven, linkHash, noProofs, type ReadProofs, readStopToken } from './link';

const include = {
  round: {
    include: {
      slots: { orderBy: { position: 'asc' }, include: { attached: { select: { name: true } } } },
      alias: { include: { form: true, seal: true, owner: { select: senderSelect } } },
    },
  },
  cells: { include: { share: { select: { e2ee: true } } } },
} as const satisfies Prisma.FileRequestInclude;

export type RequestRow = Prisma.FileRequestGetPayload<{ include: typeof include }>;

export type Shown = { token: string; proofs?: ReadProofs };

/** @throws asked.over, asked.unproven for who has a link and no proof of the address, limit.attempts */
export async function requireRequest(ctx: Context, { token, proofs = noProofs }: Shown): Promise<RequestRow> {
  const row = await findRequest(ctx, token);
  if (!(await isProven(ctx, row, proofs))) throw new AppError('asked.unproven');
  return row;
}

/**
 * One answer for what is withdrawn, guessed, taken down or turned off. Index: FileRequest_linkHash_key.
 * @throws asked.over, limit.attempts
 */
export async function findRequest(ctx: Context, token: string): Promise<RequestRow> {
  checkGuesser(ctx);
  const where = { linkHash: linkHash(token), round: { alias: acceptingFiles } };
  const row = await ctx.db.fileRequest.findFirst({ where, include });
  if (row) return row;
  recordAuthFail(ctx, { kind: 'alias_unknown', reason: 'no_such_alias', account: '' });
  await recordMiss(ctx);
  throw new AppError('asked.over');
}

/**
 * Whoever holds the link reports the inbox, without a proof. Admins read the title, unless strangers don't.
 * @throws request.notFound where nobody takes reports, request.invalid, limit.attempts
 */
export const reportRequest = (ctx: Context, { token, ...given }: GivenReport & { token: string }) =>
  takeReport(ctx, given, async () => {
    const where = { linkHash: linkHash(token), round: { alias: acceptingFiles } };
    const row = await ctx.db.fileRequest.findFirst({ where, select: { round: true } });
    if (!row) return null;
    const { aliasId, name, proof } = row.round;
    return { kind: 'alias', id: aliasId, about: proof ? '' : name };
  });

/** Once or several times is the same. @throws asked.over, limit.attempts */
export async function stopReminders(ctx: Context, { token }: { token: string }): Promise<void> {
  checkGuesser(ctx);
  const id = readStopToken(ctx, token);
  const found = id && (await ctx.db.fileRequest.count({ where: { id } }));
  if (!id || !found) {
    await recordMiss(ctx);
    throw new AppError('asked.over');
  }
  await ctx.db.fileRequest.updateMany({
    where: { id, stoppedAt: null },
    data: { stoppedAt: ctx.now, remindAt: null },
  });
}

/** Scanners of mails follow each link, so opening one ends nothing: a person presses the button there. */
export const stopPage = (token: string): BrowserRedirect => ({
  status: 302,
  location: serverPaths.stopReminders(/^[\w.-]{1,200}$/.test(token) ? token : '-'),
  cookies: [],
});
