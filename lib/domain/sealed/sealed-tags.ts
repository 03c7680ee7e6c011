import { tagBytes } from './layout';

/** Tags of the records that a salt has sealed, by index; zeros for those that it hasn't. Kept as long as the salt. */
export type SealedTags = {
  read: (first: number, count: number) => Promise<Uint8Array>;
  write: (first: number, tags: Uint8Array) => Promise<void>;
};

/** Thrown before another content leaves under a key and nonce that have sealed one. */
export class ChangedFileError extends Error {
  constructor() {
    super('the file has changed since it was begun');
    this.name = 'ChangedFileError';
  }
}

/** Of what is sealed within one visit. */
export function memoryTags(): SealedTags {
  const known = new Map<number, Uint8Array>();
  return {
    async read(first, count) {
      const tags = new Uint8Array(count * tagBytes);
      for (let nth = 0; nth < count; nth++) tags.set(known.get(first + nth) ?? [], nth * tagBytes);
      return tags;
    },
    async write(first, tags) {
      for (let at = 0; at < tags.length; at += tagBytes)
        known.set(first + at / tagBytes, tags.slice(at, at + tagBytes));
    },
  };
}

/** Compares with what the same records were before, as their tags differ when their contents do. @throws {ChangedFileError} */
export async function keepTags(tags: SealedTags, first: number, records: Uint8Array[]): Promise<void> {
  const before = await tags.read(first, records.length);
  const now = new Uint8Array(records.length * tagBytes);
  let isNew = false;
  for (const [nth, record] of records.entries()) {
    const tag = record.subarray(-tagBytes);
    const known = before.subarray(nth * tagBytes, (nth + 1) * tagBytes);
    now.set(tag, nth * tagBytes);
    if (known.every((byte) => byte === 0)) isNew = true;
    else if (known.some((byte, at) => byte !== tag[at])) throw new ChangedFileError();
  }
  if (isNew) await tags.write(first, now);
}
