import 'server-only';
import { AppError } from '@/lib/contract/errors';
import type { Entry } from './book';
import type { Desk } from './desk';
import { fileKey } from './keys';
import { mergeTails } from './merge-tails';
import { partBytesFor } from './part-size';
import { chain } from './stretch';
import { UploadEntry } from './upload-entry';
import { BucketWriter } from './writer';

/** Opens a file from its start, which costs nothing, or from where its acknowledged bytes end. */
export async function openUpload(desk: Desk, fileId: string, offset: number, maxBytes: number) {
  fileKey(fileId); // refuses ids that none of ours looks like
  if (offset === 0) {
    const fresh = new UploadEntry(desk, fileId, null, partBytesFor(maxBytes));
    return new BucketWriter(fresh, desk.budget, { offset, maxBytes, stretches: [] });
  }
  const opened = await desk.book.reopen(fileId);
  const entry = opened && (await desk.book.read(fileId));
  if (!opened || !entry) throw missing(fileId, offset);
  const full = Math.floor(offset / opened.partBytes);
  const stretches = holdsParts(entry, full) && chain(entry.tails, full * opened.partBytes, offset);
  if (!stretches) throw missing(fileId, offset);
  await dropOldTails(desk, fileId, entry, full * opened.partBytes);
  const upload = new UploadEntry(desk, fileId, opened, opened.partBytes);
  const start = { offset, maxBytes, stretches: await mergeTails(desk, upload, stretches) };
  return new BucketWriter(upload, desk.budget, start);
}

function holdsParts({ parts, partBytes }: Entry, count: number): boolean {
  const whole = parts.filter(({ number, sizeBytes }) => number <= count && sizeBytes === partBytes);
  return whole.length === count;
}

/** Their bytes are in parts by now, and acknowledged as such. */
async function dropOldTails({ bucket, book }: Desk, fileId: string, { tails }: Entry, before: number) {
  for (const { key, position, sizeBytes } of tails) {
    if (position + sizeBytes > before) continue;
    await bucket.remove(key);
    await book.forgetTail(fileId, key);
  }
}

function missing(fileId: string, offset: number): AppError {
  const cause = new Error(`The bucket doesn't have the ${offset} bytes of ${fileId} that were acknowledged.`);
  return new AppError('server.unavailable', {}, { cause });
}
