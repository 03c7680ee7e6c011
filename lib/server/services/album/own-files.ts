import 'server-only';
import * as z from 'zod';
import { AppError } from '@/lib/contract/errors';
import { headerNames } from '@/lib/contract/http/names';
import { audit } from '@/lib/server/audit/audit';
import type { Context } from '@/lib/server/context';
import { lockShareRow } from '@/lib/server/db/file-rows';
import { longTransaction } from '@/lib/server/db/in-steps';
import { checkGuesser, recordMiss } from '@/lib/server/limits/guesses';
import type { RequestHeaders } from '@/lib/server/request-headers';
import { noteActivity } from '@/lib/server/services/activity/note';
import { receiptHash } from '@/lib/server/services/delivery/insert';
import { removeFileRow } from '@/lib/server/services/file/remove';

const maxListed = 10_000;

const addedWith = (token: string) => ({ addedBy: receiptHash(token), share: { albumOf: { some: {} } } });

export async function listOwnFiles(
  { db }: Context,
  { token }: { token: string },
): Promise<{ files: string[] }> {
  const files = await db.file.findMany({ where: addedWith(token), select: { id: true }, take: maxListed });
  return { files: files.map(({ id }) => id) };
}

/** @throws file.notFound, limit.attempts */
export async function removeOwnFile(
  ctx: Context,
  { token, file: fileId }: { token: string; file: string },
): Promise<void> {
  checkGuesser(ctx);
  const where = { id: fileId, ...addedWith(token) };
  const file = await ctx.db.file.findFirst({ where, select: { shareId: true } });
  if (!file) {
    await recordMiss(ctx);
    throw new AppError('file.notFound');
  }
  const { shareId } = file;
  await ctx.db.$transaction(async (tx) => {
    await lockShareRow(tx, shareId);
    if (!(await removeFileRow(tx, { fileId, shareId }))) throw new AppError('file.notFound');
    await noteActivity(ctx, tx, { shareId, kind: 'changed', details: { field: 'files' } });
    const object = { type: 'file', id: fileId } as const;
    await audit(ctx, { event: 'file.remove', object, shareId, details: { bySender: true } }, tx);
  }, longTransaction);
}

/** The length of generated ids: a short secret could be guessed. */
const ReceiptSecret = z.string().regex(/^\w{20,100}$/);

export function senderReceiptHash(headers: RequestHeaders): string | null {
  const { data: secret } = ReceiptSecret.safeParse(headers.get(headerNames.receipt));
  return secret ? receiptHash(secret) : null;
}
