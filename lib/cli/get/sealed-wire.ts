import { bytesOf, slicesOf } from '@/lib/cli/sealed/local-bytes';
import {
  formatHeader,
  headerBytes,
  recordBytes,
  sealedPosition,
  sealedRecordBytes,
} from '@/lib/domain/sealed/layout';
import { sealFile } from '@/lib/domain/sealed/seal';
import type { ShareKey } from '@/lib/domain/sealed/share-key';
import { type FileOpener, openSealed, UnsealError } from '@/lib/domain/sealed/unseal';
import type { ReceivedBytes, Wire } from './wire';

type SealedFile = { key: ShareKey; salt: Uint8Array<ArrayBuffer>; sealedBytes: number };

/** A part file has whole records; what the server has for them is sealed again, to go on and to compare. */
export async function sealedWire({ key, salt, sealedBytes }: SealedFile): Promise<Wire> {
  const header = formatHeader(salt);
  const opener = await openSealed(key, header, { kind: 'file', sealedBytes, salt });
  const { size } = opener;
  const sentBytes = (bytes: number) =>
    bytes === 0 && size > 0 ? 0 : bytes === size ? sealedBytes : sealedPosition(bytes / recordBytes);
  return {
    localBytes: size,
    usable: (bytes) => (bytes === size ? size : bytes - (bytes % recordBytes)),
    sentOf: async function* (file, bytes) {
      const source = await sealFile(key, { kind: 'file', salt, size, read: bytesOf(file), tags: null });
      yield* slicesOf(source, 0, sentBytes(bytes));
    },
    receive: (body, from) => openRecords(body, { opener, header, from, sealedBytes }),
  };
}

const batchBytes = 16 * sealedRecordBytes;

type SealedRest = { opener: FileOpener; header: Uint8Array; from: number; sealedBytes: number };

async function* openRecords(
  body: AsyncIterable<Uint8Array>,
  { opener, header, from, sealedBytes }: SealedRest,
): AsyncGenerator<ReceivedBytes> {
  let at = from;
  for await (const sent of wholeRecords(body, from, sealedBytes)) {
    const head = at === 0 ? headerBytes : 0;
    if (head > 0 && header.some((byte, n) => sent[n] !== byte)) throw new UnsealError('damaged');
    const first = (at + head - headerBytes) / sealedRecordBytes;
    yield { sent, local: Buffer.concat(await opener.openRecords(first, sent.subarray(head))) };
    at += sent.length;
  }
}

/** Joins what comes, from one boundary of records to another. What came whole before a break counts, too. */
async function* wholeRecords(body: AsyncIterable<Uint8Array>, from: number, sealedBytes: number) {
  const breaks: unknown[] = [];
  let at = from;
  let parts: Uint8Array[] = [];
  let bytes = 0;
  const take = () => {
    const joined = new Uint8Array(Buffer.concat(parts));
    const end = at + bytes >= sealedBytes ? bytes : lastBoundary(bytes, at);
    parts = [joined.subarray(end)];
    bytes -= end;
    at += end;
    return joined.subarray(0, end);
  };
  for await (const chunk of untilBreak(body, breaks)) {
    parts.push(chunk);
    bytes += chunk.length;
    if (bytes >= batchBytes) yield take();
  }
  const rest = take();
  if (rest.length > 0) yield rest;
  if (breaks.length > 0) throw breaks[0];
}

async function* untilBreak(body: AsyncIterable<Uint8Array>, breaks: unknown[]) {
  try {
    for await (const chunk of body) yield chunk;
  } catch (error) {
    breaks.push(error);
  }
}

function lastBoundary(bytes: number, at: number): number {
  const head = at === 0 ? headerBytes : 0;
  return bytes < head + sealedRecordBytes ? 0 : bytes - ((bytes - head) % sealedRecordBytes);
}
