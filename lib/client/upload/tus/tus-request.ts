import type { DetailedError, FileSource, UploadOptions } from 'tus-js-client';
import { isProxySignInNeeded, isServerAway, onConnection } from '@/lib/client/call/connection';
import { parseRefusal } from '@/lib/client/call/refusal';
import type { UploadItem } from '../upload-item';
import type { FailedRequest } from './verdict';

export const plainOptions = {
  retryDelays: null,
  storeFingerprintForResuming: false,
  fingerprint: () => Promise.resolve(''),
} satisfies UploadOptions;

/** `relativePath` ends with the file name, so that a file named like its folder stays in it. */
export function metadataOf({ filename, path, file }: UploadItem): Record<string, string> {
  return {
    filename,
    ...(file.type && { filetype: file.type }),
    mtime: String(file.lastModified),
    ...(path && { relativePath: `${path}/${filename}` }),
  };
}

/** Passes whole files unsliced: slicing a small file takes the browser longer than sending it. */
export const fileSource = (file: File): FileSource => ({
  size: file.size,
  slice: async (start, end) => {
    const done = end >= file.size;
    return { value: start === 0 && done ? file : file.slice(start, end), done };
  },
  close: () => undefined,
});

/** The server returns its external URL; the page may have another origin, so only the path is used. */
export const pathOfUrl = (url: string) => new URL(url, window.location.origin).pathname;

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

/** Tells an unreadable file from a broken network by reading one byte. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Runs after the delay, or earlier when the network is back or a proxy's sign-in is done. */
export function afterDelay(delayMs: number, run: () => void): () => void {
  const cancel = () => {
    clearTimeout(timer);
    window.removeEventListener('online', go);
    stopListening();
  };
  const go = () => {
    cancel();
    run();
  };
  const timer = setTimeout(go, delayMs);
  window.addEventListener('online', go);
  let wasProxy = isProxySignInNeeded();
  const stopListening = onConnection(() => {
    if (wasProxy && !isServerAway()) go();
    wasProxy ||= isProxySignInNeeded();
  });
  return cancel;
}
