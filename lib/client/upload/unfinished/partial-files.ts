import { CallError } from '@/lib/client/call/call';
import type { UploadItem } from '@/lib/client/upload/upload-item';
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
  file: File,
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
  return (await sumOf(file.slice(0, arrivedBytes))) === arrived ? 'same' : 'other';
}

async function sumOf(bytes: Blob): Promise<number> {
  const reader = bytes.stream().getReader();
  let sum = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) sum = crc32Of(read.value, sum);
  return sum;
}

type PartLookup = {
  headers: Readonly<Record<string, string>>;
  memory: Pick<UploadMemory, 'urlOf' | 'isKnown' | 'knowUrl'>;
};

export async function findParts(
  items: readonly UploadItem[],
  serverFiles: ServerFiles,
  setup: PartLookup,
): Promise<void> {
  for (const item of items) {
    const url = setup.memory.urlOf(item.key) ?? (await findPart(item, serverFiles, setup));
    if (url) setup.memory.knowUrl(item.key, url);
  }
}

/**
 * URL of a file's partial upload, which may be at another path; null when there is none. @throws {CallError} when the
 * server doesn't answer
 */
export async function findPart(
  { file, path, filename, size }: UploadItem,
  serverFiles: ServerFiles,
  { headers, memory }: PartLookup,
): Promise<string | null> {
  const { here, elsewhere } = serverFiles.findPartial({ path, name: filename, size });
  const isFree = (url: string) => !memory.isKnown(url);
  for (const url of here.filter(isFree))
    if ((await compareArrived(file, url, headers)) !== 'other') return url;
  for (const url of elsewhere.filter(isFree))
    if ((await compareArrived(file, url, headers)) === 'same') return url;
  return null;
}
