import 'server-only';
import { createHash } from 'node:crypto';
import fs, { type FileHandle } from 'node:fs/promises';
import { Header } from 'tar';
import { BadConfiguration } from '@/lib/server/config';

const blockBytes = 512;
const chunkBytes = 256 * 1024;

export type ArchiveEntry = {
  name: string;
  sizeBytes: number;
  /** Has to be read to its end before the next entry. The caller may keep the chunks. */
  content: () => AsyncGenerator<Buffer>;
  sha256: () => string;
};

/** @throws BadConfiguration when it is not a tar file or ends early */
export async function* readArchive(file: string): AsyncGenerator<ArchiveEntry> {
  const handle = await fs.open(file, 'r');
  try {
    for (let position = 0; ; ) {
      const header = await headerAt(handle, position, file);
      if (header === null) return;
      position += blockBytes;
      yield entryAt(handle, position, header);
      position += Math.ceil(header.sizeBytes / blockBytes) * blockBytes;
    }
  } finally {
    await handle.close();
  }
}

type EntryHeader = { name: string; sizeBytes: number };

async function headerAt(handle: FileHandle, position: number, file: string): Promise<EntryHeader | null> {
  const block = Buffer.alloc(blockBytes);
  const { bytesRead } = await handle.read(block, 0, blockBytes, position);
  if (bytesRead < blockBytes) throw new BadConfiguration(`${file} ends early: it is not a whole backup.`);
  const header = headerIn(block);
  if (header?.nullBlock) return null;
  if (!header?.cksumValid || header.path === undefined || header.size === undefined) {
    const cure = position === 0 ? ' If it is compressed or encrypted, unpack it first.' : '';
    throw new BadConfiguration(`${file} is damaged, or no backup of Slipway.${cure}`);
  }
  return { name: header.path, sizeBytes: header.size };
}

/** Null for bytes of which the library makes an error. */
function headerIn(block: Buffer): Header | null {
  try {
    return new Header(block, 0);
  } catch {
    return null;
  }
}

function entryAt(handle: FileHandle, start: number, { name, sizeBytes }: EntryHeader): ArchiveEntry {
  const hash = createHash('sha256');
  let digest: string | undefined;
  return {
    name,
    sizeBytes,
    content: async function* () {
      for (let done = 0; done < sizeBytes; ) {
        const chunk = Buffer.allocUnsafe(Math.min(chunkBytes, sizeBytes - done));
        const { bytesRead } = await handle.read(chunk, 0, chunk.length, start + done);
        if (bytesRead === 0) throw new BadConfiguration(`The backup ends early, within ${name}.`);
        done += bytesRead;
        hash.update(chunk.subarray(0, bytesRead));
        yield chunk.subarray(0, bytesRead);
      }
    },
    sha256: () => {
      digest ??= hash.digest('hex');
      return digest;
    },
  };
}

export async function textOf(entry: ArchiveEntry): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of entry.content()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
