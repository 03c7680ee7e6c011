import { expect, test } from 'vitest';
import { headerBytes, newSalt, recordBytes, sealedPosition, tagBytes } from './layout';
import { sealFile } from './seal';
import { ChangedFileError, memoryTags, type SealedTags } from './sealed-tags';
import { newShareKey } from './share-key';

const size = 4 * recordBytes + 100;
const key = await newShareKey();

/** A file of zeros but for one byte, sealed with a salt that may have sealed others. */
function sealedSource(salt: Uint8Array<ArrayBuffer>, tags: SealedTags, changedAt = size) {
  const bytes = new Uint8Array(size);
  bytes.fill(1, changedAt, changedAt + 1);
  const read = async (start: number, end: number) => bytes.slice(start, end);
  return sealFile(key, { kind: 'file', salt, size, read, tags });
}

test('no two different bytes are sealed with one key and nonce, wherever the files differ', async () => {
  for (let record = 0; record < 5; record++) {
    const [salt, tags] = [newSalt(), memoryTags()];
    const first = await sealedSource(salt, tags);
    const sent = await first.slice(0, first.size);
    const other = await sealedSource(salt, tags, record * recordBytes + 99);
    for (let at = 0; at < 5; at++) {
      const slice = other.slice(sealedPosition(at), sealedPosition(at + 1));
      if (at === record) await expect(slice).rejects.toThrow(ChangedFileError);
      else
        expect(Buffer.compare(await slice, sent.subarray(sealedPosition(at), sealedPosition(at + 1)))).toBe(
          0,
        );
    }
    await expect(other.slice(0, other.size)).rejects.toThrow(ChangedFileError);
  }
});

test('one of two slices that share a changed record is sent', async () => {
  let content = 0;
  const read = async (start: number, end: number) => new Uint8Array(end - start).fill(content++);
  const source = await sealFile(key, { kind: 'file', salt: newSalt(), size, read, tags: memoryTags() });
  const half = headerBytes + 1.5 * (recordBytes + tagBytes);
  const slices = await Promise.allSettled([source.slice(0, half), source.slice(half, source.size)]);
  expect(slices.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});
