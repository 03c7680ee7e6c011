import 'server-only';
import { createHash } from 'node:crypto';
import type { NoteTree } from '@/lib/domain/file/note-tree';
import { BoundedMap } from '@/lib/server/bounded-map';
import { lazyThread } from '@/lib/server/thread';

const maxWaitMs = 2_000;
const refusalMs = 10 * 60_000;

const reader = lazyThread('lib/server/notes/note-worker.mjs');

/** Texts that exceeded a limit, with the time until which they are refused. */
const refusedUntil = new BoundedMap<string, number>(1_000);
const pending = new Map<string, Promise<NoteTree | null>>();
let queue: Promise<unknown> = Promise.resolve();

/**
 * Parses an untrusted note in a thread, one at a time, because the parser's time can grow with the square of
 * the text.
 * @returns null for a note over the limits or while the thread is busy
 */
export function readNote(text: string): Promise<NoteTree | null> {
  const key = createHash('sha256').update(text).digest('base64');
  if ((refusedUntil.get(key) ?? 0) > performance.now()) return Promise.resolve(null);
  const known = pending.get(key);
  if (known) return known;
  const reading = enqueue(key, text).finally(() => pending.delete(key));
  pending.set(key, reading);
  return reading;
}

function enqueue(key: string, text: string): Promise<NoteTree | null> {
  const waitsUntil = performance.now() + maxWaitMs;
  const reading = queue.then(async () => {
    if (performance.now() > waitsUntil) return null;
    const tree = await reader().call<NoteTree | null>({ text });
    if (tree === null) refusedUntil.set(key, performance.now() + refusalMs);
    return tree;
  });
  // If the thread fails, the page displays the source text.
  const answer = reading.catch(() => null);
  queue = answer;
  return answer;
}
