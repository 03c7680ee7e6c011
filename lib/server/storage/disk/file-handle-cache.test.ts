import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fileHandleCache } from './read-file';

function setUp(count = 1) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-open-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const places = Array.from({ length: count }, (_, n) => path.join(folder, String(n)));
  for (const place of places) fs.writeFileSync(place, place);
  const [place = ''] = places;
  const openCount = () =>
    fs.readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return fs.readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
      } catch {
        return false; // the descriptor of the listing itself
      }
    }).length;
  return { files: fileHandleCache(), place, places, openCount };
}

const onLinux = process.platform === 'linux';

test('a file that is read by many, and again, is opened once, and again after a while', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { files, place, openCount } = setUp();
  const uses = await Promise.all([files.read(place), files.read(place)]);
  expect(uses[0].handle).toBe(uses[1].handle);
  await Promise.all(uses.map(({ release }) => release()));
  const again = await files.read(place);
  expect(again.handle).toBe(uses[0].handle);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await again.handle.stat()).size).toBe(place.length); // a slow reader isn't cut off
  const reopened = await files.read(place);
  expect(reopened.handle).not.toBe(again.handle);
  await again.release();
  expect((await reopened.handle.stat()).size).toBe(place.length);
  await reopened.release();
  await vi.advanceTimersByTimeAsync(10_000);
  if (onLinux) await expect.poll(openCount).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('a file that was removed is not there for the next one, and there for who reads it', async () => {
  const { files, place, openCount } = setUp();
  const early = await files.read(place);
  fs.rmSync(place);
  files.forget(place);
  await expect(files.read(place)).rejects.toThrow('ENOENT');
  expect((await early.handle.stat()).size).toBe(place.length);
  await early.release();
  if (onLinux) expect(openCount()).toBe(0);
});

test('a file that was not there may come', async () => {
  const { files, place } = setUp();
  fs.renameSync(place, `${place}.later`);
  await expect(Promise.all([files.read(place), files.read(place)])).rejects.toThrow('ENOENT');
  fs.renameSync(`${place}.later`, place);
  await (await files.read(place)).release();
});

test('more files than may stay open are read all the same', async () => {
  const { files, places, openCount } = setUp(600);
  const uses = await Promise.all(places.map((place) => files.read(place)));
  await Promise.all(uses.map(({ release }) => release()));
  if (onLinux) expect(openCount()).toBe(500);
  for (const place of places) files.forget(place);
  if (onLinux) await expect.poll(openCount).toBe(0);
});
