import 'server-only';
import type { Context } from '@/lib/server/context';

/** A file on its way, or one that has arrived. */
export type UploadState = {
  id: string;
  name: string;
  path: string;
  mimeType: string;
  sizeBytes: number;
  complete: boolean;
  /** What is on stable storage and acknowledged: the only truth about how far an upload is. */
  offset: number;
  /** Of exactly those bytes, 8 hex digits. */
  crc32: string;
  /** Null once the file is complete. */
  expiresAt: Date | null;
  /** The sender says the length later. Until then `sizeBytes` is room, always more than `offset`. */
  isLengthDeferred: boolean;
  /** Where the storage puts the bytes that come now: see `Storage`. */
  generation: bigint;
};

/** Until when an upload that makes no more progress is kept. */
export const expiryOf = ({ config, now }: Pick<Context, 'config' | 'now'>): Date =>
  new Date(now.getTime() + config.UPLOAD_TTL);

type BigintColumns = { sizeBytes: unknown; offset: unknown; generation: bigint | string };

/** As a row has it: numbers of 64 bits may come as text. */
export type StateRow = Omit<UploadState, keyof BigintColumns> & BigintColumns;

export const uploadStateOf = <T extends BigintColumns>(row: T) => ({
  ...row,
  sizeBytes: Number(row.sizeBytes),
  offset: Number(row.offset),
  generation: BigInt(row.generation),
});
