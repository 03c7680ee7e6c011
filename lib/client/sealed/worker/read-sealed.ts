import {
  formatHeader,
  headerBytes,
  readSalt,
  recordBytes,
  recordsOf,
  sealedSize,
} from '@/lib/domain/sealed/layout';
import type { ShareKey } from '@/lib/domain/sealed/share-key';
import { openSealed, UnsealError, unsealChunks } from '@/lib/domain/sealed/unseal';

type Bytes = Uint8Array<ArrayBuffer>;
type SealedPlace = { address: string; salt: string; size: number };

const triesMax = 6;
const firstPauseMs = 500;

/** Plain bytes of a file from `start` up to `end`, as they arrive. The stream fails at the first byte that was changed. */
export async function readSealed(
  key: ShareKey,
  { address, salt, size }: SealedPlace,
  { start, end }: { start: number; end: number },
): Promise<ReadableStream<Bytes>> {
  const bytes = readSalt(salt);
  const header = formatHeader(bytes);
  const opener = await openSealed(key, header, { kind: 'file', sealedBytes: sealedSize(size), salt: bytes });
  const isWhole = start === 0 && end === size;
  const range = recordsOf(start, end, size);
  const from = isWhole ? 0 : range.sealedStart;
  const sealed = fetchSealed(address, { start: from, end: range.sealedEnd, size: sealedSize(size) });
  const records = isWhole ? withoutHeader(sealed, header) : sealed;
  const plain = unsealChunks(opener, records, range);
  return streamOf(cut(plain, start - range.first * recordBytes, end - start));
}

type FileSpan = { start: number; end: number; size: number };

/** Goes on where a broken line has stopped, as long as each try brings something. */
async function* fetchSealed(address: string, { start, end, size }: FileSpan): AsyncGenerator<Bytes> {
  let at = start;
  for (let tries = 0; at < end; tries++) {
    if (tries === triesMax) throw new Error('the line stays broken');
    if (tries > 0) await pause(firstPauseMs * 2 ** tries);
    const response = await fetchPart(address, { start: at, end, size });
    try {
      for await (const chunk of chunksOf(response)) {
        at += chunk.length;
        tries = 0;
        yield chunk;
      }
    } catch {} // the line broke
  }
}

/** Null while the server doesn't answer. @throws {Refused}, {UnsealError} for a file of another size */
async function fetchPart(address: string, { start, end, size }: FileSpan): Promise<Response | null> {
  const headers = start === 0 && end === size ? {} : { range: `bytes=${start}-${end - 1}` };
  const response = await fetch(address, { credentials: 'same-origin', headers }).catch(() => null);
  if (!response || response.status >= 500 || response.status === 429) return null;
  if (response.status === 416) throw new UnsealError('damaged'); // the file has become shorter
  if (!response.ok) throw new Refused(response.status);
  const isPart = response.headers.get('content-range')?.startsWith(`bytes ${start}-`) ?? start === 0;
  const isSame = response.status === 206 || Number(response.headers.get('content-length') ?? size) === size;
  if (!isPart || !isSame) throw new UnsealError('damaged');
  return response;
}

class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`the server answers ${status}`);
    this.status = status;
  }
}

async function* chunksOf(response: Response | null): AsyncGenerator<Bytes> {
  if (!response?.body) return;
  const reader = readerOf(response.body);
  try {
    for (let read = await reader.read(); read.value && !read.done; read = await reader.read())
      yield read.value;
  } finally {
    await reader.cancel(); // when nobody reads on
  }
}

type ChunkReader = {
  read: () => Promise<{ done: boolean; value?: Bytes | undefined }>;
  cancel: () => Promise<void>;
};

const memoryBytes = 2 ** 20;

/** Reads into the same memory again and again where a browser can: a chunk holds until the next. */
function readerOf(body: ReadableStream<Bytes>): ChunkReader {
  try {
    const reader = body.getReader({ mode: 'byob' });
    let memory = new Uint8Array(memoryBytes);
    const read = async () => {
      const { done, value } = await reader.read(memory);
      if (value) memory = new Uint8Array(value.buffer);
      return { done, value };
    };
    return { read, cancel: () => reader.cancel() };
  } catch {
    return body.getReader();
  }
}

function streamOf(chunks: AsyncGenerator<Bytes>): ReadableStream<Bytes> {
  return new ReadableStream(
    {
      async pull(out) {
        const { value, done } = await chunks.next();
        if (done) out.close();
        else out.enqueue(value);
      },
      async cancel() {
        await chunks.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The header is known from the manifest; another one is another file. */
async function* withoutHeader(chunks: AsyncIterable<Bytes>, header: Bytes): AsyncGenerator<Bytes> {
  let seen = 0;
  for await (const chunk of chunks) {
    const part = chunk.subarray(0, Math.max(0, headerBytes - seen));
    if (part.some((byte, at) => byte !== header[seen + at])) throw new UnsealError('damaged');
    seen += part.length;
    yield chunk.subarray(part.length);
  }
}

/** Drops what the first record has before the range, and the last one behind it. */
async function* cut(chunks: AsyncIterable<Bytes>, skip: number, take: number): AsyncGenerator<Bytes> {
  let [toSkip, left] = [skip, take];
  for await (const chunk of chunks) {
    const part = chunk.subarray(Math.min(toSkip, chunk.length), toSkip + left);
    toSkip = Math.max(0, toSkip - chunk.length);
    left -= part.length;
    if (part.length > 0) yield part;
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
