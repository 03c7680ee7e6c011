import { vi } from 'vitest';
import type { ErrorCode } from '@/lib/contract/errors';
import type { Answer, Endpoint } from '@/lib/contract/http/endpoint';
import { translator } from '@/lib/i18n/translator';

export type Asked = { params: Record<string, string>; query: Record<string, string>; body: unknown };
type Reply = Response | Refusal | object;
type Call = { endpoint: Endpoint; reply: (asked: Asked) => Reply | Promise<Reply>; asked: Asked[] };

class Refusal {
  readonly code: ErrorCode;
  readonly message: string;

  constructor(code: ErrorCode, message: string) {
    this.code = code;
    this.message = message;
  }
}

const say = translator('en');

export const refusal = (code: ErrorCode, values: Record<string, string | number> = {}) =>
  new Refusal(code, say(`errors.${code}`, values));

/** What components call instead of a server. It answers only what the contract lists, as the server does. */
export class ImitatedServer {
  private readonly calls: Call[] = [];

  constructor() {
    vi.stubGlobal('fetch', (url: string | URL | Request, init?: RequestInit) =>
      this.reply(String(url), init),
    );
  }

  /** The later of two replies to a call counts. @returns what it has been asked */
  on<E extends Endpoint>(
    endpoint: E,
    reply: (asked: Asked) => Partial<Answer<E>> | Refusal | Response | Promise<Partial<Answer<E>> | Refusal>,
  ): Asked[] {
    const asked: Asked[] = [];
    this.calls.unshift({ endpoint, reply, asked });
    return asked;
  }

  private async reply(url: string, { method = 'GET', body }: RequestInit = {}): Promise<Response> {
    const { pathname, searchParams } = new URL(url, location.href);
    for (const { endpoint, reply, asked } of this.calls) {
      const params = endpoint.method === method && paramsIn(endpoint.path, pathname);
      if (!params) continue;
      const input = {
        params,
        query: Object.fromEntries(searchParams),
        body: body ? JSON.parse(String(body)) : null,
      };
      asked.push(input);
      return responseOf(endpoint, await reply(input));
    }
    throw new Error(`The imitated server has no answer to ${method} ${pathname}.`);
  }
}

function responseOf(endpoint: Endpoint, reply: Reply): Response {
  if (reply instanceof Response) return reply;
  if (reply instanceof Refusal) return Response.json({ success: false, ...reply });
  const said = endpoint.says && {
    success: true,
    message: 'message' in reply ? '' : say(`says.${endpoint.says}`),
  };
  return Response.json(endpoint.answer.parse({ ...said, ...reply }));
}

/** @returns null for another path */
function paramsIn(pattern: string, path: string): Record<string, string> | null {
  const names = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const found = new RegExp(`^${pattern.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(path);
  return (
    found && Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(found[at + 1] ?? '')]))
  );
}
