import { isAwayStatus } from '@/lib/client/call/refusal';
import type { ErrorCode } from '@/lib/contract/errors';
import type { UploadFailure } from '../upload-item';

/** What a broken request left behind. `status` 0: no answer at all. */
export type Reading = {
  status: number;
  /** Ours only; a proxy's page has none. */
  code: ErrorCode | null;
  message: string | null;
  /** What somebody in between has said instead, as plain text. */
  text?: string | null;
  retryAfterMs: number;
  /** The request wrote to, or asked about, a file that the server once knew. */
  isKnownUpload: boolean;
  /** The server said it itself, and nobody in front of it. */
  isOurs?: boolean;
};

export type Verdict =
  | { act: 'retry'; endless: boolean }
  | { act: 'refresh' }
  | { act: 'shrink' }
  | { act: 'startOver' }
  | { act: 'fail'; failure: UploadFailure };

const passingStatuses = new Set([408, 409, 423, 425, 429]);

/** Nobody sits before a page for longer: what wants that is a refusal, with its reason in words. */
const patienceMs = 15 * 60_000;

/** What to do about a request that failed. */
export function verdictOn(reading: Reading): Verdict {
  const { status, code, isKnownUpload, retryAfterMs } = reading;
  // It comes back, so the file waits for it.
  if (isAwayStatus(status)) return { act: 'retry', endless: true };
  if (retryAfterMs > patienceMs) return { act: 'fail', failure: failureOf(reading) };
  if (status === 401) return { act: 'refresh' };
  if (status === 413 && code === null) return { act: 'shrink' };
  if (isKnownUpload && (status === 404 || status === 410)) return { act: 'startOver' };
  if (status >= 500 || passingStatuses.has(status)) return { act: 'retry', endless: false };
  return { act: 'fail', failure: failureOf(reading) };
}

export function failureOf({ status, code, message, text = null }: Reading): UploadFailure {
  // A scanner or a proxy in front says with 422 what it has against a file.
  const said = message ?? (status === 422 ? text : null);
  return said === null ? { kind: 'status', status } : { kind: 'refused', message: said, code };
}
