import 'server-only';
import fs, { type FileHandle } from 'node:fs/promises';

const openMs = 2_000;
const maxOpen = 500;

type CachedHandle = { handle: Promise<FileHandle>; readers: number; sinceMs: number };
export type HandleUse = { handle: FileHandle; release: () => Promise<void> };

/**
 * Caches handles of recently read files: opening and closing takes longer than reading a small range. Call `forget`
 * when a file is removed or a read fails, because cached paths aren't looked up again.
 */
export function fileHandleCache() {
  const files = new Map<string, CachedHandle>();
  let sweeping: NodeJS.Timeout | undefined;

  const close = async ({ handle }: CachedHandle): Promise<void> => (await handle).close();

  const sweep = (): void => {
    for (const [file, { sinceMs }] of files) {
      if (performance.now() - sinceMs >= openMs) forget(file);
    }
    if (files.size > 0) return;
    clearInterval(sweeping);
    sweeping = undefined;
  };

  const open = (file: string): CachedHandle => {
    const opened = { handle: fs.open(file, 'r'), readers: 0, sinceMs: performance.now() };
    if (files.size < maxOpen) files.set(file, opened);
    sweeping ??= setInterval(sweep, openMs / 2);
    sweeping.unref();
    return opened;
  };

  const forget = (file: string): void => {
    const opened = files.get(file);
    files.delete(file);
    if (opened?.readers === 0) close(opened).catch(() => undefined); // nothing was written
  };

  return {
    read: async (file: string): Promise<HandleUse> => {
      const opened = files.get(file) ?? open(file);
      opened.readers += 1;
      const release = async () => {
        opened.readers -= 1;
        if (opened.readers === 0 && files.get(file) !== opened) await close(opened);
      };
      try {
        return { handle: await opened.handle, release };
      } catch (error) {
        if (files.get(file) === opened) files.delete(file);
        throw error;
      }
    },
    forget,
  };
}
