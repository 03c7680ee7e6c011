import { crc32 } from 'node:zlib';

/** Carried on from `start` over the chunks, one after the other. */
export const updateCrc32 = (chunks: readonly Buffer[], start: number): number =>
  chunks.reduce((crc, chunk) => crc32(chunk, crc), start);

/** As rows have it: 8 hex digits. */
export const crc32Hex = (crc: number): string => crc.toString(16).padStart(8, '0');
