import { bytePaths, fillPath } from '@/lib/contract/byte-calls/bytes';
import type { ShareFile } from '@/lib/contract/share/file';
import { safeFileName, safeFolderPath } from '@/lib/domain/file/file-name';

type Wanted = { path: string; name: string; size: number };

/** What the server holds of a share, to be asked for single files. */
export type Arrivals = {
  /** Addresses of incomplete files of this size: at the same place, and at others. */
  begun: (wanted: Wanted) => { here: string[]; elsewhere: string[] };
  isComplete: (wanted: Wanted) => boolean;
};

type Held = Pick<ShareFile, 'path' | 'filename' | 'size' | 'complete' | 'id'>;

export function arrivalsAmong({ id, files }: { id: string; files: readonly Held[] }): Arrivals {
  const bySize = new Map<number, Held[]>();
  for (const file of files) {
    if (file.complete) continue;
    const alike = bySize.get(file.size);
    if (alike) alike.push(file);
    else bySize.set(file.size, [file]);
  }
  const complete = new Set(files.filter((file) => file.complete).map(traitsOf));
  const urlOf = ({ id: fileId }: Held) => fillPath(bytePaths.upload, { id, fileId });
  return {
    begun(wanted) {
      const alike = bySize.get(wanted.size) ?? [];
      const traits = wantedTraits(wanted);
      const isHere = (file: Held) => traitsOf(file) === traits;
      return {
        here: alike.filter(isHere).map(urlOf),
        elsewhere: alike.filter((file) => !isHere(file)).map(urlOf),
      };
    },
    isComplete: (wanted) => complete.has(wantedTraits(wanted)),
  };
}

const traitsOf = ({ path, filename, size }: Held) => JSON.stringify([path, filename, size]);

/** The server cleans names, so both sides are compared clean. */
const wantedTraits = ({ path, name, size }: Wanted) =>
  JSON.stringify([safeFolderPath(path), safeFileName(name), size]);
