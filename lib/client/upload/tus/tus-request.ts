import type { DetailedError, FileSource, UploadOptions } from 'tus-js-client';
import { isGateClosed, isServerAway, onConnection } from '@/lib/client/call/connection';
import { refusalInText } from '@/lib/client/call/refusal';
import type { UploadItem } from '../upload-item';
import type { Reading } from './verdict';

/** What is the same for every file: no storage of the library's own, no retries of its own. */
export const plainOptions = {
  retryDelays: null,
  storeFingerprintForResuming: false,
  fingerprint: () => Promise.resolve(''),
} satisfies UploadOptions;

/** The path ends with the file's own name, so that a file called like its folder stays in it. */
export function metadataOf({ filename, path, file }: UploadItem): Record<string, string> {
  return {
    filename,
    ...(file.type && { filetype: file.type }),
    mtime: String(file.lastModified),
    ...(path && { relativePath: `${path}/${filename}` }),
  };
}

/** A file that goes as a whole is given as it is: the browser takes longer to cut a small one than to send it. */
export const wholeOrPart = (file: File): FileSource => ({
  size: file.size,
  slice: async (start, end) => {
    const done = end >= file.size;
    return { value: start === 0 && done ? file : file.slice(start, end), done };
  },
  close: () => undefined,
});

/** The server names the file's address by its external URL; the page may have another, so the path counts. */
export const ownPath = (url: string) => new URL(url, window.location.origin).pathname;

export const noAnswer: Reading = {
  status: 0,
  code: null,
  message: null,
  retryAfterMs: 0,
  isKnownUpload: true,
};

export function readingOf(error: Error | DetailedError, isKnownUpload: boolean): Reading {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  const refusal = response ? refusalInText(response.getBody()) : null;
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

const longest = 200;

/** The beginning of a plain text in one line; null for pages, data and nothing. */
export function plainText(body: string, type: string): string | null {
  if (!/^\s*(text\/plain\b|$)/i.test(type) || /^\s*[<{[]/.test(body.slice(0, 100))) return null;
  // Twice as much holds every text that is no blanks, and bounds what is read.
  const signs = [
    ...body
      .slice(0, 4 * longest)
      .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
      .trim(),
  ];
  if (signs.length === 0) return null;
  return signs.length > longest ? `${signs.slice(0, longest - 1).join('')}…` : signs.join('');
}

/** A file that was moved, changed or unplugged fails like a broken network; reading one byte tells them apart. */
export async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** Runs after the delay, or as soon as the browser finds a network again or nobody in front wants a sign-in any more. */
export function afterDelay(delayMs: number, run: () => void): () => void {
  const callOff = () => {
    clearTimeout(timer);
    window.removeEventListener('online', go);
    stopListening();
  };
  const go = () => {
    callOff();
    run();
  };
  const timer = setTimeout(go, delayMs);
  window.addEventListener('online', go);
  let wasGate = isGateClosed();
  const stopListening = onConnection(() => {
    if (wasGate && !isServerAway()) go();
    wasGate ||= isGateClosed();
  });
  return callOff;
}
