import { versionPath } from '@/lib/contract/http/names';
import { isAwayStatus } from './refusal';

const lookMs = 2_000;

const listeners = new Set<() => void>();
let isAway = false;
let timer: ReturnType<typeof setTimeout> | undefined;

function become(away: boolean): void {
  if (isAway === away) return;
  isAway = away;
  for (const listener of listeners) listener();
  if (away) plan();
}

function plan(): void {
  clearTimeout(timer);
  timer = setTimeout(look, lookMs);
}

/** The plainest question there is, until it is answered. */
async function look(): Promise<void> {
  const status = await fetch(versionPath, { cache: 'no-store' }).then(
    (answer) => answer.status,
    () => 0,
  );
  noteAnswer(status);
  if (isAway) plan();
}

/** Asks now. To be asked before the router fetches a page: without an answer it goes to the browser's page of errors. */
export const isReachable = (): Promise<boolean> => look().then(() => !isAway);

/** What a call found out about the way to the server. @param status 0: nobody answered */
export const noteAnswer = (status: number): void => become(isAwayStatus(status));

/** The same from code that hears of failures only. */
export function noteTrouble(status: number): void {
  if (isAwayStatus(status)) become(true);
}

/** Whether the server can't be reached, or can't answer, as the last call found out. */
export const isServerAway = (): boolean => isAway;

/** Calls `listener` whenever that changes. @returns the way to stop */
export function onConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
