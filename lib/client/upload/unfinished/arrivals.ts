import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';

type Wanted = { path: string; name: string; size: number };

/** What the server holds of a share, to be asked for single files. */
export type Arrivals = {
  /** The address of an incomplete file of this place, name and size. */
  begun: (wanted: Wanted) => string | null;
  isComplete: (wanted: Wanted) => boolean;
};

type Holding = { id: string; files: readonly ShareFile[] };

export function arrivalsAmong({ id, files }: Holding): Arrivals {
  const begun = new Map(files.filter(({ complete }) => !complete).map((file) => [traitsOf(file), file.id]));
  const complete = new Set(files.filter((file) => file.complete).map(traitsOf));
  return {
    begun(wanted) {
      const fileId = begun.get(wantedTraits(wanted));
      return fileId ? fillPath(bytePaths.upload, { id, fileId }) : null;
    },
    isComplete: (wanted) => complete.has(wantedTraits(wanted)),
  };
}

const traitsOf = ({ path, filename, size }: ShareFile) => JSON.stringify([path, filename, size]);

/** The server cleans names, so both sides are compared clean. */
const wantedTraits = ({ path, name, size }: Wanted) =>
  JSON.stringify([safeFolderPath(path), safeFileName(name), size]);
