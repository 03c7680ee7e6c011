/**
 * A signal that also ends after a while. Written out, because `AbortSignal.any` is younger than the oldest browsers that
 * README promises. As with `AbortSignal.timeout` the time counts for the body of an answer, too.
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
