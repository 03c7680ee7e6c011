// public/disk-worker.js: in Safari only workers of a page write to the browser's private file system.
import type { DiskMessage, DiskPlace } from '../disk-file';

type SyncFile = {
  write: (bytes: Uint8Array<ArrayBuffer>, options: { at: number }) => number;
  close: () => void;
};

let file: SyncFile | undefined;
let at = 0;

/** The page waits for each answer before it sends the next message. */
addEventListener('message', ({ data }: MessageEvent<DiskMessage>) => {
  work(data).then(
    (isDone) => postMessage(isDone),
    () => postMessage(false),
  );
});

async function work(message: DiskMessage): Promise<boolean> {
  if (message === 'end') file?.close();
  else if (message instanceof Uint8Array) {
    const written = file?.write(message, { at }) ?? 0;
    at += written;
    return written === message.length;
  } else file = await open(message);
  return true;
}

async function open({ folder, name }: DiskPlace): Promise<SyncFile> {
  const root = await navigator.storage.getDirectory();
  const handle: unknown = await (await root.getDirectoryHandle(folder)).getFileHandle(name, { create: true });
  return (handle as { createSyncAccessHandle: () => Promise<SyncFile> }).createSyncAccessHandle();
}
