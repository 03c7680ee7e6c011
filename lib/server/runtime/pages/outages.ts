import 'server-only';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { innerHeaders } from '@/lib/server/http/inner-headers';

// On globalThis, because the code of the pages is bundled apart from the process that runs it.
const kept = globalThis as typeof globalThis & { slipwayOutages?: Set<string> };

function outages(): Set<string> {
  kept.slipwayOutages ??= new Set();
  return kept.slipwayOutages;
}

/** A page could not be drawn because the database was away. */
export function noteOutage(requestId: string): void {
  outages().add(requestId);
}

/** The framework answers 500 to whatever a page throws. This tells the front door when it was the database's fault. */
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
