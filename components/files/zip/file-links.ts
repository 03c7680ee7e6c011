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

/** Files by their ids and folders with all below them that go into an archive, and what of it does not. Nothing: all. */
export type ZipChoice = {
  files?: readonly string[];
  folders?: readonly string[];
  exceptFiles?: readonly string[];
  exceptFolders?: readonly string[];
};

/** Where an archive is; with `fields`, a form asks for it. */
export type ZipAddress = { href: string; fields?: string[][] };

/** Beyond this, proxies and mail programs cut addresses. */
const maxAddressLength = 2000;

/** Where all files are in one archive, or those that are chosen. */
export function zipAddress({ access, id, visit }: FileSource, choice: ZipChoice = {}): ZipAddress {
  const { files = [], folders = [], exceptFiles = [], exceptFolders = [] } = choice;
  const path = fillPath(access === 'own' ? bytePaths.ownZip : bytePaths.openZip, { id });
  const fields = [
    ...folders.map((folder) => ['folder', folder]),
    ...files.map((fileId) => ['file', fileId]),
    ...exceptFolders.map((folder) => ['exceptFolder', folder]),
    ...exceptFiles.map((fileId) => ['exceptFile', fileId]),
  ];
  const addressWith = (chosen: string[][]) => {
    const query = new URLSearchParams([...chosen, ...(visit ? [['visit', visit]] : [])]).toString();
    return query ? `${path}?${query}` : path;
  };
  const href = addressWith(fields);
  return href.length > maxAddressLength ? { href: addressWith([]), fields } : { href };
}
