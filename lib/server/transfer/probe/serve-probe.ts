import 'server-only';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { maxProbeBytes, type ProbeAnswer, probeByte, probeDownloadBytes } from '@/lib/contract/admin/doctor';
import { AppError } from '@/lib/contract/errors';
import { contextFor } from '@/lib/server/http/context';
import { presentTime } from '@/lib/server/present-time';
import { isTicket, pauseMs, ticketHeader } from '@/lib/server/services/doctor/ticket';
import { scopeFor } from '../authorization';
import { parseRange } from '../download/conditions';
import type { TransferRequest, TransferResponse, TransferTarget } from '../messages';

const timeoutMs = 30_000;

/** Small enough that a buffering proxy holds it back. */
const firstBytes = 1024;

const pattern = Buffer.from(Array.from({ length: probeDownloadBytes }, (_, at) => probeByte(at)));

/** Handles the speed and proxy tests of admins and of the server itself. Stores nothing. */
export async function serveProbe(
  request: TransferRequest,
  target: TransferTarget,
): Promise<TransferResponse> {
  if (!(await isTicket(request.headers.get(ticketHeader), presentTime()))) {
    await contextFor(request, 'admin', scopeFor(request, target));
  }
  return request.method === 'POST' ? upload(request) : download(request);
}

async function upload({ body, headers }: TransferRequest): Promise<TransferResponse> {
  if (Number(headers.get('content-length') ?? 0) > maxProbeBytes) throw new AppError('request.tooLarge');
  const counted = body ? await count(body) : { receivedBytes: 0, spanMs: 0 };
  const answer: ProbeAnswer = { ...counted, now: Date.now() };
  const text = JSON.stringify(answer);
  return { status: 200, body: text, headers: headersOf('application/json', Buffer.byteLength(text)) };
}

async function count(body: Readable): Promise<Pick<ProbeAnswer, 'receivedBytes' | 'spanMs'>> {
  const late = setTimeout(() => body.destroy(new AppError('server.unavailable')), timeoutMs);
  let receivedBytes = 0;
  let began = 0;
  try {
    for await (const chunk of body) {
      began ||= performance.now();
      receivedBytes += chunk.length;
      if (receivedBytes > maxProbeBytes) throw new AppError('request.tooLarge');
    }
    return { receivedBytes, spanMs: began === 0 ? 0 : Math.round(performance.now() - began) };
  } finally {
    clearTimeout(late);
  }
}

function download({ method, url, headers }: TransferRequest): TransferResponse {
  const range = parseRange(headers.get('range'), pattern.length);
  if (range === 'unsatisfiable') throw new AppError('file.noSuchRange');
  const { start, end } = range ?? { start: 0, end: pattern.length - 1 };
  const hasPause = new URL(url, 'http://localhost').searchParams.get('pause') === '1';
  const responseHeaders = headersOf('application/octet-stream', end - start + 1);
  responseHeaders['accept-ranges'] = 'bytes';
  if (range) responseHeaders['content-range'] = `bytes ${start}-${end}/${pattern.length}`;
  const bytes = pattern.subarray(start, end + 1);
  const body = method === 'HEAD' ? null : inTwoBuffers(bytes, hasPause ? pauseMs : 0);
  return { status: range ? 206 : 200, headers: responseHeaders, body };
}

async function* inTwoBuffers(bytes: Buffer, betweenMs: number): AsyncGenerator<Buffer, undefined> {
  yield bytes.subarray(0, firstBytes);
  if (betweenMs > 0) await sleep(betweenMs);
  yield bytes.subarray(firstBytes);
}

const headersOf = (type: string, length: number): TransferResponse['headers'] => ({
  'content-type': type,
  'content-length': String(length),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
});
