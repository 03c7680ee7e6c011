import 'server-only';
import type { Context } from '@/lib/server/context';

export type UploadState = {
  id: string;
  name: string;
  path: string;
  mimeType: string;
  sizeBytes: number;
  complete: boolean;
  /** Bytes that are on stable storage and acknowledged. */
  offset: number;
  /** CRC-32 of the bytes before `offset`, 8 hex digits. */
  crc32: string;
  /** Null for complete files. */
  expiresAt: Date | null;
  /** The length follows later; until then `sizeBytes` is reserved space, greater than `offset`. */
  isLengthDeferred: boolean;
  /** Storage generation of new bytes; see `Storage`. */
  generation: bigint;
};

/** End of an upload without further progress. */
export const expiryOf = ({ config, now }: Pick<Context, 'config' | 'now'>): Date =>
  new Date(now.getTime() + config.UPLOAD_TTL);

type BigintColumns = { sizeBytes: unknown; offset: unknown; generation: bigint | string };

/** 64-bit numbers may arrive as text. */
export type StateRow = Omit<UploadState, keyof BigintColumns> & BigintColumns;

export const uploadStateOf = <T extends BigintColumns>(row: T) => ({
  ...row,
  sizeBytes: Number(row.sizeBytes),
  offset: Number(row.offset),
  generation: BigInt(row.generation),
});
