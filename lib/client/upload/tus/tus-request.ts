import type { FileSource, UploadOptions } from 'tus-js-client';
import { isProxySignInNeeded, isServerAway, onConnection } from '@/lib/client/call/connection';
import { idempotencyHeader } from '@/lib/contract/http/names';
import { fitsOneRequest } from '../upload-item';
import type { WireFile } from '../wire-file';

export function uploadOptions(
  wire: WireFile,
  headers: Readonly<Record<string, string>>,
  creationKey: string,
) {
  return {
    retryDelays: null,
    storeFingerprintForResuming: false,
    fingerprint: () => Promise.resolve(''),
    fileReader: { openFile: async () => fileSource(wire) },
    // The server answers a creation that is asked for again with the file of the first.
    headers: { ...headers, [idempotencyHeader]: creationKey },
    metadata: wire.metadata,
    uploadDataDuringCreation: wire.size > 0 && fitsOneRequest(wire),
  } satisfies UploadOptions;
}

const fileSource = (wire: WireFile): FileSource => ({
  size: wire.size,
  slice: async (start, end) => {
    const value = await wire.slice(start, end);
    // The library compares sizes at the end, and knows those of blobs alone.
    return { value, done: value instanceof Blob && end >= wire.size };
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
