import 'server-only';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { Header } from 'tar';
import { sumsName } from './names';

const blockBytes = 512;
const zeros = Buffer.alloc(256 * 1024);

export type EntryContent = AsyncIterable<Buffer> | Iterable<Buffer>;

/** A `failure` means that the content broke off and was padded with zeros. */
type AddedEntry = { sha256: string; failure: unknown };

export type ArchiveWriter = {
  /** Adds an entry of exactly `sizeBytes`. Keeps one chunk in memory. */
  add: (name: string, sizeBytes: number, content: EntryContent) => Promise<AddedEntry>;
  addText: (name: string, text: string) => Promise<void>;
  finish: () => Promise<number>;
  abort: () => Promise<void>;
};

/**
 * Writes a tar file whose last entry lists the sha256 of all others for `sha256sum -c`. Uses a temporary name until
 * it is complete, and mode 0600, because it contains secrets.
 */
export async function createArchive(file: string): Promise<ArchiveWriter> {
  const [draft, list] = [`${file}.part`, `${file}.sums`];
  const out = await fs.open(draft, 'w', 0o600);
  const sums = await fs.open(list, 'w+', 0o600);
  let sizeBytes = 0;
  const write = async (buffer: Buffer) => {
    await out.writeFile(buffer);
    sizeBytes += buffer.length;
  };

  const put = async (name: string, size: number, content: EntryContent): Promise<AddedEntry> => {
    await write(headerOf(name, size));
    const hash = createHash('sha256');
    const failure = await writeExactly(size, content, async (chunk) => {
      hash.update(chunk);
      await write(chunk);
    });
    await write(zeros.subarray(0, (blockBytes - (size % blockBytes)) % blockBytes));
    return { sha256: hash.digest('hex'), failure };
  };
  const add = async (name: string, size: number, content: EntryContent) => {
    const added = await put(name, size, content);
    await sums.writeFile(`${added.sha256}  ${name}\n`);
    return added;
  };
  const close = () => Promise.all([out.close(), sums.close()]);
  return {
    add,
    addText: async (name, text) => {
      const bytes = Buffer.from(text);
      await add(name, bytes.length, [bytes]);
    },
    finish: async () => {
      const { size } = await sums.stat();
      await put(sumsName, size, sums.createReadStream({ start: 0, autoClose: false }));
      await write(zeros.subarray(0, 2 * blockBytes));
      await out.sync();
      await close();
      await fs.rename(draft, file);
      await fs.rm(list);
      return sizeBytes;
    },
    abort: async () => {
      await close().catch(() => undefined);
      await Promise.all([draft, list].map((name) => fs.rm(name, { force: true })));
    },
  };
}

function headerOf(name: string, size: number): Buffer {
  const header = new Header({ path: name, mode: 0o600, size, mtime: new Date(), type: 'File' });
  if (header.encode() || !header.block)
    throw new Error(`"${name}" does not fit into the head of a tar entry.`);
  return header.block;
}

async function writeExactly(
  size: number,
  content: EntryContent,
  take: (chunk: Buffer) => Promise<void>,
): Promise<unknown> {
  let left = size;
  let failure: unknown = null;
  const chunks = chunksOf(content, (error) => {
    failure = error;
  });
  for await (const chunk of chunks) {
    const fitting = chunk.subarray(0, left);
    await take(fitting);
    left -= fitting.length;
    if (chunk.length > fitting.length) failure = new Error('It grew while it was read.');
    if (failure) break;
  }
  if (left > 0) failure ??= new Error(`It ended ${left} bytes early.`);
  for (; left > 0; left -= Math.min(left, zeros.length))
    await take(zeros.subarray(0, Math.min(left, zeros.length)));
  return failure;
}

/** Reports failed reads. Failed writes must not be mistaken for them. */
async function* chunksOf(content: EntryContent, onFailure: (error: unknown) => void): AsyncGenerator<Buffer> {
  try {
    yield* content;
  } catch (error) {
    onFailure(error);
  }
}
