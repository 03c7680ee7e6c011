import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/contract/errors';

/** What a bucket answered instead of what was asked for. */
export class BucketRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`${status} ${code}: ${message}`);
    this.status = status;
    this.code = code;
  }
}

/** Reads the answer's XML as far as it matters. */
export function refusalFrom(status: number, xml: string): BucketRefusal {
  const text = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return new BucketRefusal(status, text('Code') || `Status${status}`, text('Message'));
}

type Failure = { status: number | undefined; code: string };

/** Status and code of a failure, whichever way the call was made; no status where nobody answered. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BucketRefusal) return { status: error.status, code: error.code };
  const {
    name = '',
    code,
    $metadata,
  } = error as {
    name?: string;
    code?: string;
    $metadata?: { httpStatusCode?: number };
  };
  return { status: $metadata?.httpStatusCode, code: code ?? name };
}

/** Whether the same call may work in a moment: nobody answered, or somebody asked us to wait. */
export function mayPass(error: unknown): boolean {
  if (error instanceof AppError) return false;
  const { status, code } = failureOf(error);
  return status === undefined || status >= 500 || status === 429 || code === 'RequestTimeout';
}

const full = new Set([
  'QuotaExceeded',
  'StorageFull',
  'XMinioStorageFull',
  'InsufficientStorage',
  'EntityTooLarge',
]);

/** A bucket that is full is worth telling apart; whatever else goes wrong there may work later. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { status, code } = failureOf(error);
  const isFull = status === 507 || full.has(code);
  return new AppError(isFull ? 'storage.full' : 'server.unavailable', {}, { cause: error });
}

/** Buckets can be told to clear away what isn't whole; a file of which that was done has to be sent anew. */
export function droppedIfGone(error: unknown, fileId: string): unknown {
  if (failureOf(error).code !== 'NoSuchUpload') return error;
  const words = `The bucket has dropped the unfinished upload of ${fileId}. If it has a lifecycle rule for incomplete multipart uploads, let that wait longer than UPLOAD_TTL.`;
  return new AppError('upload.expired', {}, { cause: new Error(words, { cause: error }) });
}

export async function translated<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asAppError(error);
  }
}

/** How long and how often a call to a bucket is tried. */
export type RetryPolicy = {
  /** How long nothing at all may come or go before a call counts as dead. */
  silenceMs: number;
  /** How often a call is made before it has failed. */
  attempts: number;
  /** The wait before the second attempt; it doubles from there. */
  pauseMs: number;
};

export const retryPolicy: RetryPolicy = { silenceMs: 10_000, attempts: 4, pauseMs: 200 };

/** Half of the wait is by chance, so that what failed together doesn't come back together. */
export async function pause({ pauseMs }: RetryPolicy, failures: number): Promise<void> {
  await sleep(pauseMs * 2 ** (failures - 1) * (0.5 + Math.random() / 2));
}

/** Makes a call that may be repeated until it works or can't. */
export async function retried<T>(policy: RetryPolicy, call: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await call();
    } catch (error) {
      if (failures >= policy.attempts || !mayPass(error)) throw error;
      await pause(policy, failures);
    }
  }
}
