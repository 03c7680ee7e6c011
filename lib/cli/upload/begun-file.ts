import fs from 'node:fs';
import { arrivedCrcHeader } from '@/lib/contract/http/names';
import { crc32Of } from '@/lib/domain/file/crc32';
import { readAnswer, sendRequest } from '../call';
import { Failure } from '../failure';
import type { LocalFile } from './local-files';

const tusHeaders = (headers: Record<string, string>) => ({ ...headers, 'tus-resumable': '1.0.0' });

export const removeUpload = (url: string, headers: Record<string, string>): Promise<Response> =>
  sendRequest(url, { method: 'DELETE', headers: tusHeaders(headers) });

/** True when the part that has arrived is the beginning of this file: an upload never mixes two. */
export async function isBegunWith(
  file: LocalFile,
  url: string,
  headers: Record<string, string>,
): Promise<boolean> {
  const answer = await sendRequest(url, { method: 'HEAD', headers: tusHeaders(headers) });
  if (answer.status === 404 || answer.status === 410) return true; // sending it says so
  if (!answer.ok) await readAnswer(answer);
  const arrivedBytes = Number(answer.headers.get('upload-offset'));
  if (arrivedBytes === 0 || arrivedBytes === file.sizeBytes) return true;
  const sum = Number.parseInt(answer.headers.get(arrivedCrcHeader) ?? '', 16);
  return (await sumOf(file, arrivedBytes)) === sum;
}

async function sumOf({ place, slices }: LocalFile, end: number): Promise<number | null> {
  let sum = 0;
  try {
    const bytes = slices ? slices(0, end) : fs.createReadStream(place.bytes, { end: end - 1 });
    for await (const chunk of bytes) sum = crc32Of(chunk, sum);
    return sum;
  } catch (error) {
    if (error instanceof Failure) return null; // it has changed
    throw error;
  }
}
