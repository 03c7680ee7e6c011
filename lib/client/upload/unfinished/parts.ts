import type { UploadItem } from '../upload-item';
import type { Arrivals } from './arrivals';
import { compareArrived } from './compare';
import type { UploadMemory } from './upload-memory';

type Setup = {
  headers: Readonly<Record<string, string>>;
  memory: Pick<UploadMemory, 'urlOf' | 'isKnown' | 'knowUrl'>;
};

/** Finds what the server has of these files already. */
export async function findParts(
  items: readonly UploadItem[],
  arrivals: Arrivals,
  setup: Setup,
): Promise<void> {
  for (const item of items) {
    const url = setup.memory.urlOf(item.key) ?? (await partOf(item, arrivals, setup));
    if (url) setup.memory.knowUrl(item.key, url);
  }
}

/**
 * The address of what has arrived of a file, which may have another place there; null where nothing has.
 * @throws CallError when the server doesn't say
 */
export async function partOf(
  { file, path, filename, size }: UploadItem,
  arrivals: Arrivals,
  { headers, memory }: Setup,
): Promise<string | null> {
  const { here, elsewhere } = arrivals.begun({ path, name: filename, size });
  const isFree = (url: string) => !memory.isKnown(url);
  for (const url of here.filter(isFree))
    if ((await compareArrived(file, url, headers)) !== 'other') return url;
  for (const url of elsewhere.filter(isFree))
    if ((await compareArrived(file, url, headers)) === 'same') return url;
  return null;
}
