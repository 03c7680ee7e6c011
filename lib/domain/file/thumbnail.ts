import { shownType } from './file-type';
import { thumbnailTypes } from './picture-types';

export type ThumbnailKind = 'picture' | 'film';

/** A picture of this size or less may be shown itself. */
export const smallEnoughBytes = 300 * 1024;

/** Beyond this nothing is even tried. */
const maxPictureBytes = 100 * 1024 ** 2;

type Maybe = { mimeType: string; name: string; sizeBytes: number };

/** Of what kind a file says it is; null when it gets no small picture. What it really is, its decoder finds out. */
export function thumbnailKind({ mimeType, name, sizeBytes }: Maybe): ThumbnailKind | null {
  const type = shownType(mimeType, name);
  if (sizeBytes === 0) return null;
  if (thumbnailTypes.includes(type)) return sizeBytes <= maxPictureBytes ? 'picture' : null;
  return type.startsWith('video/') ? 'film' : null;
}
