import { type Placed, sortByName } from './file-tree';
import { shownType } from './file-type';

export type PreviewKind = 'image' | 'video' | 'audio' | 'text' | 'pdf';

/** How a file can be shown in the page, by its type and ending; null when it can only be downloaded. */
export function previewKind(mimeType: string, fileName: string): PreviewKind | null {
  const type = shownType(mimeType, fileName);
  if (type === 'application/pdf') return 'pdf';
  const [family] = type.split('/', 1);
  return family === 'image' || family === 'video' || family === 'audio' || family === 'text' ? family : null;
}

type Previewable = { mimetype: string; filename: string; complete: boolean };

/** Only whole files are shown. */
export const canPreview = ({ mimetype, filename, complete }: Previewable): boolean =>
  complete && previewKind(mimetype, filename) !== null;

/**
 * The files that a viewer steps through, by name, whatever folder they are in.
 * @param alsoId one of them that it shows whatever its type
 */
export function previewOrder<F extends Previewable & Placed>(
  files: readonly F[],
  alsoId?: string | null,
): F[] {
  return sortByName(files.filter((file) => canPreview(file) || (file.complete && file.id === alsoId)));
}

/** The file that a link opens with which leads to its first one. */
export const firstOf = <F extends Previewable & Placed>(files: readonly F[]): F | undefined =>
  sortByName(files.filter(({ complete }) => complete))[0];
