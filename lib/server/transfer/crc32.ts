import { crc32 } from 'node:zlib';

/** Continues the crc32 `start` over the chunks. */
export const updateCrc32 = (chunks: readonly Buffer[], start: number): number =>
  chunks.reduce((crc, chunk) => crc32(chunk, crc), start);

export const crc32Hex = (crc: number): string => crc.toString(16).padStart(8, '0');
