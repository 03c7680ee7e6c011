import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { AnswerCache } from './answer-cache';

function slowList(cache: AnswerCache) {
  const reads: ((rows: string[]) => void)[] = [];
  const observer = new QueryObserver<string[]>(cache, {
    queryKey: ['list'],
    queryFn: () => new Promise((resolve) => reads.push(resolve)),
  });
  return { reads, observer, stop: observer.subscribe(() => undefined) };
}

test('a first read that a change overtakes is read again, and only the new answer counts', async () => {
  const cache = new AnswerCache();
  const { reads, observer, stop } = slowList(cache);
  const reload = cache.invalidateQueries({ queryKey: ['list'] });
  expect(reads).toHaveLength(2);
  reads[0]?.(['old']);
  reads[1]?.(['new']);
  await reload;
  expect(observer.getCurrentResult().data).toEqual(['new']);
  stop();
});

test('a first read of something else goes on', async () => {
  const cache = new AnswerCache();
  const { reads, observer, stop } = slowList(cache);
  await cache.invalidateQueries({ queryKey: ['account'] });
  expect(reads).toHaveLength(1);
  reads[0]?.(['rows']);
  await expect.poll(() => observer.getCurrentResult().data).toEqual(['rows']);
  stop();
});
