import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { StoredSettings } from '@/lib/server/config/stored';
import { isOutage } from '@/lib/server/db/errors';
import { innerHeaders } from '@/lib/server/http/inner-headers';
import { log } from '@/lib/server/log';

/**
 * `drop` ends database connections, so that nothing waits for a database that is away. `timeFloor` and `clockOffset`
 * make `presentTime`.
 */
export type ToPages =
  | { socket: string; env: NodeJS.ProcessEnv; stored: StoredSettings }
  | { stored: StoredSettings }
  | { timeFloor: number | null }
  | { clockOffset: number }
  | 'drop'
  | 'stop';

export type PagesStats = {
  rss: number;
  heapUsed: number;
  connections: number;
  counts: [series: string, value: number][];
};

export type FromPages = 'listening' | PagesStats;

/**
 * Limit of one message's headers. The front door adds to a client's headers, and an answer may repeat them, escaped,
 * in a redirect.
 */
export const innerHeaderBytes = 64 * 1024;

// On globalThis, because Next bundles its own copy of this module for instrumentation.ts.
const shared = globalThis as typeof globalThis & { slipwayOutages?: Set<string> };

function outages(): Set<string> {
  shared.slipwayOutages ??= new Set();
  return shared.slipwayOutages;
}

export function logPageFailure(error: unknown, headers: Record<string, string | string[] | undefined>): void {
  const id = String(headers[innerHeaders.request] ?? '');
  const { digest } = error as { digest?: string };
  if (isOutage(error)) outages().add(id);
  log().error({ req: id, digest, err: error }, 'a page could not be drawn');
}

/**
 * Marks answers that failed because of the database for the front door; the framework answers 500 to every error of a
 * page.
 */
export function markOutages(req: IncomingMessage, res: ServerResponse): void {
  const id = String(req.headers[innerHeaders.request]);
  const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => ServerResponse;
  const marked = (...args: unknown[]): ServerResponse => {
    if (outages().has(id)) res.setHeader(innerHeaders.outage, '1');
    return writeHead(...args);
  };
  res.writeHead = marked as typeof res.writeHead;
  res.once('close', () => outages().delete(id));
}
