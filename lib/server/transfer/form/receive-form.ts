import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { newFileId } from '@/lib/server/file-id';
import { removeBytesSoon } from '@/lib/server/jobs/remove-bytes';
import { removeNow, scheduleRemoval } from '@/lib/server/services/form/removals';
import type { StoredPart } from '@/lib/server/services/form/store';
import type { RemainingQuota } from '@/lib/server/services/quota/refusal';
import type { UploadAuthorization } from '../authorization';
import { type ProcessLock, uploadLocks } from '../tus/lock/process-locks';
import type { Part, Parts } from './part';
import { checkEarly, type FormProperties, propertiesOf, textOfMeta } from './read-meta';
import { storePart } from './store-part';

/** A form of which every byte is stored, though nobody can see it yet. */
export type ReceivedForm = { properties: FormProperties; files: StoredPart[] };

type Terms = {
  parts: () => Parts;
  /** What the share and its owner still take. */
  room: RemainingQuota;
  /** Whether the meta part counts, which makes no sense for a share that is there. */
  hasMeta: boolean;
};

/**
 * Reads a form to its end, one part after the other, each straight to storage. `keep` then makes all of it visible
 * in one transaction; whatever fails before, nothing of the form has ever been there, and its bytes are removed.
 */
export async function receiveForm<T>(
  authorization: UploadAuthorization,
  { parts, ...terms }: Terms,
  keep: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const form = parts();
  try {
    const lock = await uploadLocks.acquire(authorization.ctx.newId());
    lock.stop.addEventListener('abort', () => form.fail(new AppError('server.unavailable')), { once: true });
    try {
      return await readAndKeep(authorization, form, { ...terms, lock, fileIds: [] }, keep);
    } finally {
      lock.release();
    }
  } finally {
    form.close();
  }
}

type Reading = { room: RemainingQuota; hasMeta: boolean; lock: ProcessLock; fileIds: string[] };

async function readAndKeep<T>(
  authorization: UploadAuthorization,
  form: Parts,
  reading: Reading,
  keep: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const { ctx } = authorization;
  try {
    const received = await readAll(authorization, form, reading);
    return await keep(received);
  } catch (error) {
    await dropAll(ctx, reading.fileIds);
    const isTooMuch = error instanceof AppError && error.code === 'upload.surplus';
    throw isTooMuch ? await reading.room.refusal('bytes') : error;
  }
}

async function readAll(
  authorization: UploadAuthorization,
  form: Parts,
  reading: Reading,
): Promise<ReceivedForm> {
  let properties: FormProperties | null = null;
  const files: StoredPart[] = [];
  for (let part = await form.next(); part; part = await form.next()) {
    if (part.isMeta) properties = await readMeta(authorization, form, part, reading);
    else files.push(await readFile(authorization.ctx, form, part, { ...reading, before: files }));
  }
  return { properties: properties ?? propertiesOf(authorization, ''), files };
}

async function readMeta(
  authorization: UploadAuthorization,
  form: Parts,
  part: Part,
  { hasMeta, lock }: Reading,
) {
  const text = await textOfMeta(part, lock.stop);
  form.check();
  const properties = propertiesOf(authorization, hasMeta ? text : '');
  if (hasMeta) checkEarly(authorization, properties);
  return properties;
}

async function readFile(
  ctx: Context,
  form: Parts,
  part: Part,
  { room, lock, fileIds, before }: Reading & { before: StoredPart[] },
): Promise<StoredPart> {
  if (before.length >= room.files) throw await room.refusal('files');
  const id = newFileId();
  await scheduleRemoval(ctx, id);
  fileIds.push(id);
  const taken = before.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return storePart(ctx, form, part, {
    id,
    count: before.length + 1,
    room: Math.max(0, room.bytes - taken),
    fileIds,
    stop: lock.stop,
  });
}

/** What can't be dropped now goes by itself when its time is over. */
async function dropAll(ctx: Context, fileIds: string[]): Promise<void> {
  try {
    await removeNow(ctx, fileIds);
    removeBytesSoon(ctx);
  } catch (error) {
    ctx.log.warn({ err: error }, 'bytes of a refused form stay until they expire');
  }
}
