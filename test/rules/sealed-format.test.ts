import { createCipheriv, createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import fs from 'node:fs';
import { expect, test } from 'vitest';

// A second program of docs/develop/sealed.md, which shares nothing with lib/domain/sealed but the published vectors.

type Vector = {
  key: string;
  salt: string;
  plainBytes: number;
  sealedBytes: number;
  start: string;
  sha256: string;
};
const { files }: { files: Vector[] } = JSON.parse(fs.readFileSync('lib/domain/sealed/vectors.json', 'utf8'));

const plain = (size: number) =>
  Buffer.from(Array.from({ length: size }, (_, n) => (31 * n + Math.floor(n / 256)) % 256));
const fileKey = (key: string, salt: Buffer) =>
  Buffer.from(hkdfSync('sha256', Buffer.from(key, 'hex'), salt, 'slipway file v1', 32));
const recordBytes = 65_536;

function nonce(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(index, 7);
  bytes[11] = isLast ? 1 : 0;
  return bytes;
}

function seal({ key, salt, plainBytes }: Vector): Buffer {
  const content = plain(plainBytes);
  const salted = Buffer.from(salt, 'hex');
  const parts = [Buffer.from('534c49505345414c0100000000010000', 'hex'), salted];
  const count = Math.max(1, Math.ceil(plainBytes / recordBytes));
  for (let index = 0; index < count; index++) {
    const cipher = createCipheriv('aes-256-gcm', fileKey(key, salted), nonce(index, index === count - 1));
    const record = content.subarray(index * recordBytes, (index + 1) * recordBytes);
    parts.push(cipher.update(record), cipher.final(), cipher.getAuthTag());
  }
  return Buffer.concat(parts);
}

function open(key: string, sealed: Buffer): Buffer {
  const parts: Buffer[] = [];
  const count = Math.ceil((sealed.length - 32) / (recordBytes + 16));
  for (let index = 0; index < count; index++) {
    const start = 32 + index * (recordBytes + 16);
    const record = sealed.subarray(start, start + recordBytes + 16);
    const iv = nonce(index, index === count - 1);
    const decipher = createDecipheriv('aes-256-gcm', fileKey(key, sealed.subarray(16, 32)), iv);
    decipher.setAuthTag(record.subarray(-16));
    parts.push(decipher.update(record.subarray(0, -16)), decipher.final());
  }
  return Buffer.concat(parts);
}

test.each(files)('another program seals and opens $plainBytes bytes as the format says', (vector) => {
  const sealed = seal(vector);
  expect(sealed.length).toBe(vector.sealedBytes);
  expect(sealed.toString('hex')).toMatch(new RegExp(`^${vector.start}`));
  expect(createHash('sha256').update(sealed).digest('hex')).toBe(vector.sha256);
  expect(open(vector.key, sealed).equals(plain(vector.plainBytes))).toBe(true);
  // Small vectors are published whole.
  const published = Buffer.from(vector.start, 'hex');
  if (published.length === vector.sealedBytes)
    expect(open(vector.key, published).equals(plain(vector.plainBytes))).toBe(true);
});
