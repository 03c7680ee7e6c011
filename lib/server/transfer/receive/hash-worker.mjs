// The thread that computes checksums, so that moving bytes doesn't wait for them. Batches come in shared memory.
import '../../background.mjs';
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { crc32 as crcOf } from 'node:zlib';

const sums = new Map();

parentPort.on('message', ({ call, sum, batch, crc32, drop }) => {
  if (drop !== undefined) sums.delete(drop);
  else parentPort.postMessage({ call, answer: batch ? update(sum, batch, crc32) : digest(sum) });
});

function update(sum, batch, before) {
  const hash = sums.get(sum) ?? createHash('sha256');
  sums.set(sum, hash);
  let crc = before;
  for (const piece of batch) {
    hash.update(piece);
    crc = crcOf(piece, crc);
  }
  return crc;
}

function digest(sum) {
  const hash = sums.get(sum) ?? createHash('sha256');
  sums.delete(sum);
  return hash.digest('hex');
}
