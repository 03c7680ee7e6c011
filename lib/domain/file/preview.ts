import { sortByName, type TreeFile } from './file-tree';
import { displayType } from './file-type';

export type PreviewKind = 'image' | 'video' | 'audio' | 'text' | 'pdf';

export function previewKind(mimeType: string, fileName: string): PreviewKind | null {
  const type = displayType(mimeType, fileName);
  if (type === 'application/pdf') return 'pdf';
  const [family] = type.split('/', 1);
  return family === 'image' || family === 'video' || family === 'audio' || family === 'text' ? family : null;
}

type Previewable = { mimetype: string; filename: string; complete: boolean };

export const canPreview = ({ mimetype, filename, complete }: Previewable): boolean =>
  complete && previewKind(mimetype, filename) !== null;

/** @param alsoId a file that is included whatever its type */
export function previewOrder<F extends Previewable & TreeFile>(
  files: readonly F[],
  alsoId?: string | null,
): F[] {
  return sortByName(files.filter((file) => canPreview(file) || (file.complete && file.id === alsoId)));
}

export const firstByName = <F extends Previewable & TreeFile>(files: readonly F[]): F | undefined =>
  sortByName(files.filter(({ complete }) => complete))[0];
