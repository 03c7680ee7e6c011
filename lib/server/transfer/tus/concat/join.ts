import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { newFileId } from '@/lib/server/ids';
import { removeBytesSoon } from '@/lib/server/jobs/bytes';
import { presentTime } from '@/lib/server/present-time';
import { checkStoredHead } from '@/lib/server/services/delivery/form-rules';
import { postponeRemovals, removeNow, scheduleRemovals } from '@/lib/server/services/form/removals';
import { checkStillUploadable } from '@/lib/server/services/upload/access';
import type { NewFile } from '@/lib/server/services/upload/create';
import { findJoined, replaceParts } from '@/lib/server/services/upload/joined';
import type { UploadState } from '@/lib/server/services/upload/lease';
import type { Storage } from '@/lib/server/storage/port';
import { crc32Hex, dropSha256, finalSha256, startSha256 } from '../../receive/digests';
import { type Progress, receive } from '../../receive/receive';
import { uploadLocks } from '../lock/process-locks';
import type { TusRequest } from '../request';

/**
 * Copies whole parts into one file. Until one transaction puts it in their place nothing of them is changed, so a join that
 * broke off is simply asked for again.
 */
export async function storeJoined(
  request: TusRequest,
  file: NewFile,
  parts: UploadState[],
): Promise<UploadState> {
  const { ctx, destination, creationKey, addedBy } = request;
  const { sizeBytes } = file;
  await ctx.storage.checkFreeSpace?.(sizeBytes);
  const id = newFileId();
  const lock = await uploadLocks.acquire(id);
  try {
    await scheduleRemovals(ctx, [id]);
    const sums = await copyParts(request, id, parts, lock.stop);
    await checkStoredHead(ctx, ctx.alias?.form, { fileId: id, name: file.name, sizeBytes });
    await checkStillUploadable(ctx, destination);
    const now = presentTime();
    await replaceParts(
      { ...ctx, now },
      destination.shareId,
      { ...file, ...sums, id, addedBy, creationKey },
      parts,
    );
    removeBytesSoon(ctx);
    const state = { offset: sizeBytes, complete: true, expiresAt: null, generation: 0n };
    return {
      ...file,
      ...state,
      id,
      crc32: sums.crc32,
      isLengthDeferred: false,
      isPartial: false,
      isSealed: false,
    };
  } catch (error) {
    // The copied bytes go after a day even if this fails, too.
    await removeNow(ctx, [id]).catch(() => undefined);
    const { shareId } = destination;
    const partIds = parts.map((part) => part.id);
    const other = await findJoined(ctx.db, { destination, partIds, addedBy }).catch(() => null);
    if (!other) throw error;
    ctx.log.info({ shareId, fileId: other.id }, 'another node has joined the parts of a file');
    return other;
  } finally {
    lock.release();
  }
}

type Sums = { crc32: string; sha256: string | null };

async function copyParts(
  { ctx }: TusRequest,
  id: string,
  parts: UploadState[],
  stop: AbortSignal,
): Promise<Sums> {
  const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
  if (sizeBytes === 0) {
    await ctx.storage.storeWhole(id, []);
    return { crc32: crc32Hex(0), sha256: null };
  }
  const progress: Progress = { offset: 0, crc32: 0, sha256: startSha256(sizeBytes) };
  const writer = await ctx.storage.openWriter(id, 0, sizeBytes);
  try {
    await receive(bytesOf(ctx.storage, parts, stop), {
      writer,
      progress,
      save: () => postponeRemovals(ctx, [id]),
    });
  } catch (error) {
    dropSha256(progress);
    throw error;
  } finally {
    await writer.close();
  }
  if (progress.offset !== sizeBytes) throw new AppError('server.unavailable');
  await ctx.storage.finish(id, sizeBytes);
  return { crc32: crc32Hex(progress.crc32), sha256: await finalSha256(progress) };
}

/** Makes the bytes of each part final before it reads them: no writer can change them then. */
async function* bytesOf(storage: Storage, parts: UploadState[], stop: AbortSignal): AsyncGenerator<Buffer[]> {
  for (const { id, sizeBytes, generation } of parts) {
    if (sizeBytes === 0) continue;
    await storage.finish(id, sizeBytes, generation);
    for await (const buffer of storage.read(id, { start: 0, end: sizeBytes - 1 })) {
      if (stop.aborted) throw new AppError('server.unavailable');
      yield [Buffer.from(new Uint8Array(buffer).buffer)]; // the storage reuses its buffer, and sums take theirs
    }
  }
}
