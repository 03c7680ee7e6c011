import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { keyFragment, newShareKey } from '@/lib/domain/sealed/share-key';
import { KeptSalts } from '../upload/kept-salts';
import { findLocalFiles, type LocalFile } from '../upload/local-files';
import { sealFiles } from './seal-files';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-seal-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
const disk = path.join(folder, 'disk.img');
const size = 2_000_000;
const time = 1_700_000_000;
const storedKey = keyFragment(await newShareKey());

let runs = 0;
const newSend = () => path.join(folder, `send ${runs++}`);

/** Writes zeros but for one byte, always with the same size and time. */
function writeDisk(changedAt = size): LocalFile {
  fs.writeFileSync(disk, Buffer.alloc(size).fill(1, changedAt, Math.min(size, changedAt + 1)));
  fs.utimesSync(disk, time, time);
  const [file] = findLocalFiles([disk], () => undefined);
  if (!file) throw new Error('not found');
  return file;
}

/** Seals the file as one run of the command does. Returns its name, its salt and the bytes that leave. */
async function run(place: string, file: LocalFile, end = Number.POSITIVE_INFINITY) {
  const salts = new KeptSalts(place);
  const { files, manifest } = await sealFiles({ storedKey, salts }, { files: [file] });
  const [sealed] = files;
  const chunks: Uint8Array[] = [];
  for await (const chunk of sealed?.slices?.(0, Math.min(end, sealed.sizeBytes)) ?? []) chunks.push(chunk);
  return { name: sealed?.name, salt: manifest.files[0]?.salt, bytes: Buffer.concat(chunks) };
}

test('a byte that changes anywhere between two runs, with size and time kept, is sealed with another key', async () => {
  const place = newSend();
  const names = new Set([(await run(place, writeDisk(), 1_000_000)).name]);
  for (let at = 20_000; at < size; at += 262_144) names.add((await run(place, writeDisk(at), 40)).name);
  expect(names.size).toBe(1 + Math.ceil((size - 20_000) / 262_144));
});

test('the same file goes on with its key in the next run', async () => {
  const [place, file] = [newSend(), writeDisk()];
  const first = await run(place, file, 1_000_000);
  const again = await run(place, file);
  expect({ name: again.name, salt: again.salt }).toEqual({ name: first.name, salt: first.salt });
  expect(again.name).toBe(`${first.salt}.sealed`);
  expect(Buffer.compare(again.bytes.subarray(0, 1_000_000), first.bytes)).toBe(0);
});

test('a change that no file system tells of is refused where it was sealed, and the next run begins anew', async () => {
  const [place, file] = [newSend(), writeDisk()];
  const { name } = await run(place, file, 1_000_000);
  const disguised = writeDisk(500_000);
  const kept = fs.readFileSync(`${place}.salts`, 'utf8');
  fs.writeFileSync(`${place}.salts`, kept.replace(file.stamp, disguised.stamp)); // as with memory that is mapped
  expect((await run(place, disguised, 40)).name).toBe(name);
  await expect(run(place, disguised)).rejects.toThrow('It has changed while it was read.');
  expect((await run(place, disguised)).name).not.toBe(name);
});

test('a file that is written to while it is sealed is refused, although its time is set back', async () => {
  const file = writeDisk();
  const { files } = await sealFiles({ storedKey, salts: new KeptSalts(newSend()) }, { files: [file] });
  writeDisk(1);
  await expect(files[0]?.slices?.(0, 40)[Symbol.asyncIterator]().next()).rejects.toThrow('has changed');
});

test('where nothing can be kept, each run has its own keys', async () => {
  const [place, file] = [path.join(disk, 'below a file'), writeDisk()];
  expect((await run(place, file)).name).not.toBe((await run(place, file)).name);
});
