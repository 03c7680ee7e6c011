const smallest = 64 * 1024;
const largest = 64 * 1024 ** 2;

/** `refusedBytes` is the smallest size that a proxy has refused. */
export type ChunkSize = { bytes: number; refusedBytes: number };

export const firstChunkSize = (bytes: number): ChunkSize => ({
  bytes: clamp(bytes, largest),
  refusedBytes: Number.POSITIVE_INFINITY,
});

/**
 * Grows after quick requests and shrinks after slow ones, so that little is lost when a connection breaks.
 */
export function afterChunk(size: ChunkSize, sentBytes: number, tookMs: number): ChunkSize {
  const isFull = sentBytes >= size.bytes;
  if (isFull && tookMs < 4_000) return resized(size, size.bytes * 2);
  if (tookMs > 30_000) return resized(size, size.bytes / 2);
  return size;
}

/** Halves the size after a 413 from a proxy. Returns null when even the smallest request is too large. */
export function afterRefusal(size: ChunkSize, sentBytes: number): ChunkSize | null {
  if (sentBytes <= smallest) return null;
  // Concurrent requests of one size may all be refused; only the first halves it.
  const refusedBytes = Math.min(size.refusedBytes, sentBytes);
  return resized({ ...size, refusedBytes }, Math.min(size.bytes, sentBytes / 2));
}

const resized = (size: ChunkSize, bytes: number): ChunkSize => ({
  ...size,
  bytes: clamp(bytes, Math.min(largest, size.refusedBytes / 2)),
});

const clamp = (bytes: number, max: number) => Math.floor(Math.max(smallest, Math.min(max, bytes)));
