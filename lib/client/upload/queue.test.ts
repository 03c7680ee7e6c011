import { expect, test } from 'vitest';
import { fakeSender, file, picked } from '@/testing/service/sending';
import { UploadQueue } from './queue';

function bench({ parallel = 3, parallelSmall = 3 } = {}) {
  const { sender, sent, discarded, transferOf } = fakeSender();
  const time = { ms: 0 };
  const pending: (() => void)[] = [];
  const schedule = (flush: () => void) => {
    pending.push(flush);
    return () => void pending.splice(pending.indexOf(flush), 1);
  };
  const queue = new UploadQueue(sender, { parallel, parallelSmall, clock: () => time.ms, schedule });
  const flush = () => {
    for (const run of pending.splice(0)) run();
  };
  const states = () => queue.snapshot().ids.map((id) => queue.item(id)?.state);
  const passMs = (ms: number) => {
    time.ms += ms;
  };
  return { queue, sent, discarded, pending, flush, states, passMs, transferOf };
}

test('three files go at once and the next follows when one ends', () => {
  const { queue, transferOf, states } = bench();
  queue.add(picked('a', 'b', 'c', 'd'));
  queue.start();
  expect(states()).toEqual(['uploading', 'uploading', 'uploading', 'waiting']);
  transferOf('a').on.done();
  expect(states()).toEqual(['done', 'uploading', 'uploading', 'uploading']);
});

test('more of the files that go in one request are sent at once, while no large one waits', () => {
  const { queue, transferOf, states } = bench({ parallel: 2, parallelSmall: 4 });
  const large = { file: file('large', 2 ** 20 + 1), path: '' };
  queue.add([...picked('a', 'b', 'c'), large, ...picked('d', 'e')]);
  queue.start();
  expect(states()).toEqual(['uploading', 'uploading', 'uploading', 'waiting', 'waiting', 'waiting']);
  transferOf('a').on.done();
  expect(states()[3]).toBe('waiting');
  transferOf('b').on.done();
  expect(states()).toEqual(['done', 'done', 'uploading', 'uploading', 'uploading', 'uploading']);
});

test('progress is bytes over bytes, not a mean of percents', () => {
  const { queue, transferOf, flush } = bench();
  queue.add([
    { file: file('small', 10), path: '' },
    { file: file('large', 990), path: '' },
  ]);
  queue.start();
  transferOf('small').on.done();
  flush();
  expect(queue.snapshot()).toMatchObject({ sentBytes: 10, totalBytes: 1000 });
});

test('a failed file does not stop the others, and can be tried again', () => {
  const { queue, transferOf, states, flush } = bench({ parallel: 1, parallelSmall: 1 });
  queue.add(picked('a', 'b'));
  queue.start();
  transferOf('a').on.failed({ kind: 'refused', message: 'Disk full.', code: 'storage.full' });
  transferOf('b').on.done();
  flush();
  expect(states()).toEqual(['failed', 'done']);
  expect(queue.snapshot().phase).toBe('settled');

  queue.retryFailed();
  expect(states()).toEqual(['uploading', 'done']);
  transferOf('a').on.done();
  flush();
  expect(queue.snapshot()).toMatchObject({ phase: 'settled', counts: { done: 2, failed: 0 } });
});

test('a pause keeps what was sent, and going on begins with what was on its way', () => {
  const { queue, sent, transferOf, states } = bench({ parallel: 1, parallelSmall: 1 });
  queue.add(picked('a', 'b'));
  queue.start();
  transferOf('a').on.progress(2);
  queue.pause();
  expect(transferOf('a').isPaused).toBe(true);
  expect(states()).toEqual(['paused', 'waiting']);
  expect(queue.snapshot()).toMatchObject({ phase: 'paused', sentBytes: 2 });

  queue.start();
  expect(states()).toEqual(['uploading', 'waiting']);
  expect(sent.map(({ item }) => item.filename)).toEqual(['a', 'a']);
});

