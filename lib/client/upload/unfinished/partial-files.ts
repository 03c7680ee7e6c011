import { CallError } from '@/lib/client/call/call';
import type { Sealing } from '@/lib/client/upload/sealed/sealing';
import { listSendingShares } from '@/lib/client/upload/sending-lock';
import { terminate } from '@/lib/client/upload/terminate';
import type { UploadItem } from '@/lib/client/upload/upload-item';
import type { WireFile } from '@/lib/client/upload/wire-file';
import { arrivedCrcHeader } from '@/lib/contract/http/names';
import { crc32Of } from '@/lib/domain/file/crc32';
import type { ServerFiles } from './server-files';
import type { UploadMemory } from './upload-memory';

export type Likeness = 'same' | 'other' | 'nothing';

/**
 * Compares a file's beginning with the server's bytes by checksum, so that an upload never continues with another file.
 * @throws {CallError} when the server doesn't answer
 */
export async function compareArrived(
  file: Pick<WireFile, 'size' | 'slice' | 'hasChanged'>,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Likeness> {
  const request = { method: 'HEAD', headers: { ...headers, 'Tus-Resumable': '1.0.0' } };
  const answer = await fetch(url, request).catch((cause: unknown) => {
    throw new CallError('network', 'no answer', { cause });
  });
  const { status } = answer;
  if (status === 404 || status === 410) return 'nothing';
  if (!answer.ok) throw new CallError('status', String(status), { status });
  const arrivedBytes = Number(answer.headers.get('Upload-Offset'));
  if (Number(answer.headers.get('Upload-Length')) !== file.size) return 'other';
  if (arrivedBytes === 0) return 'nothing';
  const arrived = Number.parseInt(answer.headers.get(arrivedCrcHeader) ?? '', 16);
  const sum = await sumOf(file, arrivedBytes).catch((error: unknown) => {
    if (!file.hasChanged?.()) throw error;
    return null;
  });
  return sum === arrived ? 'same' : 'other';
}

const bytesAtOnce = 4 * 1024 ** 2;

async function sumOf(file: Pick<WireFile, 'slice'>, end: number): Promise<number> {
  let sum = 0;
  for (let at = 0; at < end; at += bytesAtOnce) {
    const slice = await file.slice(at, Math.min(end, at + bytesAtOnce));
    sum = crc32Of(slice instanceof Blob ? new Uint8Array(await slice.arrayBuffer()) : slice, sum);
  }
  return sum;
}

type PlainPartLookup = Pick<PartLookup, 'headers' | 'wireOf'> & { memory: Pick<UploadMemory, 'isKnown'> };

type PartLookup = {
  headers: Readonly<Record<string, string>>;
  memory: Pick<UploadMemory, 'share' | 'urlOf' | 'isKnown' | 'knowUrl' | 'forget'>;
  wireOf: (item: UploadItem) => Promise<WireFile>;
  sealing: Sealing | null;
};

/** For while another tab sends: half files may be that tab's, with other bytes under the same name. */
const ofNobodyHere: ServerFiles = {
  findPartial: () => ({ here: [], elsewhere: [] }),
  isComplete: () => false,
};

export async function findParts(
  items: readonly UploadItem[],
  found: ServerFiles,
  setup: PartLookup,
): Promise<void> {
  const { sealing, memory } = setup;
  const isSharedByTabs = (await listSendingShares()).has(memory.share.shareId);
  const serverFiles = isSharedByTabs ? ofNobodyHere : found;
  for (const item of items) {
    const finding = sealing
      ? findSealedPart(item, serverFiles, { ...setup, sealing })
      : findPlainPart(item, serverFiles, setup);
    const url = await finding.catch(noneOfUnreadable);
    if (url) memory.knowUrl(item.key, url);
  }
}

/** A file that can't be read is told in its turn, and keeps no other from going on. */
function noneOfUnreadable(error: unknown): null {
  if (error instanceof CallError) throw error;
  return null;
}

/** Compares what this browser has begun, too: the file may have changed and kept its size and time. */
async function findPlainPart(
  item: UploadItem,
  serverFiles: ServerFiles,
  setup: PartLookup,
): Promise<string | null> {
  const { headers, memory, wireOf } = setup;
  const known = memory.urlOf(item.key);
  if (!known) return findPart(item, serverFiles, setup);
  if ((await compareArrived(await wireOf(item), known, headers)) !== 'other') return known;
  memory.forget([item.key]);
  terminate(known, headers);
  return null;
}

/** Compares every byte that has arrived, because other bytes must not be sealed with the same key. */
async function findSealedPart(
  item: UploadItem,
  serverFiles: ServerFiles,
  { headers, memory, wireOf, sealing }: PartLookup & { sealing: Sealing },
): Promise<string | null> {
  const wire = await wireOf(item);
  const known = memory.urlOf(item.key);
  const begun = serverFiles.findPartial(placeOnServer(item, wire)).here;
  const urls = known ? [known] : begun.filter((url) => !memory.isKnown(url));
  for (const url of urls) if ((await compareArrived(wire, url, headers)) !== 'other') return url;
  if (urls.length > 0) {
    memory.forget([item.key]);
    for (const url of urls) terminate(url, headers);
    await sealing.renew(item);
  }
  return null;
}

/**
 * URL of a file's partial upload, which may be at another path; null when there is none. @throws {CallError} when the
 * server doesn't answer
 */
export async function findPart(
  item: UploadItem,
  serverFiles: ServerFiles,
  { headers, memory, wireOf }: PlainPartLookup,
): Promise<string | null> {
  const wire = await wireOf(item);
  const { here, elsewhere } = serverFiles.findPartial(placeOnServer(item, wire));
  const isFree = (url: string) => !memory.isKnown(url);
  for (const url of here.filter(isFree))
    if ((await compareArrived(wire, url, headers)) !== 'other') return url;
  for (const url of elsewhere.filter(isFree))
    if ((await compareArrived(wire, url, headers)) === 'same') return url;
  return null;
}

const placeOnServer = ({ path, filename }: UploadItem, { size, metadata }: WireFile) => ({
  path: metadata.relativePath === undefined ? '' : path,
  name: metadata.filename ?? filename,
  size,
});
