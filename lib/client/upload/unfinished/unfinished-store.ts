import type { RootHandle } from '../choose/collect';
import { listSendingShares } from '../sending-lock';
import { keyOf, type PickedFile } from '../upload-item';

export type UnfinishedFile = {
  key: string;
  path: string;
  name: string;
  size: number;
  lastModified: number;
  /** Null before the server has created it. */
  url: string | null;
  /** Missing in rows of earlier versions. */
  creationKey?: string;
  /** Of a sealed one. */
  salt?: string | null;
};

export const unfinishedFile = (picked: PickedFile): UnfinishedFile => {
  const { file, path, name = file.name } = picked;
  const { size, lastModified } = file;
  return { key: keyOf(picked), path, name, size, lastModified, url: null };
};

export type UnfinishedUpload = {
  shareId: string;
  /** The `key` of its `UploadAccess`; stored rows use this name. */
  doorKey: string;
  name: string | null;
  wantsLink: boolean;
  /** The receipt's secret; null without a receipt. */
  receipt: string | null;
  /** Of a sealed share, until all its files have arrived. */
  shareKey?: string | null;
  startedAt: number;
  handles: RootHandle[];
  files: UnfinishedFile[];
};

type UnfinishedUploadRow = Omit<UnfinishedUpload, 'files'>;
type UnfinishedFileRow = UnfinishedFile & { shareId: string };

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

type UploadStores = { uploads: IDBObjectStore; files: IDBObjectStore };
type StoreChange = (stores: UploadStores) => void;

let pending: StoreChange[] = [];
let sharesToCheck = new Set<string>();
let written = Promise.resolve();

/** A tenth of a second of small files shares a transaction, which takes longer than sending one of them. */
const gatherMs = 100;

/** Changes during a write, or during the wait for it, share the next transaction. */
function write(change: StoreChange, afterMs = 0): Promise<void> {
  pending.push(change);
  if (pending.length === 1) written = written.then(() => pauseFor(afterMs)).then(writeTogether);
  return written;
}

const pauseFor = (ms: number) =>
  ms > 0 ? new Promise<void>((resolve) => setTimeout(resolve, ms)) : undefined;

/** Ignores failures, because a browser without storage (private window, full disk) must still upload. */
async function writeTogether(): Promise<void> {
  const db = await database().catch(() => null);
  const [changes, shareIds] = [pending, sharesToCheck];
  pending = [];
  sharesToCheck = new Set();
  try {
    const transaction = db?.transaction(['uploads', 'files'], 'readwrite');
    if (!transaction) return;
    const stores = { uploads: transaction.objectStore('uploads'), files: transaction.objectStore('files') };
    for (const change of changes) change(stores);
    for (const shareId of shareIds) deleteIfEmpty(stores, shareId);
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error);
    });
  } catch {}
}

/** Checks the last key only; from the first one the browser would skip all deleted rows. */
function deleteIfEmpty({ uploads, files }: UploadStores, shareId: string): void {
  const left = files.openKeyCursor(everyFileOf(shareId), 'prev');
  left.onsuccess = () => {
    if (left.result === null) uploads.delete(shareId);
  };
}

const everyFileOf = (shareId: string) => IDBKeyRange.bound([shareId], [shareId, []]);

/** Stores uploads over a reload or crash. One row per file, so that a large upload is never rewritten as a whole. */
export const unfinishedStore = {
  begin: (upload: UnfinishedUploadRow) => write(({ uploads }) => void uploads.put(upload)),

  /** Writes in steps, so that a page with ten thousand files stays responsive. */
  async putFiles(shareId: string, unfinished: readonly UnfinishedFile[]): Promise<void> {
    for (let first = 0; first < unfinished.length; first += filesAtOnce) {
      await write(({ files }) => {
        for (const file of unfinished.slice(first, first + filesAtOnce))
          files.put({ ...file, shareId } satisfies UnfinishedFileRow);
      });
    }
  },

  /** Removing the last file removes the upload too. */
  dropFiles(shareId: string, keys: readonly string[]): Promise<void> {
    sharesToCheck.add(shareId);
    return write(({ files }) => {
      for (const key of keys) files.delete([shareId, key]);
    }, gatherMs);
  },

  forget: (shareId: string) =>
    write(({ uploads, files }) => {
      uploads.delete(shareId);
      files.delete(everyFileOf(shareId));
    }),

  /** Newest first, without those that another tab is sending. */
  async list(doorKey: string): Promise<UnfinishedUpload[]> {
    try {
      await written;
      const transaction = (await database()).transaction(['uploads', 'files'], 'readonly');
      const [rows, files] = await Promise.all([
        all<UnfinishedUploadRow>(transaction.objectStore('uploads')),
        all<UnfinishedFileRow>(transaction.objectStore('files')),
      ]);
      const busy = await listSendingShares();
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

function byShare(rows: readonly UnfinishedFileRow[]): Map<string, UnfinishedFileRow[]> {
  const shares = new Map<string, UnfinishedFileRow[]>();
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