test('events of a paused transfer are ignored', () => {
  const { queue, transferOf, states } = bench();
  queue.add(picked('a'));
  queue.start();
  const old = transferOf('a');
  queue.pause();
  queue.start();
  old.on.failed({ kind: 'status', status: 500 });
  expect(states()).toEqual(['uploading']);
});

test('a broken connection shows as reconnecting until bytes move again', () => {
  const { queue, transferOf, states } = bench();
  queue.add(picked('a'));
  queue.start();
  transferOf('a').on.progress(1);
  transferOf('a').on.reconnecting();
  expect(states()).toEqual(['reconnecting']);
  transferOf('a').on.progress(1);
  expect(states()).toEqual(['uploading']);
});

test('a lost session pauses everything and says why', () => {
  const { queue, transferOf, states } = bench();
  queue.add(picked('a', 'b'));
  queue.start();
  transferOf('a').on.halted('signedOut');
  expect(states()).toEqual(['paused', 'paused']);
  expect(queue.snapshot()).toMatchObject({ phase: 'paused', halt: 'signedOut' });
  queue.start();
  expect(queue.snapshot().halt).toBeNull();
});

test('a file picked twice is taken once, even within one drop', () => {
  const { queue } = bench();
  expect(queue.add(picked('a', 'a', 'b'))).toMatchObject({ duplicates: 1 });
  expect(queue.add(picked('b', 'c'))).toMatchObject({ duplicates: 1 });
  const sameNameElsewhere = [{ file: file('a'), path: 'folder' }];
  const changedSince = [{ file: file('a', 3, 2), path: '' }];
  expect(queue.add([...sameNameElsewhere, ...changedSince]).duplicates).toBe(0);
  expect(queue.snapshot().ids).toHaveLength(5);
});

test('a removed file frees its place and is discarded on the server; one that arrived stays', () => {
  const { queue, transferOf, states, discarded } = bench({ parallel: 1, parallelSmall: 1 });
  queue.add(picked('a', 'b', 'c'));
  queue.start();
  transferOf('a').on.done();
  queue.remove(queue.snapshot().ids.slice(0, 2));
  expect(transferOf('b').isPaused).toBe(true);
  expect(discarded).toEqual(['b']);
  expect(states()).toEqual(['done', 'uploading']);
});

test('a file that was removed may be picked again', () => {
  const { queue } = bench();
  queue.add(picked('a'));
  queue.remove(queue.snapshot().ids);
  expect(queue.snapshot()).toMatchObject({ phase: 'empty', totalBytes: 0 });
  expect(queue.add(picked('a'))).toMatchObject({ duplicates: 0 });
});

test('a pause ends with the last file that is taken out, whatever it was for', () => {
  const { queue, transferOf } = bench();
  queue.add(picked('a', 'b'));
  queue.start();
  const [first = '', second = ''] = queue.snapshot().ids;
  transferOf('a').on.halted('signedOut');
  queue.remove([first]);
  expect(queue.snapshot()).toMatchObject({ phase: 'paused', halt: 'signedOut' });
  queue.remove([second]);
  expect(queue.snapshot()).toMatchObject({ phase: 'empty', halt: null });
  queue.add(picked('c'));
  expect(queue.snapshot().phase).toBe('idle');
});

test('a pause outlasts what is taken out as long as the list holds what has arrived', () => {
  const { queue, transferOf } = bench();
  queue.add(picked('a', 'b'));
  queue.start();
  transferOf('a').on.done();
  queue.pause();
  queue.remove(queue.snapshot().ids);
  expect(queue.snapshot()).toMatchObject({ phase: 'paused', counts: { done: 1 } });
});

test('that something has arrived is known when the list has forgotten it', () => {
  const { queue, transferOf } = bench();
  queue.add(picked('a'));
  queue.start();
  expect(queue.hasArrived).toBe(false);
  transferOf('a').on.done();
  queue.forgetDone();
  expect(queue.snapshot().phase).toBe('empty');
  expect(queue.hasArrived).toBe(true);
});

