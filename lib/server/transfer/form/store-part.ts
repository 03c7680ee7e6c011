import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';
import type { Context } from '@/lib/server/context';
import { checkFile, checkStoredHead, fileRefusal } from '@/lib/server/services/delivery/file-rules';
import { postponeRemovals } from '@/lib/server/services/form/removals';
import type { StoredPart } from '@/lib/server/services/form/store';
import { crc32Hex } from '../crc32';
import { mimeTypeOf, nameOfNth, splitPath } from '../naming';
import { readBuffers } from '../receive/body-reader';
import type { Progress } from '../receive/checkpoints';
import { dropSha256, finalSha256, startSha256 } from '../receive/digests';
import { receive } from '../receive/receive';
import type { Part, Parts } from './part';

type Place = {
  id: string;
  /** How many files came before it in the form, and this one. */
  count: number;
  /** Bytes that the share still takes. */
  room: number;
  /** The form's files so far, this one included: their removal is put off while this one grows. */
  fileIds: string[];
  stop: AbortSignal;
};

/**
 * Writes one part to storage the way any upload is written, as large as it turns out to be, and makes it final. Its
 * row comes with all the others', when the form is through.
 * @throws upload.surplus when it is more than fits, form.broken when the form ends in it, and what the form of an alias
 * has against it
 */
export async function storePart(
  ctx: Context,
  form: Parts,
  part: Part,
  { id, count, room, fileIds, stop }: Place,
): Promise<StoredPart> {
  const file = fileOf(part, count);
  const terms = ctx.alias?.form;
  checkFile(terms, { ...file, sizeBytes: 0 });
  const most = terms?.maxFileBytes ?? Number.POSITIVE_INFINITY;
  const kept: Progress = { offset: 0, crc32: 0, sha256: startSha256(null) };
  const writer = await ctx.storage.openWriter(id, 0, Math.min(room, most));
  const buffers = readBuffers(part.body, { maxBytes: Math.min(room, most), hasKnownLength: false, stop });
  try {
    await receive(buffers, { writer, progress: kept, save: () => postponeRemovals(ctx, fileIds) });
  } catch (error) {
    dropSha256(kept);
    const isTooMuch = error instanceof AppError && error.code === 'upload.surplus';
    throw isTooMuch && terms && most < room ? fileRefusal('large', terms, file.name) : error;
  } finally {
    await writer.close();
  }
  form.check();
  await ctx.storage.finish(id, kept.offset);
  await checkStoredHead(ctx, terms, { fileId: id, name: file.name, sizeBytes: kept.offset });
  return {
    ...file,
    id,
    sizeBytes: kept.offset,
    crc32: crc32Hex(kept.crc32),
    sha256: await finalSha256(kept),
  };
}

function fileOf({ fileName, type }: Part, count: number) {
  const [folder, last] = splitPath(fileName);
  const given = safeFileName(last);
  const mimeType = mimeTypeOf(type, given);
  return { name: given || nameOfNth(count, mimeType), path: safeFolderPath(folder), mimeType };
}
