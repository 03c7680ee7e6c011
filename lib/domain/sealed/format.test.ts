import { describe, expect, test } from 'vitest';
import { headerBytes, plainSize, recordBytes, recordsOf, sealedSize, tagBytes } from './layout';
import { emptyManifest, sealManifest, unsealManifest } from './manifest';
import { sealBytes, sealFile } from './seal';
import { memoryTags } from './sealed-tags';
import { importShareKey, keyFragment, newShareKey, readShareKey } from './share-key';
import { openSealed, UnsealError, unsealBytes, unsealChunks } from './unseal';
import vectors from './vectors.json';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const unhex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'));
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) =>
  hex(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
const pattern = (size: number) => Uint8Array.from({ length: size }, (_, at) => (at * 31 + (at >> 8)) & 0xff);
const salt = unhex('000102030405060708090a0b0c0d0e0f');
const wholeRecord = recordBytes + tagBytes;

async function sealedFile(size: number) {
  const key = await newShareKey();
  const bytes = pattern(size);
  const sealed = await sealBytes(key, { kind: 'file', salt, bytes });
  return { key, bytes, sealed };
}

describe('the format', () => {
  test.each(vectors.files)('seals $plainBytes bytes as the published vector has it', async (vector) => {
    const key = await importShareKey(unhex(vector.key));
    const sealed = await sealBytes(key, {
      kind: 'file',
      salt: unhex(vector.salt),
      bytes: pattern(vector.plainBytes),
    });
    expect(hex(sealed).slice(0, vector.start.length)).toBe(vector.start);
    expect(sealed.length).toBe(vector.sealedBytes);
    expect(await sha256(sealed)).toBe(vector.sha256);
  });

  test.each([0, 1, recordBytes - 1, recordBytes, recordBytes + 1, 3 * recordBytes])(
    'opens what it seals: %i bytes',
    async (size) => {
      const { key, bytes, sealed } = await sealedFile(size);
      expect(sealed.length).toBe(sealedSize(size));
      expect(plainSize(sealed.length)).toBe(size);
      expect(hex(await unsealBytes(key, 'file', sealed))).toBe(hex(bytes));
    },
  );

  test('any slice has the bytes of the whole, so that an upload goes on anywhere', async () => {
    const { key, bytes, sealed } = await sealedFile(2 * recordBytes + 100);
    const source = await sealFile(key, {
      kind: 'file',
      salt,
      size: bytes.length,
      read: async (from, to) => bytes.subarray(from, to),
      tags: memoryTags(),
    });
    const edges = [
      0,
      1,
      31,
      32,
      33,
      40,
      headerBytes + wholeRecord - 1,
      headerBytes + wholeRecord,
      headerBytes + wholeRecord + 1,
      sealed.length - 1,
      sealed.length,
    ];
    for (const from of edges) {
      for (const to of edges.filter((edge) => edge >= from)) {
        expect(hex(await source.slice(from, to)), `${from} to ${to}`).toBe(hex(sealed.subarray(from, to)));
      }
    }
  });

  test('no size that a sealed file can’t have passes', () => {
    for (const size of [0, 31, 32, 47, 32 + wholeRecord + 1, 32 + wholeRecord + 15])
      expect(plainSize(size), String(size)).toBeNull();
  });

  test('a range of plain bytes is in few records', async () => {
    const { key, bytes, sealed } = await sealedFile(3 * recordBytes + 7);
    const range = recordsOf(recordBytes + 5, recordBytes + 9, bytes.length);
    expect(range).toMatchObject({ first: 1, end: 2 });
    const opener = await openSealed(key, sealed.subarray(0, headerBytes), {
      kind: 'file',
      sealedBytes: sealed.length,
      salt,
    });
    const [record] = await opener.openRecords(range.first, sealed.slice(range.sealedStart, range.sealedEnd));
    expect(hex(record?.subarray(5, 9) ?? salt)).toBe(hex(bytes.subarray(recordBytes + 5, recordBytes + 9)));
  });
});

describe('opening fails', () => {
  const cases: Record<string, (sealed: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>> = {
    'with a changed byte': (sealed) => sealed.map((byte, at) => (at === 5000 ? byte ^ 1 : byte)),
    'with two records swapped': (sealed) => {
      const [one, two] = [
        sealed.slice(32, 32 + wholeRecord),
        sealed.slice(32 + wholeRecord, 32 + 2 * wholeRecord),
      ];
      return new Uint8Array([
        ...sealed.subarray(0, 32),
        ...two,
        ...one,
        ...sealed.subarray(32 + 2 * wholeRecord),
      ]);
    },
    'with a record repeated': (sealed) =>
      new Uint8Array([
        ...sealed.subarray(0, 32 + wholeRecord),
        ...sealed.subarray(32, 32 + wholeRecord),
        ...sealed.subarray(32 + 2 * wholeRecord),
      ]),
    'without the last record': (sealed) => sealed.slice(0, 32 + 2 * wholeRecord),
    'without its first record': (sealed) =>
      new Uint8Array([...sealed.subarray(0, 32), ...sealed.subarray(32 + wholeRecord)]),
    'cut within a record': (sealed) => sealed.slice(0, sealed.length - 3),
    'with another salt': (sealed) => sealed.map((byte, at) => (at === 20 ? byte ^ 1 : byte)),
  };
  test.each(Object.keys(cases))('%s', async (name) => {
    const { key, sealed } = await sealedFile(2 * recordBytes + 100);
    const changed = cases[name]?.(sealed) ?? sealed;
    await expect(unsealBytes(key, 'file', changed)).rejects.toThrow(UnsealError);
  });

  test('with another key, as another kind, and as another file of the share', async () => {
    const { key, sealed } = await sealedFile(100);
    await expect(unsealBytes(await newShareKey(), 'file', sealed)).rejects.toThrow(UnsealError);
    await expect(unsealBytes(key, 'manifest', sealed)).rejects.toThrow(UnsealError);
    const expected = {
      kind: 'file',
      sealedBytes: sealed.length,
      salt: salt.map((byte) => byte ^ 1),
    } as const;
    await expect(openSealed(key, sealed.subarray(0, headerBytes), expected)).rejects.toThrow(UnsealError);
  });

  test('a stream that ends before its last record or behind it fails, even between two records', async () => {
    const { key, sealed } = await sealedFile(40 * recordBytes);
    const opener = await openSealed(key, sealed.subarray(0, headerBytes), {
      kind: 'file',
      sealedBytes: sealed.length,
      salt,
    });
    const read = async (end: number, behind = '') => {
      const chunks = new Blob([sealed.subarray(headerBytes, end), behind]).stream();
      let bytes = 0;
      for await (const { length } of unsealChunks(opener, chunks)) bytes += length;
      return bytes;
    };
    expect(await read(sealed.length)).toBe(40 * recordBytes);
    await expect(read(sealed.length, 'x')).rejects.toThrow(UnsealError);
    for (const cut of [wholeRecord, 16 * wholeRecord, 39 * wholeRecord, 39 * wholeRecord + 1]) {
      await expect(read(headerBytes + cut), String(cut)).rejects.toThrow(UnsealError);
    }
  });
});

describe('the key', () => {
  test('is read from a whole link, a fragment or alone, and from nothing that is cut', async () => {
    const key = await newShareKey();
    const fragment = keyFragment(key);
    for (const text of [
      fragment,
      `https://files.example.com/app/open/abc${fragment}`,
      ` ${fragment.slice(3)} `,
    ]) {
      expect((await readShareKey(text))?.bytes).toEqual(key.bytes);
    }
    for (const text of [
      '',
      '#k=',
      fragment.slice(0, -1),
      `${fragment}A`,
      'https://files.example.com/app/open/abc',
    ]) {
      expect(await readShareKey(text), text).toBeNull();
    }
  });
});

describe('the manifest', () => {
  test('opens with its key alone, and two of the same words look different', async () => {
    const key = await newShareKey();
    const manifest = {
      ...emptyManifest,
      title: 'Träume',
      note: '# Hi',
      files: [{ salt: hex(salt), path: '', name: 'a.txt', size: 3, type: 'text/plain', modifiedMs: null }],
    };
    const sealed = await sealManifest(key, manifest);
    expect(await unsealManifest(key, sealed)).toEqual(manifest);
    expect(hex(await sealManifest(key, manifest))).not.toBe(hex(sealed));
    await expect(unsealManifest(await newShareKey(), sealed)).rejects.toThrow(UnsealError);
  });
});
