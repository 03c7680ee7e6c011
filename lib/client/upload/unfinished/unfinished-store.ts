import type { RootHandle } from '../choose/collect';
import { sendingShares } from '../sending-lock';
import type { UnfinishedFile } from './unfinished';

/** An upload of this browser that has not ended, with the files that have not arrived. */
export type UnfinishedUpload = {
  shareId: string;
  /** The key of its `UploadAccess`. Browsers keep rows with this name, so it stays. */
  doorKey: string;
  name: string | null;
  /** Publish the share once everything has arrived. */
  wantsLink: boolean;
  /** The secret of the receipt, where the share has one. */
  receipt: string | null;
  startedAt: number;
  /** Lets the browser open the files again without a person picking them. */
  handles: RootHandle[];
  files: UnfinishedFile[];
};

type UploadRow = Omit<UnfinishedUpload, 'files'>;
type FileRow = UnfinishedFile & { shareId: string };

const filesAtOnce = 200;

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
type Change = (stores: Stores) => void;

let coming: Change[] = [];
let thinned = new Set<string>();
let written = Promise.resolve();

/** Changes that arrive during a write share the next one: sending a small file takes less time than a transaction. */
function write(change: Change): Promise<void> {
  coming.push(change);
  if (coming.length === 1) written = written.then(writeTogether);
  return written;
}

/** A browser that keeps nothing (a private window, a full disk) must not stop an upload, so failures end here. */
async function writeTogether(): Promise<void> {
  const db = await database().catch(() => null);
  const [changes, shareIds] = [coming, thinned];
  coming = [];
  thinned = new Set();
  try {
    const transaction = db?.transaction(['uploads', 'files'], 'readwrite');
    if (!transaction) return;
    const stores = { uploads: transaction.objectStore('uploads'), files: transaction.objectStore('files') };
    for (const change of changes) change(stores);
    for (const shareId of shareIds) forgetEmpty(stores, shareId);
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  } catch {}
}

/** The last file that is left says enough; from the first one the browser would look through all that are gone. */
function forgetEmpty({ uploads, files }: Stores, shareId: string): void {
  const left = files.openKeyCursor(everyFileOf(shareId), 'prev');
  left.onsuccess = () => {
    if (left.result === null) uploads.delete(shareId);
  };
}

const everyFileOf = (shareId: string) => IDBKeyRange.bound([shareId], [shareId, []]);

/** Remembers uploads over a reload or a crash. One row a file, so that a large upload is never written as a whole. */
export const unfinishedStore = {
  begin: (upload: UploadRow) => write(({ uploads }) => void uploads.put(upload)),

  /** In steps, so that a page with ten thousand files goes on being drawn. */
  async putFiles(shareId: string, unfinished: readonly UnfinishedFile[]): Promise<void> {
    for (let first = 0; first < unfinished.length; first += filesAtOnce) {
      await write(({ files }) => {
        for (const file of unfinished.slice(first, first + filesAtOnce))
          files.put({ ...file, shareId } satisfies FileRow);
      });
    }
  },

  /** With its last file the upload itself is forgotten. */
  dropFiles(shareId: string, keys: readonly string[]): Promise<void> {
    thinned.add(shareId);
    return write(({ files }) => {
      for (const key of keys) files.delete([shareId, key]);
    });
  },

  forget: (shareId: string) =>
    write(({ uploads, files }) => {
      uploads.delete(shareId);
      files.delete(everyFileOf(shareId));
    }),

  /** Newest first, without those that another tab is sending right now. */
  async list(doorKey: string): Promise<UnfinishedUpload[]> {
    try {
      await written;
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
