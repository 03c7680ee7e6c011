import type { ErrorCode } from '@/lib/contract/errors';

/** The server's own words about what it doesn't do. */
export type Refusal = { message: string; code: ErrorCode | null; answer: Record<string, unknown> };

/** What our codes look like, and those of a proxy don't. */
const ownCode = /^[a-z]+\.[a-zA-Z]+$/;

/** The refusal in an answer; null when it is none, or none of ours. */
export function refusalIn(json: unknown): Refusal | null {
  if (typeof json !== 'object' || json === null) return null;
  const answer = json as Record<string, unknown>;
  const { success, message, code } = answer;
  if (success !== false || typeof message !== 'string') return null;
  const isOwn = typeof code === 'string' && ownCode.test(code);
  return { message, code: isOwn ? (code as ErrorCode) : null, answer };
}

/** The same of a body that may be anything. */
export function refusalInText(body: string): Refusal | null {
  try {
    return refusalIn(JSON.parse(body));
  } catch {
    return null;
  }
}

const awayStatuses = new Set([0, 502, 503, 504]);

/** Whether nobody answered, or somebody said for the server that it can't just now. @param status 0: no answer */
export const isAwayStatus = (status: number): boolean => awayStatuses.has(status);
