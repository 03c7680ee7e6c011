import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { readMailCode } from '@/lib/domain/pasted/codes';
import { codeTries, isMailCode, maskedAddress, newMailCode } from '@/lib/server/auth/mail-code';
import type { Context } from '@/lib/server/context';
import { recordAuthFail } from '@/lib/server/journal/auth-fail';
import { record } from '@/lib/server/journal/record';
import { countTries } from '@/lib/server/limits/attempt';
import { receiverKey } from '@/lib/server/limits/counters';
import { createInboxProof } from '@/lib/server/services/alias/inbox-password';
import { findRequest, type RequestRow } from './entry';
import { lockOf } from './link';

/** @throws asked.over unless its round wants proofs, limit.attempts */
async function findLocked(ctx: Context, token: string): Promise<RequestRow> {
  const row = await findRequest(ctx, token);
  if (!row.round.proof) throw new AppError('asked.over');
  return row;
}

/**
 * Queues a mail whose code is made when it is sent: the newest mail is valid.
 * @throws asked.over, mail.off, limit.attempts
 */
export async function sendRequestCode(ctx: Context, { token }: { token: string }) {
  const { id, address } = await findLocked(ctx, token);
  if (!ctx.mail) throw new AppError('mail.off');
  await countTries(ctx, [
    { limit: 'recipientCode', of: [id] },
    { limit: 'recipientCodeDay', of: [id] },
    { limit: 'code', of: [receiverKey(address)] },
  ]);
  const mail = { id: `${id}.code`, facts: { request: id } };
  await record(ctx, { event: 'request.code', mail }, ctx.db);
  return { address: maskedAddress(address) };
}

/** In place of an earlier one. The plain code exists only in the mail. */
export async function createRequestCode(ctx: Context, requestId: string): Promise<string> {
  const { code, ...fresh } = newMailCode(ctx, requestId);
  await ctx.db.requestCode.upsert({
    where: { requestId },
    create: { requestId, ...fresh },
    update: fresh,
  });
  return code;
}

/**
 * Each try is counted before it is compared, and a code works once.
 * @throws asked.over, open.codeNotSix, open.codeOver, open.codeWrong, limit.attempts
 */
export async function proveRequest(ctx: Context, { token, code }: { token: string; code: string }) {
  const row = await findLocked(ctx, token);
  const requestId = row.id;
  const sixDigits = readMailCode(code);
  if (sixDigits === null) throw new AppError('open.codeNotSix');
  const [tried] = await ctx.db.requestCode.updateManyAndReturn({
    where: { requestId, expiresAt: { gt: ctx.now }, tries: { lt: codeTries } },
    data: { tries: { increment: 1 } },
    select: { hash: true },
  });
  if (!tried) throw new AppError('open.codeOver');
  if (!isMailCode(ctx, { of: requestId, code: sixDigits, hash: tried.hash })) {
    recordAuthFail(ctx, { kind: 'share_password', reason: 'bad_code' });
    throw new AppError('open.codeWrong');
  }
  const { count } = await ctx.db.requestCode.deleteMany({ where: { requestId, hash: tried.hash } });
  if (count === 0) throw new AppError('open.codeOver');
  const lock = lockOf(row);
  return { cookieOf: requestId, proof: await createInboxProof(ctx, { id: row.round.aliasId, lock }) };
}
