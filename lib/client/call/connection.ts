import { versionPath } from '@/lib/contract/http/names';
import { isAwayStatus } from './refusal';

/** `proxy`: something in front of the server answers in its place and wants a sign-in. */
type ConnectionState = 'there' | 'away' | 'proxy';

const probeMs = 2_000;

const listeners = new Set<() => void>();
let connection: ConnectionState = 'there';
let timer: ReturnType<typeof setTimeout> | undefined;

function setConnection(next: ConnectionState): void {
  if (connection === next) return;
  const wasThere = connection === 'there';
  connection = next;
  for (const listener of listeners) listener();
  if (wasThere) scheduleProbe();
}

function scheduleProbe(): void {
  clearTimeout(timer);
  timer = setTimeout(probe, probeMs);
}

async function probe(): Promise<void> {
  const request = { cache: 'no-store', redirect: 'manual' } as const;
  const answer = await fetch(versionPath, request).catch(() => null);
  setConnection(classifyAnswer(answer));
  if (connection !== 'there') scheduleProbe();
}

/** The server itself never answers this endpoint with a redirect, a refusal or a page. */
function classifyAnswer(answer: Response | null): ConnectionState {
  if (!answer) return 'away';
  const { type, status, headers } = answer;
  const isProxy = type === 'opaqueredirect' || [401, 403, 407, 511].includes(status);
  if (isProxy || (status === 200 && headers.get('content-type')?.startsWith('text/html'))) return 'proxy';
  return isAwayStatus(status) ? 'away' : 'there';
}

/**
 * Probes now. Call it before the router fetches a page: a router request without an answer ends on the browser's error
 * page.
 */
export const isReachable = (): Promise<boolean> => probe().then(() => connection === 'there');

/** Records the status of an answer, which a proxy may have sent. @param status 0: no answer */
export function reportStatus(status: number): void {
  if (connection !== 'proxy') setConnection(isAwayStatus(status) ? 'away' : 'there');
}

export function reportFailure(status: number): void {
  if (isAwayStatus(status)) reportStatus(status);
}

export const checkProxySignIn = (): Promise<boolean> => probe().then(() => connection === 'proxy');

export const isServerAway = (): boolean => connection !== 'there';

export const isProxySignInNeeded = (): boolean => connection === 'proxy';

export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
