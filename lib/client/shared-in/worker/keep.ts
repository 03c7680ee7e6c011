import { folderOfAll, type SharedFile, type SharedIn, writeAbout } from '../kept';
import { type PartHead, type PartSink, readForm } from './multipart';

const maxWordBytes = 64 * 1024;
const maxBytes = 16 * 1024 ** 3;

/** Why nothing could be kept, as the page is told. */
export type Loss = 'full' | 'broken' | 'unable';

/** Puts what another app shares into the browser's file system as it comes. @returns why not; null when all is kept */
export async function keepShared(request: Request, room = maxBytes): Promise<Loss | null> {
  const boundary = /boundary="?([^";]+)/.exec(request.headers.get('content-type') ?? '')?.[1];
  if (!request.body || !boundary || !('createWritable' in FileSystemFileHandle.prototype)) return 'unable';
  const all = await folderOfAll();
  const name = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const folder = await all.getDirectoryHandle(name, { create: true });
  const about: SharedIn = { at: Date.now(), words: {}, files: [] };
  try {
    const body = request.body as unknown as AsyncIterable<Uint8Array<ArrayBuffer>>;
    await readForm(bounded(body, room), boundary, (head) => sinkFor(folder, about, head));
    await writeAbout(folder, about); // last: without it there is nothing
    return null;
  } catch (error) {
    await all.removeEntry(name, { recursive: true }).catch(() => undefined);
    return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'broken';
  }
}

/** As if the browser had no more room. */
async function* bounded(body: AsyncIterable<Uint8Array<ArrayBuffer>>, room: number) {
  let left = room;
  for await (const bytes of body) {
    left -= bytes.length;
    if (left < 0) throw new DOMException('too much', 'QuotaExceededError');
    yield bytes;
  }
}

async function sinkFor(
  folder: FileSystemDirectoryHandle,
  about: SharedIn,
  { name, filename, type }: PartHead,
): Promise<PartSink> {
  if (filename === null) return wordSink(about, name);
  if (filename === '') return { write: async () => undefined, close: async () => undefined }; // a field left empty
  const file: SharedFile = { place: String(about.files.length), name: filename, type };
  about.files.push(file);
  const writable = await (await folder.getFileHandle(file.place, { create: true })).createWritable();
  return { write: (bytes) => writable.write(bytes), close: () => writable.close() };
}

function wordSink({ words }: SharedIn, name: string): PartSink {
  const decoder = new TextDecoder();
  let text = '';
  return {
    write: async (bytes) => {
      if (text.length < maxWordBytes) text += decoder.decode(bytes, { stream: true });
    },
    close: async () => {
      if (text && (name === 'title' || name === 'text' || name === 'url')) words[name] = text;
    },
  };
}
