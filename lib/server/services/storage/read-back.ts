import 'server-only';
import { createHash, type Hash } from 'node:crypto';
import * as z from 'zod';
import type { Context } from '@/lib/server/context';
import { whereArrived } from '@/lib/server/db/file-rows';
import { record } from '@/lib/server/journal/record';

const key = 'readBack';
const dayMs = 24 * 3_600_000;
const stepBytes = 4 * 1024 * 1024;
const mostListed = 100;
/** Another node that hasn't gone on with its file for so long has ended. */
const silentMs = 120_000;

const Found = z.object({ fileId: z.string(), how: z.enum(['changed', 'unreadable']), lookedMs: z.number() });
const State = z.object({
  startedMs: z.number(),
  /** Files are read by ascending id. */
  after: z.string(),
  doneMs: z.number().nullable(),
  reading: z.object({ fileId: z.string(), node: z.string(), atMs: z.number() }).nullable(),
  found: z.array(Found),
  isTold: z.boolean(),
  mailedMs: z.number(),
});
type ReadBackState = z.infer<typeof State>;
/** `isNext` is false for one that was found before. */
type WantedFile = { id: string; sizeBytes: bigint; sha256: string | null; isNext: boolean };

/** A file whose beginning this process has read. */
type HalfRead = { node: string; fileId: string; hash: Hash; positionBytes: number; isNext: boolean };
let partial: HalfRead | null = null;

export const readState = async ({ db }: Pick<Context, 'db'>): Promise<ReadBackState | null> => {
  const row = await db.setting.findUnique({ where: { key } });
  return State.safeParse(row?.value).data ?? null;
};

/**
 * Reads stored files for `budgetMs`, and compares each with its checksum. Runs of one node after another go on where
 * the last one ended; a large file is begun anew when its node has ended.
 * @returns whether there is more to read now
 */
export async function readBack(
  ctx: Context,
  { node, budgetMs }: { node: string; budgetMs: number },
): Promise<boolean> {
  const { STORAGE_CHECK } = ctx.config;
  if (STORAGE_CHECK === null) return false;
  const nowMs = ctx.now.getTime();
  const state = dueState(await readState(ctx), nowMs, STORAGE_CHECK);
  if (isReadElsewhere(state, node, nowMs)) return true;
  if (partial?.node !== node) partial = null;
  const untilMs = performance.now() + budgetMs;
  const listed = state.found.length;
  let file = await nextFile(ctx, state);
  if (!file && state.doneMs !== null && state.found.length === listed) return false;
  while (file) {
    if (!(await readFile(ctx, { state, file, node, untilMs }))) break;
    if (performance.now() >= untilMs) break;
    file = await nextFile(ctx, state);
  }
  const isOver = file === null;
  if (isOver) state.doneMs ??= nowMs;
  state.reading = partial ? { fileId: partial.fileId, node, atMs: nowMs } : null;
  await saveState(ctx, state);
  return !isOver;
}

const isReadElsewhere = ({ reading }: ReadBackState, node: string, nowMs: number): boolean =>
  reading !== null && reading.node !== node && nowMs - reading.atMs < silentMs;

function dueState(stored: ReadBackState | null, nowMs: number, everyMs: number): ReadBackState {
  const fresh = { startedMs: nowMs, after: '', doneMs: null, reading: null };
  if (!stored) return { ...fresh, found: [], isTold: true, mailedMs: 0 };
  const isDue = stored.doneMs !== null && nowMs >= stored.startedMs + everyMs;
  return isDue ? { ...stored, ...fresh } : stored;
}

const select = { id: true, sizeBytes: true, sha256: true } as const;

