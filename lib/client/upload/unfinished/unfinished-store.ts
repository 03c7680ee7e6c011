import type { RootHandle } from '../choose/collect';
import { sendingShares } from '../sending-lock';
import type { UnfinishedFile } from './unfinished';

/** An upload of this browser that has not ended, with the files that have not arrived. */
export type UnfinishedUpload = {
  shareId: string;
  /** The key of the door it goes through. */
  doorKey: string;
  name: string | null;
  /** The share shall be published once everything has arrived. */
  wantsLink: boolean;
  startedAt: number;
  /** Lets the browser open the files again without a person picking them. */
  handles: RootHandle[];
  files: UnfinishedFile[];
};

type UploadRow = Omit<UnfinishedUpload, 'files'>;
type FileRow = UnfinishedFile & { shareId: string };

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('slipway-uploads', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('uploads', { keyPath: 'shareId' });
      request.result.createObjectStore('files', { keyPath: ['shareId', 'key'] });
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

type Stores = { uploads: IDBObjectStore; files: IDBObjectStore };

/** A browser that keeps nothing (a private window, a full disk) must not stop an upload, so failures end here. */
async function write(change: (stores: Stores) => void): Promise<void> {
  try {
    const transaction = (await database()).transaction(['uploads', 'files'], 'readwrite');
    change({ uploads: transaction.objectStore('uploads'), files: transaction.objectStore('files') });
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  } catch {}
}

const everyFileOf = (shareId: string) => IDBKeyRange.bound([shareId], [shareId, []]);

/** Remembers uploads over a reload or a crash. One row a file, so that a large upload is never written as a whole. */
export const unfinishedStore = {
  begin: (upload: UploadRow) => write(({ uploads }) => void uploads.put(upload)),

  putFiles: (shareId: string, unfinished: readonly UnfinishedFile[]) =>
    write(({ files }) => {
      for (const file of unfinished) files.put({ ...file, shareId } satisfies FileRow);
    }),

  /** With its last file the upload itself is forgotten. */
  dropFiles: (shareId: string, keys: readonly string[]) =>
    write(({ uploads, files }) => {
      for (const key of keys) files.delete([shareId, key]);
      // The first that is left says enough; ten thousand would be counted ten thousand times.
      const left = files.openKeyCursor(everyFileOf(shareId));
      left.onsuccess = () => {
        if (left.result === null) uploads.delete(shareId);
      };
    }),

  forget: (shareId: string) =>
    write(({ uploads, files }) => {
      uploads.delete(shareId);
      files.delete(everyFileOf(shareId));
    }),

  /** Newest first, without those that another tab is sending right now. */
  async list(doorKey: string): Promise<UnfinishedUpload[]> {
    try {
      const transaction = (await database()).transaction(['uploads', 'files'], 'readonly');
      const [rows, files] = await Promise.all([
        all<UploadRow>(transaction.objectStore('uploads')),
        all<FileRow>(transaction.objectStore('files')),
      ]);
      const busy = await sendingShares();
      const filesOf = byShare(files);
      return rows
        .filter((row) => row.doorKey === doorKey && !busy.has(row.shareId))
        .map((row) => ({ ...row, files: filesOf.get(row.shareId) ?? [] }))
        .filter((upload) => upload.files.length > 0)
        .sort((a, b) => b.startedAt - a.startedAt);
    } catch {
      return [];
    }
  },
};

function byShare(rows: readonly FileRow[]): Map<string, FileRow[]> {
  const shares = new Map<string, FileRow[]>();
  for (const row of rows) {
    const known = shares.get(row.shareId);
    if (known) known.push(row);
    else shares.set(row.shareId, [row]);
  }
  return shares;
}

const all = <T>(store: IDBObjectStore) =>
  new Promise<T[]>((resolve, reject) => {
    const request = store.getAll();
    request.onsuccess = () => resolve(request.result as T[]);
    request.onerror = () => reject(request.error);
  });
