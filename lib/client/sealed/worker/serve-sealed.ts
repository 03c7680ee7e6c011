import { sealedRoot } from '@/lib/domain/sealed/sealed-root';
import { answerSealed, isSaved } from './answer';
import { failureOf, watchEnd } from './watch-end';
import {
  type MessageToPage,
  type MessageToWorker,
  stayEveryMs,
  type UnsavedReason,
  type WorkerShare,
} from './worker-share';

type WindowClient = { postMessage: (message: MessageToPage) => void };
type WorkerClients = {
  claim: () => Promise<void>;
  matchAll: (options: { type: 'window' }) => Promise<readonly WindowClient[]>;
};
type PageMessage = { data: MessageToWorker; ports: readonly MessagePort[] };

const shares = new Map<string, WorkerShare>();
/** Requests that wait for the same share. */
const waiting = new Map<string, Set<() => void>>();
const waitMs = 5_000;

/** Takes the keys that pages hand over. */
export async function receiveMessage(clients: WorkerClients, { data, ports }: PageMessage): Promise<void> {
  if (data.kind !== 'opened') return;
  shares.set(data.share.token, data.share);
  for (const goOn of waiting.get(data.share.token) ?? []) goOn();
  await clients.claim(); // a page that was reloaded past its cache has no worker
  ports[0]?.postMessage('ready');
}

export const isSealedPath = (path: string): boolean => path.startsWith(sealedRoot);

export async function serveSealed(clients: WorkerClients, request: Request): Promise<Response> {
  const [token = ''] = new URL(request.url).pathname.slice(sealedRoot.length).split('/');
  const share = shares.get(token) ?? (await askPages(clients, token));
  const tell = (failure: UnsavedReason | null) =>
    void tellPages(clients, { kind: 'ended', token, address: request.url, failure });
  const stay = seldom(() => void tellPages(clients, { kind: 'sending' }));
  try {
    const response = share ? await answerSealed(request, share) : new Response(null, { status: 404 });
    return isSaved(request) ? watchEnd(response, tell, stay) : response;
  } catch (error) {
    if (isSaved(request)) tell(failureOf(error));
    throw error;
  }
}

function seldom(work: () => void): () => void {
  let at = Date.now();
  return () => {
    if (Date.now() - at < stayEveryMs) return;
    at = Date.now();
    work();
  };
}

async function tellPages(clients: WorkerClients, message: MessageToPage): Promise<void> {
  for (const page of await clients.matchAll({ type: 'window' })) page.postMessage(message);
}

/** The browser ends workers that are idle, and their memory with them. */
async function askPages(clients: WorkerClients, token: string): Promise<WorkerShare | undefined> {
  const others = waiting.get(token) ?? new Set();
  waiting.set(token, others);
  const told = new Promise<void>((goOn) => others.add(goOn));
  await tellPages(clients, { kind: 'wanted', token });
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, waitMs))]);
  waiting.delete(token);
  return shares.get(token);
}
