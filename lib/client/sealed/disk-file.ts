export type DiskPlace = { folder: string; name: string };
export type DiskMessage = DiskPlace | Uint8Array<ArrayBuffer> | 'end';

type Folder = FileSystemDirectoryHandle & { keys: () => AsyncIterable<string> };

export class DiskFullError extends Error {}

/** Stays with the browser until the page is left. */
export type DiskFile = {
  /** @throws {DiskFullError}; what the stream throws */
  fill: (body: ReadableStream<Uint8Array<ArrayBuffer>>) => Promise<File>;
};

const folder = 'sealed-downloads';
const lockOf = (name: string) => `${folder}/${name}`;

/** A file of the browser’s private file system; null where there is none, as in some private windows. */
export async function openDiskFile(): Promise<DiskFile | null> {
  const place = await openFolder();
  if (!place) return null;
  const name = crypto.randomUUID();
  const worker = new Worker('/disk-worker.js');
  const ask = (message: DiskMessage) =>
    new Promise<boolean>((resolve) => {
      worker.onmessage = ({ data }) => resolve(data === true);
      worker.onerror = () => resolve(false);
      worker.postMessage(message);
    });
  await new Promise<void>((isHeld) => {
    const hold = () => new Promise(() => isHeld());
    void navigator.locks.request(lockOf(name), hold);
  });
  const forget = async () => {
    worker.terminate();
    await place.removeEntry(name).catch(() => undefined); // the next visit does
  };
  if (!(await ask({ folder, name }))) return forget().then(() => null);
  const write = async (bytes: DiskMessage) => {
    if (!(await ask(bytes))) throw new DiskFullError();
  };
  const fill = async (body: ReadableStream<Uint8Array<ArrayBuffer>>) => {
    try {
      await body.pipeTo(new WritableStream({ write, close: () => write('end') }));
      worker.terminate();
      return await (await place.getFileHandle(name)).getFile();
    } catch (error) {
      await forget();
      throw error;
    }
  };
  return { fill };
}

/** Removes what earlier visits have left: browsers don’t tell when they have saved a file. */
export async function removeLeftovers(): Promise<void> {
  const place = await openFolder();
  if (!place) return;
  for await (const name of place.keys()) {
    await navigator.locks.request(lockOf(name), { ifAvailable: true }, async (lock) => {
      if (lock) await place.removeEntry(name).catch(() => undefined);
    });
  }
}

async function openFolder(): Promise<Folder | null> {
  try {
    if (!navigator.locks) return null;
    const root = await navigator.storage.getDirectory();
    return (await root.getDirectoryHandle(folder, { create: true })) as Folder;
  } catch {
    return null;
  }
}
