import type { DetailedError } from 'tus-js-client';
import { isAwayStatus, parseRefusal } from '@/lib/client/call/refusal';
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

export const noAnswer: FailedRequest = {
  status: 0,
  code: null,
  message: null,
  retryAfterMs: 0,
  isKnownUpload: true,
};

export function readFailure(error: Error | DetailedError, isKnownUpload: boolean): FailedRequest {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const refusal = response ? parseRefusal(response.getBody()) : null;
  const retryAfter = Number(response?.getHeader('Retry-After') ?? 0);
  return {
    status: response?.getStatus() ?? 0,
    code: refusal?.code ?? null,
    message: refusal?.message ?? null,
    text: plainText(response?.getBody() ?? '', response?.getHeader('Content-Type') ?? ''),
    retryAfterMs: retryAfter > 0 ? retryAfter * 1000 : 0,
    isKnownUpload,
    isOurs: refusal !== null || !!response?.getHeader('Tus-Resumable'),
  };
}

/** A proxy has answered instead of the server. 413 is excluded: proxies refuse large bodies themselves. */
export const isFromElsewhere = ({ status, isOurs }: FailedRequest): boolean =>
  status > 0 && status < 500 && status !== 413 && isOurs === false;

const maxLength = 200;

/** Returns the beginning of a plain text as one line; null for HTML, data and empty bodies. */
export function plainText(body: string, type: string): string | null {
  if (!/^\s*(text\/plain\b|$)/i.test(type) || /^\s*[<{[]/.test(body.slice(0, 100))) return null;
  // Twice as much holds every text that is no blanks, and bounds what is read.
  const characters = [
    ...body
      .slice(0, 4 * maxLength)
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim(),
  ];
  if (characters.length === 0) return null;
  return characters.length > maxLength
    ? `${characters.slice(0, maxLength - 1).join('')}…`
    : characters.join('');
}

export type RecoveryStep =
  | { act: 'wait'; ms: number }
  | { act: 'refresh' | 'shrink' | 'startOver' }
  | { act: 'fail'; failure: UploadFailure };

const passingStatuses = new Set([408, 409, 423, 425, 429]);

/** Longer waits are final refusals: too long for a person on the page. */
const patienceMs = 15 * 60_000;

/** Decides what follows a failed request. */
export class Recovery {
  readonly #delaysMs: readonly number[];
  #waits = 0;
  #hasRefreshed = false;
  #hasStartedOver = false;

  constructor(delaysMs: readonly number[]) {
    this.#delaysMs = delaysMs.length > 0 ? delaysMs : [1000];
  }

  progressed(): void {
    this.#waits = 0;
    this.#hasRefreshed = false;
  }

  next(reading: FailedRequest): RecoveryStep {
    const { status, code, isKnownUpload, retryAfterMs } = reading;
    // It comes back, so the file waits for it.
    if (isAwayStatus(status)) return this.#wait(retryAfterMs);
    if (retryAfterMs > patienceMs) return failed(reading);
    if (status === 401) return this.#refresh(reading);
    if (status === 413 && code === null) return { act: 'shrink' };
    if (isKnownUpload && (status === 404 || status === 410)) return this.#startOver(reading);
    const isPassing = status >= 500 || passingStatuses.has(status);
    return isPassing && this.#waits < this.#delaysMs.length ? this.#wait(retryAfterMs) : failed(reading);
  }

  #wait(atLeastMs: number): RecoveryStep {
    const delayMs = this.#delaysMs[this.#waits] ?? this.#delaysMs.at(-1) ?? 0;
    this.#waits++;
    return { act: 'wait', ms: Math.max(delayMs, atLeastMs) };
  }

  #refresh(reading: FailedRequest): RecoveryStep {
    if (this.#hasRefreshed) return failed(reading);
    this.#hasRefreshed = true;
    return { act: 'refresh' };
  }

  #startOver(reading: FailedRequest): RecoveryStep {
    if (this.#hasStartedOver) return failed(reading);
    this.#hasStartedOver = true;
    return { act: 'startOver' };
  }
}

function failed({ status, code, message, text = null }: FailedRequest): RecoveryStep {
  // A scanner or a proxy in front says with 422 what it has against a file.
  const reason = message ?? (status === 422 ? text : null);
  const failure: UploadFailure =
    reason === null ? { kind: 'status', status } : { kind: 'refused', message: reason, code };
  return { act: 'fail', failure };
}
