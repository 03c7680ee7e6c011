import type { FileSource, UploadOptions } from 'tus-js-client';
import { isProxySignInNeeded, isServerAway, onConnection } from '@/lib/client/call/connection';
import { fitsOneRequest, type UploadItem } from '../upload-item';

export function uploadOptions(item: UploadItem, headers: Readonly<Record<string, string>>) {
  return {
    retryDelays: null,
    storeFingerprintForResuming: false,
    fingerprint: () => Promise.resolve(''),
    fileReader: { openFile: async () => fileSource(item.file) },
    headers: { ...headers },
    metadata: metadataOf(item),
    uploadDataDuringCreation: item.size > 0 && fitsOneRequest(item),
  } satisfies UploadOptions;
}

/** `relativePath` ends with the file name, so that a file named like its folder stays in it. */
function metadataOf({ filename, path, file }: UploadItem): Record<string, string> {
  return {
    filename,
    ...(file.type && { filetype: file.type }),
    mtime: String(file.lastModified),
    ...(path && { relativePath: `${path}/${filename}` }),
  };
}

/** Passes whole files unsliced: slicing a small file takes the browser longer than sending it. */
const fileSource = (file: File): FileSource => ({
  size: file.size,
  slice: async (start, end) => {
    const done = end >= file.size;
    return { value: start === 0 && done ? file : file.slice(start, end), done };
  },
  close: () => undefined,
});

/** The server returns its external URL; the page may have another origin, so only the path is used. */
export const pathOfUrl = (url: string) => new URL(url, window.location.origin).pathname;

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

const stalledMs = 60_000;
const lookEveryMs = 5_000;

/** Detects a request that neither moves nor fails, as after a laptop's sleep or behind a dead router. */
export class StallWatch {
  readonly #onStall: () => void;
  #timer: ReturnType<typeof setInterval> | undefined;
  #silentSince: number | null = null;

  constructor(onStall: () => void) {
    this.#onStall = onStall;
  }

  recordActivity(): void {
    this.#silentSince = performance.now();
    this.#timer ??= setInterval(() => this.#look(), lookEveryMs);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#silentSince = null;
  }

  #look(): void {
    if (this.#silentSince === null || performance.now() - this.#silentSince < stalledMs) return;
    this.stop();
    this.#onStall();
  }
}
