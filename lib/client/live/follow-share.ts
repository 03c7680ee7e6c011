import { otherBytePaths } from '@/lib/contract/byte-calls/all-paths';
import { fillPath } from '@/lib/contract/byte-calls/bytes';
import type { LiveCounts } from '@/lib/contract/byte-calls/live';
import { type EventsEnd, readEvents } from './read-events';

/** Two beats of the server, and a little: a proxy that gathers answers holds them back. */
const silenceMs = 45_000;
/** Asks as often while it hears nothing. */
const askMs = 20_000;
/** A tab in the background keeps none of the few connections that browsers have for a server. */
const hiddenMs = 10_000;
/** A busy share is read again as often. */
const gapMs = 2_000;

/** `now`: how it is, at the beginning; `news`: something has happened; `ask`: nobody knows. */
export type LiveNews = { kind: 'now' | 'news'; counts: LiveCounts } | { kind: 'ask' };

/** Follows what happens to a share while the tab is seen. @returns a function that stops it */
export function followShare(shareId: string, tell: (heard: LiveNews) => void): () => void {
  const url = fillPath(otherBytePaths.shareLive, { id: shareId });
  const say = spaced(tell, gapMs);
  let listening: AbortController | null = null;
  let isHeard = false;
  let asking: ReturnType<typeof setInterval> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  let again: ReturnType<typeof setTimeout> | undefined;

  const listen = async () => {
    const own = new AbortController();
    listening = own;
    const end = await readEvents<LiveCounts>(url, { silenceMs, stop: own }, (counts) => {
      say({ kind: isHeard ? 'news' : 'now', counts });
      isHeard = true;
    });
    if (listening === own) onEnd(end);
  };
  const onEnd = (end: EventsEnd) => {
    listening = null;
    const wasHeard = isHeard;
    isHeard = false;
    if (end === 'refused') {
      rest();
      say({ kind: 'ask' });
    } else if (end === 'silent') say({ kind: 'ask' });
    else if (wasHeard) again = setTimeout(ensure, 1_000 + Math.random() * 4_000); // not all pages at once
  };
  const ensure = () => {
    clearTimeout(again);
    if (!listening) void listen();
  };
  const begin = () => {
    clearTimeout(hiding);
    hiding = undefined;
    if (asking !== undefined) return;
    asking = setInterval(() => {
      if (!isHeard) say({ kind: 'ask' });
      ensure();
    }, askMs);
    ensure();
  };
  const rest = () => {
    clearInterval(asking);
    clearTimeout(again);
    asking = undefined;
    isHeard = false;
    const was = listening;
    listening = null;
    was?.abort();
  };
  const onVisibility = () => {
    if (document.visibilityState === 'visible') begin();
    else hiding ??= setTimeout(rest, hiddenMs);
  };

  document.addEventListener('visibilitychange', onVisibility);
  addEventListener('pagehide', rest);
  addEventListener('pageshow', onVisibility);
  if (document.visibilityState === 'visible') begin();
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    removeEventListener('pagehide', rest);
    removeEventListener('pageshow', onVisibility);
    clearTimeout(hiding);
    rest();
    say.stop();
  };
}

/** Passes the first on at once, and of those that follow soon the last. News that come meanwhile aren't taken for less. */
function spaced(tell: (heard: LiveNews) => void, ms: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: LiveNews | undefined;
  const next = () => {
    timer = undefined;
    const heard = waiting;
    waiting = undefined;
    if (heard) say(heard);
  };
  const say = (heard: LiveNews) => {
    if (timer === undefined) {
      tell(heard);
      timer = setTimeout(next, ms);
    } else if (waiting?.kind !== 'news') waiting = heard;
  };
  return Object.assign(say, { stop: () => clearTimeout(timer) });
}
