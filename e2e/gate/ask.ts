import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { running } from '@/testing/server/running';

export type GateRequest = { method: string; path: string; headers?: OutgoingHttpHeaders; body?: string };
export type GateReply = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  code: string | null;
};

const silenceMs = 20_000;

/** Keeps fewer password hashes waiting than 22, above which the product answers 503. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

export const allAtOnce = new http.Agent({ keepAlive: true });

/** Sends a request exactly as given: `fetch` would normalise paths and reject some headers. */
export function ask(
  { method, path, headers = {}, body }: GateRequest,
  { through = agent, url = running().url } = {},
): Promise<GateReply> {
  const { hostname, port } = new URL(url);
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const request = http.request({
      agent: through,
      hostname,
      port,
      method,
      path,
      headers: { ...length, ...headers },
    });
    request.setTimeout(silenceMs, () => request.destroy(new Error('There was no answer.')));
    request.on('error', reject);
    request.on('response', (answer) => {
      const parts: Buffer[] = [];
      const say = () => {
        const text = Buffer.concat(parts).toString('latin1');
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, code: codeIn(text) });
      };
      const isEndless = answer.headers['content-type'] === 'text/event-stream';
      answer.on('data', (part: Buffer) => {
        parts.push(part);
        if (isEndless) request.destroy();
      });
      answer.on('error', isEndless ? say : reject);
      answer.on('end', say);
    });
    request.end(body);
  });
}

function codeIn(text: string): string | null {
  try {
    return (JSON.parse(text) as { code?: string | null } | null)?.code ?? null;
  } catch {
    return null;
  }
}

export const allOf = ({ headers, text }: GateReply): string => `${JSON.stringify(headers)}\n${text}`;
