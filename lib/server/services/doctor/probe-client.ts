import 'server-only';
import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProbeAnswer } from '@/lib/contract/admin/doctor';
import { allBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { pauseMs, ticketHeader } from './ticket';

export type ProbeTarget = { base: string; ticket: string };

const patienceMs = 8_000;
/** More than Apache reads before it passes anything on. */
const firstBytes = 64 * 1024;

type ProbeReply = {
  status: number;
  body: Buffer;
  headers: http.IncomingHttpHeaders;
  spanMs: number;
};

type ProbeRequest = {
  method: 'GET' | 'POST';
  path?: string;
  query?: string;
  headers?: Record<string, string>;
  sizeBytes?: number;
};

/** Sends a request to the public address over a new connection. */
export async function probe({ base, ticket }: ProbeTarget, input: ProbeRequest): Promise<ProbeReply> {
  const { method, path = allBytePaths.probe, query = '', headers = {}, sizeBytes = 0 } = input;
  const url = new URL(`${path}${query}`, base);
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method,
    agent: false,
    signal: AbortSignal.timeout(patienceMs),
    headers: { ...headers, [ticketHeader]: ticket, ...(sizeBytes > 0 && { 'content-length': sizeBytes }) },
  });
  const reply = new Promise<ProbeReply>((resolve, reject) => {
    request.on('error', reject);
    request.on('response', (response) => collect(response).then(resolve, reject));
  });
  reply.catch(() => undefined);
  if (sizeBytes > 0) await sendInTwo(request, sizeBytes);
  else request.end();
  return reply;
}

/** Sends the first bytes, then the rest after a pause, so that the server detects a buffering proxy. */
async function sendInTwo(request: http.ClientRequest, sizeBytes: number): Promise<void> {
  request.write(Buffer.alloc(firstBytes));
  await sleep(pauseMs);
  request.end(Buffer.alloc(sizeBytes - firstBytes));
}

const maxBytes = 1024 * 1024;

async function collect(response: IncomingMessage): Promise<ProbeReply> {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  let began = 0;
  for await (const part of response) {
    began ||= performance.now();
    sizeBytes += part.length;
    if (sizeBytes > maxBytes) break; // not this server's answer
    parts.push(part);
  }
  const { statusCode: status = 0, headers } = response;
  const spanMs = began === 0 ? 0 : performance.now() - began;
  return { status, headers, spanMs, body: Buffer.concat(parts) };
}

export function answerIn({ status, body }: ProbeReply): ProbeAnswer | null {
  if (status !== 200) return null;
  try {
    return ProbeAnswer.safeParse(JSON.parse(body.toString())).data ?? null;
  } catch {
    return null;
  }
}
