import {
  openSharesFolder,
  type SharedFile,
  type ShareManifest,
  writeManifest,
} from '@/lib/client/shared-in/stored-shares';
import { type PartHead, type PartSink, readForm } from './multipart';

const maxTextLength = 64 * 1024;
const maxBytes = 16 * 1024 ** 3;

/** The value of the page's `lost` query parameter. */
export type StorageFailure = 'full' | 'broken' | 'unable';

/** Streams a share of another app into the browser's file system. Returns null when all is stored. */
export async function storeShare(request: Request, limit = maxBytes): Promise<StorageFailure | null> {
  const boundary = /boundary="?([^";]+)/.exec(request.headers.get('content-type') ?? '')?.[1];
  if (!request.body || !boundary || !('createWritable' in FileSystemFileHandle.prototype)) return 'unable';
  const all = await openSharesFolder();
  const name = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const folder = await all.getDirectoryHandle(name, { create: true });
  const manifest: ShareManifest = { at: Date.now(), words: {}, files: [] };
  try {
    const body = request.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>;
    await readForm(limitBytes(body, limit), boundary, (head) => openSink(folder, manifest, head));
    await writeManifest(folder, manifest); // last: a share without manifest is ignored
    return null;
  } catch (error) {
    await all.removeEntry(name, { recursive: true }).catch(() => undefined);
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'broken';
  }
}

async function* limitBytes(body: AsyncIterable<Uint8Array<ArrayBuffer>>, maxBytes: number) {
  let left = maxBytes;
  for await (const bytes of body) {
    left -= bytes.length;
    if (left < 0) throw new DOMException('too much', 'QuotaExceededError');
    yield bytes;
  }
}

async function openSink(
  folder: FileSystemDirectoryHandle,
  manifest: ShareManifest,
  { name, filename, type }: PartHead,
): Promise<PartSink> {
  if (filename === null) return textSink(manifest, name);
  if (filename === '') return { write: async () => undefined, close: async () => undefined }; // a field left empty
  const file: SharedFile = { place: String(manifest.files.length), name: filename, type };
  manifest.files.push(file);
  const writable = await (await folder.getFileHandle(file.place, { create: true })).createWritable();
  return { write: (bytes) => writable.write(bytes), close: () => writable.close() };
}

function textSink({ words }: ShareManifest, name: string): PartSink {
  const decoder = new TextDecoder();
  let text = '';
  return {
    write: async (bytes) => {
      if (text.length < maxTextLength) text += decoder.decode(bytes, { stream: true });
    },
    close: async () => {
      if (text && (name === 'title' || name === 'text' || name === 'url')) words[name] = text;
    },
  };
}
