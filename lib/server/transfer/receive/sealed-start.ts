import 'server-only';
import type { Readable } from 'node:stream';
import { AppError } from '@/lib/contract/errors';
import { headerBytes } from '@/lib/domain/sealed/layout';
import { beginsSealedFile } from '@/lib/server/services/upload/sealed-file';

type SealedBody = { name: string; body: Readable; stop: AbortSignal };

/**
 * Passes the bytes of a sealed file on once its header is there, however it is cut into pieces.
 * @throws upload.notSealed before any byte is passed on, also for a body that ends within the header
 */
export async function* checkSealedStart(
  buffers: AsyncIterable<Buffer[]>,
  { name, body, stop }: SealedBody,
): AsyncGenerator<Buffer[]> {
  let start = Buffer.alloc(0);
  let isChecked = false;
  for await (const chunks of buffers) {
    if (isChecked) {
      yield chunks;
      continue;
    }
    start = Buffer.concat([start, ...chunks]);
    if (start.length < headerBytes) continue;
    if (!beginsSealedFile(name, start)) throw new AppError('upload.notSealed');
    isChecked = true;
    yield [start];
  }
  const isCutOff = stop.aborted || !body.readableEnded;
  if (!isChecked && !isCutOff && start.length > 0) throw new AppError('upload.notSealed');
}
