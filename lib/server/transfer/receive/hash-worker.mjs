// The thread that computes checksums, so that moving bytes doesn't wait for them. Buffers come in shared memory.
import '../../background.mjs';
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { crc32 as crcOf } from 'node:zlib';

const sums = new Map();

parentPort.on('message', ({ call, sum, chunks, crc32, drop }) => {
  if (drop !== undefined) sums.delete(drop);
  else parentPort.postMessage({ call, answer: chunks ? update(sum, chunks, crc32) : digest(sum) });
});

function update(sum, chunks, before) {
  const hash = sums.get(sum) ?? createHash('sha256');
  sums.set(sum, hash);
  let crc = before;
  for (const chunk of chunks) {
    hash.update(chunk);
    crc = crcOf(chunk, crc);
  }
  return crc;
}

function digest(sum) {
  const hash = sums.get(sum) ?? createHash('sha256');
  sums.delete(sum);
  return hash.digest('hex');
}
