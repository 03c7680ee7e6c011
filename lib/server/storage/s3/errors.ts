import 'server-only';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@/lib/contract/errors';
import { OutsideFailure } from '@/lib/server/outside/outside-failure';

export class BucketRefusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export function parseRefusal(status: number, xml: string): BucketRefusal {
  const text = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '';
  return new BucketRefusal(status, text('Code') || `Status${status}`, text('Message'));
}

type BucketFailure = { status: number | undefined; code: string };

export function failureOf(error: unknown): BucketFailure {
  if ((error instanceof OutsideFailure || error instanceof AppError) && error.cause)
    return failureOf(error.cause);
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

/** A bucket's refusal, with its status, code and words, or what kept us from one. */
export function bucketFailure(error: unknown): OutsideFailure {
  if (error instanceof OutsideFailure) return error;
  if (error instanceof AppError && error.cause) return bucketFailure(error.cause);
  const { status, code } = failureOf(error);
  if (status === undefined) return new OutsideFailure('connection', error);
  const { message } = error as Error;
  const answer = `${status} ${code}`;
  const isWordless = message === '' || message === 'UnknownError'; // so Amazon's client calls it
  return new OutsideFailure('request', error, { code: answer, words: isWordless ? answer : message });
}

/** True where the service says no: by a lock, a policy, a missing right. */
export function isRefused(error: unknown): boolean {
  const { status = 0, code } = failureOf(error);
  return status >= 400 && status < 500 && status !== 429 && code !== 'RequestTimeout';
}

/** True without an answer, for server errors, and when the service asks to wait. */
export function isRetryable(error: unknown): boolean {
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

export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const { status, code } = failureOf(error);
  const isFull = status === 507 || full.has(code);
  return new AppError(isFull ? 'storage.full' : 'server.unavailable', {}, { cause: bucketFailure(error) });
}

/** Explains uploads that the bucket's lifecycle rule has dropped. They have to be sent again. */
export function expiredIfDropped(error: unknown, fileId: string): unknown {
  if (failureOf(error).code !== 'NoSuchUpload') return error;
  const words = `The bucket has dropped the unfinished upload of ${fileId}. If it has a lifecycle rule for incomplete multipart uploads, let that wait longer than UPLOAD_TTL.`;
  return new AppError('upload.expired', {}, { cause: new Error(words, { cause: error }) });
}

export async function translateBucketErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw asAppError(error);
  }
}

export type RetryPolicy = {
  silenceMs: number;
  attempts: number;
  /** Wait before the second attempt. Doubles each time. */
  pauseMs: number;
};

export const retryPolicy: RetryPolicy = { silenceMs: 10_000, attempts: 4, pauseMs: 200 };

/** Half of the wait is random, so that calls that failed together don't retry together. */
export async function pauseBeforeRetry({ pauseMs }: RetryPolicy, failures: number): Promise<void> {
  await sleep(pauseMs * 2 ** (failures - 1) * (0.5 + Math.random() / 2));
}

export async function withRetries<T>(policy: RetryPolicy, call: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await call();
    } catch (error) {
      if (failures >= policy.attempts || !isRetryable(error)) throw error;
      await pauseBeforeRetry(policy, failures);
    }
  }
}
