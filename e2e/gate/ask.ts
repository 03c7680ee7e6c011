import http, { type IncomingHttpHeaders, type OutgoingHttpHeaders } from 'node:http';
import { running } from '@/testing/server/running';

export type Question = { method: string; path: string; headers?: OutgoingHttpHeaders; body?: string };
export type Reply = {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The product's own name for a refusal, where the answer has one. */
  code: string | null;
};

/** Longer than any answer may take. */
const silenceMs = 20_000;

/** Few enough at once that passwords are hashed for all of them: beyond twenty-two that wait, the product says 503. */
const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });

/** For requests that have to be there at the same moment, however many. */
export const allAtOnce = new http.Agent({ keepAlive: true });

/** One request exactly as given: `fetch` would tidy paths and refuse headers that attackers don't. */
export function ask(
  { method, path, headers = {}, body }: Question,
  { through = agent, url = running().url } = {},
): Promise<Reply> {
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
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString('latin1');
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text, code: codeIn(text) });
      });
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

/** Everything that an answer says, to be searched for what it must not say. */
export const allOf = ({ headers, text }: Reply): string => `${JSON.stringify(headers)}\n${text}`;
