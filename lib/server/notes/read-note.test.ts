import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { readNote } from './read-note';

const fill = (piece: string) => piece.repeat(Math.floor(65_000 / piece.length));

/** Each made up so that reading it takes many times as long as it is long. */
const hostile = ['[', '](', '> ', '1. ', 'a\n', '**a', '[a](', '|a|b|\n|-|-|\n', '<', '&amp;'].map(fill);

/** The longest time that nothing else came to its turn. */
async function longestHold(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let last = performance.now();
  let done = false;
  work.finally(() => {
    done = true;
  });
  while (!done) {
    await sleep(1);
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }
  return longest;
}

beforeAll(() => readNote('the thread has started'));

test('a note is read into what is to be drawn', async () => {
  const tree = await readNote('*plans* <b>');
  expect(JSON.stringify(tree)).toContain(
    '{"type":"element","tagName":"em","properties":{},"children":[{"type":"text","value":"plans"}]}',
  );
});

test('ten texts made to take long hold nobody up, and one that is fine is read soon after', async () => {
  const readings = Promise.all(hostile.map(readNote));
  const honest = readNote('fine');
  expect(await longestHold(readings)).toBeLessThan(400); // each of them alone takes seconds
  await honest;
  expect(await readNote('another that is fine')).not.toBeNull();
}, 60_000);

test('what was too much is not tried again', async () => {
  const text = `${fill('1. ')}!`; // most of a minute on a fast machine
  expect(await readNote(text)).toBeNull();
  const began = performance.now();
  expect(await readNote(text)).toBeNull();
  expect(performance.now() - began).toBeLessThan(50);
});

test('ten visits of one link read its note once', async () => {
  const [first, ...others] = await Promise.all(Array.from({ length: 10 }, () => readNote('# often')));
  for (const tree of others) expect(tree).toBe(first);
});

test('what nests without measure, or becomes too much, is left as it was written', async () => {
  expect(await readNote('> '.repeat(300))).toBeNull();
  expect(await readNote('*a* '.repeat(4_500))).toBeNull();
});
