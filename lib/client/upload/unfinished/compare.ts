import { CallError } from '@/lib/client/call/call';
import { arrivedCrcHeader } from '@/lib/contract/http/names';
import { crc32Of } from '@/lib/domain/file/crc32';

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
