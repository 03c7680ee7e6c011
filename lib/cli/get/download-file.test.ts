import { createHash } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { downloadFile } from './download-file';
import { plainWire } from './wire';

const bytes = Buffer.from('0123456789');
const sum = createHash('sha256').update(bytes).digest('hex');

/** @param most bytes that each answer sends and the command takes before it breaks off; 0 ends it before the first */
async function fetched(most: number[], retries: number, checksum = sum) {
  const ranges: (string | undefined)[] = [];
  const taken = new EventEmitter();
  const server = http.createServer(({ headers: { range } }, answer) => {
    ranges.push(range);
    const from = Number(/\d+/.exec(range ?? '')?.[0] ?? 0);
    const sent = most.shift() ?? bytes.length;
    answer.writeHead(range ? 206 : 200, { 'content-length': bytes.length - from });
    answer.flushHeaders();
    if (sent === 0) return answer.socket?.end();
    taken.once('bytes', () => answer.destroy());
    answer.write(bytes.subarray(from, from + sent));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'slipway-get-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  const target = path.join(folder, 'a.txt');
  const progress = {
    add: vi.fn((got: number) => got > 0 && taken.emit('bytes')),
    fileDone: vi.fn(),
    end: vi.fn(),
  };
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const file = {
    ...{ id: 'file-a', path: '', filename: 'a.txt', size: bytes.length, checksum },
    ...{ created: 1_700_000_000_000, lastModified: null, wire: plainWire(bytes.length) },
  };
  const source = { url, headers: {}, retryDelays: Array(retries).fill(1) };
  const again = () => downloadFile(source, file as Parameters<typeof downloadFile>[1], target, progress);
  const failure = await again().then(
    () => null,
    (error: Error) => error.message,
  );
  return { failure, ranges, folder, target, progress, again };
}

test('tries count only while nothing comes, so a connection that breaks often gets there', async () => {
  const { failure, ranges, target, progress } = await fetched([2, 2, 2, 2, 2], 2);
  expect(failure).toBeNull();
  expect(ranges).toEqual([undefined, 'bytes=2-', 'bytes=4-', 'bytes=6-', 'bytes=8-']);
  expect(fs.readFileSync(target)).toEqual(bytes);
  expect(progress.add.mock.calls.reduce((all, [one]) => all + one, 0)).toBe(bytes.length);
});

test('a server that sends nothing more is given up after the last pause, and what has come is kept', async () => {
  const { failure, ranges, folder, target, again } = await fetched([4, 0, 0], 2);
  expect(failure).toContain('The connection broke');
  expect(ranges).toHaveLength(3);
  expect(fs.readdirSync(folder)).toEqual(['.slipway-file-a.part']);
  await again();
  expect(ranges.at(-1)).toBe('bytes=4-');
  expect(fs.readFileSync(target)).toEqual(bytes);
});

test('what arrives damaged is not kept', async () => {
  const { failure, folder } = await fetched(
    [10],
    1,
    sum.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
  );
  expect(failure).toContain('a.txt arrived damaged');
  expect(fs.readdirSync(folder)).toEqual([]);
});
