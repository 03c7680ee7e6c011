import 'server-only';
import { createHash } from 'node:crypto';
import type { NoteTree } from '@/lib/domain/file/note-tree';
import { BoundedMap } from '@/lib/server/bounded-map';
import { lazyThread } from '@/lib/server/thread';

const patienceMs = 2_000;
const restMs = 10 * 60_000;

const reader = lazyThread('lib/server/notes/note-worker.mjs');

/** What was too much, and until when it isn't tried again. */
const refused = new BoundedMap<string, number>(1_000);
const underWay = new Map<string, Promise<NoteTree | null>>();
let turn: Promise<unknown> = Promise.resolve();

/**
 * Reads a text that a stranger may have written. A library does it whose time may grow with the square of the text, so
 * a thread does it, one text after the other; meanwhile this process does all else.
 * @returns null for a text that takes too long or becomes too much, and where others take up the thread's time
 */
export function readNote(text: string): Promise<NoteTree | null> {
  const key = createHash('sha256').update(text).digest('base64');
  if ((refused.get(key) ?? 0) > performance.now()) return Promise.resolve(null);
  const known = underWay.get(key);
  if (known) return known;
  const reading = inTurn(key, text).finally(() => underWay.delete(key));
  underWay.set(key, reading);
  return reading;
}

function inTurn(key: string, text: string): Promise<NoteTree | null> {
  const waitsUntil = performance.now() + patienceMs;
  const reading = turn.then(async () => {
    if (performance.now() > waitsUntil) return null;
    const tree = await reader().call<NoteTree | null>({ text });
    if (tree === null) refused.set(key, performance.now() + restMs);
    return tree;
  });
  // Without a thread a note is shown as it was written.
  const answer = reading.catch(() => null);
  turn = answer;
  return answer;
}
