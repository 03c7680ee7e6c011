import { bytePaths, fillPath } from '@/lib/contract/bytes';

/** Whose files are shown: the owner's by the share's id, or a visitor's by the link's. */
export type FileSource = { access: 'own' | 'open'; id: string };

/** Where a file's bytes are. */
export function fileLinks({ access, id }: FileSource, fileId: string) {
  const path = access === 'own' ? bytePaths.ownFile : bytePaths.openFile;
  const bytes = fillPath(path, { id, fileId });
  return { bytes, preview: `${bytes}?preview=1`, download: `${bytes}?download=1` };
}

/** Where all files are in one archive, or those with these ids and in these folders. */
export function zipLink(
  { access, id }: FileSource,
  fileIds: readonly string[] = [],
  folders: readonly string[] = [],
): string {
  const path = fillPath(access === 'own' ? bytePaths.ownZip : bytePaths.openZip, { id });
  const query = new URLSearchParams([
    ...folders.map((folder) => ['folder', folder]),
    ...fileIds.map((fileId) => ['file', fileId]),
  ]).toString();
  return query ? `${path}?${query}` : path;
}
