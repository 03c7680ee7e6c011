import { expect, test } from 'vitest';
import { afterChunk, afterRefusal, type ChunkSize, firstChunkSize } from './chunk-size';

const K = 1024;
const M = K * K;
const refuse = (size: ChunkSize, sent = size.bytes) => afterRefusal(size, sent) ?? size;

test('a chunk that went through quickly lets the next be twice as large, up to 64 MiB', () => {
  let size = firstChunkSize(10 * M);
  size = afterChunk(size, 10 * M, 900);
  expect(size.bytes).toBe(20 * M);
  size = afterChunk(size, 20 * M, 900);
  size = afterChunk(size, 40 * M, 900);
  expect(size.bytes).toBe(64 * M);
});

test('the short last piece of a file says nothing about speed', () => {
  expect(afterChunk(firstChunkSize(10 * M), 200, 5).bytes).toBe(10 * M);
});

test('a slow chunk makes the next smaller, and a middling one changes nothing', () => {
  expect(afterChunk(firstChunkSize(10 * M), 10 * M, 31_000).bytes).toBe(5 * M);
  expect(afterChunk(firstChunkSize(10 * M), 10 * M, 10_000).bytes).toBe(10 * M);
});

test('a chunk size that a proxy refused is halved and never reached again, however fast it goes', () => {
  let size = refuse(firstChunkSize(10 * M));
  expect(size.bytes).toBe(5 * M);
  for (let round = 0; round < 5; round++) size = afterChunk(size, size.bytes, 10);
  expect(size.bytes).toBe(5 * M);
});

test('three files refused at the same size halve it once', () => {
  const first = firstChunkSize(8 * M);
  const size = refuse(refuse(refuse(first), 8 * M), 8 * M);
  expect(size.bytes).toBe(4 * M);
});

test('a proxy that refuses even 64 KiB ends the attempts', () => {
  let size: ChunkSize | null = firstChunkSize(1 * M);
  let rounds = 0;
  while (size) {
    size = afterRefusal(size, size.bytes);
    rounds++;
  }
  expect(rounds).toBe(5);
});
