import type { UploadQueue } from '../queue';
import { traitsKey } from '../upload-item';
import type { Collected } from './collect';

/** What was collected, with files that only their content tells from others, or from those in the queue, told apart. */
export async function toldApart(collected: Collected, { alike }: UploadQueue): Promise<Collected> {
  const { files } = collected;
  const hasTwins = new Set(files.map(traitsKey)).size < files.length;
  if (!hasTwins && files.every((one) => alike(one).length === 0)) return collected;
  const { tellTwins } = await import('./twins');
  return { ...collected, files: await tellTwins(files, alike) };
}
