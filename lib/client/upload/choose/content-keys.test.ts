import { expect, test } from 'vitest';
import { UploadQueue } from '@/lib/client/upload/queue';
import { fakeSender } from '@/testing/service/sending';
import { distinguishTwins } from './collect';

const photo = (content: string, lastModified = 1) => ({
  path: '',
  file: new File([content], 'image.jpg', { lastModified }),
});

function list() {
  const queue = new UploadQueue(fakeSender().sender);
  const add = async (...files: ReturnType<typeof photo>[]) => {
    const collected = await distinguishTwins(
      { files, junk: 0, empty: [], unreadable: [], handles: [] },
      queue,
    );
    const { added, duplicates } = queue.add(collected.files);
    return [added.length, duplicates];
  };
  return { queue, add };
}

const thirty = Array.from({ length: 30 }, (_, n) => photo(`photo ${String(n).padStart(2, '0')}`));

test('thirty photos with one name, size and time are thirty files, and each only once', async () => {
  const { queue, add } = list();
  expect(await add(...thirty)).toEqual([30, 0]);
  expect(await add(...thirty.slice(0, 20))).toEqual([0, 20]);
  const names = queue.snapshot().ids.map((id) => queue.item(id)?.filename);
  expect(names.slice(0, 3)).toEqual(['image.jpg', 'image (2).jpg', 'image (3).jpg']);
  expect(new Set(names).size).toBe(30);
});

test('a photo that comes after another of its name, size and time is a file of its own', async () => {
  const { add } = list();
  expect(await add(photo('one'))).toEqual([1, 0]);
  expect(await add(photo('two'), photo('one'), photo('two'))).toEqual([1, 2]);
});

test('large files are told by their beginning, middle and end', async () => {
  const { add } = list();
  const film = (at: number) => {
    const bytes = new Uint8Array(3_000_000);
    bytes[at] = 1;
    return { path: '', file: new File([bytes], 'film.mp4', { lastModified: 1 }) };
  };
  expect(await add(film(0), film(1_500_000), film(2_999_999), film(0))).toEqual([3, 1]);
});
