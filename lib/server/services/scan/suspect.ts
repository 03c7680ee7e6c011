import 'server-only';
import type { Context } from '@/lib/server/context';
import { hasArrived } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';
import type { ScannedFile } from './verdict';

/** Of `"File" f`: clamd broke off while it had this one, maybe because of it. Others come first. Index: File_scan_idx. */
export const isSuspect = Prisma.sql`(f."scan" IN ('pending', 'notScanned')
  AND f."scanNote" IS NOT DISTINCT FROM 'brokeOff')`;

/** After a try alone it rests as long as it has waited by then, at most an hour. */
const nextTry = Prisma.sql`(f."scannedAt" + least(f."scannedAt" - f."completedAt", interval '1 hour'))`;

export const isDueSuspect = (now: Date): Prisma.Sql =>
  Prisma.sql`${isSuspect} AND ${nextTry} <= greatest(${now}::timestamptz, f."completedAt")`;

/** Keeps in `scannedAt` when it was last tried alone; before that, when it came. What was there before is marked. */
export async function noteSuspect(
  { db, now }: Context,
  { id, scan }: ScannedFile,
  isAlone: boolean,
): Promise<void> {
  await db.$executeRaw`
    UPDATE "File" SET "scanNote" = 'brokeOff',
      "scannedAt" = CASE WHEN ${isAlone}::boolean THEN ${now}::timestamptz ELSE "completedAt" END,
      "scan" = CASE "scan" WHEN 'none' THEN 'notScanned' ELSE "scan" END
    WHERE "id" = ${id} AND "scan" = ${scan}::"ScanState"`;
}

/** The time of the next try of a suspect; null without one. */
export async function nextSuspectTry({ db, config }: Context): Promise<Date | null> {
  if (!config.CLAMD) return null;
  const [row] = await db.$queryRaw<{ at: Date | null }[]>`
    SELECT min(${nextTry}) AS "at" FROM "File" f WHERE ${hasArrived} AND ${isSuspect}`;
  return row?.at ?? null;
}
