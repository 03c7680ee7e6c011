import type { UploadQueue } from '@/lib/client/upload/queue';
import { traitsKey } from '@/lib/client/upload/upload-item';
import type { Collected } from './collect';

/** Compares contents where path, name, size and time don't distinguish files. */
export async function distinguishTwins(collected: Collected, { alike }: UploadQueue): Promise<Collected> {
  const { files } = collected;
  const hasTwins = new Set(files.map(traitsKey)).size < files.length;
  if (!hasTwins && files.every((one) => alike(one).length === 0)) return collected;
  const { addContentKeys } = await import('./content-keys');
  return { ...collected, files: await addContentKeys(files, alike) };
}
