import 'server-only';
import type { Context } from '@/lib/server/context';
import { Prisma, type ScanState } from '@/lib/server/db/generated/client';
import { queueNotices } from '@/lib/server/journal/notice';
import { record } from '@/lib/server/journal/record';
import { databaseTimeMs } from '@/lib/server/present-time';
import { makeSoon, type ThumbnailSource } from '@/lib/server/services/thumbnail/make';
import type { Verdict } from './clamd';

/** With the state in which it was found. */
export type ScannedFile = ThumbnailSource & { shareId: string; scan: ScanState };

/**
 * Saves what was found, unless the file's state has changed meanwhile: a late verdict frees nothing that is
 * quarantined, and quarantines nothing that an admin has released. @returns whether it was saved
 */
export async function saveVerdict(ctx: Context, file: ScannedFile, verdict: Verdict): Promise<boolean> {
  const { scan, note } = stateAfter(ctx, verdict);
  const isSaved = await ctx.db.$transaction(async (tx) => {
    const saved = await tx.$executeRaw`
      UPDATE "File" SET "scan" = ${scan}::"ScanState", "scanNote" = ${note}, "scannedAt" = ${ctx.now}
      WHERE "id" = ${file.id} AND "scan" = ${file.scan}::"ScanState"`;
    if (saved === 0 || scan !== 'infected') return saved > 0;
    const { id, shareId } = file;
    await tellOfQuarantine(ctx, tx, shareId);
    const object = { type: 'file', id } as const;
    const details = { found: note ?? '' };
    const payload = { file: id, share: shareId };
    await record(ctx, { event: 'file.quarantine', object, shareId, details, payload }, tx);
    return true;
  });
  if (isSaved && scan !== 'infected' && file.scan === 'pending') makeSoon(ctx, file);
  return isSaved;
}

function stateAfter({ config }: Context, verdict: Verdict): { scan: ScanState; note: string | null } {
  if (verdict.scan === 'clean') return { scan: 'clean', note: null };
  if (verdict.scan === 'infected') return { scan: 'infected', note: verdict.name };
  const isHeld = config.SCAN_UNSCANNABLE === 'hold';
  return { scan: isHeld ? 'infected' : 'notScanned', note: verdict.reason };
}

/** Files found within this time share one mail. */
const bundleSeconds = 60;

/** The ID of the notice to an account about a share's quarantined files: one waits at a time. */
const noticeId = (shareId: string, accountId: string): string => `${shareId}/${accountId}`;

export const shareOfNotice = (id: string): string => id.slice(0, id.indexOf('/'));

/** Mails the share's owner and all admins, and nobody who may only open it. */
async function tellOfQuarantine(
  { mail }: Context,
  tx: Prisma.TransactionClient,
  shareId: string,
): Promise<void> {
  if (!mail) return;
  const { ownerId } = await tx.share.findUniqueOrThrow({ where: { id: shareId } });
  const accounts = await tx.account.findMany({
    where: { OR: [{ id: ownerId }, { admin: true }], state: 'Active', email: { not: null } },
    select: { id: true },
  });
  const dueAt = new Date(databaseTimeMs() + bundleSeconds * 1_000);
  const ids = accounts.map(({ id }) => id);
  const rows = Prisma.sql`
    SELECT n."id", n."account", 'quarantined', ${dueAt}::timestamptz
    FROM unnest(${ids.map((id) => noticeId(shareId, id))}::text[], ${ids}::text[]) AS n ("id", "account")`;
  await tx.$executeRaw(queueNotices(['id', 'accountId', 'kind', 'dueAt'], rows));
}