test('files added on the way join in, and after the end they wait for the next start', () => {
  const { queue, transferOf, states, flush } = bench();
  queue.add(picked('a'));
  queue.start();
  queue.add(picked('b'));
  expect(states()).toEqual(['uploading', 'uploading']);
  transferOf('a').on.done();
  transferOf('b').on.done();
  queue.add(picked('c'));
  flush();
  expect(states()).toEqual(['done', 'done', 'waiting']);
  expect(queue.snapshot().phase).toBe('idle');
});

test('a sender that fails at once starts nothing twice', () => {
  let calls = 0;
  const queue = new UploadQueue({
    send(_item, on) {
      calls++;
      on.failed({ kind: 'unreadable' });
      return { pause: () => {} };
    },
    discard: () => {},
  });
  queue.add(picked('a', 'b', 'c', 'd'));
  queue.start();
  expect(calls).toBe(4);
  expect(queue.snapshot().phase).toBe('settled');
});

test('speed and time left follow the bytes of the last seconds and begin anew after a pause', () => {
  const { queue, transferOf, flush, passMs } = bench();
  queue.add([{ file: file('a', 10_000), path: '' }]);
  queue.start();
  for (let second = 1; second <= 4; second++) {
    passMs(1000);
    transferOf('a').on.progress(second * 1000);
    flush();
  }
  expect(queue.snapshot().bytesPerSecond).toBeCloseTo(1000);
  expect(queue.snapshot().msLeft).toBeCloseTo(6000);

  queue.pause();
  expect(queue.snapshot().bytesPerSecond).toBeNull();
  passMs(60_000);
  queue.start();
  passMs(2000);
  transferOf('a').on.progress(6000);
  flush();
  expect(queue.snapshot().bytesPerSecond).toBeCloseTo(1000);
});

test('many progress events tell the page once', () => {
  const { queue, transferOf, pending, flush } = bench();
  queue.add([{ file: file('a', 1000), path: '' }]);
  queue.start();
  let told = 0;
  queue.subscribe(() => told++);
  for (let bytes = 1; bytes <= 500; bytes++) transferOf('a').on.progress(bytes);
  expect(pending).toHaveLength(1);
  flush();
  expect(told).toBe(1);
  expect(queue.snapshot().sentBytes).toBe(500);
});

test('ten thousand files are sent in the time their bytes need, not the queue', () => {
  const { queue, sent, flush } = bench();
  const many = Array.from({ length: 10_000 }, (_, n) => ({
    file: file(`file ${n}`, 4),
    path: `folder ${n % 100}`,
  }));
  const began = performance.now();
  queue.add(many);
  queue.start();
  const { ids } = queue.snapshot();
  for (let next = 0; next < many.length; next++) {
    const transfer = sent[next];
    for (let bytes = 1; bytes <= 4; bytes++) transfer?.on.progress(bytes);
    transfer?.on.done();
    if (next % 10 === 0) flush();
  }
  flush();
  expect(queue.snapshot()).toMatchObject({ phase: 'settled', sentBytes: 40_000 });
  expect(queue.snapshot().ids).toBe(ids);
  // Quadratic work would take many seconds; the real time here is some 100 ms.
  expect(performance.now() - began).toBeLessThan(5000);
});

test('another file of the same name gets a number, also beside those of the share; the same file comes once', () => {
  const { queue } = bench();
  const same = (size: number, path = '') => ({ file: file('same.txt', size), path });
  const names = (added: { filename: string }[]) => added.map(({ filename }) => filename);
  expect(names(queue.add([same(1), same(2), same(3, 'other')]).added)).toEqual([
    'same.txt',
    'same (2).txt',
    'same.txt',
  ]);
  const again = queue.add([same(2), same(4)]);
  expect([names(again.added), again.duplicates]).toEqual([['same (3).txt'], 1]);
  const isPresent = (place: string) => /new( \(2\))?\.txt/.test(place);
  expect(names(queue.add([{ file: file('new.txt', 5), path: '' }], isPresent).added)).toEqual([
    'new (3).txt',
  ]);
});
