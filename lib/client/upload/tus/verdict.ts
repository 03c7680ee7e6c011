import { isAwayStatus } from '@/lib/client/call/refusal';
import type { ErrorCode } from '@/lib/contract/errors';
import type { UploadFailure } from '../upload-item';

/** A failed request. `status` 0: no answer. */
export type FailedRequest = {
  status: number;
  /** Our own codes only; null for a proxy's answer. */
  code: ErrorCode | null;
  message: string | null;
  text?: string | null;
  retryAfterMs: number;
  /** The request was about a file that the server once knew. */
  isKnownUpload: boolean;
  /** The server itself answered, not a proxy. */
  isOurs?: boolean;
};

export type Verdict =
  | { act: 'retry'; endless: boolean }
  | { act: 'refresh' }
  | { act: 'shrink' }
  | { act: 'startOver' }
  | { act: 'fail'; failure: UploadFailure };

const passingStatuses = new Set([408, 409, 423, 425, 429]);

/** Longer waits are final refusals: too long for a person on the page. */
const patienceMs = 15 * 60_000;

export function decideOn(reading: FailedRequest): Verdict {
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

export function failureOf({ status, code, message, text = null }: FailedRequest): UploadFailure {
  // A scanner or a proxy in front says with 422 what it has against a file.
  const reason = message ?? (status === 422 ? text : null);
  return reason === null ? { kind: 'status', status } : { kind: 'refused', message: reason, code };
}
