import 'server-only';

/** An inclusive range of bytes. */
export type ByteRange = { start: number; end: number };

/** An open place to write into at growing offsets. */
export type FileWriter = {
  /** Writes at `position`; resolves with the bytes that were really taken, which may be fewer when space runs out. */
  write: (batch: Buffer[], position: number) => Promise<number>;
  /** Everything written before is on stable storage afterwards. */
  sync: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * The port for bytes. A file is named by its id alone; names and folders of people are data, never paths.
 * A full disk is `storage.full`, missing bytes of a complete file are `file.notFound`.
 */
export type Storage = {
  /** Makes room for an incoming file of which nothing has arrived. */
  begin: (fileId: string) => Promise<void>;
  openWriter: (fileId: string) => Promise<FileWriter>;
  /** Checks that exactly `sizeBytes` are stored and makes the file final. Doing it again changes nothing. */
  finish: (fileId: string, sizeBytes: number) => Promise<void>;
  /** Streams a range of a complete file, or of what has arrived of an incoming one. */
  read: (fileId: string, range: ByteRange) => AsyncIterable<Buffer>;
  /** Removes all bytes of a file, complete or not; nothing there is fine. */
  remove: (fileId: string) => Promise<void>;
};
