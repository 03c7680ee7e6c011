import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Context } from '@/lib/server/context';
import { newFileId } from '@/lib/server/ids';
import { removeBytesSoon } from '@/lib/server/jobs/bytes';
import { removeNow, scheduleRemovals } from '@/lib/server/services/form/removals';
import type { StoredPart } from '@/lib/server/services/form/store';
import type { RemainingQuota } from '@/lib/server/services/quota/usage';
import type { UploadAuthorization } from '../authorization';
import { type ProcessLock, uploadLocks } from '../tus/lock/process-locks';
import type { FormPart, PartSource } from './part';
import { checkEarly, type FormProperties, propertiesOf, readMetaText } from './read-meta';
import { storePart } from './store-part';

/** All bytes are stored, but no share shows them yet. */
type ReceivedForm = { properties: FormProperties; files: StoredPart[] };

type FormOptions = {
  parts: () => PartSource;
  quota: RemainingQuota;
  /** False for an existing share, for which the meta part is ignored. */
  hasMeta: boolean;
  /** The share takes sealed files alone. */
  isSealed?: boolean;
};

/**
 * Streams a form's parts to the storage, one after the other. `save` then makes the files visible in one transaction; if
 * anything fails, all bytes are removed.
 */
export async function receiveForm<T>(
  authorization: UploadAuthorization,
  { parts, ...options }: FormOptions,
  save: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const form = parts();
  try {
    const lock = await uploadLocks.acquire(authorization.ctx.newId());
    lock.stop.addEventListener('abort', () => form.fail(new AppError('server.unavailable')), { once: true });
    try {
      return await readAndSave(authorization, form, { ...options, lock, fileIds: [] }, save);
    } finally {
      lock.release();
    }
  } finally {
    form.close();
  }
}

type FormState = Omit<FormOptions, 'parts'> & { lock: ProcessLock; fileIds: string[] };

async function readAndSave<T>(
  authorization: UploadAuthorization,
  form: PartSource,
  state: FormState,
  save: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const { ctx } = authorization;
  try {
    const received = await readAll(authorization, form, state);
    return await save(received);
  } catch (error) {
    await removeAll(ctx, state.fileIds);
    const isTooMuch = error instanceof AppError && error.code === 'upload.surplus';
    throw isTooMuch ? await state.quota.refusal('bytes') : error;
  }
}

async function readAll(
  authorization: UploadAuthorization,
  form: PartSource,
  state: FormState,
): Promise<ReceivedForm> {
  let properties: FormProperties | null = null;
  const files: StoredPart[] = [];
  for (let part = await form.next(); part; part = await form.next()) {
    if (part.isMeta) properties = await readMeta(authorization, form, part, state);
    else files.push(await readFile(authorization.ctx, form, part, { ...state, before: files }));
  }
  return { properties: properties ?? propertiesOf(authorization, ''), files };
}

async function readMeta(
  authorization: UploadAuthorization,
  form: PartSource,
  part: FormPart,
  { hasMeta, lock }: FormState,
) {
  const text = await readMetaText(part, lock.stop);
  form.check();
  const properties = propertiesOf(authorization, hasMeta ? text : '');
  if (hasMeta) checkEarly(authorization, properties);
  return properties;
}

async function readFile(
  ctx: Context,
  form: PartSource,
  part: FormPart,
  { quota, lock, fileIds, before, isSealed = false }: FormState & { before: StoredPart[] },
): Promise<StoredPart> {
  if (before.length >= quota.files) throw await quota.refusal('files');
  const id = newFileId();
  await scheduleRemovals(ctx, [id]);
  fileIds.push(id);
  const storedBytes = before.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return storePart(ctx, form, part, {
    id,
    number: before.length + 1,
    maxBytes: Math.max(0, quota.bytes - storedBytes),
    fileIds,
    isSealed,
    stop: lock.stop,
  });
}

/** A failure leaves the bytes to the scheduled removal. */
async function removeAll(ctx: Context, fileIds: string[]): Promise<void> {
  try {
    await removeNow(ctx, fileIds);
    removeBytesSoon(ctx);
  } catch (error) {
    ctx.log.warn({ err: error }, 'bytes of a refused form stay until they expire');
  }
}
