import 'server-only';
import type { Context } from '@/lib/server/context';
import type { ScanState } from '@/lib/server/db/generated/client';
import { record } from '@/lib/server/journal/record';
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
