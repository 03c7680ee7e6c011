/**
 * Adds a timeout to a signal. `AbortSignal.any` is missing in the oldest supported browsers (README). The time includes
 * reading the body.
 */
export function timeLimit(ms: number, outer?: AbortSignal): { signal: AbortSignal; isOver: () => boolean } {
  const own = new AbortController();
  const timeout = AbortSignal.timeout(ms);
  const end = (from: AbortSignal) => () => own.abort(from.reason);
  for (const one of outer ? [outer, timeout] : [timeout]) {
    if (one.aborted) own.abort(one.reason);
    else one.addEventListener('abort', end(one), { once: true, signal: own.signal });
  }
  return { signal: own.signal, isOver: () => timeout.aborted };
}
