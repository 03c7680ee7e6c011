import { fileAddress, zipFileId } from '@/lib/client/sealed/worker/worker-share';
import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import { sealedRoot } from '@/lib/domain/sealed/sealed-root';

/** The owner's view of a share by its ID, or a visitor's by the link's; `shown`: the owner's, drawn as the visitor's. */
export type FileSource = {
  access: 'own' | 'open' | 'shown';
  id: string;
  /** For programs that fetch URLs without the visit's cookie. */
  visit?: string | undefined;
  /** Downloads are limited, and viewing a whole file counts as one. */
  isLimited?: boolean;
  /** Of a visitor's page: the photo that comes first. */
  coverId?: string | null;
  /** Opened in this browser: the service worker answers, and has small pictures of these files. */
  sealed?: { token: string; pictures: ReadonlySet<string> };
};

export function fileLinks({ access, id, visit, sealed, isLimited = false }: FileSource, fileId: string) {
  if (sealed) return sealedLinks(sealed.token, fileId, isLimited);
  const path = access === 'open' ? bytePaths.openFile : bytePaths.ownFile;
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

/** The only larger picture is the file itself, which counts as a download of a limited link. */
function sealedLinks(token: string, fileId: string, isLimited: boolean) {
  const preview = fileAddress(token, fileId, 'preview');
  const thumbnail = fileAddress(token, fileId, 'picture');
  const download = fileAddress(token, fileId, 'download');
  return { preview, download, thumbnail, largeThumbnail: isLimited ? thumbnail : preview };
}

/** Marks a request in advance, which the server doesn't count as viewed. */
export const aheadAddress = (address: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}ahead=1`;

/** File IDs and folder paths to include and exclude. Empty for all files. */
export type ZipChoice = {
  files?: readonly string[];
  folders?: readonly string[];
  exceptFiles?: readonly string[];
  exceptFolders?: readonly string[];
};

/** With `fields`, the request must be a form. */
export type ZipAddress = { href: string; fields?: string[][] };

/** Proxies and mail programs truncate longer addresses. */
const maxAddressLength = 2000;

export function zipAddress({ access, id, visit, sealed }: FileSource, choice: ZipChoice = {}): ZipAddress {
  const { files = [], folders = [], exceptFiles = [], exceptFolders = [] } = choice;
  const path = sealed
    ? `${sealedRoot}${sealed.token}/${zipFileId}`
    : fillPath(access === 'open' ? bytePaths.openZip : bytePaths.ownZip, { id });
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
  return href.length > maxAddressLength && !sealed ? { href: addressWith([]), fields } : { href };
}
