import type { Context } from '@/lib/server/context';
import { openContext } from './context';

let serial = 0;

/** Limits are on, as in production, and the address is used by no other test. */
export function limitedContext(over: Partial<Context> = {}): Context {
  const ctx = openContext(over);
  serial++;
  const address = `2001:db8:${(process.pid % 0xffff).toString(16)}:${serial.toString(16)}::1`;
  return {
    ...ctx,
    config: { ...ctx.config, RATE_LIMITS: true },
    client: { ...ctx.client, address },
    ...over,
  };
}

export function outcomes(results: PromiseSettledResult<unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const result of results) {
    const code = result.status === 'fulfilled' ? 'ok' : String(result.reason.code ?? result.reason);
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return counts;
}
