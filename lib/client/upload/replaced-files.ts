import type { ShareFile } from '@/lib/contract/share/file';
import { placeOf } from './choose/free-name';
import type { UploadItem } from './upload-item';

export const idsByPlace = (files: readonly ShareFile[]): Map<string, string> =>
  new Map(
    files
      .filter(({ complete }) => complete)
      .map(({ path, filename, id }) => [placeOf(path, filename), id] as const),
  );

/** Files of a share that are deleted once their replacements have arrived. */
export class ReplacedFiles {
  readonly #ids = new Map<string, string>();

  add(successors: readonly UploadItem[], stored: ReadonlyMap<string, string>): void {
    for (const { path, file } of successors) {
      const place = placeOf(path, file.name);
      const id = stored.get(place);
      if (id) this.#ids.set(place, id);
    }
  }

  take(isArrived: (place: string) => boolean): string[] {
    const due = [...this.#ids].filter(([place]) => isArrived(place));
    for (const [place] of due) this.#ids.delete(place);
    return due.map(([, id]) => id);
  }
}
