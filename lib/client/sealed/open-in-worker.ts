import { canSealHere } from './can-seal';
import {
  type MessageToPage,
  type MessageToWorker,
  stayEveryMs,
  type UnsavedReason,
  type WorkerShare,
} from './worker/worker-share';

export const hasSealedSupport = (): boolean => canSealHere() && 'serviceWorker' in navigator;

const opened = new Map<string, WorkerShare>();
let isListening = false;

/** The browser has no service worker for us, as in some private windows. */
export class NoWorkerError extends Error {}

const patienceMs = 20_000;

/** Hands a share to the service worker, which then answers its addresses. @throws {NoWorkerError} */
export async function openInWorker(share: WorkerShare): Promise<void> {
  opened.set(share.token, share);
  await inTime(handOver(share));
}

/** Proves that this browser has a service worker for us. @throws {NoWorkerError} */
export const startWorker = (): Promise<unknown> => inTime(register());

async function inTime<T>(work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_, fail) => {
    setTimeout(() => fail(new NoWorkerError('no service worker')), patienceMs);
  });
  return Promise.race([work, late]);
}

async function register(): Promise<ServiceWorker | null> {
  const { serviceWorker } = navigator;
  await serviceWorker.register('/worker.js').catch((cause: unknown) => {
    throw new NoWorkerError('no service worker', { cause });
  });
  return (await serviceWorker.ready).active;
}

async function handOver(share: WorkerShare): Promise<void> {
  const { serviceWorker } = navigator;
  const active = await register();
  listen();
  if (active) await tell(active, { kind: 'opened', share });
  if (!serviceWorker.controller)
    await new Promise((resolve) =>
      serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
}

function tell(worker: ServiceWorker, message: MessageToWorker): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => resolve();
    worker.postMessage(message, [port2]);
  });
}

/** Hears when a file of this page's shares is saved, or why it isn't. Returns what ends it. */
export function onSavingEnd(tell: (address: string, failure: UnsavedReason | null) => void): () => void {
  const hear = ({ data }: MessageEvent<MessageToPage>) => {
    if (data?.kind === 'ended' && opened.has(data.token)) tell(data.address, data.failure);
  };
  navigator.serviceWorker?.addEventListener('message', hear);
  return () => navigator.serviceWorker?.removeEventListener('message', hear);
}

/** Answers a worker that has forgotten a share, and keeps one that is sending from being ended. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  const { serviceWorker } = navigator;
  const stay: MessageToWorker = { kind: 'stay' };
  serviceWorker.addEventListener('message', ({ data, source }: MessageEvent<MessageToPage>) => {
    if (data?.kind === 'sending') (source as ServiceWorker).postMessage(stay);
    const share = data?.kind === 'wanted' ? opened.get(data.token) : undefined;
    if (share) void tell(source as ServiceWorker, { kind: 'opened', share });
  });
  setInterval(() => serviceWorker.controller?.postMessage(stay), stayEveryMs);
}
