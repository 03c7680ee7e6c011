import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { bytesIn, skipBytes } from './chunks';
import type { Storage } from './port';

export async function storeInSteps(
  { openWriter, finish }: Pick<Storage, 'openWriter' | 'finish'>,
  fileId: string,
  chunks: Buffer[],
): Promise<void> {
  const sizeBytes = bytesIn(chunks);
  const writer = await openWriter(fileId, 0, sizeBytes);
  try {
    for (let [rest, position] = [chunks, 0]; position < sizeBytes; ) {
      const taken = await writer.write(rest, position);
      if (taken === 0) throw new AppError('storage.full');
      rest = skipBytes(rest, taken);
      position += taken;
    }
    await writer.sync();
  } finally {
    await writer.close();
  }
  await finish(fileId, sizeBytes);
}
