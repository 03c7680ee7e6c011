import type { ManifestStore } from './manifest-store';

type PicturedFile = { salt: string; file: File };

const picturesMax = 300;
const maxPixels = 240;
const maxPictureBytes = 12 * 1024;
/** In base64; leaves the manifest room for names. */
const maxChars = 2 * 1024 ** 2;

/** Makes small pictures one after the other, and saves them together. Files do without where this fails. */
export async function addPictures(store: ManifestStore, files: readonly PicturedFile[]): Promise<void> {
  const pictures = files.filter(({ file }) => file.type.startsWith('image/')).slice(0, picturesMax);
  if (pictures.length === 0) return;
  const { shrinkPicture } = await import('@/lib/client/shrink-picture');
  const made = new Map<string, string>();
  for (const { salt, file } of pictures) {
    const picture = await shrinkPicture(file, maxPixels, maxPictureBytes);
    if (picture) made.set(salt, picture);
  }
  await store.change((manifest) => {
    let room = maxChars - manifest.files.reduce((sum, { picture = '' }) => sum + picture.length, 0);
    const withPictures = manifest.files.map((entry) => {
      const picture = entry.picture === undefined ? made.get(entry.salt) : undefined;
      if (picture === undefined || picture.length > room) return entry;
      room -= picture.length;
      return { ...entry, picture };
    });
    return { ...manifest, files: withPictures };
  });
}
