import { expect, test } from 'vitest';
import { UnsealError } from '@/lib/domain/sealed/unseal';
import { watchEnd } from './watch-end';
import type { UnsavedReason } from './worker-share';

/** An answer with one chunk, which breaks after it. */
function breaking(error: Error | null): Response {
  let isSent = false;
  const body = new ReadableStream({
    pull(out) {
      if (!isSent) out.enqueue(new Uint8Array(3));
      else if (error) out.error(error);
      else out.close();
      isSent = true;
    },
  });
  return new Response(body, { headers: { 'content-length': '9' } });
}

test.each<[string, Error | null, (UnsavedReason | null)[]]>([
  ['was changed', new UnsealError('damaged'), ['damaged']],
  ['stops', new TypeError('broken line'), ['stopped']],
  ['arrives whole', null, [null]],
])('what is saved tells once when it %s, and never ends early', async (_, error, told) => {
  const failures: (UnsavedReason | null)[] = [];
  const response = watchEnd(
    breaking(error),
    (failure) => failures.push(failure),
    () => undefined,
  );
  expect(response.headers.get('content-length')).toBe('9');
  const read = response.arrayBuffer();
  if (error) await expect(read).rejects.toThrow(error);
  else expect((await read).byteLength).toBe(3);
  expect(failures).toEqual(told);
});

test('an answer that is refused tells so', () => {
  const failures: (UnsavedReason | null)[] = [];
  watchEnd(
    new Response(null, { status: 404 }),
    (failure) => failures.push(failure),
    () => undefined,
  );
  expect(failures).toEqual(['stopped']);
});
