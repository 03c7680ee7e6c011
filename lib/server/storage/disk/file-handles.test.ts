import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fileHandles } from './file-handles';

function setUp(count = 1) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-open-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const places = Array.from({ length: count }, (_, n) => path.join(folder, String(n)));
  for (const place of places) fs.writeFileSync(place, place);
  const [place = ''] = places;
  /** Files of the folder that the process has open now. */
  const openCount = () =>
    fs.readdirSync('/proc/self/fd').filter((fd) => {
      try {
        return fs.readlinkSync(`/proc/self/fd/${fd}`).startsWith(folder);
      } catch {
        return false; // the one that listed them
      }
    }).length;
  return { files: fileHandles(), place, places, openCount };
}

const onLinux = process.platform === 'linux';

test('a file that is read by many, and again, is opened once, and anew after a while', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { files, place, openCount } = setUp();
  const readings = await Promise.all([files.read(place), files.read(place)]);
  expect(readings[0].handle).toBe(readings[1].handle);
  await Promise.all(readings.map(({ end }) => end()));
  const again = await files.read(place);
  expect(again.handle).toBe(readings[0].handle);
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await again.handle.stat()).size).toBe(place.length); // who reads slowly isn't cut off
  const anew = await files.read(place);
  expect(anew.handle).not.toBe(again.handle);
  await again.end();
  expect((await anew.handle.stat()).size).toBe(place.length);
  await anew.end();
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
  await early.end();
  if (onLinux) expect(openCount()).toBe(0);
});

test('a file that was not there may come', async () => {
  const { files, place } = setUp();
  fs.renameSync(place, `${place}.later`);
  await expect(Promise.all([files.read(place), files.read(place)])).rejects.toThrow('ENOENT');
  fs.renameSync(`${place}.later`, place);
  await (await files.read(place)).end();
});

test('more files than may stay open are read all the same', async () => {
  const { files, places, openCount } = setUp(600);
  const readings = await Promise.all(places.map((place) => files.read(place)));
  await Promise.all(readings.map(({ end }) => end()));
  if (onLinux) expect(openCount()).toBe(500);
  for (const place of places) files.forget(place);
  if (onLinux) await expect.poll(openCount).toBe(0);
});
