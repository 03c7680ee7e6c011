import type { UploadItem } from '@/lib/client/upload/upload-item';
import { compareArrived } from './compare';
import type { ServerFiles } from './server-files';
import type { UploadMemory } from './upload-memory';

type PartLookup = {
  headers: Readonly<Record<string, string>>;
  memory: Pick<UploadMemory, 'urlOf' | 'isKnown' | 'knowUrl'>;
};

export async function findParts(
  items: readonly UploadItem[],
  serverFiles: ServerFiles,
  setup: PartLookup,
): Promise<void> {
  for (const item of items) {
    const url = setup.memory.urlOf(item.key) ?? (await findPart(item, serverFiles, setup));
    if (url) setup.memory.knowUrl(item.key, url);
  }
}

/**
 * URL of a file's partial upload, which may be at another path; null when there is none. @throws {CallError} when the
 * server doesn't answer
 */
export async function findPart(
  { file, path, filename, size }: UploadItem,
  serverFiles: ServerFiles,
  { headers, memory }: PartLookup,
): Promise<string | null> {
  const { here, elsewhere } = serverFiles.findPartial({ path, name: filename, size });
  const isFree = (url: string) => !memory.isKnown(url);
  for (const url of here.filter(isFree))
    if ((await compareArrived(file, url, headers)) !== 'other') return url;
  for (const url of elsewhere.filter(isFree))
    if ((await compareArrived(file, url, headers)) === 'same') return url;
  return null;
}
