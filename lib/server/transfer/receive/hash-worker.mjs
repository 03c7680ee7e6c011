// Computes checksums off the main thread, of chunks whose memory it is given.
import '../../background.mjs';
import { createHash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import { crc32 as updateCrc32 } from 'node:zlib';
import { freeNow } from '../../free-now.mjs';

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
    crc = updateCrc32(chunk, crc);
  }
  freeNow(chunks);
  return crc;
}

function digest(sum) {
  const hash = sums.get(sum) ?? createHash('sha256');
  sums.delete(sum);
  return hash.digest('hex');
}
