import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';

/** Whose files are shown: the owner's by the share's id, or a visitor's by the link's. */
export type FileSource = {
  access: 'own' | 'open';
  id: string;
  /** Stands for a visit in its URLs, because not every browser or program that fetches them has the visit's cookie. */
  visit?: string | undefined;
  /** By the link only so many files can be had: looking at a whole one uses a download. */
  isLimited?: boolean;
};

/** Where a file's bytes are. */
export function fileLinks({ access, id, visit }: FileSource, fileId: string) {
  const path = access === 'own' ? bytePaths.ownFile : bytePaths.openFile;
  const plain = fillPath(path, { id, fileId });
  const small = `${plain}/thumbnail`;
  const proof = visit ? `visit=${encodeURIComponent(visit)}` : '';
  const linkTo = (address: string, ...query: string[]) =>
    [address, query.filter(Boolean).join('&')].filter(Boolean).join('?');
  const linkWith = (...query: string[]) => linkTo(plain, ...query);
  return {
    preview: linkWith('preview=1', proof),
    download: linkWith('download=1', proof),
    thumbnail: linkTo(small, proof),
    largeThumbnail: linkTo(small, 'large=1', proof),
  };
}

/** The same address for what nobody looks at yet: it is in no list of what people have seen. */
export const ahead = (address: string): string => `${address}${address.includes('?') ? '&' : '?'}ahead=1`;

/** Where all files are in one archive, or those with these ids and in these folders. */
export function zipLink(
  { access, id, visit }: FileSource,
  fileIds: readonly string[] = [],
  folders: readonly string[] = [],
): string {
  const path = fillPath(access === 'own' ? bytePaths.ownZip : bytePaths.openZip, { id });
  const query = new URLSearchParams([
    ...folders.map((folder) => ['folder', folder]),
    ...fileIds.map((fileId) => ['file', fileId]),
    ...(visit ? [['visit', visit]] : []),
  ]).toString();
  return query ? `${path}?${query}` : path;
}
