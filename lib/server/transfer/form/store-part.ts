import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { sealedSize } from '@/lib/domain/sealed/layout';
import type { Context } from '@/lib/server/context';
import { checkFile, checkStoredHead, fileRefusal } from '@/lib/server/services/delivery/form-rules';
import { postponeRemovals } from '@/lib/server/services/form/removals';
import type { StoredPart } from '@/lib/server/services/form/store';
import { applicableRules, isSealedFile } from '@/lib/server/services/upload/sealed-file';
import { fileAt } from '../naming';
import { crc32Hex, dropSha256, finalSha256, startSha256 } from '../receive/digests';
import { readBuffers } from '../receive/read-body';
import { type Progress, receive } from '../receive/receive';
import { checkSealedStart } from '../receive/sealed-start';
import type { FormPart, PartSource } from './part';

type PartTarget = {
  id: string;
  /** Counts from 1 within the form. */
  number: number;
  maxBytes: number;
  /** The form's files so far, this one included, whose removal is postponed while this one grows. */
  fileIds: string[];
  isSealed: boolean;
  stop: AbortSignal;
};

/**
 * Stores a part of unknown size. Its row is inserted with all others at the end of the form.
 * @throws upload.surplus above `maxBytes`, form.broken when the form ends in the part, upload.notSealed, and refusals by the alias' form
 */
export async function storePart(
  ctx: Context,
  form: PartSource,
  part: FormPart,
  { id, number, maxBytes, fileIds, isSealed, stop }: PartTarget,
): Promise<StoredPart> {
  const file = fileAt(part.fileName, part.type, number);
  const aliasForm = applicableRules(ctx.alias?.form, isSealed);
  const checkSealed = (sizeBytes: number) => {
    if (isSealed && !isSealedFile({ ...file, sizeBytes })) throw new AppError('upload.notSealed');
  };
  checkSealed(sealedSize(0));
  checkFile(aliasForm, { ...file, sizeBytes: 0 });
  const maxFileBytes = aliasForm?.maxFileBytes ?? Number.POSITIVE_INFINITY;
  const limitBytes = Math.min(maxBytes, maxFileBytes);
  const progress: Progress = { offset: 0, crc32: 0, sha256: startSha256(null) };
  const writer = await ctx.storage.openWriter(id, 0, limitBytes);
  const read = readBuffers(part.body, { maxBytes: limitBytes, hasKnownLength: false, stop });
  const buffers = isSealed ? checkSealedStart(read, { name: file.name, body: part.body, stop }) : read;
  try {
    await receive(buffers, { writer, progress, save: () => postponeRemovals(ctx, fileIds) });
  } catch (error) {
    dropSha256(progress);
    const isTooMuch = error instanceof AppError && error.code === 'upload.surplus';
    throw isTooMuch && aliasForm && maxFileBytes < maxBytes
      ? fileRefusal('large', aliasForm, file.name)
      : error;
  } finally {
    await writer.close();
  }
  form.check();
  checkSealed(progress.offset);
  await ctx.storage.finish(id, progress.offset);
  await checkStoredHead(ctx, aliasForm, { fileId: id, name: file.name, sizeBytes: progress.offset });
  return {
    ...file,
    id,
    sizeBytes: progress.offset,
    crc32: crc32Hex(progress.crc32),
    sha256: await finalSha256(progress),
  };
}
