import { displayType, thumbnailTypes } from './file-type';

export type ThumbnailKind = 'picture' | 'film';

/** Pictures up to this size are displayed without a thumbnail. */
export const smallPictureBytes = 300 * 1024;

const maxPictureBytes = 100 * 1024 ** 2;

type DeclaredFile = { mimeType: string; name: string; sizeBytes: number };

/**
 * Judges by the declared type; the decoder checks the content. Returns null for files without a thumbnail.
 */
export function thumbnailKind({ mimeType, name, sizeBytes }: DeclaredFile): ThumbnailKind | null {
  const type = displayType(mimeType, name);
  if (sizeBytes === 0) return null;
  if (thumbnailTypes.includes(type)) return sizeBytes <= maxPictureBytes ? 'picture' : null;
  return type.startsWith('video/') ? 'film' : null;
}
