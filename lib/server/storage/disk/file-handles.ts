import 'server-only';
import fs, { type FileHandle } from 'node:fs/promises';

/** A client that asks for one range of a file soon asks for the next. After this long its path is looked up again. */
const openMs = 2_000;
const maxOpen = 500;

type Opened = { handle: Promise<FileHandle>; readers: number; sinceMs: number };
export type Reading = { handle: FileHandle; end: () => Promise<void> };

/**
 * Handles of the files that are being read, or were a moment ago: opening and closing a file for each small range takes
 * longer than reading it. A path is looked up only when the file is opened, so code that removes one, or fails to read it,
 * calls `forget`.
 */
export function fileHandles() {
  const files = new Map<string, Opened>();
  let sweeping: NodeJS.Timeout | undefined;

  const close = async ({ handle }: Opened): Promise<void> => (await handle).close();

  const sweep = (): void => {
    for (const [place, { sinceMs }] of files) {
      if (performance.now() - sinceMs >= openMs) forget(place);
    }
    if (files.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  };

  const open = (place: string): Opened => {
    const opened = { handle: fs.open(place, 'r'), readers: 0, sinceMs: performance.now() };
    if (files.size < maxOpen) files.set(place, opened);
    sweeping ??= setInterval(sweep, openMs / 2);
    sweeping.unref();
    return opened;
  };

  /** The next one to read it opens it anew; who is reading reads on. */
  const forget = (place: string): void => {
    const opened = files.get(place);
    files.delete(place);
    if (opened?.readers === 0) close(opened).catch(() => undefined); // it was only read
  };

  return {
    read: async (place: string): Promise<Reading> => {
      const opened = files.get(place) ?? open(place);
      opened.readers += 1;
      const end = async () => {
        opened.readers -= 1;
        if (opened.readers === 0 && files.get(place) !== opened) await close(opened);
      };
      try {
        return { handle: await opened.handle, end };
      } catch (error) {
        if (files.get(place) === opened) files.delete(place);
        throw error;
      }
    },
    forget,
  };
}
