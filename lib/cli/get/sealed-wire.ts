import { bytesOf, slicesOf } from '@/lib/cli/sealed/local-bytes';
import { nodeCipher } from '@/lib/cli/sealed/node-cipher';
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
  const opener = await openSealed(key, header, { kind: 'file', sealedBytes, salt }, nodeCipher);
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
/** One is filled while the other waits to be taken. */
const batchesAtOnce = 2;

type SealedRest = { opener: FileOpener; header: Uint8Array; from: number; sealedBytes: number };

/** Opens records while the ones before them are summed and written. What came whole before a break counts, too. */
async function* openRecords(
  body: AsyncIterable<Uint8Array>,
  { opener, header, from, sealedBytes }: SealedRest,
): AsyncGenerator<ReceivedBytes> {
  const open = async (sent: Uint8Array<ArrayBuffer>, start: number): Promise<ReceivedBytes> => {
    const head = start === 0 ? headerBytes : 0;
    if (head > 0 && header.some((byte, n) => sent[n] !== byte)) throw new UnsealError('damaged');
    const first = (start + head - headerBytes) / sealedRecordBytes;
    return { sent, local: await opener.openRecords(first, sent.subarray(head)) };
  };
  const breaks: unknown[] = [];
  let at = from;
  let ahead: Promise<ReceivedBytes> | undefined;
  for await (const sent of wholeRecords(untilBreak(body, breaks), from, sealedBytes)) {
    const opening = open(sent, at);
    opening.catch(() => undefined); // thrown in its turn
    at += sent.length;
    if (ahead) yield await ahead;
    ahead = opening;
  }
  if (ahead) yield await ahead;
  if (breaks.length > 0) throw breaks[0];
}

/** Joins what comes, from one boundary of records to another. A batch is overwritten by the second one after it. */
async function* wholeRecords(body: AsyncIterable<Uint8Array>, from: number, sealedBytes: number) {
  const memory = Array.from({ length: batchesAtOnce }, () => new Uint8Array(headerBytes + batchBytes));
  let at = from;
  let filled = 0;
  const batch = (n: number) => memory[n % batchesAtOnce]?.subarray(0, batchSize(at, sealedBytes));
  let [turn, filling] = [0, batch(0)];
  for await (const chunk of body) {
    for (let rest = chunk; rest.length > 0; ) {
      if (!filling || filling.length === 0) throw new UnsealError('damaged'); // more came than was sealed
      const part = rest.subarray(0, filling.length - filled);
      filling.set(part, filled);
      filled += part.length;
      rest = rest.subarray(part.length);
      if (filled < filling.length) continue;
      yield filling;
      at += filled;
      filled = 0;
      turn++;
      filling = batch(turn);
    }
  }
  const whole = lastBoundary(filled, at);
  if (filling && whole > 0) yield filling.subarray(0, whole);
}

const batchSize = (at: number, sealedBytes: number): number =>
  Math.min((at === 0 ? headerBytes : 0) + batchBytes, sealedBytes - at);

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
