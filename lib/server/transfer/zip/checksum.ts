import 'server-only';
import type { Context } from '@/lib/server/context';
import { keepCrc32, type SelectedFile } from '@/lib/server/services/file/selection';
import { crcOf, hex32 } from '../crc32';

/** The checksum of a file that has none from its arrival: it is read once, and then never again. */
export async function crc32Of(ctx: Context, file: SelectedFile): Promise<number> {
  let crc = 0;
  if (file.sizeBytes > 0) {
    for await (const buffer of ctx.storage.read(file.id, { start: 0, end: file.sizeBytes - 1 })) {
      crc = crcOf([buffer], crc);
    }
  }
  await keepCrc32(ctx, file.id, hex32(crc));
  return crc;
}
