import type { ErrorCode } from '@/lib/contract/errors';

export type CallRefusal = { message: string; code: ErrorCode | null; answer: Record<string, unknown> };

const ourCode = /^[a-z]+\.[a-zA-Z]+$/;

export function readRefusal(json: unknown): CallRefusal | null {
  if (typeof json !== 'object' || json === null) return null;
  const answer = json as Record<string, unknown>;
  const { success, message, code } = answer;
  if (success !== false || typeof message !== 'string') return null;
  const isOwn = typeof code === 'string' && ourCode.test(code);
  return { message, code: isOwn ? (code as ErrorCode) : null, answer };
}

export function parseRefusal(body: string): CallRefusal | null {
  try {
    return readRefusal(JSON.parse(body));
  } catch {
    return null;
  }
}

const awayStatuses = new Set([0, 502, 503, 504]);

/** Matches "no answer" and statuses by which a proxy reports the server as down. @param status 0: no answer */
export const isAwayStatus = (status: number): boolean => awayStatuses.has(status);
