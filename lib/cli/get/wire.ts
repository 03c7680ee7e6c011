import fs from 'node:fs';

/** `sent` are bytes of the server's file, `local` what they become here. Both hold until the next are asked for. */
export type ReceivedBytes = { sent: Uint8Array; local: Uint8Array[] };

/** The form in which a file comes: as it is, or sealed. */
export type Wire = {
  localBytes: number;
  /** Rounds a part file's bytes down to those that can be kept. */
  usable: (bytes: number) => number;
  /** Yields the server's bytes for the first ones of a local file. */
  sentOf: (file: string, bytes: number) => AsyncIterable<Uint8Array>;
  /** @throws Failure for bytes that were changed */
  receive: (body: AsyncIterable<Uint8Array>, from: number) => AsyncIterable<ReceivedBytes>;
};

export const plainWire = (size: number): Wire => ({
  localBytes: size,
  usable: (bytes) => bytes,
  sentOf: (file) => fs.createReadStream(file),
  receive: async function* (body) {
    for await (const chunk of body) yield { sent: chunk, local: [chunk] };
  },
});
