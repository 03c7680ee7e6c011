import { crc32 } from 'node:zlib';

/** Carried on from `start` over the pieces of a batch, one after the other. */
export const crcOf = (batch: readonly Buffer[], start: number): number =>
  batch.reduce((crc, piece) => crc32(piece, crc), start);

/** As rows have it: 8 hex digits. */
export const hex32 = (crc: number): string => crc.toString(16).padStart(8, '0');
