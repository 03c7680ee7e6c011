import { expect, test } from 'vitest';
import type { LiveCounts } from '@/lib/contract/byte-calls/live';
import { LiveStream } from './live-stream';

const counts = (views: number): LiveCounts => ({ views, downloads: 0, people: 0, files: 0 });

test('what happens while a stream begins is told, although its first answer is older', async () => {
  const answers: ((counts: LiveCounts) => void)[] = [];
  const ask = () => new Promise<LiveCounts>((resolve) => answers.push(resolve));
  const stream = new LiveStream('share', 'account', ask, () => undefined);
  const next = async () => String((await stream.next()).value);
  const begun = stream.begin();
  await stream.check(true);
  expect(answers).toHaveLength(1);
  answers[0]?.(counts(0));
  await begun;
  expect(await next()).toContain('"views":0');
  answers[1]?.(counts(1));
  expect(await next()).toContain('"views":1');
});

test('a beat takes no news away that the page hasn’t read yet', async () => {
  let views = 0;
  const stream = new LiveStream(
    'share',
    'account',
    async () => counts(views),
    () => undefined,
  );
  const next = async () => String((await stream.next()).value);
  await stream.begin();
  await next();
  await stream.check(false);
  expect(await next()).toBe(':\n\n');
  views = 1;
  await stream.check(true);
  await stream.check(false);
  expect(await next()).toContain('"views":1');
});