/** First the one that is being read, then each day what was found before, then the round's next. */
async function nextFile({ db, now }: Context, state: ReadBackState): Promise<WantedFile | null> {
  const dueMs = now.getTime() - dayMs;
  const again = state.found.filter(({ lookedMs }) => lookedMs <= dueMs).map(({ fileId }) => fileId);
  const first = partial ? [partial.fileId] : again;
  if (first.length > 0) {
    const file = await db.file.findFirst({ where: { ...whereArrived, id: { in: first } }, select });
    if (file) return { ...file, isNext: partial?.isNext ?? false };
    partial = null;
    state.found = state.found.filter(({ fileId }) => !first.includes(fileId)); // deleted meanwhile
  }
  if (state.doneMs !== null) return null;
  const where = { ...whereArrived, id: { gt: state.after }, sha256: { not: null } };
  const file = await db.file.findFirst({ where, select, orderBy: { id: 'asc' } });
  return file && { ...file, isNext: true };
}

type Reading = { state: ReadBackState; file: WantedFile; node: string; untilMs: number };

/** Reads at least one step. @returns false when the time is over before the file's end */
async function readFile(ctx: Context, { state, file, node, untilMs }: Reading): Promise<boolean> {
  const sizeBytes = Number(file.sizeBytes);
  const { id: fileId, isNext } = file;
  const at = partial ?? { node, fileId, isNext, hash: createHash('sha256'), positionBytes: 0 };
  partial = at;
  let how: 'changed' | 'unreadable' | null = null;
  for (let steps = 0; at.positionBytes < sizeBytes && how === null; steps++) {
    if (steps > 0 && performance.now() >= untilMs) return false;
    if (!(await readStep(ctx, at, sizeBytes))) how = 'unreadable';
  }
  how ??= at.hash.digest('hex') === file.sha256 ? null : 'changed';
  partial = null;
  await note(ctx, { state, file, how });
  return true;
}

/** @returns false where the bytes can't be read although the storage answers. @throws if it doesn't */
async function readStep({ storage, log }: Context, at: HalfRead, sizeBytes: number): Promise<boolean> {
  const range = { start: at.positionBytes, end: Math.min(at.positionBytes + stepBytes, sizeBytes) - 1 };
  for (let tries = 0; tries < 2; tries++) {
    try {
      const parts: Buffer[] = [];
      for await (const part of storage.read(at.fileId, range)) parts.push(Buffer.from(part)); // it reuses its buffer
      const bytes = Buffer.concat(parts);
      if (bytes.length !== range.end - range.start + 1) continue;
      at.hash.update(bytes);
      at.positionBytes += bytes.length;
      return true;
    } catch (error) {
      await storage.probe();
      log.warn({ err: error, fileId: at.fileId }, 'a stored file could not be read');
    }
  }
  return false;
}

type ReadFile = { state: ReadBackState; file: WantedFile; how: 'changed' | 'unreadable' | null };

async function note({ db, now, log }: Context, { state, file, how }: ReadFile): Promise<void> {
  const isKnown = state.found.some(({ fileId }) => fileId === file.id);
  state.found = state.found.filter(({ fileId }) => fileId !== file.id);
  if (file.isNext) state.after = file.id;
  if (how === null || (await db.file.count({ where: { id: file.id } })) === 0) return;
  state.found = [...state.found, { fileId: file.id, how, lookedMs: now.getTime() }].slice(-mostListed);
  if (isKnown) return;
  state.isTold = false;
  log.error({ event: 'storage.damaged', fileId: file.id, how }, 'a stored file is not what was uploaded');
}

/** Mails admins in the same transaction, at most once a day. */
async function saveState(ctx: Context, state: ReadBackState): Promise<void> {
  const nowMs = ctx.now.getTime();
  const isTelling = !state.isTold && state.found.length > 0 && nowMs - state.mailedMs >= dayMs;
  const value: ReadBackState = isTelling ? { ...state, isTold: true, mailedMs: nowMs } : state;
  await ctx.db.$transaction(async (tx) => {
    await tx.setting.upsert({
      where: { key },
      create: { key, value, updatedAt: ctx.now },
      update: { value, updatedAt: ctx.now },
    });
    const facts = { count: state.found.length };
    if (isTelling) await record(ctx, { event: 'storage.damaged', mail: { facts } }, tx);
  });
}
