import 'server-only';
import { AppError } from '@/lib/contract/errors';
import { bytesIn, skipBytes } from './chunks';

export type ByteRange = { start: number; end: number };

export type FileWriter = {
  /**
   * Bytes become durable in parts of this size, except for the last part. Null when any byte may be the last durable
   * one.
   */
  partBytes: number | null;
  /**
   * Resolves with the number of bytes written, which is smaller when space runs out. May wait for memory. The chunks
   * may be reused afterwards.
   */
  write: (chunks: Buffer[], position: number) => Promise<number>;
  /** Returns the offset up to which everything is durable, without forcing a sync. A whole number of parts. */
  durableOffset: () => Promise<number>;
  sync: () => Promise<void>;
  close: () => Promise<void>;
};

export type DownloadHeaders = { type: string; disposition: string };

export type StoredSums = { crc32: string; sha256: string };

export type PartToSign = { number: number; sha256: string };

/** `url` takes these bytes alone, with these headers. A part that is stored needs none. */
export type SignedPart = { number: number; isStored: boolean; url: string; headers: SignedHeaders };

export type SignedHeaders = { 'x-amz-content-sha256'?: string; 'x-amz-checksum-sha256'?: string };

/** Parts of a file that its client puts into the storage itself. */
export type DirectUploads = {
  partBytesFor: (sizeBytes: number) => number;
  /** Begins, or goes on. A part that was signed with other bytes before makes all of it begin anew. */
  sign: (fileId: string, sizeBytes: number, parts: PartToSign[]) => Promise<SignedPart[]>;
  /**
   * Joins the parts, so that none changes any more. Idempotent.
   * @returns the numbers of those that are missing or not as they were signed: then nothing is joined
   * @throws upload.expired when the bucket has dropped them
   */
  join: (fileId: string, sizeBytes: number) => Promise<number[]>;
  /** Called once the file is known to be whole. */
  forget: (fileId: string) => Promise<void>;
  /** To which browsers would send. */
  address: () => Promise<string>;
};

export type StoredItem = { fileId: string; sizeBytes: number; modifiedAt: Date; isWhole: boolean };

export type Leftover = { name: string; remove: () => Promise<void> };

/**
 * The port for bytes. Files are named by id alone. A full disk is `storage.full`, missing bytes are
 * `server.unavailable` (the folder may not be mounted), and uploads dropped by the storage are `upload.expired`.
 */
export type Storage = {
  /**
   * Opens an incoming file with at least `offset` bytes, and overwrites the rest. Writes of lower generations don't
   * count from then on, however late they come.
   * @param maxBytes the declared size, if any; the same at each opening
   */
  openWriter: (fileId: string, offset: number, maxBytes: number, generation?: bigint) => Promise<FileWriter>;
  /**
   * Called before an upload is accepted.
   * @throws storage.full
   */
  checkFreeSpace?: (bytes: number) => Promise<void>;
  /**
   * Makes a file final. Idempotent.
   * @param generation of the last writer
   * @param isOver tells whether to stop reading
   * @returns the sums of what came by `direct`, which is read back here; upload.expired if it isn't what was signed
   */
  finish: (
    fileId: string,
    sizeBytes: number,
    generation?: bigint,
    isOver?: () => boolean,
  ) => Promise<StoredSums | undefined>;
  /**
   * Stores a small file and makes it final, replacing an earlier one. Not for files that were taken over from a
   * writer that may still write.
   */
  storeWhole: (fileId: string, chunks: Buffer[]) => Promise<void>;
  direct?: DirectUploads;
  /** Streams a range of a complete file. A buffer may be reused once the next one is requested. */
  read: (fileId: string, range: ByteRange) => AsyncGenerator<Buffer>;
  /** A short-lived URL to a complete file in the storage itself. */
  link?: (fileId: string, presented: DownloadHeaders) => Promise<string>;
  /** The path of a complete file relative to the data folder. Checks that it exists. */
  pathOf?: (fileId: string) => Promise<string>;
  /** Removes all bytes of a file in any state. Missing ones are fine. */
  remove: (fileId: string) => Promise<void>;
  probe: () => Promise<void>;
  list: () => AsyncGenerator<StoredItem>;
  /** Lists data begun before this time that belongs to no complete or incoming file. */
  leftovers: (before: Date) => AsyncGenerator<Leftover>;
};

export async function storeInSteps(
  { openWriter, finish }: Pick<Storage, 'openWriter' | 'finish'>,
  fileId: string,
  chunks: Buffer[],
): Promise<void> {
  const sizeBytes = bytesIn(chunks);
  const writer = await openWriter(fileId, 0, sizeBytes);
  try {
    for (let [rest, position] = [chunks, 0]; position < sizeBytes; ) {
      const taken = await writer.write(rest, position);
      if (taken === 0) throw new AppError('storage.full');
      rest = skipBytes(rest, taken);
      position += taken;
    }
    await writer.sync();
  } finally {
    await writer.close();
  }
  await finish(fileId, sizeBytes);
}
