import { DiskFullError, openDiskFile } from './disk-file';
import type { UnsavedReason } from './worker/worker-share';

/** Small files leave no trace on the disk. */
const memoryBytes = 16 * 1024 ** 2;
const memoryBytesWithoutDisk = 1024 ** 3;
/** Safari asks whether a page may save files. */
const patienceMs = 10 * 60_000;

/** Saves what the service worker answers: a large file by way of the disk. Returns why it can’t; the worker may know better. */
export async function saveByPage(address: string): Promise<UnsavedReason | null> {
  const response = await fetch(address).catch(() => null);
  if (!response?.ok || !response.body) return 'stopped';
  const size = Number(response.headers.get('content-length'));
  const disk = size > memoryBytes ? await openDiskFile() : null;
  if (!disk && size > memoryBytesWithoutDisk) {
    await response.body.cancel();
    return 'tooLarge';
  }
  try {
    const whole = await (disk ? disk.fill(response.body) : response.blob());
    offer(whole, nameOf(response));
    return null;
  } catch (error) {
    return error instanceof DiskFullError ? 'tooLarge' : 'stopped';
  }
}

const nameOf = ({ headers }: Response) =>
  decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '');

function offer(whole: Blob, download: string): void {
  const href = URL.createObjectURL(whole);
  Object.assign(document.createElement('a'), { href, download }).click();
  setTimeout(() => URL.revokeObjectURL(href), patienceMs);
}
