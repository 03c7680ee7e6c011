import 'server-only';
import type { Context } from '@/lib/server/context';
import { hasArrived, isInSealed } from '@/lib/server/db/file-rows';
import { Prisma } from '@/lib/server/db/generated/client';
import { registeredFeatures } from '@/lib/server/registered-features';
import { runJobSoon } from '@/lib/server/run-job-soon';
import {
  askScanner,
  type ScannerAddress,
  ScannerAway,
  ScannerBrokeOff,
  scanBytes,
  type Verdict,
} from './clamd';
import { isDueSuspect, isSuspect, noteSuspect } from './suspect';
import { type ScannedFile, saveVerdict } from './verdict';

const together = 4;
const batch = 100;

/** Then the job begins anew, so that what has arrived meanwhile doesn't wait for all that was there before. */
const turnMs = 10_000;

/** Ids of what was there before the scan was turned on, up to which this process has looked; null: to the end. */
let lookedUpTo: string | null = '';

/**
 * Gives files their verdict; one without stays as it is. What waits comes first, then what was let through while clamd
 * was away, then what was there before, then suspects. @returns the number of verdicts
 */
export async function scanFiles(ctx: Context): Promise<{ count: number; isAgainSoon: boolean }> {
  const { CLAMD, SCAN, SCAN_DOWN } = ctx.config;
  if (!CLAMD) return ended(ctx, await letThrough(ctx), false);
  const run = {
    ctx,
    address: CLAMD,
    until: performance.now() + turnMs,
    count: 0,
    isAway: false,
    failures: 0,
  };
  await scanAll(run, filesWith(run, Prisma.sql`f."scan" = 'pending' AND NOT ${isSuspect}`));
  const passed = run.isAway && SCAN_DOWN === 'allow' ? await letThrough(ctx) : 0;
  run.count += passed;
  await scanAll(run, filesWith(run, Prisma.sql`f."scan" = 'notScanned' AND f."scanNote" = 'away'`));
  if (SCAN === 'all') await scanEarlier(run);
  const isWhole = await scanSuspects(run);
  const isUnfinished = performance.now() >= run.until;
  if (isUnfinished && !run.isAway) runJobSoon(ctx, 'scan files');
  return ended(ctx, run.count, run.failures > 0 || !isWhole);
}

/** Has sent what waited for what is decided now. */
function ended(ctx: Context, count: number, isAgainSoon: boolean) {
  const waiting = registeredFeatures().flatMap(({ jobs = [] }) =>
    jobs.filter(({ waitsForScan }) => waitsForScan),
  );
  if (count > 0)
    for (const job of ['send notices' as const, ...waiting.map(({ name }) => name)]) runJobSoon(ctx, job);
  return { count, isAgainSoon };
}

type ScanRun = {
  ctx: Context;
  address: ScannerAddress;
  until: number;
  count: number;
  isAway: boolean;
  failures: number;
};

const isOver = ({ isAway, until }: ScanRun): boolean => isAway || performance.now() >= until;

/** Several at once; a generator gives each file to one. */
async function scanAll(run: ScanRun, files: AsyncGenerator<ScannedFile>): Promise<void> {
  const work = async () => {
    for (;;) {
      const next = await files.next();
      if (next.done) return;
      await scanFile(run, next.value);
    }
  };
  await Promise.all(Array.from({ length: together }, work));
}

/** One by one, so that clamd's death is the fault of one. @returns whether it has read all */
async function scanSuspects(run: ScanRun): Promise<boolean> {
  if (isOver(run)) return true;
  const order = Prisma.sql`f."scannedAt", f."id"`;
  const files = await readFiles(run.ctx, isDueSuspect(run.ctx.now), order);
  for (const file of files) if (!isOver(run)) await scanFile(run, file, { isAlone: true });
  return files.length < batch;
}

async function scanFile(run: ScanRun, file: ScannedFile, { isAlone } = { isAlone: false }): Promise<void> {
  const { ctx, address } = run;
  try {
    if (await saveVerdict(ctx, file, await verdictFor(ctx, address, file))) run.count++;
  } catch (error) {
    ctx.log.warn({ err: error, fileId: file.id }, 'a file could not be scanned yet');
    if (!(error instanceof ScannerAway)) return;
    run.failures++;
    if (error instanceof ScannerBrokeOff) await noteSuspect(ctx, file, isAlone);
    if (file.scan === 'pending' && ctx.config.SCAN_DOWN === 'allow') {
      const passed = await letThrough(ctx, file.id);
      run.count += passed;
    }
    if (run.isAway) return;
    run.isAway = await askScanner(address, 'PING').then(
      () => false,
      () => true,
    );
  }
}

const verdictFor = async (
  { storage }: Context,
  address: ScannerAddress,
  { id, sizeBytes }: ScannedFile,
): Promise<Verdict> =>
  sizeBytes === 0
    ? { scan: 'clean' }
    : scanBytes(address, () => storage.read(id, { start: 0, end: sizeBytes - 1 }));

type ScannedRow = Omit<ScannedFile, 'sizeBytes'> & { sizeBytes: bigint };

/** Walks all files once in the life of a process. */
async function scanEarlier(run: ScanRun): Promise<void> {
  if (lookedUpTo === null) return;
  let reached = lookedUpTo;
  const passed = (id: string) => {
    reached = id;
  };
  await scanAll(
    run,
    filesWith(run, Prisma.sql`f."scan" = 'none' AND NOT ${isInSealed}`, { after: lookedUpTo, passed }),
  );
  if (run.failures === 0) lookedUpTo = isOver(run) ? reached : null;
}

type Walk = { after: string; passed?: (id: string) => void };

/** In order of ids. Indexes: File_scan_idx, File_pkey. */
async function* filesWith(
  run: ScanRun,
  condition: Prisma.Sql,
  { after, passed }: Walk = { after: '' },
): AsyncGenerator<ScannedFile> {
  while (!isOver(run)) {
    const rows = await readFiles(run.ctx, Prisma.sql`${condition} AND f."id" > ${after}`);
    for (const row of rows) {
      if (isOver(run)) return;
      passed?.(row.id);
      yield row;
    }
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
  }
}

async function readFiles(
  { db }: Context,
  condition: Prisma.Sql,
  order = Prisma.sql`f."id"`,
): Promise<ScannedFile[]> {
  const rows = await db.$queryRaw<ScannedRow[]>`
    SELECT f."id", f."shareId", f."name", f."mimeType", f."sizeBytes", f."scan" FROM "File" f
    WHERE ${hasArrived} AND ${condition} ORDER BY ${order} LIMIT ${batch}`;
  return rows.map((row) => ({ ...row, sizeBytes: Number(row.sizeBytes) }));
}

/** Lets through what waits, or one file of it, marked. A suspect stays one. */
const letThrough = ({ db, now }: Context, id: string | null = null): Promise<number> =>
  db.$executeRaw`UPDATE "File" f SET "scan" = 'notScanned', "scanNote" = coalesce("scanNote", 'away'),
      "scannedAt" = coalesce("scannedAt", ${now}::timestamptz)
    WHERE f."scan" = 'pending' AND ${hasArrived} AND (${id}::text IS NULL OR f."id" = ${id})`;
