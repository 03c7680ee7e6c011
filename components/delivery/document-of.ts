import type { ShareFile } from '@/lib/contract/share/file';
import { sortByName } from '@/lib/domain/file/file-tree';
import { canPreview, previewKind } from '@/lib/domain/file/file-type';
import { isMostlyPhotos } from '@/lib/domain/file/photos';

/** Larger ones wait for a click. */
const maxBytes = 20 * 1024 ** 2;

const kinds: readonly unknown[] = ['pdf', 'text', 'image'];

/** Photos are large enough in their grid. Documents come before pictures. */
export function documentOf(files: readonly ShareFile[]): ShareFile | undefined {
  if (isMostlyPhotos(files)) return undefined;
  const kindOf = ({ mimetype, filename }: ShareFile) => kinds.indexOf(previewKind(mimetype, filename));
  const shown = files.filter((file) => canPreview(file) && kindOf(file) >= 0 && file.size <= maxBytes);
  return sortByName(shown).toSorted((a, b) => kindOf(a) - kindOf(b))[0];
}
