import 'server-only';

/** An inclusive range of bytes. */
export type ByteRange = { start: number; end: number };

/** An open place to write into at growing offsets. */
export type FileWriter = {
  /**
   * The size of the parts in which bytes become stable, where they do so part by part: counted from the start of the
   * file, all alike but for the last one. Null where any byte may be the last one that is stable.
   */
  partBytes: number | null;
  /**
   * Writes at `position`; resolves with the bytes that were really taken, which may be fewer when space runs out. It
   * may wait until there is room. When it resolves, it is done with the memory of the chunks.
   */
  write: (chunks: Buffer[], position: number) => Promise<number>;
  /** Up to where everything is on stable storage, without hurrying anything: a whole number of parts. */
  settled: () => Promise<number>;
  /** Everything written before is on stable storage afterwards. */
  sync: () => Promise<void>;
  close: () => Promise<void>;
};

/** The headers under which a file is fetched. */
export type Presented = { type: string; disposition: string };

/** A file as a storage finds it among its own; one that isn't whole is on its way. */
export type StoredItem = { fileId: string; sizeBytes: number; modifiedAt: Date; isWhole: boolean };

/** Something that is no file and that nothing leads to. */
export type Leftover = { name: string; remove: () => Promise<void> };

/**
 * The port for bytes. A file is named by its id alone; names and folders of people are data, never paths.
 * A full disk is `storage.full`; bytes that should be there and aren't are `server.unavailable`, because a folder
 * that isn't mounted must not look like a file that doesn't exist. What a store has cleared away itself before it was
 * whole is `upload.expired`.
 */
export type Storage = {
  /**
   * Opens an incoming file that holds at least `offset` bytes; at 0 it is made. What lies beyond is overwritten.
   * A writer that was given up may still write. Its successor therefore names a higher `generation`; what
   * writers of lower ones do to the file from then on doesn't count, however late they do it.
   * @param maxBytes what it gets at most: the declared size, where there is one. It is the same at each opening.
   */
  openWriter: (fileId: string, offset: number, maxBytes: number, generation?: bigint) => Promise<FileWriter>;
  /**
   * Checks that there is room for this many bytes more, where a storage can know; called before an upload is accepted.
   * @throws storage.full
   */
  checkRoom?: (bytes: number) => Promise<void>;
  /**
   * Checks that `sizeBytes` are stored and makes the file final. Doing it again changes nothing.
   * @param generation of the last writer
   */
  finish: (fileId: string, sizeBytes: number, generation?: bigint) => Promise<void>;
  /**
   * Stores a small file that is all there, and makes it final: what the steps above do one by one. Doing it again
   * replaces it. Not for a file that was taken over from a writer who may still write.
   */
  storeWhole: (fileId: string, chunks: Buffer[]) => Promise<void>;
  /** Streams a range of a complete file. A buffer is the reader's own again once the next one is asked for. */
  read: (fileId: string, range: ByteRange) => AsyncGenerator<Buffer>;
  /** A short-lived URL that opens a complete file elsewhere. Not every storage has one. */
  link?: (fileId: string, presented: Presented) => Promise<string>;
  /** Where a complete file lies below the data folder, for stores that have one; it is there when this resolves. */
  placeOf?: (fileId: string) => Promise<string>;
  /** Removes all bytes of a file, complete or not; nothing there is fine. */
  remove: (fileId: string) => Promise<void>;
  /** Stores, reads and removes something small. @throws any error on the way */
  probe: () => Promise<void>;
  /** Everything there is, in any order. */
  list: () => AsyncGenerator<StoredItem>;
  /** What was begun before then and belongs to no file that is there or on its way. */
  leftovers: (before: Date) => AsyncGenerator<Leftover>;
};
