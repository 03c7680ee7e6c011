import { versionPath } from '@/lib/contract/http/names';
import { isAwayStatus } from './refusal';

/** `gate`: somebody in front of the server, such as a proxy, answers in place of it and wants a sign-in. */
type Connection = 'there' | 'away' | 'gate';

const lookMs = 2_000;

const listeners = new Set<() => void>();
let connection: Connection = 'there';
let timer: ReturnType<typeof setTimeout> | undefined;

function become(next: Connection): void {
  if (connection === next) return;
  const wasThere = connection === 'there';
  connection = next;
  for (const listener of listeners) listener();
  if (wasThere) plan();
}

function plan(): void {
  clearTimeout(timer);
  timer = setTimeout(look, lookMs);
}

/** The plainest question there is, until it is answered. */
async function look(): Promise<void> {
  const request = { cache: 'no-store', redirect: 'manual' } as const;
  const answer = await fetch(versionPath, request).catch(() => null);
  become(connectionOf(answer));
  if (connection !== 'there') plan();
}

/** The server itself never leads elsewhere from there, refuses it, or answers it with a page. */
function connectionOf(answer: Response | null): Connection {
  if (!answer) return 'away';
  const { type, status, headers } = answer;
  const isGate = type === 'opaqueredirect' || [401, 403, 407, 511].includes(status);
  if (isGate || (status === 200 && headers.get('content-type')?.startsWith('text/html'))) return 'gate';
  return isAwayStatus(status) ? 'away' : 'there';
}

/** Asks now. To be asked before the router fetches a page: without an answer it goes to the browser's page of errors. */
export const isReachable = (): Promise<boolean> => look().then(() => connection === 'there');

/** What a call found out about the way to the server. Whoever stands in front may have answered it. @param status 0: nobody */
export function noteAnswer(status: number): void {
  if (connection !== 'gate') become(isAwayStatus(status) ? 'away' : 'there');
}

/** The same from code that hears of failures only. */
export function noteTrouble(status: number): void {
  if (isAwayStatus(status)) noteAnswer(status);
}

/** True when somebody in front of the server wants a sign-in, asked just now. */
export const isBehindGate = (): Promise<boolean> => look().then(() => connection === 'gate');

/** Whether the server can't be reached, or can't answer, as the last call found out. */
export const isServerAway = (): boolean => connection !== 'there';

/** True when that is for somebody in front of it, who wants a sign-in. */
export const isGateClosed = (): boolean => connection === 'gate';

/** Calls `listener` whenever that changes. @returns the way to stop */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
